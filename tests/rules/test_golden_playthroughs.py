"""One whole game for each number of players as text: every position, what is legal in it, what was done.

The files in `golden/` are to be read in a diff. `python tests/rules/test_golden_playthroughs.py` writes them
anew with the same actions after a change that is meant to show; with `--new` it also plays other games.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.rules import END, SUN, Buy, Collect, Grow, Place, Position, Seed, parse_action

GOLDEN = Path(__file__).parent / "golden"
STARTS = {
    "two_players": Position.initial("gb"),
    "three_players_heavy_shadow": Position.initial("byo", start="W", heavy="source"),
    "four_players_long": Position.initial("ogby", start="SE", long=True),
}
KINDS = {"place": Place, "buy": Buy, "seed": Seed, "grow": Grow, "collect": Collect}


def playthrough(start: Position, actions: Sequence[str]) -> str:
    """The text of a game: its position, the legal actions, and after `>` the action taken."""
    lines = []
    position = start
    for action in actions:
        lines += [*described(position), f"> {action}", ""]
        position = position.apply(parse_action(action))
    scores = " ".join(f"{colour} {points}" for colour, points in position.scores().items())
    return "\n".join(
        [*lines, str(position), f"score   {scores}", f"won by  {' '.join(position.winners())}", ""]
    )


def described(position: Position) -> Iterator[str]:
    yield str(position)
    legal = position.legal_actions()
    if SUN not in legal:
        gains = " ".join(f"{colour} {light}" for colour, light in position.gains().items())
        yield f"light   {gains}, blocked {position.blocked() or '-'}"
    for name, kind in KINDS.items():
        if of_kind := [str(action) for action in legal if isinstance(action, kind)]:
            yield f"{name:<8}{' '.join(of_kind)}"


def recorded_actions(text: str) -> list[str]:
    return [line.removeprefix("> ") for line in text.splitlines() if line.startswith("> ")]


def random_actions(position: Position) -> list[str]:
    """A whole game of players who like to do things."""
    taken = []
    while legal := position.legal_actions():
        lively = [action for action in legal if action != END]
        trees = [action for action in lively if isinstance(action, Grow | Collect)]
        options = trees if trees and random.random() < 0.6 else lively
        action = random.choice(options if options and random.random() < 0.9 else legal)
        taken.append(str(action))
        position = position.apply(action)
    return taken


@pytest.mark.parametrize("name", STARTS)
def test_a_recorded_game_is_played_as_it_was(name: str) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(STARTS[name], recorded_actions(golden)) == golden
    assert "won by" in golden


def write(new: bool) -> None:
    for name, start in STARTS.items():
        path = GOLDEN / f"{name}.txt"
        actions = random_actions(start) if new else recorded_actions(path.read_text(encoding="utf-8"))
        path.write_text(playthrough(start, actions), encoding="utf-8")


if __name__ == "__main__":
    write(new="--new" in sys.argv)
