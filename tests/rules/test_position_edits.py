"""Correcting a position by hand, what `status` finds wrong with one, and sets of cells."""

import pytest

from companion.rules import CellSet, InvalidPosition, Piece, Position, RulesError

FINE = Position.parse(
    "1g..1g/...../....../...3g.../....../...../1b..1b A NE 7 g g 3 g:4:2200:4421:- b:7:2210:4432:14 8750 d4"
)


def test_the_position_to_correct_is_fine() -> None:
    assert FINE.status() == []


def test_a_cell_is_corrected_and_stocks_stay() -> None:
    position = FINE.with_cell("a1", Piece(2, "b")).with_cell("d4", None)
    assert {cell: str(piece) for cell, piece in position.board.items()} == {
        "a1": "2b",
        "a4": "1g",
        "g1": "1b",
        "g4": "1b",
    }
    assert position.players == FINE.players
    assert position.used == FINE.used
    assert str(FINE.board["a1"]) == "1g"


def test_the_numbers_of_a_player_and_the_piles_are_corrected() -> None:
    position = FINE.with_player("b", light=12, available=(1, 1, 1, 1), board=[0, 0, 0, 0], tokens=[14, 13])
    assert position.player("b") == ("b", 12, (1, 1, 1, 1), (0, 0, 0, 0), (14, 13))
    assert position.player("g") == FINE.player("g")
    assert position.with_piles((1, 2, 3, 0)).piles == (1, 2, 3, 0)


def test_the_turn_is_corrected() -> None:
    position = FINE.with_turn("b", {"a1", "c3"}, round_number=9)
    assert (position.mover, set(position.used), position.round, position.phase) == ("b", {"a1", "c3"}, 9, "A")
    over = FINE.with_turn("b", phase="X")
    assert (over.mover, set(over.used)) == (None, set())
    assert Position.parse(str(over)) == over


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda p: p.with_player("b", light=-1), "light -1: a whole number from 0 to 999"),
        (lambda p: p.with_player("b", light="7"), "light '7'"),
        (lambda p: p.with_player("b", available=(1, 1, 1)), "available: four numbers are needed"),
        (lambda p: p.with_player("b", board=(1, 1, 1, 10)), "board 10: a whole number from 0 to 9"),
        (lambda p: p.with_player("b", tokens=(0,)), "token 0"),
        (lambda p: p.with_piles((9, 7, 5, True)), "piles True"),
        (lambda p: p.with_turn("b", phase="Z"), "phase 'Z': one of P S A X"),
        (lambda p: p.with_turn("b", round_number=100), "round 100"),
        (lambda p: p.with_turn("b", ["h1"]), "'h1' is no cell"),
        (lambda p: p.with_cell("h1", None), "'h1' is no cell"),
        (lambda p: p.with_cell("a1", Piece(1, "o")), "'o' does not play"),
        (lambda p: p.with_cell("a1", Piece(4, "g")), "a piece of size 4"),
        (lambda p: p.player("y"), "'y' does not play: the players are g, b"),
    ],
)
def test_what_cannot_be_written_down_is_refused(change: object, said: str) -> None:
    assert callable(change)
    with pytest.raises(RulesError) as caught:
        change(FINE)
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["4g", "1r", "g1", "1g1", "", "１g", None])
def test_a_text_that_is_no_piece_is_refused(text: str) -> None:
    with pytest.raises(InvalidPosition, match="is no piece"):
        Piece.parse(text)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("g:4:", "g:21:", "green has 21 light; the track ends at 20"),
        ("2200:4421", "2200:5421", "green has 5 seeds on the player board; its column has 4 slots"),
        (
            "2200:4421",
            "3200:4421",
            "green has 7 seeds in all (board, available, player board); the box holds 6",
        ),
        (
            "g:4:2200:4421:-",
            "g:4:2200:4421:22",
            "the players hold more tokens of 22 points than the piles have given",
        ),
        ("8750", "7750", "the piles have given more tokens of 14 points than the players hold (1 missing)"),
        ("8750", "8753", "the pile of 4 leaves has 3 tokens; it starts with 0"),
        ("NE 7", "NE 19", "round 19; the rounds of this game are 1 to 18"),
        ("NE 7", "NE 0", "round 0; the rounds of this game are 1 to 18"),
        ("A NE 7 g g", "S NE 7 g b", "the sun is due and blue is to move; that is the first player, green"),
        ("A NE 7", "S NE 7", "used cells d4, but nobody is taking a turn"),
        ("8750 d4", "8750 g1", "g1 counts as used, but the piece there is not of green, who moves"),
        ("A NE 7", "P NE 0", "d4 is taken while the first trees are being placed"),
        ("A NE 7", "P NE 7", "round 7 while the first trees are being placed; that is round 0"),
        ("A NE 7", "P NE 0", "green has placed 3 trees; everybody starts with 2"),
    ],
)
def test_status_says_what_is_wrong(old: str, new: str, problem: str) -> None:
    text = str(FINE)
    assert old in text
    assert any(found.startswith(problem) for found in Position.parse(text.replace(old, new, 1)).status())


def test_a_set_of_cells_reads_like_a_set_of_names() -> None:
    cells = CellSet.of(["d4", "a1", "g4"])
    assert list(cells) == ["a1", "d4", "g4"]
    assert cells == {"a1", "d4", "g4"}
    assert {"a1", "d4", "g4"} == cells
    assert hash(cells) == hash(frozenset(cells))
    assert "d4" in cells
    assert "h9" not in cells
    assert cells & CellSet.of(["a1", "b1"]) == {"a1"}
    assert cells | CellSet.of(["b1"]) == {"a1", "b1", "d4", "g4"}
    assert cells - {"a1"} == {"d4", "g4"}
    assert cells & {"a1", "x"} == {"a1"}
    assert cells | {"x"} == {"a1", "d4", "g4", "x"}
    assert (len(cells), str(cells), repr(cells)) == (3, "a1,d4,g4", "CellSet('a1,d4,g4')")
    assert cells.isdisjoint({"b2"})
