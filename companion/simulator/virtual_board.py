"""The sensor board on virtual time: the real firmware, in this process, on a table of pretended tags.

Nothing runs by itself: every `sweep(at_ms)` is one sweep of the firmware. It can be unplugged and disturbed;
all chance comes from one seed, so a session is the same every time.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sensorboard.loop import Board
from sensorboard.simulated import SimulatedReader, sensed


class VirtualBoard:
    """A sensor board and its cable. Tags lie where they were laid, whatever happens to the board."""

    def __init__(self, seed: int = 7) -> None:
        self._random = Random(seed)
        self._port = _Cable()
        self._clock = _Clock()
        self._reader = _FlakyReader(self._random)
        self._board: Board | None = None
        self._garbage = b""
        self._corrupt_one_in = 0
        self.replug()

    @property
    def connected(self) -> bool:
        """Whether the cable is in. Without it the board has no power either."""
        return self._board is not None

    def set_place(self, place: int, uids: Sequence[str]) -> None:
        """Lay tags on a place (0-36 the cells a1-g4, 37 the pad) in place of what lies there."""
        self._reader.lay(place, [bytes.fromhex(uid) for uid in uids])

    def sweep(self, at_ms: int) -> bytes:
        """Let the board sweep once at that time; what it wrote since the last sweep, as it arrives."""
        self._clock.now_ms = at_ms
        if self._board is None:
            return b""
        self._board.step()
        return self._disturbed(self._port.take_sent())

    def write(self, data: bytes) -> None:
        """Send to the board; it reads this at its next sweep. Lost while unplugged."""
        if self.connected:
            self._port.arrived += data

    def unplug(self) -> None:
        """Pull the cable."""
        self._board = None
        self._port = _Cable()

    def replug(self) -> None:
        """Put the cable back in: the board starts, with a new boot id and its counters at zero."""
        self._port = _Cable()
        boot_id = f"{self._random.getrandbits(32):08x}"
        self._board = Board(self._reader, self._port, self._clock, "virtual", boot_id)
        self._board.start()

    def reset(self) -> None:
        """Press the board's reset button: it starts anew, the cable stays in."""
        if self.connected:
            self.replug()

    def garbage(self, count: int) -> None:
        """Let that many random bytes get into what the next sweep sends."""
        self._garbage += self._random.randbytes(count)

    def dropout(self, percent: float) -> None:
        """From now on let every single poll miss each tag with that chance."""
        self._reader.miss = percent / 100

    def corrupt(self, one_in: int) -> None:
        """From now on change one byte in so many, at random; 0 ends it."""
        self._corrupt_one_in = one_in

    def dead(self, place: int) -> None:
        """Break the reader of a place."""
        self._reader.set_dead(place, True)

    def ok(self, place: int) -> None:
        """Mend the reader of a place."""
        self._reader.set_dead(place, False)

    def reseed(self, seed: int) -> None:
        """Take all further chance from another seed."""
        self._random.seed(seed)

    def _disturbed(self, sent: bytes) -> bytes:
        if self._garbage:
            at = self._random.randint(0, len(sent))
            sent, self._garbage = sent[:at] + self._garbage + sent[at:], b""
        if self._corrupt_one_in:
            chance = 1 / self._corrupt_one_in
            sent = bytes(
                byte ^ self._random.randint(1, 255) if self._random.random() < chance else byte
                for byte in sent
            )
        return sent


class _FlakyReader(SimulatedReader):
    """Reads what was laid down, but sometimes misses a tag."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.miss = 0.0
        self._random = random

    def read(self, place: int) -> bytes:
        reading: bytes = self._readings[place]
        if not self.miss or not reading or place in self._dead:
            return reading
        tags: tuple[bytes, ...] = self._tags[place]
        return sensed([uid for uid in tags if self._random.random() >= self.miss])


class _Cable:
    """The firmware's port: what arrived for the board, and what it sent."""

    def __init__(self) -> None:
        self.arrived = b""
        self._sent: list[bytes] = []

    def read(self) -> bytes:
        data, self.arrived = self.arrived, b""
        return data

    def write(self, data: bytes) -> None:
        self._sent.append(data)

    def take_sent(self) -> bytes:
        data = b"".join(self._sent)
        self._sent.clear()
        return data


class _Clock:
    """Virtual time as the firmware wants it."""

    def __init__(self) -> None:
        self.now_ms = 0

    def ticks_ms(self) -> int:
        return self.now_ms

    def ticks_diff(self, later: int, earlier: int) -> int:
        return later - earlier
