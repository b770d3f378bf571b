"""Showing: only what changed, a slow display gets the newest picture only, a failing one is tried again."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from unittest.mock import Mock

import pytest
from PIL import Image
from recorded_outputs import RecordingDisplay

from companion import outputs as outputs_module
from companion.app.inputs import NewGame, PortClosed, Received
from companion.app.session import Session
from companion.app.strip import Strip
from companion.config import Settings
from companion.drivers.display import DisplayFault
from companion.hub import TableHub
from companion.outputs import NewestWriter, Outputs, open_display, open_lights
from companion.table.wire import encode

PATIENCE_S = 15


def picture(number: int) -> Image.Image:
    image = Image.new("1", (128, 64))
    image.putpixel((number, 0), 1)
    return image


class SlowDisplay(RecordingDisplay):
    """A display whose every picture takes until it is let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = asyncio.Event()
        self.go_on = threading.Semaphore(0)
        self._loop = asyncio.get_running_loop()

    def show(self, image: Image.Image) -> None:
        self._loop.call_soon_threadsafe(self.begun.set)
        self.go_on.acquire(timeout=PATIENCE_S)
        super().show(image)

    async def begins(self) -> None:
        await asyncio.wait_for(self.begun.wait(), PATIENCE_S)
        self.begun.clear()


class Parts:
    """What was said of parts, to be waited for."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

    def __call__(self, name: str, fault: str) -> None:
        self.said.put_nowait((name, fault))

    async def next(self) -> tuple[str, str]:
        return await asyncio.wait_for(self.said.get(), PATIENCE_S)


def writer_of(display: RecordingDisplay, parts: Parts) -> NewestWriter[Image.Image]:
    return NewestWriter("display", display.show, display.close, parts)


async def test_a_slow_display_gets_the_newest_picture_only() -> None:
    display = SlowDisplay()
    writer = writer_of(display, Parts())
    writer.show(picture(0))
    await display.begins()
    for number in range(1, 10):
        writer.show(picture(number))
    display.go_on.release()
    await display.begins()
    display.go_on.release()
    writer.show(picture(10))
    await display.begins()
    display.go_on.release()
    await writer.close()
    shown = [image.tobytes() for image in display.shown]
    assert shown[:2] == [picture(0).tobytes(), picture(9).tobytes()]
    assert display.closed


async def test_a_failing_display_is_reported_and_shows_the_newest_picture_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outputs_module, "RETRY_S", 0)
    display, parts = RecordingDisplay(), Parts()
    display.fault = DisplayFault("The display does not answer: check its wires.")
    writer = writer_of(display, parts)
    writer.show(picture(1))
    assert await parts.next() == ("display", "The display does not answer: check its wires.")
    writer.show(picture(2))
    display.fault = None
    said = await parts.next()
    while said[1]:
        said = await parts.next()
    assert said == ("display", "")
    assert display.shown[-1].tobytes() == picture(2).tobytes()
    await writer.close()


async def test_closing_leaves_the_display_dark() -> None:
    display = RecordingDisplay()
    await writer_of(display, Parts()).close()
    assert display.closed


class Told:
    """What browsers were told, by type."""

    def __init__(self, hub: TableHub) -> None:
        self.types: list[str] = []
        hub.broadcast = self._note

    def _note(self, message: Mapping[str, object]) -> None:
        self.types.append(str(message["type"]))


async def test_what_did_not_change_is_not_shown_again() -> None:
    hub = TableHub(None, None, Mock(), Mock())
    display = RecordingDisplay()
    outputs = Outputs(hub, display, Strip(), Parts())
    told = Told(hub)
    session = Session()
    outputs.show(session, 0)
    assert sorted(told.types) == ["display", "lights", "link", "table"]
    outputs.show(session, 50)
    assert len(told.types) == 4
    session.handle(PortClosed("The board was unplugged: plug it in."), 100)
    outputs.show(session, 100)
    assert sorted(told.types[4:]) == ["display", "link"]
    await outputs.close()
    assert len(display.shown) <= 2


async def test_lights_that_stand_still_need_no_next_frame_and_a_pulse_ten_a_second() -> None:
    hub = TableHub(None, None, Mock(), Mock())
    outputs = Outputs(hub, None, Strip(), Parts())
    session = Session()
    session.handle(NewGame(("g", "b")), 0)
    outputs.show(session, 0)
    still_ms = outputs.next_frame_ms
    assert still_ms is None
    tags = ["0BADCAFE", *[""] * 37]
    hello = encode("HELLO", "0", "proto=1.0 fw=0.1.0 board=pico-1 cells=37 boot=0badcafe dead=-")
    session.handle(Received(hello), 0)
    for sweep in range(1, 5):
        frame = encode("SNAP", str(sweep), f"{sweep} {sweep * 100} {','.join(tags)}")
        session.handle(Received(frame), sweep * 100)
    outputs.show(session, 400)
    assert outputs.next_frame_ms == 500
    await outputs.close()


def test_without_a_strip_there_are_no_lights_to_write_to() -> None:
    strip, lights = open_lights(Settings.simulated())
    assert strip.budget_ma == 1000
    assert lights is None


@pytest.mark.parametrize("driver", ["ssd1306", "browser"])
def test_the_display_is_the_one_the_settings_name(driver: str) -> None:
    settings = Settings.simulated().display
    assert open_display(settings.model_copy(update={"driver": "none"})) is None
    display = open_display(settings.model_copy(update={"driver": driver}))
    assert display is not None
    display.close()
