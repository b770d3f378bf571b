"""The browser table's other end: what browsers say happens on the table, and each change is told once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from companion.app.inputs import Contact, Input, NewGame, WheelTurned
from companion.hub import TableHub
from companion.simulator.tabletop import Tabletop
from companion.table.pieces import PAD, PieceSet
from companion.web.messages import read_message


class Stage:
    """A hub with all it is connected to, and time that only we let pass."""

    def __init__(self, *, real_pieces: bool = False, start: str = "NE") -> None:
        self.given: list[Input] = []
        self.waiting: list[Callable[[], None]] = []
        self.told: list[Mapping[str, Any]] = []
        tabletop = Tabletop(PieceSet.simulated(), self._lay)
        self.tabletop = None if real_pieces else tabletop
        self.hub = TableHub(self.tabletop, None, self.given.append, self._later, start)
        self.hub.broadcast = self.told.append

    def _lay(self, place: int, tags: Sequence[str]) -> None:
        """The sensor board's business."""

    def _later(self, seconds: float, then: Callable[[], None]) -> None:
        assert seconds > 0
        self.waiting.append(then)

    def time_passes(self) -> None:
        waiting, self.waiting = self.waiting, []
        for then in waiting:
            then()

    async def say(self, text: str) -> str | None:
        return await self.hub.submit(read_message(text), "browser 1")

    def newest(self, kind: str) -> Mapping[str, Any]:
        return next(message for message in self.hub.snapshot() if message["type"] == kind)

    @property
    def at(self) -> Mapping[str, str]:
        assert self.tabletop is not None
        return self.tabletop.at


@pytest.fixture
def stage() -> Stage:
    return Stage()


async def test_a_piece_put_lifted_and_slid_lies_there_and_all_browsers_see_it(stage: Stage) -> None:
    assert await stage.say('{"do": "put", "piece": "1g1", "cell": "a1"}') is None
    assert await stage.say('{"do": "put", "piece": "1g1", "cell": "b2"}') is None
    assert stage.at == {"1g1": "b2"}
    assert stage.told[-1] == {"type": "hands", "at": {"1g1": "b2"}, "pad": None}
    await stage.say('{"do": "lift", "piece": "1g1"}')
    assert stage.at == {}


async def test_a_tapped_piece_lies_on_the_pad_for_a_moment(stage: Stage) -> None:
    await stage.say('{"do": "tap", "piece": "2y1"}')
    assert (stage.at, stage.told[-1]["pad"]) == ({"2y1": PAD}, "2y1")
    stage.time_passes()
    assert (stage.at, stage.told[-1]["pad"]) == ({}, None)


async def test_a_tapped_piece_of_the_board_goes_back_to_its_cell(stage: Stage) -> None:
    await stage.say('{"do": "put", "piece": "1g1", "cell": "a1"}')
    await stage.say('{"do": "tap", "piece": "1g1"}')
    stage.time_passes()
    assert stage.at == {"1g1": "a1"}


async def test_two_taps_one_after_the_other_never_lie_on_the_pad_together(stage: Stage) -> None:
    await stage.say('{"do": "tap", "piece": "2y1"}')
    await stage.say('{"do": "tap", "piece": "1b1"}')
    assert stage.at == {"1b1": PAD}
    stage.time_passes()
    assert stage.at == {}


async def test_a_piece_of_the_board_that_another_tap_hurries_goes_back_too(stage: Stage) -> None:
    await stage.say('{"do": "put", "piece": "1g1", "cell": "a1"}')
    await stage.say('{"do": "tap", "piece": "1g1"}')
    await stage.say('{"do": "tap", "piece": "2b1"}')
    assert stage.at == {"2b1": PAD, "1g1": "a1"}
    stage.time_passes()
    assert stage.at == {"1g1": "a1"}


