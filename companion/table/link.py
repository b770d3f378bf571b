"""The conversation with the sensor board over time: greeted, watched, asked again, lost and found.

`Link` holds the state and reads no clock: every call says when it is, in milliseconds. The daemon tells it
what the port does and hands it bytes; it answers with events and with bytes to send.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeAlias

from companion.table.wire import PROTOCOL, Decoder, FaultKind, Hello, LinkFault, Snapshot, encode

SILENCE_MS: Final = 3_000
"""Without a snapshot for so long the board is lost."""
RETRY_MS: Final = 400
RETRIES: Final = 3
REST_MS: Final = 1_000
"""The same thing is not asked afresh sooner than this."""
NEVER_MS: Final = 2**62
NO_BOARD: Final = "No sensor board has been found: check its USB cable."
SILENT: Final = "The sensor board is silent: check its USB cable, or press its reset button."
UNPLUGGED: Final = "The sensor board was unplugged: plug it in again."


@dataclass(frozen=True, slots=True)
class BoardLost:
    """The board does not say any more what lies on the table. `reason` is a sentence for people."""

    at_ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class BoardFound:
    """Snapshots come again (or for the first time): the next event is one."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class BoardRestarted:
    """The same table, but a new start of its board: its counters begin afresh, the game stays."""

    at_ms: int
    boot: str


@dataclass(frozen=True, slots=True)
class WrongProtocol:
    """The board speaks another major version. It is not listened to until it is updated."""

    ours: str
    theirs: str
    remedy: str


Event: TypeAlias = Hello | Snapshot | LinkFault | BoardLost | BoardFound | BoardRestarted | WrongProtocol


@dataclass(slots=True)
class _Request:
    """Something asked for and not answered yet; always sent with the same number."""

    seq: str
    frame: bytes
    due_ms: int
    sent: int = 0


class _Port(Enum):
    """How far the acquaintance goes."""

    CLOSED = auto()
    ASKED = auto()
    ACCEPTED = auto()
    REFUSED = auto()


