"""The lights of a running table: what the views ask for reaches the strip, and a strip that fails ends no game."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest
from recorded_outputs import RecordingLights
from running_table import looking_at, running, simulated

from companion import outputs as outputs_module
from companion import parts as parts_module
from companion.app.effects import Effect
from companion.app.inputs import Input
from companion.app.lights import light_frame
from companion.app.page import Page
from companion.app.strip import Colour, Frame, Strip, in_rows
from companion.app.view import View
from companion.drivers.lights import LightsFault
from companion.hub import TableHub
from companion.outputs import NewestWriter, Outputs, light
from companion.rules import CELLS, OUTER_CELLS

PATIENCE_S = 15
GREEN = (0, 20, 0)
FAULT = "The lights on GPIO 10 (SPI) cannot be opened (unplugged): check its wire."


WIRED = Strip(leds=in_rows(sun_corners=True))


class Lamp(RecordingLights):
    """Lights whose every new frame can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()

    def show(self, frame: Frame) -> None:
        super().show(frame)
        self._loop.call_soon_threadsafe(self._news.set)

    def show_leds(self, lit: Mapping[int, Colour]) -> None:
        super().show_leds(lit)
        self._loop.call_soon_threadsafe(self._news.set)

    async def shows(self, shown: Mapping[str, Colour] | Mapping[int, Colour]) -> None:
        """Wait until this is what shines."""
        async with asyncio.timeout(PATIENCE_S):
            while not self.shown or self.shown[-1] != shown:
                await self._news.wait()
                self._news.clear()


class Still:
    """A machine that shows the view it is given."""

    def __init__(self) -> None:
        self.shown = View(Page())

    def handle(self, event: Input, at_ms: int) -> list[Effect]:  # noqa: ARG002  # a machine's protocol
        return []

    def next_due_ms(self, at_ms: int) -> int | None:  # noqa: ARG002  # a machine's protocol
        return None

    def view(self, at_ms: int, strip: Strip) -> View:  # noqa: ARG002  # a machine's protocol
        return self.shown


@pytest.fixture
async def lamp(monkeypatch: pytest.MonkeyPatch) -> Lamp:
    """The lights of every table that is opened, tried again at once when they fail."""
    lamp = Lamp()
    monkeypatch.setattr(outputs_module, "RETRY_S", 0)
    monkeypatch.setattr(parts_module, "open_lights", lambda _settings: (WIRED, lamp))
    return lamp


async def test_what_the_views_ask_for_reaches_the_strip_and_the_sun_its_corner(
    lamp: Lamp, tmp_path: Path
) -> None:
    async with running(simulated(tmp_path)) as daemon, looking_at(daemon.address) as player:
        await player.until(lambda: player.newest["link"]["ok"])
        await player.do("new", players=["g", "b"])
        await player.put(a1="1g1")
        assert daemon.session is not None
        wanted = light_frame(daemon.session.scene(0), WIRED)
        await lamp.shows(wanted)
        assert set(wanted) == {"NE"} | set(OUTER_CELLS) - {"a1"}
    assert lamp.closed


async def test_lights_that_fail_are_told_the_game_goes_on_and_they_come_back(
    lamp: Lamp, tmp_path: Path
) -> None:
    lamp.fault = LightsFault(FAULT)
    async with running(simulated(tmp_path)) as daemon, looking_at(daemon.address) as player:
        await player.set_up()
        await player.parts()
        assert daemon.session is not None
        faults = daemon.session.faults
        assert faults == {"lights": FAULT}
        assert player.game["round"] == 1, "the game goes on"
        assert lamp.shown == []
        lamp.fault = None
        await player.until(lambda: not faults)
        await lamp.shows(light_frame(daemon.session.scene(0), WIRED))


async def test_only_a_frame_that_changed_is_sent_and_single_leds_take_the_cells_place() -> None:
    hub = TableHub(None, None, lambda _event: None, lambda _seconds, _then: None)
    lamp, still = Lamp(), Still()
    outputs = Outputs(hub, None, Strip(), lambda _name, _fault: None, lamp)
    for lit, leds in (({"a1": GREEN}, None), ({"a1": GREEN}, None), ({}, {7: GREEN}), ({"a1": GREEN}, None)):
        still.shown = View(Page(), lights=lit, leds=leds)
        outputs.show(still, 0)
        await lamp.shows(lit if leds is None else leds)
    await outputs.close()
    assert lamp.shown == [{"a1": GREEN}, {7: GREEN}, {"a1": GREEN}]


async def test_frames_are_left_out_that_come_too_fast() -> None:
    lamp = Lamp()
    writer = NewestWriter("lights", light(lamp), lamp.close, lambda _name, _fault: None, gap_s=PATIENCE_S)
    writer.show(({"a1": GREEN}, None))
    await lamp.shows({"a1": GREEN})
    for cell in CELLS:
        writer.show(({cell: GREEN}, None))
        await asyncio.sleep(0)
    await writer.close()
    assert lamp.shown == [{"a1": GREEN}]


def test_the_strip_gets_at_most_60_frames_a_second() -> None:
    assert outputs_module.LIGHTS_GAP_S >= 1 / 60