async def test_a_tapped_piece_put_on_a_cell_meanwhile_stays_there(stage: Stage) -> None:
    await stage.say('{"do": "tap", "piece": "2y1"}')
    await stage.say('{"do": "put", "piece": "2y1", "cell": "d4"}')
    stage.time_passes()
    assert stage.at == {"2y1": "d4"}


async def test_a_bump_slips_pieces_and_of_an_empty_table_it_is_said(stage: Stage) -> None:
    assert await stage.say('{"do": "bump"}') == "Nothing stands on the board yet."
    await stage.say('{"do": "put", "piece": "1g1", "cell": "a1"}')
    assert await stage.say('{"do": "bump"}') is None
    assert stage.at["1g1"] in ("a2", "b1", "b2")


async def test_controls_and_the_wheel_reach_the_table(stage: Stage) -> None:
    await stage.say('{"do": "control", "control": "sun", "down": true}')
    await stage.say('{"do": "control", "control": "sun", "down": false}')
    await stage.say('{"do": "turn", "steps": -1}')
    assert stage.given == [Contact("sun", True), Contact("sun", False), WheelTurned(-1)]


async def test_a_new_game_is_what_the_dialog_said_with_the_sun_of_the_settings() -> None:
    stage = Stage(start="SW")
    await stage.say('{"do": "new", "players": ["o", "g"], "long": true, "heavy": "both", "turns": "player"}')
    await stage.say('{"do": "new", "players": ["b", "y"]}')
    assert stage.given == [
        NewGame(("o", "g"), "SW", long=True, heavy="both", turns="player", packed_up=True),
        NewGame(("b", "y"), "SW", packed_up=True),
    ]


async def test_a_new_game_finds_the_old_one_packed_up(stage: Stage) -> None:
    await stage.say('{"do": "put", "piece": "1g1", "cell": "a1"}')
    await stage.say('{"do": "tap", "piece": "1g1"}')
    await stage.say('{"do": "new", "players": ["o", "g"]}')
    stage.time_passes()
    assert (stage.at, stage.given) == ({}, [NewGame(("o", "g"), "NE", packed_up=True)])


async def test_of_two_new_games_one_after_the_other_the_later_is_played(stage: Stage) -> None:
    await stage.say('{"do": "put", "piece": "1g1", "cell": "a1"}')
    await stage.say('{"do": "new", "players": ["o", "g"]}')
    await stage.say('{"do": "new", "players": ["b", "y"]}')
    stage.time_passes()
    assert stage.given[-1] == NewGame(("b", "y"), "NE", packed_up=True)


async def test_real_pieces_are_not_packed_up_by_a_browser() -> None:
    stage = Stage(real_pieces=True)
    await stage.say('{"do": "new", "players": ["o", "g"]}')
    assert stage.given == [NewGame(("o", "g"), "NE")]


@pytest.mark.parametrize(
    "text",
    ['{"do": "put", "piece": "1g1", "cell": "a1"}', '{"do": "tap", "piece": "1g1"}', '{"do": "bump"}'],
)
async def test_real_pieces_are_not_moved_by_browsers(text: str) -> None:
    assert await Stage(real_pieces=True).say(text) == "This table reads real pieces: move those."


def test_what_says_nothing_new_is_told_once(stage: Stage) -> None:
    for _ in range(3):
        stage.hub.tell({"type": "lights", "cells": {"d4": "#102030"}})
    assert len(stage.told) == 1
    stage.hub.tell({"type": "lights", "cells": {}})
    assert len(stage.told) == 2


def test_who_connects_late_gets_the_newest_of_everything(stage: Stage) -> None:
    stage.hub.tell({"type": "lights", "cells": {"d4": "#102030"}})
    stage.hub.tell({"type": "lights", "cells": {}})
    assert [message["type"] for message in stage.hub.snapshot()] == ["hello", "hands", "lights"]
    assert stage.newest("lights") == {"type": "lights", "cells": {}}
    assert (stage.newest("hello")["simulated"], len(stage.newest("hello")["pieces"])) == (True, 80)
