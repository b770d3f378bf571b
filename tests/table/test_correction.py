"""Taking the table as it lies: pieces appear and vanish, light and tokens never change."""

from __future__ import annotations

import pytest
from script_runs import loaded

from companion.table.correction import Correction, apply_corrections, corrections

START = loaded({"d4": "2g", "e4": "1b"}, light=7).with_player("g", available=(1, 0, 0, 0), board=(3, 2, 0, 2))


def test_what_differs_is_corrected_vanishing_pieces_first() -> None:
    assert corrections(START, {"e4": "1b1", "a1": "0g1"}) == (Correction("d4", "-"), Correction("a1", "0g"))


@pytest.mark.parametrize("content", ["unreadable", "collision", "foreign", "1y1"])
def test_what_nobody_can_read_stays_as_believed(content: str) -> None:
    assert corrections(START, {"d4": content, "e4": "1b1"}) == ()


def test_a_piece_that_vanishes_becomes_available() -> None:
    after = apply_corrections(START, [Correction("d4", "-")])
    assert "d4" not in after.board
    assert after.player("g").available == (1, 0, 1, 0)


def test_a_piece_that_appears_comes_from_what_is_available_first() -> None:
    after = apply_corrections(START, [Correction("a1", "0g")])
    assert (after.player("g").available, after.player("g").board) == ((0, 0, 0, 0), (3, 2, 0, 2))


def test_else_from_the_cheapest_slot_of_its_column() -> None:
    after = apply_corrections(START, [Correction("a1", "1g")])
    assert (after.player("g").available, after.player("g").board) == ((1, 0, 0, 0), (3, 1, 0, 2))


def test_else_from_the_box() -> None:
    after = apply_corrections(START, [Correction("a1", "2g")])
    assert (after.player("g").available, after.player("g").board) == ((1, 0, 0, 0), (3, 2, 0, 2))
    assert str(after.board["a1"]) == "2g"


def test_one_piece_in_another_s_place_is_both() -> None:
    after = apply_corrections(START, corrections(START, {"d4": "1b2", "e4": "1b1"}))
    assert str(after.board["d4"]) == "1b"
    assert after.player("g").available == (1, 0, 1, 0)
    assert after.player("b").available == (2, 3, 1, 0)


def test_light_and_tokens_never_change() -> None:
    after = apply_corrections(START, corrections(START, {"a1": "3g1", "b1": "3b1", "c1": "0g1"}))
    for player in after.players:
        assert (player.light, player.tokens) == (7, ())
    assert after.piles == START.piles
