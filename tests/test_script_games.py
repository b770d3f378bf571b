"""Positions and games by script: the lights are exactly the shade, and a whole game takes a moment."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from game_scripts import random_game

from companion.rules import CELLS, Position
from companion.script import Script

DATA = Path(__file__).parent / "data"
PLAYERS = " ".join(f"{colour}:5:2410:4432:-" for colour in "gbyo")


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def loaded(position: str) -> dict[str, Any]:
    (state,) = Script().run([f"load {position}"])
    assert state["position"] == position
    assert state["findings"] == []
    return state


@pytest.mark.parametrize("phase", ["A", "S"])
def test_the_lit_cells_are_exactly_the_shaded_ones_in_every_case(phase: str) -> None:
    cases = rows("shadow_cases.jsonl")
    assert len(cases) == 240
    for case in cases:
        state = loaded(f"{case['board']} {phase} {case['sun']} 3 g g 3 {PLAYERS} 9753 -")
        shaded = {
            cell for cell, shade in zip(CELLS, case["shade"].replace("/", ""), strict=True) if int(shade)
        }
        assert set(state["lights"]) == shaded, case


def test_the_lit_cells_are_the_shaded_ones_after_loading_any_position() -> None:
    positions = [row["position"] for row in rows("perft.jsonl")]
    for game in rows("games.jsonl"):
        positions += game["positions"][::7]
    for text in positions:
        shaded = {cell for cell, shade in Position.parse(text).shade().items() if shade}
        assert set(loaded(text)["lights"]) == shaded, text


def test_the_height_of_the_shade_is_the_strength_of_the_light() -> None:
    lights = loaded(f"1b.../...../....../2b....../....../...../3b... A W 3 g g 3 {PLAYERS} 9753 -")["lights"]
    brightness = {cell: sum(bytes.fromhex(colour[1:])) for cell, colour in lights.items()}
    assert set(brightness) == {"a2", "d2", "d3", "g2", "g3", "g4"}
    assert brightness["a2"] < brightness["d2"] == brightness["d3"] < brightness["g2"] == brightness["g4"]


def test_a_whole_game_of_18_rounds_takes_less_than_a_second() -> None:
    script = random_game(5)
    table = Script()
    began = process_time()
    states = list(table.run(script.lines))
    took_s = process_time() - began
    assert len(script.expected) == 19
    print(f"{len(script.lines)} commands, {table.table.now_ms / 1000:.0f} virtual seconds, {took_s:.2f} s")
    assert {number: states[number - 1]["position"] for number in script.expected} == script.expected
    assert states[-1]["position"].split()[1] == "X"
    assert took_s < 1
