"""A reader under every place: which one reads next, and whose field is on.

A tag needs 5 ms in a field before it answers. So the fields of the cells to be read next are on already, and
the order of reading keeps neighbouring fields, which would disturb each other, from ever being on together.
"""

from sensorboard import CELLS, PAD, PLACES
from sensorboard.mfrc522 import VERSIONS, Stuck
from sensorboard.sweep import EMPTY, UNREADABLE

SETTLE_US = 5000
AHEAD = 2  # fields on before their turn; each costs some 60 mA

# Neighbouring cells are 1 or 4 to 7 apart in reading order, so cells 8 or 16 apart (or, around the end, 29 or
# 21) are no neighbours; and as 37 is prime, steps of 8 come to every cell.
STEP = 8


class ReaderPerPlace:
    """`reader` is the MFRC522 that `select.choose(place)` switches to; `clock` can also `sleep_us`."""

    order = tuple([STEP * turn % CELLS for turn in range(CELLS)])

    def __init__(self, reader, select, clock) -> None:
        self._reader = reader
        self._select = select
        self._clock = clock
        self._alive = [False] * PLACES  # set up, and heard of since
        self._roused = [False] * PLACES
        self._lit_us: dict = {}  # where a field is on: since when, or None once it has settled
        # The pad is beside the board and read often: its field stays on.
        steps = range(0, STEP * (AHEAD + 1), STEP)
        self._wanted = [[PAD] + [(place + step) % CELLS for step in steps] for place in range(CELLS)]
        self._wanted.append([PAD])

    def read(self, place: int) -> bytes:
        """A UID, EMPTY, COLLISION or UNREADABLE."""
        if not self._alive[place] and not self._revive(place):
            return UNREADABLE
        self._light(place)
        self._settle(place)
        self._select.choose(place)
        try:
            reading: bytes = self._reader.read_tag(self._roused[place])
        except Stuck:
            self._lose(place)
            return UNREADABLE
        self._roused[place] = reading != EMPTY
        return reading

    def dead_readers(self) -> list:
        """The places whose readers do not say that they are one. Those that came back are set up again."""
        dead = []
        for place in range(PLACES):
            self._select.choose(place)
            if self._reader.version() not in VERSIONS:
                self._lose(place)
                dead.append(place)
            elif not self._alive[place]:
                self._revive(place)
        return dead

    def _revive(self, place: int) -> bool:
        self._select.choose(place)
        if self._reader.version() in VERSIONS:
            self._reader.configure()
            self._alive[place] = True
        return self._alive[place]

    def _lose(self, place: int) -> None:
        """Take a reader for dead, until its version register is heard again."""
        if place in self._lit_us:
            self._switch(place, False)  # it may hear without being heard
            del self._lit_us[place]
        self._alive[place] = self._roused[place] = False

    def _light(self, place: int) -> None:
        """Have on the fields of this place and of the cells to come; first those of earlier cells go off."""
        wanted = self._wanted[place]
        if place != PAD:
            for lit in tuple(self._lit_us):
                if lit not in wanted:
                    self._switch(lit, False)
                    del self._lit_us[lit]
                    self._roused[lit] = False
        for dark in wanted:
            if dark not in self._lit_us and self._alive[dark]:
                self._switch(dark, True)
                self._lit_us[dark] = self._clock.ticks_us()

    def _switch(self, place: int, on: bool) -> None:
        self._select.choose(place)
        self._reader.set_field(on)

    def _settle(self, place: int) -> None:
        """Wait until the field has been on long enough; asked once, as the pad's outlasts the clock's ticks."""
        since_us = self._lit_us[place]
        if since_us is None:
            return
        lit_us = self._clock.ticks_diff(self._clock.ticks_us(), since_us)
        if lit_us < SETTLE_US:
            self._clock.sleep_us(SETTLE_US - lit_us)
        self._lit_us[place] = None
