"""Shows what there is to show: only what changed, no faster than the eye needs, and the newest only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, Generic, TypeVar

from companion.app.lights import hex_colours
from companion.app.page import Page
from companion.app.picture import SMALLEST, draw, parts
from companion.app.strip import Colour, Strip
from companion.app.view import Machine
from companion.config import Settings
from companion.config_parts import DisplaySettings
from companion.drivers.display import (
    Display,
    DisplayFault,
    I2cPlace,
    LumaDisplay,
    SpiPlace,
    colour_panel,
    i2c_oled,
)
from companion.drivers.lights import (
    Lights,
    LightsFault,
    Pi,
    PixelOpener,
    StripLights,
    Wiring,
    load_map,
)
from companion.hub import TableHub

RETRY_S: Final = 1.0
LIGHTS_GAP_S: Final = 1 / 60
"""The strip gets no more frames than this; what changes faster is left out."""
PART_MS = 3_000
"""How long each part of a page that does not fit stands."""


Shown = TypeVar("Shown")
Lit = tuple[Mapping[str, Colour], Mapping[int, Colour] | None]
"""The lit places, and the lit LEDs in their place."""


class Outputs:
    """Lights, display and browsers.

    strip: what the lights can bear; views are made for it. part: told a part's name and why it fails, or an
    empty reason when it works.
    """

    def __init__(
        self,
        hub: TableHub,
        display: Display | None,
        strip: Strip,
        part: Callable[[str, str], None],
        lights: Lights | None = None,
    ) -> None:
        self._hub = hub
        self._strip = strip
        self._page: Page | None = None
        self._parts: tuple[Page, ...] = ()
        self._part = -1
        self._since_ms = 0
        self._lit: Lit | None = None
        self._size = display.size if display else SMALLEST
        self._display = NewestWriter("display", display.show, display.close, part) if display else None
        self._lights = (
            NewestWriter("lights", light(lights), lights.close, part, LIGHTS_GAP_S) if lights else None
        )
        self.next_frame_ms: int | None = None
        """When there is something else to show, should nothing happen before; None while all stands still."""

    def show(self, machine: Machine, at_ms: int) -> None:
        """Show what the machine shows now, as far as it differs from the last time."""
        view = machine.view(at_ms, self._strip)
        self._hub.tell({"type": "lights", "cells": hex_colours(view.lights)})
        lit = (view.lights, view.leds)
        if self._lights is not None and lit != self._lit:
            self._lit = lit
            self._lights.show(lit)
        self.next_frame_ms = None if view.frame_ms is None else at_ms + view.frame_ms
        self._show_page(view.page, at_ms)
        self._hub.tell(dict(view.table))
        self._hub.tell({"type": "link", "ok": not view.problem, "text": view.problem})

    def _show_page(self, page: Page, at_ms: int) -> None:
        """Show the page; one whose text does not fit is shown in parts, in turn."""
        if page != self._page:
            self._page, self._parts, self._part = page, parts(page), -1
            self._since_ms = at_ms
        turns = (at_ms - self._since_ms) // PART_MS
        part = turns % len(self._parts)
        if part != self._part:
            self._part = part
            picture = draw(self._parts[part])
            if self._display is not None:
                larger = self._size != picture.size
                self._display.show(draw(self._parts[part], self._size) if larger else picture)
            self._hub.show_picture(picture, page.text())
        if len(self._parts) > 1:
            due = self._since_ms + (turns + 1) * PART_MS
            self.next_frame_ms = due if self.next_frame_ms is None else min(due, self.next_frame_ms)

    async def close(self) -> None:
        if self._lights is not None:
            await self._lights.close()
        if self._display is not None:
            await self._display.close()


class NewestWriter(Generic[Shown]):
    """Shows things on a thread, always the newest; a part that fails is tried again every second.

    write: shows one; may block, raises DisplayFault or LightsFault. gap_s: the least time between two.
    """

    def __init__(
        self,
        name: str,
        write: Callable[[Shown], None],
        close: Callable[[], None],
        part: Callable[[str, str], None],
        gap_s: float = 0,
    ) -> None:
        self._name, self._write, self._close, self._part, self._gap_s = name, write, close, part, gap_s
        self._newest: list[Shown] = []
        self._fresh = asyncio.Event()
        self._closing = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    def show(self, shown: Shown) -> None:
        """Show this as soon as what is being shown is through, unless something newer comes."""
        self._newest = [shown]
        self._fresh.set()

    async def _run(self) -> None:
        while True:
            await self._fresh.wait()
            if self._closing.is_set():
                return
            self._fresh.clear()
            fault = await asyncio.to_thread(self._try, self._newest[0])
            self._part(self._name, fault)
            if fault:
                self._fresh.set()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), RETRY_S if fault else self._gap_s)

    def _try(self, shown: Shown) -> str:
        try:
            self._write(shown)
        except (DisplayFault, LightsFault) as fault:
            return str(fault)
        return ""

    async def close(self) -> None:
        """Wait for what is being shown, then close the part."""
        self._closing.set()
        self._fresh.set()
        await self._task
        await asyncio.to_thread(self._close)


def light(lights: Lights) -> Callable[[Lit], None]:
    """Show the frame of cells, or in its place the single LEDs where there are any."""

    def show(lit: Lit) -> None:
        frame, leds = lit
        if leds is None:
            lights.show(frame)
        else:
            lights.show_leds(leds)

    return show


def open_lights(settings: Settings, pi: Pi | None = None) -> tuple[Strip, Lights | None]:
    """The strip, as the settings and the calibration say, and its lights; opened at their first frame.

    None where no strip is wired. Raises MapFileError, or StripError where the budget does not bear the map.
    """
    lights = settings.lights
    if lights.driver == "browser" or lights.driver == "none":
        return lights.strip(), None
    calibrated = load_map(settings.lights_file)
    strip = lights.strip(calibrated.leds)
    wiring = Wiring(lights.pin, calibrated.colour_order or lights.colour_order, lights.device)
    library = None if lights.driver == "auto" else lights.driver
    return strip, StripLights(strip, PixelOpener(library, wiring, pi or Pi()))


def open_display(settings: DisplaySettings) -> Display | None:
    """The display the settings name; opened at its first picture."""
    match settings.driver:
        case "none":
            return None
        case "browser":
            return LumaDisplay(_dummy)
        case "st7789":
            pins = (settings.dc_pin, settings.reset_pin, settings.backlight_pin)
            place = SpiPlace(settings.spi_bus, settings.spi_device, *pins)
            return colour_panel(place, settings.size, settings.upside_down)
        case oled:
            wired = I2cPlace(settings.i2c_bus, settings.i2c_address)
            return i2c_oled(wired, controller=oled, upside_down=settings.upside_down)


def _dummy() -> object:
    from luma.core.device import dummy

    return dummy(width=128, height=64, mode="1")
