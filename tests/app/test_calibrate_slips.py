"""Calibrating with slips, doubts, interruptions and readers that do not answer: no answer is wrong or lost."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from calibrating_person import MIRRORED, Person
from guide_table import tag

from companion.app.effects import KeepAnswers
from companion.app.guides.survey import Answer


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
    assert person.title == "Put a piece on a1"
    assert "I cannot read this piece: nudge it, or take another" in person.table.shown
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
