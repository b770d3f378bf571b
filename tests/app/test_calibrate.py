"""Calibrating virtual tables wired in any way, by somebody who does as the display says."""

from __future__ import annotations

import pytest
from calibrating_person import BACKWARDS, MIRRORED, ROWS, Person
from guide_table import GuideTable

from companion.app.guides.calibration import Calibration
from companion.app.guides.survey import Survey
from companion.app.strip import in_rows
from companion.rules import CELLS
from companion.table.pieces import PLACES


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


def test_where_pieces_are_entered_in_the_browser_only_the_lights_are_asked_for() -> None:
    table = GuideTable(Calibration(Survey(in_rows(), 37, readers=False)))
    table.press("sun")
    assert "Is it red?" in table.shown


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


def test_lights_that_never_shine_leave_a_map_without_leds() -> None:
    found = Person(leds={}).calibrate()
    assert found.leds == {}
