"""Anything in any order: no exception, light within its bounds, a record that replays, and always a way on."""

from __future__ import annotations

from typing import Any

from game_scripts import random_game
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from script_runs import Played

from companion.app.record import read_record, replay
from companion.rules import CELLS, MAX_LIGHT, Position

HOUR_MS = 3_600_000

cells = st.sampled_from(CELLS)
kinds = st.builds(lambda size, colour: f"{size}{colour}", st.integers(0, 3), st.sampled_from("gggbbby"))
quickly = st.sampled_from(["", "", "quick "])
setups = st.sampled_from(["", "turns=player", "long heavy=source", "heavy=both turns=player"])
controls = st.sampled_from(["sun", "sun", "sun", "undo", "wheel"])
faults = st.sampled_from(
    [
        "unplug",
        "replug",
        "reset",
        "garbage 200",
        "dropout 5",
        "dropout 0",
        "dead d4",
        "dead a1",
        "ok d4",
        "ok a1",
    ]
)


class TheTable(RuleBasedStateMachine):
    """Hands, controls, faults and restarts, a few of them clever, most of them not."""

    def __init__(self) -> None:
        super().__init__()
        self.played = Played("wait 0.1")
        self.lying: dict[str, int] = {}

    def do(self, line: str) -> dict[str, Any]:
        return self.played.do(line)

    @initialize(seed=st.integers(0, 200), rounds=st.integers(0, 6), setup=setups)
    def a_game_is_on(self, seed: int, rounds: int, setup: str) -> None:
        if rounds == 0:
            self.do(f"new g b {setup}")
            return
        game = random_game(seed, rounds=rounds)
        self.played = Played(*game.lines)
        tabletop = self.played.script.table.tabletop
        self.lying = {cell: 1 for cell in tabletop.at.values() if cell in CELLS}

    @rule(cell=cells, kind=kinds, how=quickly)
    def put(self, cell: str, kind: str, how: str) -> None:
        if any(self._off(f"{kind}{number}") for number in range(1, (6, 8, 4, 2)[int(kind[0])] + 1)):
            self.do(f"{how}put {cell} {kind}")
            self.lying[cell] = self.lying.get(cell, 0) + 1

    def _off(self, piece: str) -> bool:
        return self.played.script.table.tabletop.at.get(piece, "pad") == "pad"

    @precondition(lambda self: self.lying)
    @rule(data=st.data(), how=quickly)
    def lift(self, data: st.DataObject, how: str) -> None:
        cell = data.draw(st.sampled_from(sorted(self.lying)))
        self.do(f"{how}lift {cell}")
        self._taken(cell)

    @precondition(lambda self: self.lying)
    @rule(data=st.data(), to=cells, how=quickly)
    def move(self, data: st.DataObject, to: str, how: str) -> None:
        cell = data.draw(st.sampled_from(sorted(self.lying)))
        self.do(f"{how}move {cell} {to}")
        self._taken(cell)
        self.lying[to] = self.lying.get(to, 0) + 1

    def _taken(self, cell: str) -> None:
        self.lying[cell] -= 1
        if not self.lying[cell]:
            del self.lying[cell]

    @precondition(lambda self: self.lying)
    @rule(data=st.data())
    def grow_or_collect(self, data: st.DataObject) -> None:
        cell = data.draw(st.sampled_from(sorted(self.lying)))
        piece = self.played.script.table.tabletop.on(cell)[-1]
        self.lift_and_put(cell, piece)

    def lift_and_put(self, cell: str, piece: str) -> None:
        self.do(f"lift {cell}")
        self._taken(cell)
        if piece[0] != "3":
            self.put(cell, f"{int(piece[0]) + 1}{piece[1]}", "")

    @rule(kind=kinds, again=st.booleans())
    def tap(self, kind: str, again: bool) -> None:
        line = f"tap {kind} again" if again else f"tap {kind}"
        for printed in self.played.script.run([line]):
            if "error" not in printed:
                self.played.last = printed
            else:
                assert printed["error"].startswith("tap:"), printed

    @rule(control=controls, how=st.sampled_from(["press", "press", "press", "hold"]))
    def use_a_control(self, control: str, how: str) -> None:
        self.do(f"{how} {control}")

    @rule(steps=st.integers(-4, 25))
    def turn(self, steps: int) -> None:
        self.do(f"turn wheel {steps}")

    @rule(seconds=st.sampled_from([0.1, 0.3, 1, 4, 11]))
    def wait(self, seconds: float) -> None:
        self.do(f"wait {seconds}")

    @rule(fault=faults)
    def fault(self, fault: str) -> None:
        self.do(f"fault {fault}")

    @rule()
    def restart(self) -> None:
        self.do("restart")

    @precondition(lambda self: self.played.last.get("position"))
    @rule()
    def accept(self) -> None:
        """Whatever is asked is left, the board is plugged in: SUN, and SUN again, end every finding."""
        self.do("fault replug")
        self.do("fault dropout 0")
        self.do("wait 4")
        for _ in range(2):
            if self.played.script.table.session.dialog is not None:
                self.do("press undo")
        self.do("press sun")
        if any(line.startswith("Still to place") for line in self.played.last["display"]):
            return
        if not self.played.script.table.session.dialog:
            return
        self.do("press sun")
        assert [f for f in self.played.last["findings"] if f["kind"] != "leaves_game"] == []

    @invariant()
    def light_is_within_its_bounds(self) -> None:
        if shown := self.played.last.get("position"):
            for player in Position.parse(shown).players:
                assert 0 <= player.light <= MAX_LIGHT

    @invariant()
    def the_record_replays_to_what_is_shown(self) -> None:
        lines, damages = read_record("".join(f"{line}\n" for line in self.played.script.table.record))
        game = replay(lines)
        assert damages == []
        if shown := self.played.last.get("position"):
            assert game is not None
            assert str(game.state.position) == shown


TheTable.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestTheTable = TheTable.TestCase


def test_ten_hours_of_missed_polls_and_damaged_bytes_change_nothing() -> None:
    played = Played(*random_game(5, rounds=12).lines, "fault dropout 5", "fault corrupt 2000")
    before, lines = dict(played.last), list(played.script.table.record)
    played.do("wait 36000")
    for what in ("position", "reading", "findings"):
        assert played.last[what] == before[what]
    assert played.script.table.record == lines
