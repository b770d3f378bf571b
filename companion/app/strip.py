"""The strip under the table: which LEDs show which place, and the one limit on what they draw together.

A place is a cell or a corner of the sun. Whatever is to shine passes this limit: drivers, calibration and
doctor have no other way to the LEDs than `Strip.pixels` and `Strip.led_pixels`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Final, Literal, TypeVar

from companion.errors import CompanionError
from companion.rules import CELLS, SUN_STOPS

Colour = tuple[int, int, int]
"""Red, green, blue, 0-255: linear, the duty of each LED."""
Frame = Mapping[str, Colour]
"""The lit places; one that is missing is off."""
Leds = Mapping[str, tuple[int, ...]]
"""The LEDs of each place, counted from 0 along the strip."""
Order = Literal["rows", "serpentine"]
Lit = TypeVar("Lit", str, int)

STANDBY_MA: Final = 1
"""What an LED draws while it is off."""
LED_SUM: Final = 765
"""Red, green and blue of an LED at full white."""
OFF: Final[Colour] = (0, 0, 0)


class StripError(CompanionError, ValueError):
    """LEDs that cannot be wired so, or a budget too small for them; says what to change."""


def in_rows(
    leds_a_cell: int = 1,
    first_led: int = 0,
    order: Order = "rows",
    skip: Collection[int] = (),
    sun_corners: bool = False,
) -> dict[str, tuple[int, ...]]:
    """The LEDs of a strip laid along the rows from a1, then round the six corners clockwise from E.

    serpentine: rows b, d and f run from right to left. skip: LEDs that shine on nothing. A corner has one.
    """
    leds = (led for led in count(first_led) if led not in skip)
    rows = [[cell for cell in CELLS if cell[0] == letter] for letter in "abcdefg"]
    if order == "serpentine":
        rows[1::2] = [row[::-1] for row in rows[1::2]]
    laid = {cell: tuple(next(leds) for _ in range(leds_a_cell)) for row in rows for cell in row}
    return laid | {corner: (next(leds),) for corner in SUN_STOPS if sun_corners}


@dataclass(frozen=True, slots=True)
class Strip:
    """What is wired, how bright it may be, and what its supply bears.

    at_least: the LEDs on the strip, where it has more than are used. Raises StripError where an LED
    would show two places, or where the budget does not bear every LED at its faintest.
    """

    brightness: float = 0.5
    budget_ma: int = 1_000
    led_ma: int = 60
    leds: Leds = field(default_factory=in_rows)
    at_least: int = 0

    def __post_init__(self) -> None:
        shown: dict[int, str] = {}
        for place, leds in self.leds.items():
            if place not in CELLS and place not in SUN_STOPS:
                raise StripError(f'"{place}" is neither a cell, a1 to g4, nor a corner of the sun')
            for led in leds:
                if led < 0:
                    raise StripError(f"{place} is said to be LED {led}: LEDs are counted from 0")
                if (other := shown.setdefault(led, place)) != place:
                    raise StripError(f"LED {led} is said to show both {other} and {place}: give it one place")
        if self.budget_ma < self.least_ma:
            raise StripError(
                f"{self.length} LEDs draw {self.least_ma} mA at their faintest, "
                f"but the budget is {self.budget_ma} mA: raise budget_ma, or wire fewer LEDs"
            )

    @property
    def length(self) -> int:
        """How many LEDs the strip has, the skipped ones included."""
        return max(self.at_least, *(led + 1 for leds in self.leds.values() for led in leds), 0)

    @property
    def least_ma(self) -> int:
        """What the strip draws, rounded up, when every LED shines as faintly as it can."""
        return self.length * STANDBY_MA - (-3 * self.length * self.led_ma // LED_SUM)

    def limited(self, frame: Frame) -> dict[str, Colour]:
        """The frame, scaled as a whole so that the strip stays within its budget; nothing lit goes dark."""
        return self._limited(frame, {place: len(self.leds.get(place, ())) for place in frame})

    def pixels(self, frame: Frame) -> list[Colour]:
        """The colour of every LED along the strip that shows this frame, within the budget."""
        limited = self.limited(frame)
        return self.led_pixels({led: limited[place] for place in limited for led in self.leds.get(place, ())})

    def led_pixels(self, lit: Mapping[int, Colour]) -> list[Colour]:
        """The colour of every LED along the strip, given those that are lit, within the budget."""
        strip = range(self.length)
        on_strip = {led: colour for led, colour in lit.items() if led in strip}
        limited = self._limited(on_strip, dict.fromkeys(on_strip, 1))
        return [limited.get(led, OFF) for led in strip]

    def _limited(self, lit: Mapping[Lit, Colour], leds: Mapping[Lit, int]) -> dict[Lit, Colour]:
        """What is lit, each shown by so many LEDs, scaled to the budget."""
        wanted = sum(leds[name] * sum(colour) for name, colour in lit.items())
        spare = (self.budget_ma - self.length * STANDBY_MA) * LED_SUM // self.led_ma
        if wanted <= spare:
            return dict(lit)
        # One step of every lit channel is kept back, so that what rounds to nothing can stay at one.
        steps = sum(leds[name] * sum(map(bool, colour)) for name, colour in lit.items())

        def scaled(channel: int) -> int:
            return channel * (spare - steps) // wanted + 1 if channel else 0

        return {name: (scaled(red), scaled(green), scaled(blue)) for name, (red, green, blue) in lit.items()}
