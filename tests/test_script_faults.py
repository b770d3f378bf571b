"""The table script's faults: the link and the sensors misbehave, the game does not."""

from __future__ import annotations

from typing import Any

import pytest

from companion.script import Script

START = (
    "load ..../...../....../...2g.../....../...../...1b A NE 5 g g 3 g:9:2410:4422:- b:9:2310:4432:- 9750 -"
)


def run(*lines: str) -> list[dict[str, Any]]:
    return list(Script().run([START, *lines]))


def kinds(state: dict[str, Any]) -> list[tuple[str, str]]:
    return [(finding["cell"], finding["kind"]) for finding in state["findings"]]


def test_a_board_that_is_unplugged_refuses_sun_and_forgets_nothing() -> None:
    start, lost, refused, back, bought = run("fault unplug", "press sun", "fault replug", "tap 1g")
    assert kinds(lost) == [("board", "board_lost")]
    assert "plug it in again" in lost["findings"][0]["text"]
    assert (refused["position"], refused["record"]) == (start["position"], [])
    assert (back["position"], back["findings"]) == (start["position"], [])
    assert bought["reading"] == ["+small"]


def test_what_was_done_while_the_board_was_away_is_read_when_it_is_back() -> None:
    states = run("fault unplug", "put c4 0g", "fault replug", "press sun")
    assert [state["reading"] for state in states] == [[], [], [], ["d4>c4"], []]
    assert states[-1]["record"] == ["d4>c4", "end", "end", "sun"]


def test_a_board_that_restarts_is_asked_again_and_the_game_goes_on() -> None:
    start, reset, seed = run("fault reset", "put c4 0g")
    assert (reset["position"], reset["findings"]) == (start["position"], [])
    assert seed["reading"] == ["d4>c4"]


def test_garbage_on_the_wire_changes_nothing() -> None:
    start, *states = run("fault garbage 200", "garbage 5000", "put c4 0g", "garbage 1", "press sun")
    assert [state["findings"] for state in states] == [[]] * 5
    assert states[0]["position"] == states[1]["position"] == start["position"]
    assert states[-1]["record"] == ["d4>c4", "end", "end", "sun"]


@pytest.mark.parametrize("fault", ["fault dropout 5", "fault corrupt 2000"])
def test_half_an_hour_of_a_bad_link_is_half_an_hour_in_which_nobody_did_anything(fault: str) -> None:
    start, _, waited = run(fault, "wait 1800")
    assert (waited["position"], waited["findings"]) == (start["position"], [])


def test_the_same_seed_makes_the_same_faults() -> None:
    def record(seed: int) -> list[str]:
        script = Script()
        list(script.run([START, f"fault seed {seed}", "fault dropout 60", "wait 60"]))
        return script.table.record

    assert record(3) == record(3)
    assert record(3) != record(4)


def test_a_cell_that_cannot_be_read_keeps_its_piece_and_is_quiet_once_accepted() -> None:
    start, _, dead, _, accepted, mended = run("fault dead d4", "wait 4", "press sun", "press sun", "ok d4")
    assert kinds(dead) == [("d4", "unreadable")]
    assert dead["position"] == start["position"]
    assert accepted["findings"] == []
    assert accepted["position"].startswith("..../...../....../...2g.../")
    assert mended["findings"] == []
