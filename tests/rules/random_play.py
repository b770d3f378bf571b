"""Hypothesis strategies: positions reached by random legal play, in every variant and number of players."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from companion.rules import COLOURS, END, SUN, SUN_STOPS, Action, Collect, Grow, Position
from companion.rules.actions import BUYS, COLLECTS, GROWS, PLACES, SEEDS

HEAVY = (None, "source", "destination", "both")

starts = st.builds(
    lambda colours, start, long, heavy: Position.initial(colours, start=start, long=long, heavy=heavy),
    st.permutations(COLOURS).flatmap(lambda order: st.integers(2, 4).map(lambda players: order[:players])),
    st.sampled_from(SUN_STOPS),
    st.booleans(),
    st.sampled_from(HEAVY),
)

every_action: list[Action] = [
    SUN,
    END,
    *BUYS,
    *PLACES,
    *GROWS,
    *COLLECTS,
    *(seed for throws in SEEDS for seed in throws),
]


def play_on(position: Position, seed: int, actions: int) -> list[Position]:
    """The positions of a random game from here on, of players who do more than end their turns."""
    pick = random.Random(seed)
    seen = [position]
    while len(seen) <= actions and (legal := position.legal_actions()):
        lively = [action for action in legal if action != END]
        trees = [action for action in lively if isinstance(action, Grow | Collect)]
        options = trees if trees and pick.random() < 0.5 else lively
        position = position.apply(pick.choice(options if options and pick.random() < 0.9 else legal))
        seen.append(position)
    return seen


seeds = st.integers(0, 2**32)
games = st.builds(play_on, starts, seeds, st.integers(1, 330))
positions = games.map(lambda game: game[-1])
