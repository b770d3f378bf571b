"""The pretended pieces: where each lies, and what the sensor board is told of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from companion.rules import neighbours
from companion.simulator.tabletop import Tabletop
from companion.table.pieces import PAD, PLACES, PieceSet

PIECES = PieceSet.simulated()


class Readers:
    """The sensed places, as the sensor board sees them: place name to the pieces whose tags lie there."""

    def __init__(self) -> None:
        self.see: dict[str, list[str]] = {}

    def set_place(self, place: int, tags: Sequence[str]) -> None:
        self.see[PLACES[place]] = [PIECES.identify([tag])[0] for tag in tags]


@pytest.fixture
def readers() -> Readers:
    return Readers()


@pytest.fixture
def tabletop(readers: Readers) -> Tabletop:
    return Tabletop(PIECES, readers.set_place)


def test_a_piece_lies_where_it_was_put_last(tabletop: Tabletop, readers: Readers) -> None:
    tabletop.put("2g1", "d4")
    tabletop.put("2g1", "e5")
    assert tabletop.at == {"2g1": "e5"}
    assert readers.see == {"d4": [], "e5": ["2g1"]}


def test_a_piece_lifted_lies_nowhere(tabletop: Tabletop, readers: Readers) -> None:
    tabletop.put("2g1", "d4")
    tabletop.lift("2g1")
    tabletop.lift("2g1")
    assert (tabletop.at, readers.see) == ({}, {"d4": []})


def test_two_pieces_on_a_cell_are_both_sensed_in_the_order_they_came(
    tabletop: Tabletop, readers: Readers
) -> None:
    tabletop.put("2g1", "d4")
    tabletop.put("0b3", "d4")
    assert tabletop.on("d4") == readers.see["d4"] == ["2g1", "0b3"]


def test_a_cleared_table_is_empty_with_its_pad(tabletop: Tabletop, readers: Readers) -> None:
    tabletop.put("2g1", "d4")
    tabletop.put("0b3", PAD)
    tabletop.clear()
    assert (tabletop.at, readers.see) == ({}, {"d4": [], PAD: []})


@pytest.mark.parametrize("seed", range(20))
def test_a_bump_slides_a_few_pieces_to_free_neighbours(tabletop: Tabletop, seed: int) -> None:
    for number, cell in enumerate(("a1", "a2", "d4", "d5", "g4"), 1):
        tabletop.put(f"1g{number}", cell)
    tabletop.put("0g1", PAD)
    before = dict(tabletop.at)
    slipped = tabletop.bump(Random(seed))
    assert 1 <= len(slipped) <= 3
    assert len(set(tabletop.at.values())) == len(before)
    for piece, place in before.items():
        there = tabletop.at[piece]
        assert there in neighbours(place) if piece in slipped else there == place


def test_a_bump_moves_nothing_where_nothing_stands(tabletop: Tabletop) -> None:
    assert tabletop.bump(Random(1)) == []
