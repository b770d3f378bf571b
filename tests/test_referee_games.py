"""Whole random games, played with clumsy hands on the scripted table, end every round where the rules do."""

from __future__ import annotations

import pytest
from game_scripts import random_game

from companion.script import Script

GAMES = 200
A_BATCH = 10


@pytest.mark.parametrize("first", range(0, GAMES, A_BATCH))
def test_the_companion_is_where_the_rules_engine_is_after_every_round(first: int) -> None:
    for seed in range(first, first + A_BATCH):
        game = random_game(seed)
        for printed in Script().run(game.lines):
            said = f"game {seed}, line {printed['line']}: {game.lines[printed['line'] - 1]}"
            assert "error" not in printed, f"{said}: {printed}"
            if printed["line"] in game.expected:
                assert printed["position"] == game.expected[printed["line"]], said
                assert all(f["kind"] == "leaves_game" for f in printed["findings"]), said
