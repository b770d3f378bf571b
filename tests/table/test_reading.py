"""Reading a round: the table of what is seen and what it means, case by case, without any time."""

from __future__ import annotations

import pytest
from script_runs import loaded

from companion.rules import Position
from companion.table.pieces import EMPTY
from companion.table.reading import Reading, read_round
from companion.table.sightings import Seen, Sighting, Tapped, TurnEnded


def base_of(position: Position) -> dict[str, str]:
    """The pieces of a position with the lowest numbers."""
    counts: dict[str, int] = {}
    base = {}
    for cell, piece in position.board.items():
        counts[str(piece)] = counts.get(str(piece), 0) + 1
        base[cell] = f"{piece}{counts[str(piece)]}"
    return base


def read(position: Position, *sightings: Sighting, quiet: dict[str, str] | None = None) -> Reading:
    return read_round(position, base_of(position), sightings, quiet)


def actions(reading: Reading) -> list[str]:
    return [str(action) for action in reading.actions]


def found(reading: Reading) -> dict[str, str]:
    return {finding.place: finding.kind for finding in reading.findings}


def test_nothing_seen_is_nothing_done() -> None:
    start = loaded({"d4": "1g"})
    reading = read(start)
    assert (actions(reading), found(reading), reading.position) == ([], {}, start)


@pytest.mark.parametrize(
    ("start", "sightings", "means"),
    [
        ({"d4": "1g"}, [Seen("d5", "0g1")], ["d4>d5"]),
        ({"d4": "0g"}, [Seen("d4", "1g1")], ["^d4"]),
        ({"d4": "0g"}, [Seen("d4", EMPTY), Seen("d4", "1g1")], ["^d4"]),
        ({"d4": "3g"}, [Seen("d4", EMPTY)], ["*d4"]),
        ({"d4": "3g"}, [Seen("d4", EMPTY), Seen("d4", "3g1")], []),
        ({"d4": "3g", "d3": "1b"}, [Seen("d4", "0b1")], ["*d4", "d3>d4"]),
        ({"d4": "1g"}, [Seen("d5", "0g1"), Seen("d5", EMPTY)], []),
        ({"d4": "1g"}, [Seen("d5", "0g1"), Seen("d5", EMPTY), Seen("e4", "0g1")], ["d4>e4"]),
        ({"d4": "1g"}, [Tapped("1g4")], ["+small"]),
        ({"d4": "1g"}, [Tapped("1g4"), Tapped("1g4")], []),
        ({"d4": "1g"}, [Tapped("1g4"), Tapped("1g4"), Tapped("1g4")], ["+small"]),
        ({"d4": "2g"}, [Seen("d4", "3g1")], ["+large", "^d4"]),
    ],
)
def test_what_is_seen_means(start: dict[str, str], sightings: list[Sighting], means: list[str]) -> None:
    reading = read(loaded(start), *sightings)
    assert actions(reading) == means
    assert found(reading) == {}


def test_within_a_colour_the_order_is_as_seen() -> None:
    start = loaded({"d4": "0g", "e4": "1g"})
    assert actions(read(start, Seen("e4", "2g1"), Seen("d4", "1g2"))) == ["^e4", "^d4"]
    assert actions(read(start, Seen("d4", "1g2"), Seen("e4", "2g1"))) == ["^d4", "^e4"]


def test_a_piece_taken_up_and_set_down_again_happens_when_it_was_set_down_last() -> None:
    start = loaded({"d4": "0g", "e4": "1g"})
    again = (Seen("d4", "1g2"), Seen("e4", "2g1"), Seen("d4", EMPTY), Seen("d4", "1g2"))
    assert actions(read(start, *again)) == ["^e4", "^d4"]


def test_a_purchase_happens_at_the_last_tap_that_stands() -> None:
    start = loaded({"d4": "0g"})
    taps = (Tapped("1g4"), Seen("d4", "1g2"), Tapped("1g4"), Tapped("1g4"))
    assert actions(read(start, *taps)) == ["^d4", "+small"]


def test_between_colours_the_order_is_by_seat() -> None:
    start = loaded({"d4": "0g", "a1": "0b"})
    reading = read(start, Seen("a1", "1b1"), Seen("d4", "1g1"))
    assert actions(reading) == ["^d4", "^a1"]
    assert reading.position.mover == "b"


