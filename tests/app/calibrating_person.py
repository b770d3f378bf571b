"""Somebody who calibrates a virtual table, wired in any way, by doing as the display says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from guide_table import GuideTable

from companion.app.effects import KeepAnswers, KeepMaps
from companion.app.guides.calibration import Calibration
from companion.app.guides.survey import Answer, Survey
from companion.app.strip import in_rows
from companion.rules import CELLS

ROWS = in_rows()
MIRRORED = {cell: f"{cell[0]}{sum(c[0] == cell[0] for c in CELLS) + 1 - int(cell[1])}" for cell in CELLS}
BACKWARDS = dict(zip(CELLS, reversed(CELLS), strict=True))


@dataclass
class Person:
    """Does what the display asks, on a table that is really wired like this."""

    leds: Mapping[str, tuple[int, ...]] = field(default_factory=in_rows)
    order: str = "GRB"
    sensor_of: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, tuple[int, ...]] | None = field(default_factory=in_rows)
    length: int = 37
    answers: tuple[Answer, ...] = ()
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        survey = Survey(self.known, self.length if self.known else 0, "GRB", self.answers)
        self.table = GuideTable(Calibration(survey), self.sensor_of)

    @property
    def title(self) -> str:
        return self.table.shown.split(" | ")[0]

    def do(self) -> None:
        """Follow the display once."""
        title, table = self.title, self.table
        self.said.append(title)
        if title == "Calibrate":
            table.press("sun")
        elif title == "Lay a piece on the pad":
            table.tap(1)
            table.wait(0.5)
        elif wanted := re.fullmatch(r"Put a piece on (\w\d)", title):
            table.show_once(1, wanted[1])
        elif title.startswith("Is it"):
            table.press("sun" if self.colour() == title[6:-1] else "undo")
        elif title == "Put a piece where it is lit":
            self.find_light()
        else:
            raise AssertionError(f"nobody can do this: {title}")

    def until(self, title: str, most: int = 120) -> None:
        """Follow the display until it says this."""
        for _ in range(most):
            if self.title.startswith(title):
                return
            self.do()
        raise AssertionError(f"it never came to {title}, but {self.title}")

    def calibrate(self) -> KeepMaps:
        """Follow it to its end; returns what it found."""
        self.until("Try any cell")
        self.table.press("sun")
        assert self.table.said == "The table is calibrated"
        assert self.table.kept[-1] == KeepAnswers(())
        found = self.table.kept[-2]
        assert isinstance(found, KeepMaps)
        return found

    def colour(self) -> str:
        """The colour that the lit LEDs have."""
        lit = self.table.view.leds
        assert lit
        (colour,) = set(lit.values())
        wire = [colour["RGB".index(letter)] for letter in "GRB"]
        (bright,) = [self.order[index] for index in range(3) if wire[index]]
        return {"R": "red", "G": "green", "B": "blue"}[bright]

    def find_light(self) -> None:
        lit = self.table.view.leds or {}
        places = [place for place, leds in self.leds.items() if set(leds) & set(lit)]
        if not places:
            self.table.press("sun")
        elif places[0] in CELLS:
            self.table.show_once(1, places[0])
        else:
            while f"it is corner {places[0]}" not in self.table.shown:
                self.table.turn(1)
            self.table.press("wheel")
