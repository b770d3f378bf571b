"""Settling: what flickers is not believed, what stays is, after the sweeps and times the table promises."""

from __future__ import annotations

import pytest

from companion.rules import CELLS
from companion.table.pieces import COLLISION, EMPTY, FOREIGN, PLACES, UNREADABLE
from companion.table.settle import PadTouched, Settler
from companion.table.sightings import Seen

SWEEP_MS = 100


def sweep(settler: Settler, number: int, **contents: str) -> list[Seen | PadTouched]:
    """One snapshot of a board on which only these places are not empty."""
    return settler.snapshot(number, [contents.get(place, EMPTY) for place in PLACES], number * SWEEP_MS)


def settled_after(settler: Settler, limit: int, **contents: str) -> int:
    """How many sweeps it takes until something settles."""
    for number in range(1, limit + 1):
        if sweep(settler, number, **contents):
            return number
    return 0


def test_a_piece_put_down_is_believed_after_two_equal_sweeps() -> None:
    settler = Settler()
    assert settled_after(settler, 9, d4="2g1") == 2
    assert settler.lying() == {"d4": "2g1"}


def test_the_same_sweep_sent_twice_counts_once() -> None:
    settler = Settler()
    assert sweep(settler, 1, d4="2g1") == sweep(settler, 1, d4="2g1") == []
    assert sweep(settler, 2, d4="2g1") == [Seen("d4", "2g1")]


def test_a_removal_takes_five_sweeps_and_half_a_second() -> None:
    assert settled_after(Settler({"d4": "2g1"}), 9) == 6
    slow, empty = Settler({"d4": "2g1"}), [EMPTY] * len(PLACES)
    settled = [bool(slow.snapshot(number, empty, at_ms=number * 250)) for number in range(1, 6)]
    assert settled == [False] * 4 + [True]


def test_a_single_bad_sweep_is_nothing() -> None:
    settler = Settler({"d4": "2g1"})
    assert sweep(settler, 1, d4="2g1") == []
    assert sweep(settler, 2, d4="1b1") == []
    assert settler.moving
    assert sweep(settler, 3, d4="2g1") == []
    assert not settler.pending


def test_a_piece_slid_across_cells_is_seen_only_where_it_stays() -> None:
    settler = Settler({"d4": "2g1"})
    seen = [
        change
        for number, cell in enumerate(["d4", "d5", "d6", "e6", "e6", "e6", "e6", "e6", "e6"])
        for change in sweep(settler, number, **{cell: "2g1"})
    ]
    assert seen == [Seen("e6", "2g1"), Seen("d4", EMPTY)]


@pytest.mark.parametrize(("content", "sweeps"), [(COLLISION, 6), (FOREIGN, 2)])
def test_two_pieces_and_strangers_settle_too(content: str, sweeps: int) -> None:
    assert settled_after(Settler({"d4": "2g1"}), 9, d4=content) == sweeps


def test_a_cell_that_cannot_be_read_keeps_its_last_value_for_three_seconds() -> None:
    settler = Settler({"d4": "2g1"})
    assert settled_after(settler, 50, d4=UNREADABLE) == 31
    assert settler.lying() == {"d4": UNREADABLE}


def test_a_cell_that_is_read_now_and_then_stays_what_it_is() -> None:
    settler = Settler({"d4": "2g1"})
    for number in range(100):
        assert sweep(settler, number, d4="2g1" if number % 20 == 0 else UNREADABLE) == []


def test_of_what_settles_together_the_larger_pieces_come_first() -> None:
    settler = Settler()
    sweep(settler, 1, a1="0g1", b1="1g1", c1="2g1")
    together = [Seen("c1", "2g1"), Seen("b1", "1g1"), Seen("a1", "0g1")]
    assert sweep(settler, 2, a1="0g1", b1="1g1", c1="2g1") == together


def test_several_changes_in_one_snapshot_come_in_cell_order() -> None:
    settler = Settler()
    sweep(settler, 1, g4="1b1", a1="1g1")
    assert sweep(settler, 2, g4="1b1", a1="1g1") == [Seen("a1", "1g1"), Seen("g4", "1b1")]


class TestThePad:
    """The pad answers at once, and once for each time a piece is put there."""

    def test_a_tap_counts_at_the_first_sight(self) -> None:
        settler = Settler()
        sweep(settler, 0)
        assert sweep(settler, 1, pad="1g1") == [PadTouched("1g1")]

    def test_what_lies_there_when_the_watch_begins_was_put_there_before(self) -> None:
        settler = Settler()
        assert [sweep(settler, number, pad="1g1") for number in range(1, 5)] == [[]] * 4
        assert sweep(settler, 5, pad="2g1") == [PadTouched("2g1")]

    def test_a_piece_that_lies_there_counts_once(self) -> None:
        settler = Settler()
        sweep(settler, 1, pad="1g1")
        assert [sweep(settler, number, pad="1g1") for number in range(2, 9)] == [[]] * 7

    def test_a_flickering_tag_counts_once(self) -> None:
        settler = Settler()
        sweep(settler, 0)
        touched = [sweep(settler, number, pad="1g1" if number % 2 else EMPTY) for number in range(1, 9)]
        assert sum(map(len, touched)) == 1

    def test_the_same_piece_counts_again_after_half_a_second_of_rest(self) -> None:
        settler = Settler()
        sweep(settler, 1, pad="1g1")
        for number in range(2, 8):
            sweep(settler, number)
        assert sweep(settler, 8, pad="1g1") == [PadTouched("1g1")]

    def test_another_piece_counts_at_once(self) -> None:
        settler = Settler()
        sweep(settler, 1, pad="1g1")
        assert sweep(settler, 2, pad="1g2") == [PadTouched("1g2")]


def test_what_lies_is_told_for_cells_only() -> None:
    settler = Settler({"a1": "1g1"})
    sweep(settler, 1, pad="1b1", a1="1g1")
    assert settler.lying() == {"a1": "1g1"}
    assert set(settler.lying()) <= set(CELLS)
