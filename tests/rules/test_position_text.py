"""The text of a position: what is refused, and that the refusal names the field and quotes it."""

import pytest

from companion.rules import InvalidPosition, Position

START = "1g..1g/...../....../......./....../...../1b..1b S NE 1 g g 3 g:0:2210:4432:- b:0:2210:4432:- 9750 -"


def test_the_text_of_a_position_gives_the_position_back() -> None:
    position = Position.parse(START)
    assert str(position) == START
    assert repr(position) == f"Position.parse({START!r})"
    assert position.sun == "NE"
    assert (position.phase, position.round, position.rounds) == ("S", 1, 18)
    assert (position.first, position.mover) == ("g", "g")
    assert {cell: str(piece) for cell, piece in position.board.items()} == {
        "a1": "1g",
        "a4": "1g",
        "g1": "1b",
        "g4": "1b",
    }
    assert position.player("b").available == (2, 2, 1, 0)
    assert position.piles == (9, 7, 5, 0)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("1g..1g/", "1g..1g", "board '1g..1g...../....../......./....../...../1b..1b': 6 rows"),
        ("1g..1g", "1g..1", "board, row a '1g..1'"),
        ("1g..1g", "4g..1g", "board, row a '4g..1g'"),
        ("1g..1g", "1g...1g", "board, row a '1g...1g'"),
        ("1g..1g", "1y..1g", "board, a1 '1y': yellow does not play"),
        (" S ", " Q ", "phase 'Q'"),
        (" NE ", " N ", "sun 'N'"),
        (" 1 ", " 01 ", "round '01'"),
        (" 1 ", " 100 ", "round '100'"),
        (" 1 ", " -1 ", "round '-1'"),
        (" g g ", " y g ", "first 'y'"),
        (" g g ", " g o ", "mover 'o'"),
        (" g g ", " g - ", "mover '-'"),
        (" g g ", " g gb ", "mover 'gb'"),
        (" 3 ", " 5 ", "variant '5'"),
        (" 3 ", " 3x ", "variant '3x'"),
        ("g:0:", "r:0:", "player 'r:0:2210:4432:-'"),
        ("g:0:", "g:00:", "player 'g:00:2210:4432:-'"),
        ("g:0:", "g:1234:", "player 'g:1234:"),
        ("2210:4432:- b", "221:4432:- b", "player 'g:0:221:4432:-'"),
        ("4432:- b", "4432:14+ b", "player 'g:0:2210:4432:14+'"),
        ("4432:- b", "4432:0 b", "player 'g:0:2210:4432:0'"),
        (" b:0:", " g:0:", "players 'gg': each colour plays once"),
        ("9750", "975", "piles '975'"),
        ("9750 -", "9750 d8", "used 'd8': 'd8' is no cell"),
        ("9750 -", "9750 b1,a1", "used 'b1,a1': each cell once, in order"),
        ("9750 -", "9750 a1,a1", "used 'a1,a1': each cell once, in order"),
        ("9750 -", "9750 ", "single spaces"),
        ("9750 -", "9750", "10 fields"),
        ("9750 -", "9750 - -", "player '9750'"),
        ("S NE", "S  NE", "single spaces between the fields"),
        ("9750 -", "9750 -\n", "used '-\\n'"),
        ("g:0:", "g:٠:", "plain letters"),
        ("g:0:", f"g:{'9' * 5000}:", "at most 1000"),
        ("9750 -", "9750 - - - -", "14 fields"),
    ],
)
def test_a_malformed_text_is_refused_by_its_field(old: str, new: str, said: str) -> None:
    text = START.replace(old, new, 1)
    assert text != START
    with pytest.raises(InvalidPosition) as caught:
        Position.parse(text)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 400


def test_nobody_moves_only_when_the_game_is_over() -> None:
    over = START.replace(" S NE 1 g g ", " X NE 18 b - ")
    assert Position.parse(over).mover is None
    assert Position.parse(over).legal_actions() == []
    with pytest.raises(InvalidPosition, match="mover 'g'"):
        Position.parse(over.replace("b - 3", "b g 3"))


def test_a_single_player_is_no_game() -> None:
    with pytest.raises(InvalidPosition, match="one for each of 2 to 4 players"):
        Position.parse(START.replace(" b:0:2210:4432:-", "").replace("1b..1b", "...."))


@pytest.mark.parametrize(
    ("colours", "start", "said"),
    [
        ("g", "NE", "2 to 4 players"),
        ("gg", "NE", "a colour of their own"),
        ("gr", "NE", "of g, b, y and o"),
        ("gbyog", "NE", "2 to 4 players"),
        ("gb", "N", "start 'N'"),
        (7, "NE", "colours 7"),
        (["g", None], "NE", "the letters of the players"),
        ("gb", None, "start None"),
    ],
)
def test_a_game_that_cannot_be_is_not_set_up(colours: str, start: str, said: str) -> None:
    with pytest.raises(InvalidPosition, match=said):
        Position.initial(colours, start=start)


@pytest.mark.parametrize("heavy", ["heavy", "s", 1])
def test_a_variant_that_does_not_exist_is_refused(heavy: str) -> None:
    with pytest.raises(InvalidPosition, match="no such variant"):
        Position.initial("gb", heavy=heavy)  # type: ignore[arg-type]  # that is the point


@pytest.mark.parametrize(
    ("long", "heavy", "text"),
    [
        (False, None, "3"),
        (True, None, "4"),
        (False, "source", "3s"),
        (True, "destination", "4d"),
        (False, "both", "3b"),
    ],
)
def test_the_switches_of_a_variant_are_written_together(long: bool, heavy: str, text: str) -> None:
    position = Position.initial("gb", long=long, heavy=heavy)  # type: ignore[arg-type]  # a literal in the table above
    assert str(position).split(" ")[6] == text
    assert position.rounds == (24 if long else 18)
    assert Position.parse(str(position)).variant == position.variant
