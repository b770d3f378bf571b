"""Lights on a strip: sends a frame only when it changes, and opens the strip anew after a failure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.app.strip import Colour, Frame, Strip
from companion.drivers.lights.protocol import LightsFault, Pixels


class StripLights:
    """The lights of `strip`, on pixels that the first `show`, and the first after a failure, opens.

    open_pixels: opens so many LEDs, or raises LightsFault.
    """

    def __init__(self, strip: Strip, open_pixels: Callable[[int], Pixels]) -> None:
        self.strip = strip
        self._open_pixels = open_pixels
        self._pixels: Pixels | None = None
        self._shown: list[Colour] | None = None

    def show(self, frame: Frame) -> None:
        """Send the frame within the strip's budget, unless it shines already. Raises LightsFault."""
        self._send(self.strip.pixels(frame))

    def show_leds(self, lit: Mapping[int, Colour]) -> None:
        """The same for single LEDs, by their number along the strip."""
        self._send(self.strip.led_pixels(lit))

    def _send(self, colours: list[Colour]) -> None:
        if colours == self._shown:
            return
        try:
            if self._pixels is None:
                self._pixels = self._open_pixels(self.strip.length)
            self._pixels.write(colours)
        except LightsFault:
            self.close()
            raise
        self._shown = colours

    def close(self) -> None:
        """Leave the strip dark if it still obeys, and its wire free."""
        pixels, self._pixels, self._shown = self._pixels, None, None
        if pixels is not None:
            pixels.close()
