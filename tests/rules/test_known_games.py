"""Games and positions with known results: whole games move by move, counted trees of games, shaded boards."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.rules import CELLS, Position, parse_action, perft

DATA = Path(__file__).parent.parent / "data"


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("known", lines("perft.jsonl"), ids=lambda known: known["position"])
def test_the_tree_of_games_has_the_known_leaves_light_and_points(known: dict[str, Any]) -> None:
    position = Position.parse(known["position"])
    assert str(position) == known["position"]
    assert [list(perft(position, depth)) for depth in range(1, len(known["perft"]) + 1)] == known["perft"]


@pytest.mark.parametrize("game", lines("games.jsonl"), ids=lambda game: game["start"].split(" P ")[1])
def test_a_known_game_goes_through_the_known_positions_to_the_known_end(game: dict[str, Any]) -> None:
    position = Position.parse(game["start"])
    assert position.status() == []
    legal_counts = [len(position.legal_actions())]
    for text, after in zip(game["actions"], game["positions"], strict=True):
        action = parse_action(text)
        assert str(action) == text
        assert action in position.legal_actions()
        position = position.apply(action)
        assert str(position) == after
        assert position == Position.parse(after)
        assert position.status() == []
        legal_counts.append(len(position.legal_actions()))
    assert legal_counts == game["legal_counts"]
    assert position.scores() == game["scores"]
    assert position.winners() == game["winners"]


@pytest.mark.parametrize(
    "case", lines("shadow_cases.jsonl"), ids=lambda case: f"{case['case']}-{case['sun']}"
)
def test_a_known_board_has_the_known_shade_and_light(case: dict[str, Any]) -> None:
    stocks = " ".join(f"{colour}:0:0000:0000:-" for colour in case["light"])
    position = Position.parse(f"{case['board']} A {case['sun']} 5 g g 3 {stocks} 9753 -")
    assert position.shade() == dict(zip(CELLS, map(int, case["shade"].replace("/", "")), strict=True))
    assert position.blocked() == set(case["blocked"])
    assert position.gains() == case["light"]
    tallest = {cell: max(position.shaders(cell).values(), default=0) for cell in CELLS}
    assert tallest == position.shade()
