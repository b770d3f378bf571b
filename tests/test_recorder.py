"""What `companion record` writes runs again as a table script, to the same end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.app.effects import Effect
from companion.app.inputs import Input
from companion.recorder import ScriptRecorder
from companion.script import Script
from companion.simulator.scripted_table import ScriptedTable

SETUP = ["new g b start=E", "put a1 1g", "put a4 1b", "put g1 1g", "put g4 1b", "press sun"]
ROUNDS = [
    *SETUP,
    "lift a1",
    "put a1 2g",
    "put f1 0g",
    "wait 3",
    "press sun",
    "tap 0b",
    "tap 0b again",
    "put f4 0b",
    "move f4 g3",
    "press sun",
    "press undo",
    "turn wheel 1",
    "fault unplug",
    "fault replug",
    "hold sun",
    "wait 1",
]


class Recorded(Script):
    """A script whose session is watched by a recorder from a chosen moment on."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.recorder: ScriptRecorder | None = None
        self._handle = self.table.session.handle
        self.table.session.handle = self._watched  # type: ignore[method-assign]  # watched as the daemon does

    def watch(self) -> None:
        self.recorder = ScriptRecorder(self.table.session, self.lines.append, self.table.now_ms)

    def _watched(self, event: Input, at_ms: int) -> list[Effect]:
        effects: Sequence[Effect] = self._handle(event, at_ms)
        if self.recorder is not None:
            self.recorder.observe(event, at_ms, effects)
        return list(effects)


def end_of(script: Script, lines: Sequence[str]) -> dict[str, object]:
    printed = list(script.run(lines))
    assert [one for one in printed if "error" in one] == []
    last = printed[-1]
    return {key: last[key] for key in ("position", "reading", "findings")}


@pytest.mark.parametrize("watched_from", [0, 3, len(SETUP), len(SETUP) + 2, len(ROUNDS) - 6])
def test_a_recorded_game_runs_again_to_the_same_position(watched_from: int) -> None:
    live = Recorded()
    if watched_from:
        end_of(live, ROUNDS[:watched_from])
    live.watch()
    end = end_of(live, ROUNDS[watched_from:])
    assert end_of(Script(), live.lines) == end


def recorded(lines: Sequence[str]) -> tuple[list[str], dict[str, object]]:
    """What is recorded of these commands, and how they end."""
    live = Recorded()
    live.watch()
    end = end_of(live, lines)
    assert live.recorder is not None
    live.recorder.finish(live.table.now_ms)
    return live.lines, end


UNDONE = [*SETUP, "press sun", "press undo"]


def test_what_is_turned_while_sun_is_held_looks_ahead_and_does_nothing_again() -> None:
    """After an UNDO the wheel alone would do it again."""
    lines, end = recorded([*UNDONE, "hold sun", "turn wheel 1", "turn wheel 1", "wait 1"])
    held = lines.index("hold sun")
    assert lines[held : held + 3] == ["hold sun", "turn wheel 1", "turn wheel 1"]
    assert end_of(Script(), lines) == end


def test_what_is_turned_once_sun_is_let_go_comes_after_the_hold() -> None:
    lines, end = recorded([*UNDONE, "hold sun", "wait 0.2", "turn wheel 1"])
    assert [line for line in lines if "wait" not in line][-2:] == ["hold sun", "turn wheel 1"]
    assert lines[lines.index("hold sun") + 1].startswith("wait")
    assert end_of(Script(), lines) == end


def test_sun_held_on_while_a_piece_is_set_down_is_held_again_for_what_is_turned() -> None:
    live = Recorded()
    live.watch()
    end_of(live, UNDONE)
    live.table.contact("sun", True)
    live.table.advance(900)
    live.table.tabletop.put("0g1", "d4")
    live.table.settle()
    live.table.turn(1)
    live.table.contact("sun", False)
    live.table.settle()
    assert live.lines[-5:-1] == ["wait 0.3", "put d4 0g", "hold sun", "turn wheel 1"]
    assert end_of(Script(), live.lines)["position"] == live.state()["position"]


def test_a_contact_that_bounces_is_one_press() -> None:
    live = Recorded()
    live.watch()
    for down in (True, False, True, False, True):
        live.table.contact("sun", down)
        live.table.advance(3)
    live.table.advance(100)
    live.table.contact("sun", False)
    live.table.settle()
    assert [line for line in live.lines if line.startswith("press")] == ["press sun"]


def test_a_tree_in_hand_and_a_finding_run_again_too() -> None:
    live = Recorded()
    live.watch()
    end = end_of(live, [*SETUP, "put d4 0b", "lift a4", "wait 11"])
    assert [finding["kind"] for finding in end["findings"]] == ["out_of_reach", "missing"]  # type: ignore[attr-defined]
    assert live.recorder is not None
    live.recorder.finish(live.table.now_ms)
    assert end_of(Script(), live.lines) == end


def test_it_opens_by_saying_what_it_is() -> None:
    lines: list[str] = []
    ScriptRecorder(ScriptedTable().session, lines.append, 0)
    assert lines == ["# recorded by `companion record`; run it with `companion script`"]
