"""Calibrating virtual tables wired in any way, by somebody who does as the display says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from guide_table import GuideTable, tag

from companion.app.effects import KeepAnswers, KeepMaps
from companion.app.guides.calibration import Calibration
from companion.app.guides.survey import Answer, Survey
from companion.app.strip import in_rows
from companion.rules import CELLS
from companion.table.pieces import PLACES

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


def test_a_table_wired_as_planned_takes_ten_answers() -> None:
    person = Person()
    found = person.calibrate()
    assert person.said == [
        "Calibrate",
        "Lay a piece on the pad",
        "Put a piece on a1",
        "Put a piece on b1",
        "Put a piece on g4",
        "Is it red?",
        "Is it green?",
        *["Put a piece where it is lit"] * 3,
    ]
    assert (found.sensors, found.leds, found.order) == ({p: p for p in PLACES}, None, "GRB")


def test_a_table_without_lights_asks_about_its_sensors_only() -> None:
    person = Person(known=None)
    found = person.calibrate()
    assert len(person.said) == 5
    assert (found.leds, found.order) == (None, None)
    assert person.table.view.leds is None


@pytest.mark.parametrize(
    "wired",
    [
        pytest.param(MIRRORED, id="mirrored"),
        pytest.param(BACKWARDS, id="from the other end"),
        pytest.param({c: MIRRORED[c] if c[0] in "bdf" else c for c in CELLS}, id="as a snake"),
        pytest.param(dict(zip(PLACES, PLACES[1:] + PLACES[:1], strict=True)), id="the pad first"),
        pytest.param(dict(zip(CELLS, CELLS[1:] + CELLS[:1], strict=True)), id="one too far"),
    ],
)
def test_sensors_wired_otherwise_are_found_one_by_one(wired: dict[str, str]) -> None:
    found = Person(sensor_of=wired, known=None).calibrate()
    assert dict(found.sensors) == {place: place for place in PLACES} | wired


@pytest.mark.parametrize("order", ["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"])
def test_any_colour_order_is_found_with_four_questions_at_most(order: str) -> None:
    person = Person(order=order)
    assert person.calibrate().order == order
    assert sum(title.startswith("Is it") for title in person.said) <= 3


def test_lights_wired_otherwise_are_found_one_by_one_gaps_and_corners_too() -> None:
    wired = {cell: (2 * i + 3,) for i, cell in enumerate(reversed(CELLS))} | {"NE": (1,), "W": (2,)}
    found = Person(leds=wired, length=80).calibrate()
    assert found.leds is not None
    assert dict(found.leds) == wired


def test_several_leds_a_cell_are_found_and_the_wheel_says_the_same_cell_again() -> None:
    wired = {cell: (2 * i, 2 * i + 1) for i, cell in enumerate(BACKWARDS)}
    person = Person(leds={BACKWARDS[cell]: leds for cell, leds in wired.items()}, known=wired, length=74)
    person.until("Put a piece where it is lit")
    while set(person.table.view.leds or {}) != {1}:
        person.do()
    assert "Push the wheel: the same cell as before" in person.table.shown
    person.table.press("wheel")
    assert set(person.table.view.leds or {}) == {2}
    assert person.calibrate().leds == dict(person.leds)


def test_sensors_and_lights_that_are_both_wired_otherwise() -> None:
    leds = {cell: (ROWS[MIRRORED[cell]]) for cell in CELLS}
    found = Person(leds=leds, sensor_of=BACKWARDS).calibrate()
    assert found.leds is not None
    assert dict(found.leds) == leds
    assert all(found.sensors[cell] == BACKWARDS[cell] for cell in CELLS)


def begun(**wired: Mapping[str, str]) -> Person:
    person = Person(**wired)  # type: ignore[arg-type]  # one of its fields, by name
    person.until("Put a piece on a1")
    return person


def test_two_pieces_at_once_are_no_answer() -> None:
    person = begun()
    person.table.put(1, "c3", seconds=0.4)
    person.table.put(2, "a1", seconds=0.5)
    assert "Two places have answered: take both pieces off, then put one" in person.table.shown
    assert person.table.view.page.alert
    person.table.clear("c3")
    person.table.clear("a1")
    person.table.wait(5)
    assert person.title == "Put a piece on a1"
    person.do()
    assert person.title == "Put a piece on b1"


def test_two_pieces_on_one_cell_are_no_answer() -> None:
    person = begun()
    person.table.board.set_place(0, [tag(1), tag(2)])
    person.table.wait(2)
    assert "Two pieces on one place: take one off" in person.table.shown


def test_a_piece_put_where_one_was_asked_for_before_is_told_apart() -> None:
    person = begun()
    person.do()
    person.table.show_once(1, "a1")
    assert "This place has answered for a1 already: put the piece on b1" in person.table.shown
    person.table.wait(5)
    assert person.title == "Put a piece on b1"


def test_a_piece_that_cannot_be_read_is_no_answer() -> None:
    person = begun()
    person.table.break_sensor("a1")
    person.table.wait(4)
    assert person.title == "Put a piece on a1" or "I cannot read this piece" in person.table.shown
    assert len(person.table.kept) == 1


def test_a_cell_that_answers_nothing_is_passed_over_with_sun() -> None:
    person = begun()
    assert "SUN: nothing happens" in person.table.shown
    person.table.press("sun")
    assert person.title == "Put a piece on b1"
    assert person.calibrate().sensors["a1"] == "a1"


def test_the_pad_is_no_cell_that_is_lit() -> None:
    person = Person()
    person.until("Put a piece where it is lit")
    person.table.tap(1)
    person.table.wait(0.5)
    assert "That is the pad: put the piece on the cell that is lit" in person.table.shown


def test_lights_that_never_shine_leave_a_map_without_leds() -> None:
    found = Person(leds={}).calibrate()
    assert found.leds == {}


def test_undo_takes_back_one_answer_after_the_other() -> None:
    person = Person()
    person.until("Put a piece on g4")
    person.table.press("undo")
    person.table.press("undo")
    assert person.title == "Put a piece on a1"
    newest = person.table.kept[-1]
    assert newest == KeepAnswers(("sensor pad pad",))


def test_from_a_colour_the_wheel_goes_back_as_undo_says_no() -> None:
    person = Person()
    person.until("Is it green?")
    person.table.turn(-1)
    assert person.title == "Is it red?"
    person.table.turn(-1)
    assert person.title == "Put a piece on g4"


def test_before_anything_is_answered_undo_has_nothing_to_take_back() -> None:
    person = Person()
    person.table.press("undo")
    assert "There is nothing to take back. Hold UNDO to leave" in person.table.shown


def test_it_goes_on_where_it_was_left() -> None:
    person = Person(sensor_of=MIRRORED, known=None)
    person.until("Put a piece on c3")
    person.table.press("undo", seconds=3.2)
    assert person.table.said == "Left before the end: what was answered is kept for the next time"
    kept = person.table.kept[-1]
    assert isinstance(kept, KeepAnswers)
    again = Person(sensor_of=MIRRORED, known=None, answers=tuple(map(Answer.parse, kept.answers)))
    assert f"{len(kept.answers)} answers are kept. SUN: go on." in again.table.shown
    again.do()
    assert again.title == "Put a piece on c3"
    assert dict(again.calibrate().sensors) == {"pad": "pad"} | MIRRORED


def test_the_wheel_pushed_begins_anew() -> None:
    person = Person(answers=(Answer("sensor", "pad", "a1"),))
    person.table.press("wheel")
    assert person.title == "Lay a piece on the pad"
    assert person.table.kept == [KeepAnswers(())]


def test_pieces_that_lie_there_from_before_answer_nothing() -> None:
    person = Person()
    person.table.put(9, "d4")
    person.do()
    person.table.wait(2)
    assert person.title == "Lay a piece on the pad"
    assert person.table.kept == []


def test_at_the_end_any_cell_can_be_tried_by_piece_and_by_wheel() -> None:
    person = Person(sensor_of=MIRRORED)
    person.until("Try any cell")
    person.table.put(1, "c2")
    assert person.title == "This is c2"
    assert "Row 3 of 7 from the top, space 2 of 6" in person.table.shown
    assert person.table.view.lights.keys() == {"c2"}
    person.table.turn(1)
    assert person.table.view.lights.keys() == {"c3"}


def test_the_wheel_pushed_at_the_end_asks_about_everything() -> None:
    person = Person()
    person.until("Try any cell")
    person.table.press("wheel")
    assert person.title == "Put a piece on a2"
    found = person.calibrate()
    assert found.leds is not None
    assert dict(found.leds) == ROWS
    assert len(person.said) == 10 + 34 + 37


def test_a_lost_board_is_said_and_no_answer_is_forgotten() -> None:
    person = begun()
    person.table.unplug()
    assert person.title == "Board lost"
    person.table.replug()
    assert person.title == "Put a piece on a1"
    person.do()
    assert person.title == "Put a piece on b1"


def test_while_the_board_is_lost_no_press_counts_as_an_answer() -> None:
    person = begun()
    person.table.unplug()
    person.table.press("sun")
    person.table.press("undo")
    person.table.replug()
    assert person.title == "Put a piece on a1"
    assert len(person.table.kept) == 1


def test_an_answer_that_changes_the_way_can_be_a_slip() -> None:
    person = begun()
    person.table.put(1, "a2")
    assert "a1 is read by the sensor of a2. A slip? UNDO" in person.table.shown
    assert "3/38" in person.table.shown
    person.table.press("undo")
    assert "Put a piece on a1" in person.table.shown
    assert "2/4" in person.table.shown


def test_where_pieces_are_entered_in_the_browser_only_the_lights_are_asked_for() -> None:
    table = GuideTable(Calibration(Survey(in_rows(), 37, readers=False)))
    table.press("sun")
    assert "Is it red?" in table.shown


@pytest.mark.parametrize(
    "line",
    [
        "",
        "sensor a1",
        "sensor a9 a1",
        "sensor a1 h1",
        "colour 3R yes",
        "colour 1R maybe",
        "led x a1",
        "lamp 1 a1",
        "check d4 a1",
    ],
)
def test_a_line_that_is_no_answer_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="calibration"):
        Answer.parse(line)
