"""The engine and a slow, plain reading of the rules play the same random games, in every variant."""

import random

import pytest
from naive_rules import NaiveGame

from companion.rules import CELLS, COLOURS, SUN_STOPS, Position, parse_action
from companion.rules.pieces import VARIANTS

GAMES = [(variant, players) for variant in VARIANTS for players in (2, 3, 4)]


def eager(legal: list[str], pick: random.Random) -> str:
    """A random action that seldom ends the turn, so that trees get large and are collected."""
    lively = [action for action in legal if action != "end"]
    growing = [action for action in lively if action[0] in "^*"]
    if growing and pick.random() < 0.5:
        return pick.choice(growing)
    return pick.choice(lively) if lively and pick.random() < 0.9 else pick.choice(legal)


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_a_random_game_is_the_same_in_both_readings(variant: str, players: int) -> None:
    pick = random.Random(f"{variant} {players}")
    colours = pick.sample(COLOURS, players)
    rules = VARIANTS[variant]
    position = Position.initial(colours, start=pick.choice(SUN_STOPS), long=rules.long, heavy=rules.heavy)
    naive = NaiveGame(str(position))
    while legal := sorted(map(str, position.legal_actions())):
        assert legal == sorted(naive.legal()), str(position)
        action = eager(legal, pick)
        position = position.apply(parse_action(action))
        naive.apply(action)
        assert str(position) == naive.text()
    assert position.phase == "X"
    assert naive.legal() == set()


def any_position(variant: str, pick: random.Random) -> str:
    """A crowded or sparse board with any stocks, light, tokens left and used cells, likely or not."""
    crowd = pick.random()
    rows = (
        "".join(pick.choice("0123") + pick.choice("gbo") if pick.random() < crowd else "." for _ in range(n))
        for n in (4, 5, 6, 7, 6, 5, 4)
    )
    players = " ".join(
        f"{colour}:{pick.randrange(21)}:{stock(pick, '0012')}:{stock(pick, '01234', (4, 4, 3, 2))}:-"
        for colour in "gbo"
    )
    used = ",".join(sorted(pick.sample(CELLS, pick.randrange(4)))) or "-"
    turn = f"A {pick.choice(SUN_STOPS)} {pick.choice((5, 18))} {pick.choice('gbo')} {pick.choice('gbo')}"
    return f"{'/'.join(rows)} {turn} {variant} {players} {stock(pick, '0012')} {used}"


def stock(pick: random.Random, digits: str, most: tuple[int, ...] = (9, 9, 9, 9)) -> str:
    return "".join(str(min(int(pick.choice(digits)), limit)) for limit in most)


@pytest.mark.parametrize("variant", ["3", "3s", "3d", "3b"])
def test_light_and_every_action_are_the_same_in_both_readings_on_any_position(variant: str) -> None:
    pick = random.Random(variant)
    for _ in range(60):
        text = any_position(variant, pick)
        position, naive = Position.parse(text), NaiveGame(text)
        assert position.shade() == {cell: naive.shade(cell) for cell in CELLS}
        assert position.blocked() == {cell for cell in naive.board if naive.blocked(cell)}
        assert position.gains() == naive.gains()
        assert {str(action) for action in position.legal_actions()} == naive.legal()
        for action in position.legal_actions():
            after = NaiveGame(text)
            after.apply(str(action))
            assert str(position.apply(action)) == after.text()
