"""One sweep: every place is read once, the pad several times, and a change is checked before it counts.

A reader is any object with `order`, the cells in the order it likes to read them; `read(place) -> bytes` (a
UID, EMPTY, UNREADABLE or COLLISION); and `dead_readers() -> list of places`, which tests the readers afresh.
"""

from binascii import hexlify

from sensorboard import CELLS, PAD, PLACES

EMPTY = b""
UNREADABLE = b"?"
COLLISION = b"!"  # more than one tag

CHECKS = 3
CELLS_A_PAD_POLL = 10


def field(reading: bytes) -> str:
    """A reading as it stands in a SNAP frame: the UID in hex, nothing, `?` or `!`."""
    return hexlify(reading).decode().upper() if len(reading) > 1 else reading.decode()


class Sweep:
    """Reads the places of one reader and remembers what lies there.

    `cells` and `pad` are the fields of a SNAP frame: the cells as of the last whole sweep, the pad as of its
    last poll.
    """

    def __init__(self, reader) -> None:
        self.cells = "," * (CELLS - 1)
        self.pad = ""
        self._order = reader.order
        self._read = reader.read
        self._known = [EMPTY] * PLACES

    def run(self, pad_changed) -> bool:
        """Read everything once, calling `pad_changed()` as soon as the pad did. True if anything changed."""
        changed = pad_touched = False
        read = self._read
        known = self._known
        for turn, place in enumerate(self._order):
            if turn % CELLS_A_PAD_POLL == 0 and self._poll_pad():
                pad_touched = True
                pad_changed()
            reading = read(place)
            if reading != known[place] and self._confirmed(place, reading):
                changed = True
        if changed:
            self.cells = ",".join([field(reading) for reading in known[:CELLS]])
        return changed or pad_touched

    def _poll_pad(self) -> bool:
        reading = self._read(PAD)
        if reading == self._known[PAD] or not self._confirmed(PAD, reading):
            return False
        self.pad = field(self._known[PAD])
        return True

    def _confirmed(self, place: int, reading: bytes) -> bool:
        """Poll a changed place again: seen once as it was, it has not changed; else the last poll stands."""
        for _ in range(CHECKS):
            reading = self._read(place)
            if reading == self._known[place]:
                return False
        self._known[place] = reading
        return True
