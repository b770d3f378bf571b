"""Any number on the table can be corrected by hand, and stays within what the round has used."""

from __future__ import annotations

import pytest

from companion.app.numbers import NOBODY, PILES, bounds, number, set_number, targets
from companion.rules import Position, parse_action
from companion.script import Script

START = Position.parse(
    "1g..1b/...../....../......./....../...../1g..1b A NE 3 g g 3 g:6:2210:4432:14 b:2:2210:4432:- 9753 -"
)
GROWN = START.apply(parse_action("^a1"))


@pytest.mark.parametrize("target", targets(START))
def test_every_number_can_be_set_to_its_least_and_its_most(target: tuple[str, str]) -> None:
    for value in bounds(START, START, *target):
        assert number(set_number(START, START, *target, value), *target) == value


def test_light_spent_in_the_round_bounds_what_can_be_set() -> None:
    assert number(GROWN, "g", "light") == 4
    assert bounds(START, GROWN, "g", "light") == (0, 18)
    assert set_number(START, GROWN, "g", "light", 9).player("g").light == 11


def test_a_pile_has_as_many_tokens_as_it_was_made_of_at_most() -> None:
    assert [bounds(START, START, NOBODY, pile)[1] for pile in PILES] == [9, 7, 5, 3]


def test_the_wheel_reaches_a_pile_backwards_and_undo_takes_the_correction_back() -> None:
    script = Script()
    commands = ["press wheel", "turn wheel -1", "press wheel", "turn wheel -2", "press sun", "press undo"]
    states = list(script.run([f"load {START}", *commands]))
    assert states[2]["display"][2:4] == ["Correct a number", "Tokens, 4 leaves"]
    assert states[5]["position"].split(" ")[-2] == "9751"
    assert states[5]["display"][2] == "Tokens, 4 leaves: 1"
    assert states[6]["position"] == str(START)
    assert script.table.record[-2].endswith("set - pile-4 1")
