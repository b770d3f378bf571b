"""Reading the setup: trees on outer cells in any order, and what does not belong there."""

from __future__ import annotations

from companion.rules import Position
from companion.table.pieces import EMPTY
from companion.table.setup import missing_trees, read_setup, read_waiting
from companion.table.sightings import Seen

START = Position.initial("gb")


def placed(*sightings: Seen) -> tuple[list[str], dict[str, str]]:
    reading = read_setup(START, {}, sightings, {})
    return [str(a) for a in reading.actions], {f.place: f.kind for f in reading.findings}


def test_trees_are_placed_in_seat_order_once_and_once_more() -> None:
    seen = (Seen("a1", "1g1"), Seen("a2", "1b1"), Seen("a3", "1g2"), Seen("a4", "1b2"))
    reading = read_setup(START, {}, seen, {})
    assert [str(action) for action in reading.actions] == ["@a1", "@a2", "@a3", "@a4"]
    assert reading.position.phase == "S"


def test_a_tree_placed_too_early_waits_for_its_turn() -> None:
    assert placed(Seen("a2", "1b1")) == ([], {})
    assert placed(Seen("a2", "1b1"), Seen("a3", "1b2"), Seen("a1", "1g1")) == (["@a1", "@a2"], {})


def test_a_tree_that_was_moved_counts_where_it_stands() -> None:
    assert placed(Seen("a1", "1g1"), Seen("a1", EMPTY), Seen("d1", "1g1")) == (["@d1"], {})


def test_a_tree_inside_the_ring_is_not_outer() -> None:
    assert placed(Seen("b2", "1g1")) == ([], {"b2": "not_outer"})


def test_a_third_tree_is_too_many_and_the_first_two_count() -> None:
    seen = [Seen(cell, f"1g{number}") for number, cell in enumerate(("a1", "a2", "a3"), 1)]
    assert placed(*seen) == (["@a1"], {"a3": "too_many"})


def test_what_is_no_small_tree_is_unexpected() -> None:
    assert placed(Seen("a1", "2g1"), Seen("a2", "0b1")) == ([], {"a1": "unexpected", "a2": "unexpected"})


def test_a_colour_that_does_not_play_is_foreign() -> None:
    assert placed(Seen("a1", "1y1")) == ([], {"a1": "foreign"})


def test_who_still_has_to_place_how_many() -> None:
    reading = read_setup(START, {}, [Seen("a1", "1g1")], {})
    assert missing_trees(reading.position, {"a1": "1g1"}) == {"g": 1, "b": 2}
    assert missing_trees(reading.position, {"a1": "1g1", "a2": "1g2", "b2": "1b1", "d1": "1b2"}) == {}


def test_while_the_sun_is_due_nothing_may_change() -> None:
    waiting = Position.parse(
        "1g..1g/...../....../......./....../...../1b..1b S NE 1 g g 3 g:0:2210:4432:- b:0:2210:4432:- 9750 -"
    )
    base = {"a1": "1g1", "a4": "1g2", "g1": "1b1", "g4": "1b2"}
    taken = read_waiting(waiting, base, [Seen("a1", EMPTY)], {})
    assert [(f.place, f.kind, f.gap) for f in taken.findings] == [("a1", "missing", True)]
    moved = read_waiting(waiting, base, [Seen("a1", EMPTY), Seen("a2", "1g1")], {})
    assert [(f.place, f.kind, f.belongs) for f in moved.findings] == [("a2", "moved", "a1")]
    strange = read_waiting(waiting, base, [Seen("a2", "1y1"), Seen("a3", "collision")], {"a3": "collision"})
    assert [(f.place, f.kind) for f in strange.findings] == [("a2", "foreign")]