def test_the_piece_of_a_refused_growth_was_moved_and_not_returned() -> None:
    start = loaded({"d4": "0g", "e4": "1g"}, light=1)
    reading = read(start, Seen("e4", "2g1"), Seen("d4", "1g1"))
    assert (actions(reading), found(reading)) == ([], {"e4": "too_expensive", "d4": "moved"})


def test_a_cell_that_could_not_be_read_for_a_while_keeps_its_place_in_the_order() -> None:
    start = loaded({"c3": "0g", "a1": "1g"}, light=10)
    grown = (Seen("a1", EMPTY), Seen("a1", "2g1"), Seen("c3", "1g1"))
    assert actions(read(start, *grown)) == ["^a1", "^c3"]
    assert actions(read(start, *grown, Seen("a1", "unreadable"))) == ["^a1", "^c3"]
    assert actions(read(start, *grown, Seen("a1", "unreadable"), Seen("a1", "2g1"))) == ["^a1", "^c3"]


def test_a_piece_slid_to_another_cell_is_moved_before_its_own_cell_has_settled() -> None:
    start = loaded({"c3": "0g", "d3": "2g"})
    assert found(read(start, Seen("c4", "0g1"))) == {"c4": "moved"}


def test_the_smallest_assignment_of_origins_is_named_and_may_change() -> None:
    start = loaded({"d3": "1g", "d5": "1g"})
    assert actions(read(start, Seen("d4", "0g1"))) == ["d3>d4"]
    assert actions(read(start, Seen("d4", "0g1"), Seen("d2", "0g2"))) == ["d5>d4", "d3>d2"]
    assert actions(read(start, Seen("d4", "0g1"), Seen("d3", "2g1"))) == ["d5>d4", "^d3"]


def test_a_seed_without_a_tree_left_to_throw_it() -> None:
    start = loaded({"d4": "1g"})
    reading = read(start, Seen("d5", "0g1"), Seen("d3", "0g2"))
    assert (actions(reading), found(reading)) == (["d4>d5"], {"d3": "cell_used"})


def test_the_first_that_does_not_fit_is_blamed_and_the_rest_read_without_it() -> None:
    start = loaded({"d4": "0g", "e4": "1g"}, light=2)
    reading = read(start, Seen("d4", "1g2"), Seen("e4", "2g1"), Seen("e5", "0g1"))
    assert actions(reading) == ["^d4", "e4>e5"]
    assert found(reading) == {"e4": "too_expensive"}
    assert reading.findings[0].short_by == 1


def test_what_an_implied_purchase_is_short_by_counts_both_prices() -> None:
    reading = read(loaded({"d4": "2g"}, light=1), Seen("d4", "3g1"))
    assert (reading.findings[0].kind, reading.findings[0].short_by) == ("too_expensive", 7)


def test_a_tap_that_cannot_be_paid_is_found_on_the_pad() -> None:
    reading = read(loaded({"d4": "1g"}, light=1), Tapped("1g4"))
    assert (actions(reading), found(reading)) == ([], {"pad": "too_expensive"})


def test_a_tree_taken_up_after_it_grew_is_missing_as_it_was_grown() -> None:
    reading = read(loaded({"d4": "1g"}), Seen("d4", "2g1"), Seen("d4", EMPTY))
    assert actions(reading) == ["^d4"]
    assert (reading.findings[0].kind, reading.findings[0].expected) == ("missing", "2g")


def test_a_small_tree_put_where_nothing_was_planted_is_unexpected() -> None:
    assert found(read(loaded({"d4": "2g"}), Seen("d5", "2g2"), Seen("d5", "1g2"))) == {"d5": "unexpected"}


