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
