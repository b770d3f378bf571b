"""A sensor board without hardware: the real loop, with tags that another process lays on it.

`micropython -m sensorboard.simulated FD [SWEEP_MS]` (or `python -m …`): standard input and output are the
serial port (a pty). The file descriptor FD brings one line a change: `4 04A1B2C3 04A1B2C4` lays these tags
on place 4, `4` clears it, `dead 4` breaks its reader, `ok 4` mends it. The end of either ends the program.
"""

import os
import select
import sys
import time
from binascii import hexlify, unhexlify

from sensorboard import CELLS, PLACES
from sensorboard.frames import Lines
from sensorboard.loop import Board
from sensorboard.port import Incoming, StreamPort
from sensorboard.sweep import COLLISION, EMPTY, UNREADABLE

SWEEP_MS = 100


class SimulatedReader:
    """Reads whatever was laid on its places."""

    order = tuple(range(CELLS))

    def __init__(self) -> None:
        self._tags: list = [()] * PLACES
        self._dead: set = set()
        self._readings = [EMPTY] * PLACES

    def read(self, place: int) -> bytes:
        return self._readings[place]

    def dead_readers(self) -> list:
        return sorted(self._dead)

    def lay(self, place: int, uids) -> None:
        """Lay tags (UIDs as bytes) on a place, in place of what lies there."""
        self._tags[place] = tuple(uids)
        self._refresh(place)

    def set_dead(self, place: int, dead: bool) -> None:
        """Break or mend the reader of a place."""
        if dead:
            self._dead.add(place)
        else:
            self._dead.discard(place)
        self._refresh(place)

    def _refresh(self, place: int) -> None:
        self._readings[place] = UNREADABLE if place in self._dead else sensed(self._tags[place])


def sensed(uids) -> bytes:
    """What a reader makes of the tags in its field."""
    if not uids:
        return EMPTY
    return uids[0] if len(uids) == 1 else COLLISION


def obey(reader: SimulatedReader, line: bytes) -> None:
    """Do what one line of the control pipe says."""
    words = line.decode().split()
    if words[0] in ("dead", "ok"):
        reader.set_dead(int(words[1]), words[0] == "dead")
    else:
        reader.lay(int(words[0]), [unhexlify(uid) for uid in words[1:]])


def obey_all(reader: SimulatedReader, lines: list) -> bool:
    """Do what the lines say. False if there are none."""
    for line in lines:
        obey(reader, line)
    return bool(lines)


class Ticks:
    """MicroPython's tick functions on CPython."""

    def ticks_ms(self) -> int:
        return int(time.monotonic() * 1000)

    def ticks_diff(self, later: int, earlier: int) -> int:
        return later - earlier


def run(port: StreamPort, control: Incoming, awake, sweep_ms: int) -> None:
    """The main loop. Asleep in `awake`, a poll on both inputs, whenever there is nothing to do."""
    clock = time if hasattr(time, "ticks_ms") else Ticks()
    reader = SimulatedReader()
    board = Board(reader, port, clock, "simulated", hexlify(os.urandom(4)).decode())
    lines = Lines()
    while obey_all(reader, lines.feed(control.read())):
        pass  # what was laid before the start is there at the first look
    board.start()
    while not (port.closed or control.closed):
        swept = clock.ticks_ms()
        left_ms = sweep_ms
        while left_ms > 0 and not (port.closed or control.closed):
            awake.poll(left_ms)
            board.serve()
            obey_all(reader, lines.feed(control.read()))
            left_ms = sweep_ms - clock.ticks_diff(clock.ticks_ms(), swept)
        board.step()


def main(control_fd: int, sweep_ms: int = SWEEP_MS) -> None:
    """Connect the loop to the file descriptors of this process."""
    try:
        import micropython

        micropython.kbd_intr(-1)  # a stray 0x03 from the host must not stop the loop
    except ImportError:
        pass
    awake = select.poll()
    awake.register(0, select.POLLIN)
    awake.register(control_fd, select.POLLIN)
    with raw(0, "rb") as incoming, raw(1, "wb") as outgoing, raw(control_fd, "rb") as pipe:
        run(StreamPort(incoming, outgoing), Incoming(pipe), awake, sweep_ms)


def raw(fd: int, mode: str):
    """A file descriptor as a stream without a buffer of its own."""
    return open(fd, mode, buffering=0)


if __name__ == "__main__":
    main(*[int(word) for word in sys.argv[1:]])
