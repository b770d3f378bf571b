"""A model of the whole sensing board: 38 MFRC522s at register level behind five 74HC595s, and tags.

It is fed with what a Pico's pins do (`transfer` a byte, set `latch`, `gate` or `reset`) and keeps its own time
in whole µs. It runs under CPython, under MicroPython's unix port and behind an emulated RP2040. What may not happen
is counted: `conflicts` (two readers selected at once) and `neighbours_lit` (two adjacent fields on at once).
"""

from chip_model import Chip
from tag_model import Tag

MYPY = False  # mypy takes it for true; MicroPython has nothing to annotate with
if MYPY:
    from collections.abc import Callable

PLACES = 38
REGISTERS = 5
ROWS = (4, 5, 6, 7, 6, 5, 4)


def coordinates() -> list[tuple[int, int]]:
    """Each cell's place on the hexagon (q, r), from the rows; the pad lies far away."""
    found = []
    for row, length in enumerate(ROWS):
        r = row - 3
        found += [(column - 3 - min(r, 0), r) for column in range(length)]
    found.append((99, 99))
    return found


def adjacent(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two cells of the hexagon touch."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r)) == 1


class ReaderBoard:
    """All chips and registers. `byte_us` is the bus's time for a byte, `call_us` what a call costs besides.

    `at(us, action)` has something happen at a time, as in the middle of a sweep.
    """

    def __init__(self, byte_us: int = 4, call_us: int = 0) -> None:
        self.now_us = 0
        self.byte_us = byte_us
        self.call_us = call_us
        self.chips = [Chip(self, place) for place in range(PLACES)]
        self.conflicts = 0
        self.neighbours_lit = 0
        self.most_lit = 0
        self.bytes = 0
        self._lit: set[int] = set()
        self._shifted = [0xFF] * REGISTERS  # the first is the register nearest the Pico
        self._outputs = [0xFF] * REGISTERS
        self._levels = {"latch": 1, "gate": 1, "reset": 1}
        self._selected: list[Chip] = []
        self._due: list[tuple[int, Callable[[], None]]] = []
        at = coordinates()
        self._touching = [[b for b in range(PLACES) if adjacent(at[a], at[b])] for a in range(PLACES)]

    def lay(self, place: int, uids: list[bytes], unreadable: bool = False) -> None:
        """Put these tags on a place now, in place of those that lie there."""
        chip = self.chips[place]
        chip.tags = [Tag(uid, self.now_us, unreadable) for uid in uids]

    def at(self, us: int, action: "Callable[[], None]") -> None:
        """Call `action()` once the time has come."""
        self._due.append((us, action))

    def pass_us(self, us: int) -> None:
        """Let time pass, and happen what is due."""
        self.now_us += us
        for due in [due for due in self._due if due[0] <= self.now_us]:
            self._due.remove(due)
            due[1]()

    def transfer(self, byte: int) -> int:
        """One byte over SPI: into the registers and to the selected reader. Its answer; 0xFF if none hears."""
        self.bytes += 1
        self.pass_us(self.byte_us)
        self._shifted.insert(0, byte)
        self._shifted.pop()
        self.conflicts += len(self._selected) > 1
        answer = 0xFF
        for chip in self._selected:
            answer &= chip.transfer(byte)
        return answer

    def call(self) -> None:
        """A call of the bus or of a pin begins."""
        if self.call_us:
            self.pass_us(self.call_us)

    def set_latch(self, level: int) -> None:
        """RCLK of the registers: a rising edge shows at the outputs what was shifted in."""
        if level and not self._levels["latch"]:
            self._outputs = list(self._shifted)
            self._select()
        self._levels["latch"] = level

    def set_gate(self, level: int) -> None:
        """OE of the registers, active low; without it the pull-ups hold every select line high."""
        if level != self._levels["gate"]:
            self._levels["gate"] = level
            self._select()

    def set_reset(self, level: int) -> None:
        """RST of the readers, active low."""
        if not level:
            for chip in self.chips:
                chip.reset()
        self._levels["reset"] = level

    def field_changed(self, place: int, lit: bool) -> None:
        """A chip tells that its field went on or off."""
        if not lit:
            self._lit.discard(place)
            return
        self.neighbours_lit += any(near in self._lit for near in self._touching[place])
        self._lit.add(place)
        self.most_lit = max(self.most_lit, len(self._lit))

    def _select(self) -> None:
        low = []
        if not self._levels["gate"]:
            for place in range(PLACES):
                if not self._outputs[place // 8] >> place % 8 & 1:
                    low.append(self.chips[place])
        self.conflicts += len(low) > 1
        for chip in self._selected:
            if chip not in low:
                chip.deselect()
        self._selected = low
