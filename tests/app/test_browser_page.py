"""What browsers are told of the game, reached as players reach it."""

from __future__ import annotations

from typing import Any

from companion.app.browser_page import table_message
from companion.app.scene import Scene
from companion.app.words import Words
from companion.script import Script

SETUP = ["new g b", "put a1 1g", "put a4 1b", "put g1 1g", "put g4 1b"]
LAST_ROUND = (
    "load 3g.../...../....../......./....../...../1b..1b A NE 18 b b 3 "
    "g:4:0000:4432:22 b:13:0000:4432:19 9753 -"
)


def told(*lines: str) -> Any:
    """The table as browsers see it after these commands."""
    script = Script()
    for printed in script.run(lines):
        assert "error" not in printed
    return table_message(script.table.scene, Words())["table"]


def test_without_a_game_there_is_no_table() -> None:
    assert table_message(Scene(), Words()) == {"type": "table", "table": None}


def test_sun_held_shows_the_sun_of_the_shadows_that_are_looked_at() -> None:
    now = told(*SETUP, "press sun", "wait 6")
    ahead = told(*SETUP, "press sun", "wait 6", "hold sun", "turn wheel 1")
    assert [now[key] for key in ("sun", "stop", "lap", "preview")] == ["NE", 1, 1, 0]
    assert [ahead[key] for key in ("sun", "stop", "lap", "preview")] == ["SE", 3, 1, 2]
    assert ahead["shade"] == {"f1": 1, "f4": 1}
    assert ahead["round"] == now["round"] == 1


def test_looking_ahead_past_the_sixth_stop_is_in_the_next_revolution_but_never_past_the_last() -> None:
    sixth = LAST_ROUND.replace("A NE 18", "A NW 6")
    assert [told(sixth, "hold sun")[key] for key in ("sun", "stop", "lap")] == ["NE", 1, 2]
    assert told(LAST_ROUND, "hold sun")["lap"] == 3


def test_a_piece_that_leaves_the_game_is_a_notice_and_anything_else_is_not() -> None:
    found = told(*SETUP, "press sun", "wait 6", "lift a1", "put a1 2g", "put d4 0b")["findings"]
    assert {finding["kind"]: (finding["cell"], finding["notice"]) for finding in found} == {
        "leaves_game": ("a1", True),
        "out_of_reach": ("d4", False),
    }


def test_a_piece_that_left_the_game_is_counted_nowhere() -> None:
    green = told(*SETUP, "press sun", "wait 6", "lift a1", "put a1 2g")["players"][0]
    assert (green["available"], green["board"]) == ([2, 2, 0, 0], [4, 4, 3, 2])


def test_the_end_names_winners_and_scores_and_before_it_nobody_has_won() -> None:
    playing, over = told(LAST_ROUND), told(LAST_ROUND, "press sun")
    assert (playing["winners"], [player["score"] for player in playing["players"]]) == ([], [None, None])
    assert over["phase"] == "X"
    assert over["winners"] == ["b"]
    assert {player["colour"]: player["score"] for player in over["players"]} == {"g": 23, "b": 23}