class Link:
    """One board on one port. It begins at `at_ms`, with the port closed and no board seen yet.

    After every call, send what `take_outgoing()` gives, and call `tick` again at `next_due_ms()`.
    """

    def __init__(self, at_ms: int = 0) -> None:
        self._decoder = Decoder()
        self._outgoing = b""
        self._numbered = 0
        self._requests: dict[str, _Request] = {}
        self._sent_ms: dict[str, int] = {}
        self._port = _Port.CLOSED
        self._present = False
        self._lost_reason = ""
        self._heard_ms = at_ms
        self._boot = ""
        self._sweep = -1

    @property
    def present(self) -> bool:
        """Whether the board is there and its snapshots can be believed."""
        return self._present

    def connected(self, at_ms: int) -> list[Event]:
        """The port was opened: ask who is there."""
        self._decoder.reset()
        self._port = _Port.ASKED
        self._heard_ms = at_ms
        self._requests.clear()
        self._sent_ms.clear()
        self._outgoing = b"\n"  # ends whatever half a line the board has heard before
        self._ask("IDENT", at_ms)
        return self.tick(at_ms)

    def disconnected(self, at_ms: int, reason: str = UNPLUGGED) -> list[Event]:
        """The port is gone or cannot be opened; `reason` is the driver's sentence, if it has one."""
        self._port = _Port.CLOSED
        self._requests.clear()
        self._outgoing = b""
        return self._lose(at_ms, reason)

    def receive(self, data: bytes, at_ms: int) -> list[Event]:
        """Take in bytes from the port."""
        events: list[Event] = []
        for frame in self._decoder.receive(data):
            match frame:
                case LinkFault():
                    events += self._doubt(frame, at_ms)
                    continue
                case Hello():
                    events += self._greet(frame, at_ms)
                case Snapshot():
                    events += self._look(frame, at_ms)
            self._answered(frame.seq)
        return events + self.tick(at_ms)

    def tick(self, at_ms: int) -> list[Event]:
        """Let time pass: send and repeat requests, notice silence."""
        for verb, request in list(self._requests.items()):
            self._send(verb, request, at_ms)
        if self._port is _Port.ASKED:
            self._ask("IDENT", at_ms)
        if at_ms < self._silence_due_ms():
            return []
        return self._lose(at_ms, NO_BOARD if self._port is _Port.CLOSED else SILENT)

    def next_due_ms(self) -> int | None:
        """When `tick` has something to do next, should nothing arrive before; None for never."""
        due = min([self._silence_due_ms(), *(request.due_ms for request in self._requests.values())])
        return None if due == NEVER_MS else due

    def ask_self_test(self, at_ms: int) -> list[Event]:
        """Ask for a fresh test of all readers; a Hello with the dead ones answers."""
        self._ask("TEST", at_ms)
        return self.tick(at_ms)

    def take_outgoing(self) -> bytes:
        """The bytes to send now."""
        data, self._outgoing = self._outgoing, b""
        return data

    def _greet(self, hello: Hello, at_ms: int) -> list[Event]:
        if not hello.compatible:
            return self._refuse(hello, at_ms)
        self._port = _Port.ACCEPTED
        events: list[Event] = [hello]
        if hello.boot != self._boot:
            if self._boot:
                events.append(BoardRestarted(at_ms, hello.boot))
            self._boot, self._sweep = hello.boot, -1
            self._ask("GET", at_ms)
        return events

    def _refuse(self, hello: Hello, at_ms: int) -> list[Event]:
        if self._port is _Port.REFUSED:
            return []
        self._port = _Port.REFUSED
        self._requests.clear()
        text = (
            f"The sensor board speaks protocol {hello.protocol}, this companion {PROTOCOL}: "
            "update the board's firmware with `companion flash`."
        )
        return [WrongProtocol(PROTOCOL, hello.protocol, text), *self._lose(at_ms, text)]

    def _look(self, snapshot: Snapshot, at_ms: int) -> list[Event]:
        if self._port is not _Port.ACCEPTED:
            return []
        if snapshot.sweep < self._sweep:  # an old one, or the board has started anew unheard
            self._ask("IDENT", at_ms)
            return []
        self._sweep = snapshot.sweep
        self._heard_ms = at_ms
        if self._present:
            return [snapshot]
        self._present, self._lost_reason = True, ""
        return [BoardFound(at_ms), snapshot]

    def _doubt(self, fault: LinkFault, at_ms: int) -> list[Event]:
        if self._port is _Port.REFUSED:
            return []
        if self._port is _Port.ACCEPTED:
            self._ask("GET", at_ms)
            if fault.kind is FaultKind.GAP:  # what was missed may be the HELLO of a new start
                self._ask("IDENT", at_ms)
        return [fault]

    def _lose(self, at_ms: int, reason: str) -> list[Event]:
        if reason == self._lost_reason:
            return []
        self._present, self._lost_reason = False, reason
        return [BoardLost(at_ms, reason)]

    def _silence_due_ms(self) -> int:
        match self._port:
            case _Port.REFUSED:
                return NEVER_MS
            case _Port.CLOSED:
                said = self._lost_reason != ""
            case _:
                said = self._lost_reason == SILENT
        return NEVER_MS if said else self._heard_ms + SILENCE_MS

    def _ask(self, verb: str, at_ms: int) -> None:
        if self._port is _Port.CLOSED or verb in self._requests:
            return
        seq = f"h{self._numbered}"
        self._numbered += 1
        due_ms = max(at_ms, self._sent_ms.get(verb, at_ms - REST_MS) + REST_MS)
        self._requests[verb] = _Request(seq, encode(verb, seq), due_ms)

    def _send(self, verb: str, request: _Request, at_ms: int) -> None:
        if at_ms < request.due_ms:
            return
        if request.sent > RETRIES:
            del self._requests[verb]
            return
        self._outgoing += request.frame
        request.sent += 1
        request.due_ms = at_ms + RETRY_MS
        self._sent_ms[verb] = at_ms

    def _answered(self, seq: str) -> None:
        for verb, request in list(self._requests.items()):
            if request.seq == seq:
                del self._requests[verb]
