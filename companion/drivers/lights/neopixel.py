"""The strip through Adafruit's NeoPixel on Blinka: the Pi 5's way, by its PIO; the others may choose it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from companion.app.strip import Colour
from companion.drivers.lights import ws281x
from companion.drivers.lights.pi import PIO_DEVICE, Pi
from companion.drivers.lights.protocol import LightsFault, Wiring, missing_library

# A pin that is missing is an AttributeError or a ValueError, a board that is not supported a RuntimeError.
TROUBLES = (RuntimeError, OSError, AttributeError, ValueError)


def check(length: int, wiring: Wiring, pi: Pi) -> None:
    """Raise LightsFault where the library would fail. Up to the Pi 4 it has rpi-ws281x beneath."""
    pi.need_pi()
    if pi.is_pi5_or_later:
        pi.need_device(PIO_DEVICE)
    else:
        ws281x.check(length, wiring, pi)


class NeoPixelPixels:
    """An open strip of `length` LEDs. Raises LightsFault where it cannot be opened."""

    def __init__(self, length: int, wiring: Wiring, pi: Pi) -> None:
        check(length, wiring, pi)
        # Blinka would ask pip for what it misses; a service has no business installing anything.
        os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
        self._pin = wiring.pin
        self._works = True
        try:
            import board
            import neopixel

            pin = getattr(board, f"D{wiring.pin}")
            self._strip: Any = neopixel.NeoPixel(
                pin, length, pixel_order=wiring.colour_order, auto_write=False
            )
        except ImportError as error:
            raise missing_library("neopixel", "neopixel", error) from error
        except TROUBLES as error:
            raise self._fault(error) from error

    def write(self, colours: Sequence[Colour]) -> None:
        """Send a colour for every LED."""
        self._strip[:] = list(colours)
        try:
            self._strip.show()
        except TROUBLES as error:
            self._works = False
            if "_init" in str(error) or "sudo" in str(error):
                _forget_strip()
            raise self._fault(error) from error

    def close(self) -> None:
        """Leave the LEDs dark and the pin free."""
        with suppress(*TROUBLES):
            if self._works:
                self._strip.deinit()
            else:
                self._strip.pin.deinit()

    def _fault(self, error: Exception) -> LightsFault:
        return LightsFault(
            f"The lights on GPIO {self._pin} cannot be used by neopixel ({error}): "
            "check lights.pin, and that nothing else uses that pin."
        )


def _forget_strip() -> None:
    """Keep Blinka from cleaning up a strip that never began: up to the Pi 4 that crashes the interpreter."""
    beneath: Any = sys.modules.get("adafruit_blinka.microcontroller.bcm283x.neopixel")
    if beneath is not None and beneath._led_strip is not None:
        beneath.ws.delete_ws2811_t(beneath._led_strip)
        beneath._led_strip = None
