"""The sensor board's line protocol: bytes in, frames out. Nothing here waits, opens or decides.

One ASCII line a frame, `TYPE seq payload*crc32\\n`, at most MAX_BYTES long. `firmware/README.md` has the
table of frames; the other end is `firmware/sensorboard/frames.py`.
"""

from __future__ import annotations

import re
from binascii import crc32
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

MAX_BYTES: Final = 1024
PROTOCOL: Final = "1.1"
CELLS: Final = 37
PAD: Final = 37
PLACES: Final = 38

Reading: TypeAlias = str
"""What one place reads: a tag's UID (8 or 14 upper-case hex digits) or a Mark."""


class Mark(StrEnum):
    """What a place reads when it is not one tag."""

    EMPTY = ""
    UNREADABLE = "?"
    COLLISION = "!"  # more than one tag


_FRAME = re.compile(r"([A-Z]+) (h?[0-9]{1,10}) (.*)")
_SNAP = re.compile(r"([0-9]{1,15}) ([0-9]{1,15}) ([0-9A-F,?!]*)")
_is_reading = re.compile(r"|\?|!|[0-9A-F]{8}|[0-9A-F]{14}").fullmatch
_VERSION = re.compile(r"[0-9]{1,4}\.[0-9]{1,4}")
_BOOT = re.compile(r"[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Hello:
    """The board introduces itself, on start (a plain number) and on request (the request's number).

    `protocol` is `major.minor`. With another major than ours the other fields may be empty.
    `boot` is new after every start. `dead` names the places whose readers failed the self-test.
    """

    seq: str
    protocol: str
    firmware: str
    board: str
    boot: str
    dead: tuple[str, ...]

    @property
    def compatible(self) -> bool:
        """Whether the board speaks our major version of the protocol."""
        return self.protocol.partition(".")[0] == PROTOCOL.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What lies where: `places` are the readings of a1…g4, then the pad (38).

    `sweep` counts whole sweeps since the board's start, `at_ms` is when that sweep ended on the board's
    clock. The pad may be newer than the sweep: a change there is sent at once, under the last sweep's number.
    """

    seq: str
    sweep: int
    at_ms: int
    places: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Ok:
    """The board did what the request of this number said."""

    seq: str
    what: str


class FaultKind(StrEnum):
    """What can go wrong on the wire."""

    CHECKSUM = "checksum"
    FORM = "form"
    LENGTH = "length"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class LinkFault:
    """Something on the wire was lost or damaged; `text` says what in a sentence."""

    kind: FaultKind
    text: str


Frame: TypeAlias = Hello | Snapshot | Ok


def encode(kind: str, seq: str, payload: str = "") -> bytes:
    """One frame as the bytes to send."""
    body = f"{kind} {seq} {payload}".encode("ascii")
    return b"%b*%08x\n" % (body, crc32(body))


class Decoder:
    """Cuts the board's bytes into frames. Holds at most one unfinished line of MAX_BYTES.

    After any fault it goes on at the next newline. Frames of unknown types are skipped.
    """

    def __init__(self) -> None:
        self._partial = b""
        self._too_long = False
        self._expected: int | None = None

    def receive(self, data: bytes) -> list[Frame | LinkFault]:
        """Take in bytes as they come, in pieces of any size; give back what they complete, in order."""
        found: list[Frame | LinkFault] = []
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._keep(end, found)
            line = self._partial.strip()
            if line and not self._too_long:
                self._read_line(line, found)
            self._partial, self._too_long = b"", False
        self._keep(rest, found)
        return found

    def reset(self) -> None:
        """Forget the unfinished line and the numbering: the next byte comes from a newly opened port."""
        self._partial, self._too_long, self._expected = b"", False, None

    def _keep(self, piece: bytes, found: list[Frame | LinkFault]) -> None:
        if self._too_long:
            return
        if len(self._partial) + len(piece) <= MAX_BYTES:
            self._partial += piece
            return
        self._partial, self._too_long = b"", True
        found.append(
            LinkFault(FaultKind.LENGTH, f"A line of more than {MAX_BYTES} bytes came from the board.")
        )

    def _read_line(self, line: bytes, found: list[Frame | LinkFault]) -> None:
        body, _, checksum = line.rpartition(b"*")
        if checksum != b"%08x" % crc32(body):
            found.append(
                LinkFault(FaultKind.CHECKSUM, "A line from the board was damaged on the way: skipped.")
            )
            return
        parts = _FRAME.fullmatch(body.decode("ascii", "replace"))
        if parts is None:
            found.append(LinkFault(FaultKind.FORM, f"The board sent a line that is no frame: {line[:40]!r}."))
            return
        kind, seq, payload = parts.groups()
        self._count(kind, seq, found)
        parse = _PARSERS.get(kind)
        if parse is not None:
            frame = parse(seq, payload)
            found.append(frame or LinkFault(FaultKind.FORM, f"The board sent a {kind} that makes no sense."))

    def _count(self, kind: str, seq: str, found: list[Frame | LinkFault]) -> None:
        """Watch the numbers of the board's own frames. A HELLO numbered 0 begins them afresh."""
        if seq.startswith("h"):
            return
        number, expected = int(seq), self._expected
        self._expected = number + 1
        if expected in (None, number) or (kind == "HELLO" and number == 0):
            return
        found.append(LinkFault(FaultKind.GAP, f"Frame {expected} was due from the board, {number} came."))


def _parse_snapshot(seq: str, payload: str) -> Snapshot | None:
    parts = _SNAP.fullmatch(payload)
    if parts is None:
        return None
    places = tuple(parts[3].split(","))
    if len(places) != PLACES or not all(map(_is_reading, places)):
        return None
    return Snapshot(seq, int(parts[1]), int(parts[2]), places)


def _parse_hello(seq: str, payload: str) -> Hello | None:
    said = dict(word.partition("=")[::2] for word in payload.split())
    if not _VERSION.fullmatch(said.get("proto", "")):
        return None
    dead = said.get("dead", "-")
    hello = Hello(
        seq,
        protocol=said["proto"],
        firmware=said.get("fw", ""),
        board=said.get("board", ""),
        boot=said.get("boot", ""),
        dead=() if dead == "-" else tuple(dead.split(",")),
    )
    if hello.compatible and (said.get("cells") != str(CELLS) or not _BOOT.fullmatch(hello.boot)):
        return None
    return hello


_PARSERS = {"SNAP": _parse_snapshot, "HELLO": _parse_hello, "OK": Ok}
