"""Showing scenes: only what changed, no faster than the eye needs, and a slow display gets the newest page only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PIL import Image

from companion.app.browser_page import table_message
from companion.app.lights import FRAME_MS, Strip, hex_colours, light_frame, moves
from companion.app.page import Page
from companion.app.pages import display_page
from companion.app.picture import draw
from companion.app.scene import Scene
from companion.app.words import Words
from companion.config import DisplaySettings
from companion.drivers.display import Display, DisplayFault, I2cPlace, LumaDisplay, i2c_oled
from companion.hub import TableHub

SHOW_FRAME_MS = 33
RETRY_S = 1.0


class Outputs:
    """Lights, display and browsers.

    part: told a part's name and why it fails, or an empty reason when it works again.
    """

    def __init__(
        self, hub: TableHub, display: Display | None, strip: Strip, part: Callable[[str, str], None]
    ) -> None:
        self._hub = hub
        self._strip = strip
        self._page: Page | None = None
        self._writer = DisplayWriter(display, part) if display is not None else None
        self.next_frame_ms: int | None = None
        """When the lights need their next frame, should nothing else happen; None while they stand still."""

    def show(self, scene: Scene, words: Words) -> None:
        """Show this scene, as far as it differs from the last one."""
        self._hub.tell({"type": "lights", "cells": hex_colours(light_frame(scene, self._strip))})
        frame_ms = SHOW_FRAME_MS if scene.show.colours else FRAME_MS
        self.next_frame_ms = scene.at_ms + frame_ms if moves(scene) else None
        page = display_page(scene, words)
        if page != self._page:
            self._page = page
            picture = draw(page)
            if self._writer is not None:
                self._writer.show(picture)
            self._hub.show_picture(picture, page.text())
        self._hub.tell(table_message(scene, words))
        self._hub.tell({"type": "link", "ok": not scene.problem, "text": scene.problem})

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()


class DisplayWriter:
    """Writes pictures on a thread, always the newest; a display that fails is tried again every second."""

    def __init__(self, display: Display, part: Callable[[str, str], None]) -> None:
        self._display = display
        self._part = part
        self._newest: Image.Image | None = None
        self._fresh = asyncio.Event()
        self._failing = False
        self._task = asyncio.create_task(self._write())

    def show(self, picture: Image.Image) -> None:
        self._newest = picture
        self._fresh.set()

    async def _write(self) -> None:
        while True:
            await self._fresh.wait()
            self._fresh.clear()
            assert self._newest is not None
            try:
                await asyncio.to_thread(self._display.show, self._newest)
            except DisplayFault as fault:
                self._part("display", str(fault))
                self._failing = True
                await asyncio.sleep(RETRY_S)
                self._fresh.set()
            else:
                if self._failing:
                    self._failing = False
                    self._part("display", "")

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._display.close()


def open_display(settings: DisplaySettings) -> Display | None:
    """The display the settings name; opened at its first picture."""
    if settings.driver == "ssd1306":
        return i2c_oled(I2cPlace(settings.i2c_bus, settings.i2c_address))
    if settings.driver == "browser":
        return LumaDisplay(_dummy)
    return None


def _dummy() -> object:
    from luma.core.device import dummy

    return dummy(width=128, height=64, mode="1")