class TestMoved:
    """A piece that stood elsewhere when the round began and left a hole there."""

    def test_it_belongs_where_it_stood(self) -> None:
        reading = read(loaded({"d4": "1g"}), Seen("d4", EMPTY), Seen("e4", "1g1"))
        assert found(reading) == {"e4": "moved"}
        assert reading.findings[0].belongs == "d4"

    def test_a_seed_moved_within_reach_is_not_planted(self) -> None:
        reading = read(loaded({"d4": "0g", "e4": "2g"}), Seen("d4", EMPTY), Seen("d5", "0g1"))
        assert (actions(reading), found(reading)) == ([], {"d5": "moved"})

    def test_a_large_tree_moved_is_not_collected(self) -> None:
        reading = read(loaded({"d4": "3g"}), Seen("d4", EMPTY), Seen("e4", "3g1"))
        assert (actions(reading), found(reading)) == ([], {"e4": "moved"})

    def test_a_large_tree_collected_may_grow_from_a_medium_one(self) -> None:
        start = loaded({"d4": "3g", "e4": "2g"}, light=20)
        reading = read(start, Seen("d4", EMPTY), Seen("e4", "3g1"))
        assert (actions(reading), found(reading)) == (["*d4", "+large", "^e4"], {})

    def test_the_tree_that_made_room_for_a_larger_one_may_be_used(self) -> None:
        start = loaded({"d4": "1g", "e4": "0g"})
        reading = read(start, Seen("d4", EMPTY), Seen("e4", "1g1"), Seen("d4", "2g1"))
        assert (actions(reading), found(reading)) == (["^e4", "^d4"], {})

    def test_where_one_took_the_others_place_the_gap_is_named(self) -> None:
        start = loaded({"d4": "0g", "e4": "0g", "f4": "2g"})
        reading = read(start, Seen("d4", EMPTY), Seen("e4", "0g1"), Seen("f3", "0g2"))
        assert found(reading) == {"f3": "moved"}
        assert reading.findings[0].belongs == "d4"

    def test_two_pieces_of_one_kind_that_changed_places_are_no_change(self) -> None:
        start = loaded({"d4": "1g", "e4": "1g"})
        reading = read(start, Seen("d4", EMPTY), Seen("e4", "1g1"), Seen("d4", "1g2"))
        assert (actions(reading), found(reading)) == ([], {})


class TestOutOfTurn:
    """Seat order from the first player, and what does not fit in it."""

    def test_a_later_seat_emptied_a_cell_too_late_for_an_earlier_one(self) -> None:
        start = loaded({"d4": "3b", "d3": "1g"})
        reading = read(start, Seen("d4", EMPTY), Seen("d4", "0g1"))
        assert (actions(reading), found(reading)) == ([], {"d4": "out_of_turn"})
        assert reading.findings[0].colour == "b"

    def test_under_heavy_shadow_the_later_seat_shaded_too_early(self) -> None:
        # As seen, blue grew in light and green shaded it then; by seat green's tree shades blue's first.
        start = loaded({"d5": "1g", "d4": "0g", "d3": "1b"}, heavy="source", sun="E")
        reading = read(start, Seen("d3", "2b1"), Seen("d5", "2g1"))
        assert actions(reading) == ["^d5"]
        assert found(reading) == {"d3": "out_of_turn"}

    def test_after_the_turn_has_ended(self) -> None:
        reading = read(loaded({"d4": "1g"}), TurnEnded("g"), Seen("d4", "2g1"), Tapped("1g3"))
        assert actions(reading) == []
        assert found(reading) == {"d4": "out_of_turn", "pad": "out_of_turn"}

    def test_a_collection_counts_from_when_the_tree_was_taken(self) -> None:
        start = loaded({"d4": "3g", "d3": "1b"})
        seen = (Seen("d4", EMPTY), TurnEnded("g"), Seen("d4", "0b1"), Seen("d4", EMPTY), Seen("d4", "0b1"))
        reading = read(start, *seen)
        assert (actions(reading), found(reading)) == (["*d4", "d3>d4"], {})


class TestStrangers:
    """Contents no rule explains; what is believed stays."""

    @pytest.mark.parametrize("content", ["unreadable", "collision", "foreign"])
    def test_they_are_found_and_the_belief_stays(self, content: str) -> None:
        reading = read(loaded({"d4": "1g"}), Seen("d4", "2g1"), Seen("d4", content))
        assert (actions(reading), found(reading)) == (["^d4"], {"d4": content})

    def test_a_colour_that_does_not_play_is_foreign(self) -> None:
        assert found(read(loaded({"d4": "1g"}), Seen("e4", "1y1"))) == {"e4": "foreign"}

    def test_accepted_ones_are_quiet(self) -> None:
        assert found(read(loaded({"d4": "1g"}), Seen("d4", "unreadable"), quiet={"d4": "unreadable"})) == {}
