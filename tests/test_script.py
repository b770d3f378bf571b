"""The table script, command by command: what is printed, what is refused, and that no line brings it down."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli import main
from companion.rules import CELLS, OUTER_CELLS
from companion.script import Script, run_script

SETUP = ["new g b", "put a1 1g", "put g4 1b", "put d1 1g", "put d7 1b", "press sun"]
"""Green on a1 and d1, blue on g4 and d7, the sun at NE; everybody has two light."""
ROUND_5 = "load ..../...../....../...2g.../....../...../...1b A NE 5 g g 3 "
RICH = ROUND_5 + "g:9:2410:4422:- b:9:2310:4432:- 9750 -"


def run(*lines: str) -> list[dict[str, Any]]:
    return list(Script().run(lines))


def last(*lines: str) -> dict[str, Any]:
    return run(*lines)[-1]


def kinds(state: dict[str, Any]) -> list[tuple[str, str]]:
    return [(finding["cell"], finding["kind"]) for finding in state["findings"]]


def test_every_line_prints_what_the_companion_believes_now() -> None:
    state = last(*SETUP)
    assert list(state) == ["line", "position", "reading", "record", "lights", "display", "findings"]
    assert state["line"] == 6
    assert state["position"] == (
        "1g.../...../....../1g.....1b/....../...../...1b A NE 1 g g 3 g:2:2210:4432:- b:2:2210:4432:- 9750 -"
    )
    assert state["record"] == ["@a1", "@g4", "@d1", "@d7", "sun"]
    assert (state["reading"], state["findings"]) == ([], [])
    assert set(state["lights"]) == {"b1", "e6"}
    assert state["display"][0] == "G 2  B 2"


def test_lines_are_counted_with_blank_ones_and_comments() -> None:
    assert [state["line"] for state in run("", "new g b  # two players", "   ", "put a1 1g")] == [2, 4]


def test_before_a_game_players_sign_in_with_taps() -> None:
    states = run("tap 1y", "tap 0g", "press sun")
    assert states[0]["position"] is None
    assert states[-1]["position"].split()[1:6] == ["P", "NE", "0", "y", "y"]


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("new g b", "P NE 0 g g 3"),
        ("new o y b g long", "P NE 0 o o 4"),
        ("new b g heavy=source start=SW", "P SW 0 b b 3s"),
        ("new b g heavy=destination turns=player", "P NE 0 b b 3d"),
        ("new b g long heavy=both turns=round", "P NE 0 b b 4b"),
    ],
)
def test_a_new_game_has_its_players_in_seat_order_and_its_variants(line: str, fields: str) -> None:
    state = last(line)
    assert " ".join(state["position"].split()[1:7]) == fields
    assert set(state["lights"]) == set(OUTER_CELLS)


def test_a_new_game_clears_the_table() -> None:
    state = last(*SETUP, "new y o")
    assert state["findings"] == []
    assert set(state["lights"]) == set(OUTER_CELLS)
    assert state["position"].startswith("..../...../....../......./....../...../.... P ")


def test_a_loaded_game_is_the_position_with_its_pieces_on_the_table() -> None:
    state = last(RICH)
    assert state["position"] == RICH.removeprefix("load ")
    assert (state["findings"], state["record"]) == ([], [])
    assert last(RICH, "lift d4", "put d4 2g")["position"] == RICH.removeprefix("load ")


def test_a_loaded_game_goes_on_where_its_mover_is() -> None:
    halfway = RICH.replace("A NE 5 g g", "A NE 5 b g")
    assert last(halfway, "put d4 3g", "lift d4")["position"].startswith("..../")
    state = last(f"{halfway} turns=player", "press sun")
    assert state["position"].split()[1:6] == ["A", "E", "6", "g", "g"]


def test_turns_by_the_player_end_with_each_press() -> None:
    states = run(f"{RICH} turns=player", "press sun", "press sun")
    assert [state["position"].split()[1:6] for state in states] == [
        ["A", "NE", "5", "g", "g"],
        ["A", "NE", "5", "g", "b"],
        ["A", "E", "6", "b", "b"],
    ]
    assert [state["record"] for state in states] == [[], [], ["end", "end", "sun"]]


def test_pieces_put_lifted_and_exchanged_are_read_as_what_the_players_did() -> None:
    states = run(RICH, "quick lift d4", "put d4 3g", "lift d4", "put d4 2g")
    grown = ["+large", "^d4"]
    assert states[2]["reading"] == grown
    assert states[2]["position"].startswith("..../...../....../...3g.../")
    assert states[-1]["reading"] == []


def test_a_seed_slid_on_is_planted_where_it_comes_to_rest() -> None:
    states = run(RICH, "put c4 0g", "move c4 c5")
    assert [state["reading"] for state in states] == [[], ["d4>c4"], ["d4>c5"]]


def test_a_second_piece_on_a_cell_is_a_collision() -> None:
    assert kinds(last(RICH, "put d4 0b", "wait 4")) == [("d4", "collision")]


def test_a_piece_lifted_lights_up_its_cell_until_the_next_size_stands_there() -> None:
    lifted, grown = run(RICH, "lift d4", "put d4 3g")[1:]
    assert "d4" in lifted["lights"]
    assert "d4" not in grown["lights"]


def test_a_piece_that_stood_wrongly_is_not_invited_back() -> None:
    wrong, lifted = run(RICH, "put a4 2b", "lift a4")[1:]
    assert kinds(wrong) == [("a4", "unexpected")]
    assert "a4" not in lifted["lights"]


def test_a_tap_buys_and_the_same_again_takes_it_back() -> None:
    states = run(RICH, "tap 1g", "tap 1g again", "tap 1g")
    assert [state["reading"] for state in states] == [[], ["+small"], [], ["+small"]]


def test_each_tap_of_a_kind_is_another_piece() -> None:
    assert last(RICH, "tap 0g", "tap 0g", "tap 0b")["reading"] == ["+seed", "+seed", "+seed"]


def test_a_piece_tapped_while_it_stands_buys_nothing() -> None:
    state = last(RICH, "tap 1g", "put d6 1g", "lift d6", "put d6 0g", "tap 0g", "wait 1")
    assert state["reading"].count("+seed") == 1


def test_the_piece_that_is_put_is_the_one_last_tapped_else_the_one_last_lifted() -> None:
    script = Script()
    list(script.run([RICH, "tap 1g", "tap 1g", "put d6 1g"]))
    assert script.table.tabletop.on("d6") == ["1g2"]
    list(script.run(["lift d6", "lift g4", "put c6 1b", "lift c6", "put e6 1b"]))
    assert script.table.tabletop.on("e6") == ["1b1"]


def test_a_piece_that_is_needed_but_not_in_the_box_is_an_error() -> None:
    lines = [RICH, "put a1 3g", "put a2 3g", "put a3 3g"]
    assert last(*lines) == {"line": 4, "error": "put: all 3g are on the board"}


def test_what_is_held_prints_its_state_while_held_and_is_let_go_by_the_next_command() -> None:
    before, held, turned, after = run(*SETUP, "hold sun", "turn wheel 1", "wait 0")[-4:]
    assert set(before["lights"]) == {"b1", "e6"}
    assert set(held["lights"]) == {"d6", "g3"}
    assert set(turned["lights"]) == {"c6", "f4"}
    assert after["lights"] == before["lights"]
    assert after["position"] == held["position"] == before["position"]


def test_a_piece_set_down_a_moment_before_sun_belongs_to_the_round_it_was_set_down_in() -> None:
    script = Script()
    list(script.run(SETUP[:4]))
    script.table.tabletop.put("1b2", "d7")
    script.table.contact("sun", True)
    script.table.advance(40)
    script.table.contact("sun", False)
    script.table.settle()
    assert script.state()["record"] == ["@a1", "@g4", "@d1", "@d7", "sun"]


def test_undo_held_opens_the_menu_and_pressed_takes_back() -> None:
    assert "1/4 New game" in last(*SETUP, "hold undo")["display"]
    taken_back = last(*SETUP, "press undo")
    assert taken_back["position"].split()[1] in "PS"
    assert last(*SETUP, "press undo", "turn wheel 1")["position"].split()[1] == "A"


def test_the_wheel_turns_the_pages() -> None:
    start, turned, back = run(*SETUP, "wait 6", "turn wheel 1", "turn wheel -1")[-3:]
    assert turned["display"] != start["display"]
    assert back["display"] == start["display"]


def test_waiting_passes_virtual_seconds_and_quick_passes_none() -> None:
    script = Script()
    list(script.run([RICH]))
    before_ms = script.table.now_ms
    list(script.run(["wait 2.5"]))
    assert script.table.now_ms == before_ms + 2500
    (state,) = script.run(["quick put d6 1g"])
    assert script.table.now_ms == before_ms + 2500
    assert state["reading"] == []


def test_a_restart_changes_nothing() -> None:
    before, after = run(RICH, "tap 0g", "put c4 0g", "put b2 2b", "restart")[-2:]
    assert before["reading"] == ["+seed", "d4>c4"]
    assert kinds(before) == [("b2", "unexpected")]
    for part in ("position", "reading", "findings"):
        assert after[part] == before[part]
    assert set(after["lights"]) == set(before["lights"])


BAD = {
    "dance": "`dance` is no command",
    "quick": "`quick` is no command",
    "new g": "two to four different colours",
    "new g g": "two to four different colours",
    "new g x": "two to four different colours",
    "new g b fast": "`fast` is none of long",
    "new g b turns=never": "turns are round or player",
    "new g b heavy=off": "heavy shadow is source, destination, both, not `off`",
    "load": "position '': 1 fields, not 9",
    "load 1g": "position '1g': 1 fields, not 9",
    "put": "`put d4 2g`",
    "put h1 2g": "`h1` is no cell",
    "put d4 4g": "`4g` is no piece",
    "lift d4": "nothing stands on d4",
    "move d4 e5": "nothing stands on d4",
    "tap 2g again": "no 2g was tapped before",
    "tap": "`tap 2g`",
    "press moon": "`moon` is no control",
    "hold": "`hold sun`",
    "turn wheel": "`turn wheel 1`",
    "turn wheel --1": "`turn wheel 1`",
    "turn sun 1": "`turn wheel 1`",
    "wait": "`wait 2.5`",
    "wait nan": "`nan` is no number of seconds",
    "wait -1": "`-1` is no number of seconds",
    "fault": "fault: which?",
    "fault fire": "`fire` is none I know",
    "fault unplug now": "`unplug` stands alone",
    "fault garbage many": "`many` is no count",
    "fault dead pad": "`pad` is no cell",
    "restart now": "`restart` stands alone",
}


@pytest.mark.parametrize(("line", "reason"), BAD.items())
def test_a_line_that_is_not_understood_says_why_and_the_rest_goes_on(line: str, reason: str) -> None:
    printed: list[str] = []
    assert run_script(["new g b", line, "put a1 1g"], printed.append) == 2
    first, error, after = map(json.loads, printed)
    assert set(error) == {"line", "error"}
    assert error["line"] == 2
    assert reason in error["error"]
    assert after["reading"] == ["@a1"]
    assert first["reading"] == []


def test_a_script_without_mistakes_has_status_0() -> None:
    printed: list[str] = []
    assert run_script(SETUP, printed.append) == 0
    assert len(printed) == 6


def test_the_command_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "new g b\nput a1 1g\npu\xff\n".encode("latin-1")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["script", "-"]) == 2
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[1]["reading"] == ["@a1"]
    assert "error" in lines[2]


WORDS = """
new load put lift move tap press hold turn wait fault seed quick restart unplug replug reset garbage dropout
corrupt dead ok again sun undo wheel g b long 1g 2b 0y d4 e5 1 -1 2.5 # ²
"""


@settings(max_examples=60)
@given(
    st.lists(
        st.lists(st.sampled_from(WORDS.split()) | st.text(max_size=3), max_size=4).map(" ".join), max_size=8
    )
)
def test_no_line_brings_the_table_down(lines: list[str]) -> None:
    for state in run(*lines):
        assert ("error" in state) != ("position" in state)
        assert set(state.get("lights", ())) <= set(CELLS)
