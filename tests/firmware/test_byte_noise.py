"""A million mutated bytes at both ends of the wire: no exception, no wrong frame accepted, bounded memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from random import Random

import pytest
from sensorboard import PLACES
from sensorboard.frames import Lines, decode
from sensorboard.loop import Board
from sensorboard.simulated import SimulatedReader

from companion.table.wire import Decoder, Hello, LinkFault, Ok, Snapshot, encode

BYTES = 1_000_000
BITE = 997  # so that pieces end anywhere in a frame


def pristine(random: Random) -> list[bytes]:
    """Good frames of all kinds, as the two ends send them."""
    readings = ["", "", "04A1B2C3D4E580", "11223344", "?", "!"]
    frames = [
        encode("SNAP", str(number), f"{number} {number * 99} {','.join(random.choices(readings, k=PLACES))}")
        for number in range(20)
    ]
    hello = "proto=1.1 fw=0.2.0 board=e661 cells=37 boot=0badcafe dead=a4,pad free=123456"
    frames += [encode("HELLO", "0", hello), encode("OK", "h4", "RATE 500"), encode("DANCE", "7", "unknown")]
    frames += [encode(kind, f"h{number}") for number, kind in enumerate(("GET", "IDENT", "TEST", "PROMPT"))]
    return [*frames, encode("RATE", "h9", "500")]


def mutated(frame: bytes, random: Random) -> bytes:
    """A frame with some bytes changed, lost, doubled, put in or cut off; or none."""
    damaged = bytearray(frame)
    for _ in range(random.choice((0, 0, 1, 1, 2, 3, 8))):
        at = random.randrange(len(damaged))
        match random.randrange(6):
            case 0:
                damaged[at] ^= 1 << random.randrange(8)
            case 1:
                damaged[at] = random.randrange(256)
            case 2 if len(damaged) > 1:
                del damaged[at]
            case 3:
                damaged[at:at] = random.randbytes(random.randrange(1, 5))
            case 4:
                damaged[at:at] = damaged[at : at + random.randrange(1, 200)]
            case _:
                damaged[at : at + 1] = random.choice(
                    (b"\n", b"\r", b"*", b" ", b"\x00", b"\x03", b"x" * 1500)
                )
    return bytes(damaged)


def stream(seed: int) -> Iterator[bytes]:
    """A million bytes in bites, mutated out of good frames."""
    random = Random(seed)
    frames = pristine(random)
    buffer, made = b"", 0
    while made < BYTES:
        while len(buffer) < BITE:
            buffer += mutated(random.choice(frames), random)
        yield buffer[:BITE]
        made += BITE
        buffer = buffer[BITE:]


def good_lines(seed: int) -> set[bytes]:
    return {frame.strip() for frame in pristine(Random(seed))}


@pytest.mark.parametrize("seed", [1, 2])
def test_the_host_accepts_nothing_that_was_not_sent_and_stays_small(seed: int) -> None:
    known: set[object] = set()
    for frame in pristine(Random(seed)):
        known.update(found for found in Decoder().receive(frame) if not isinstance(found, LinkFault))
    decoder = Decoder()
    accepted = 0
    tracemalloc.start()
    for bite in stream(seed):
        for found in decoder.receive(bite):
            if isinstance(found, Hello | Snapshot | Ok):
                assert found in known
                accepted += 1
    held_bytes, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert accepted > 300, "the undamaged ones among them get through"
    assert held_bytes < 100_000
    assert peak_bytes < 200_000


def test_the_board_takes_no_damaged_line_for_a_frame() -> None:
    seed, lines, accepted = 3, Lines(), 0
    good = good_lines(seed)
    for bite in stream(seed):
        for line in lines.feed(bite):
            if decode(line) is not None:
                assert line in good
                accepted += 1
    assert accepted > 300


class Noise:
    """A port that brings the next bite of noise at every reading; counts what is answered."""

    def __init__(self, seed: int) -> None:
        self._bites = stream(seed)
        self.ended = False
        self.answers: list[bytes] = []

    def read(self) -> bytes:
        bite = next(self._bites, None)
        self.ended = bite is None
        return bite or b""

    def write(self, data: bytes) -> None:
        kind, seq, _ = data.split(b" ", 2)
        if seq.startswith(b"h"):
            self.answers.append(kind)


class Ticks:
    def __init__(self) -> None:
        self.now_ms = 0

    def ticks_ms(self) -> int:
        self.now_ms += 1
        return self.now_ms

    def ticks_diff(self, later: int, earlier: int) -> int:
        return later - earlier


def test_the_board_answers_the_good_requests_among_a_million_bytes_of_noise() -> None:
    port = Noise(4)
    board = Board(SimulatedReader(), port, Ticks(), "rig", "0badcafe")
    board.start()
    board.step()
    while not port.ended:
        board.serve()
    assert set(port.answers) == {b"SNAP", b"HELLO", b"OK"}
    assert len(port.answers) > 100
