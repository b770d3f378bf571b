"""The strip through rpi-ws281x, for every Pi up to the Pi 4: SPI on GPIO 10 without root, PWM or PCM with it.

The library crashes the interpreter when it is cleaned up after a failed `begin()`, or written to before one.
"""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from companion.app.strip import OFF, Colour
from companion.drivers.lights.pi import GPIO_MEMORY, SPI_DEVICE, Pi
from companion.drivers.lights.protocol import LightsFault, Wiring, missing_library

SECOND_PWM_CHANNEL: Final = (13, 19)
SPI_LIMIT: Final = "/sys/module/spidev/parameters/bufsiz"
"""How many bytes the kernel's SPI takes at once; 4096 unless the Pi was started otherwise."""


def spi_bytes(length: int) -> int:
    """How many bytes the library sends for a frame: room for a fourth colour, three bits a bit, and the reset."""
    return ((length * 4 * 8 * 3 + 132) // 8 & ~7) + 8


def check(length: int, wiring: Wiring, pi: Pi) -> None:
    """Raise LightsFault where the library's `begin()` would fail, as far as that can be seen from outside."""
    pi.need_pi()
    if pi.is_pi5_or_later:
        raise LightsFault(
            f"The library rpi-ws281x cannot drive the lights of a {pi.model}: set "
            'lights.driver to "neopixel" or "auto".'
        )
    if wiring.mode == "SPI":
        pi.need_device(SPI_DEVICE)
        pi.need_device(GPIO_MEMORY)
        _check_spi_takes(length, pi)
    else:
        pi.need_root(wiring.pin, wiring.mode)


def _check_spi_takes(length: int, pi: Pi) -> None:
    try:
        limit = int(pi.path(SPI_LIMIT).read_text())
    except (OSError, ValueError):
        limit = 4096
    if spi_bytes(length) > limit:
        raise LightsFault(
            f"The lights have {length} LEDs, more than SPI takes at once: "
            "add spidev.bufsiz=65536 to the line in cmdline.txt and restart."
        )


class Ws281xPixels:
    """An open strip of `length` LEDs. Raises LightsFault where it cannot be opened."""

    def __init__(self, length: int, wiring: Wiring, pi: Pi) -> None:
        check(length, wiring, pi)
        try:
            from rpi_ws281x import PixelStrip, ws
        except ImportError as error:
            raise missing_library("ws281x", "pi", error) from error
        self._strip: Any = PixelStrip(
            length,
            wiring.pin,
            channel=int(wiring.pin in SECOND_PWM_CHANNEL),
            strip_type=getattr(ws, f"WS2811_STRIP_{wiring.colour_order}"),
        )
        try:
            self._strip.begin()
        except RuntimeError as error:
            atexit.unregister(self._strip._cleanup)
            ws.delete_ws2811_t(self._strip._leds)
            raise LightsFault(
                f"The lights on GPIO {wiring.pin} ({wiring.mode}) cannot be opened ({error}): "
                "`companion doctor` looks into what it takes."
            ) from error

    def write(self, colours: Sequence[Colour]) -> None:
        """Send a colour for every LED; waits until the frame before is through."""
        for led, (red, green, blue) in enumerate(colours):
            self._strip[led] = red << 16 | green << 8 | blue
        try:
            self._strip.show()
        except RuntimeError as error:
            raise LightsFault(
                f"The lights stopped listening ({error}): check that nothing else uses their pin."
            ) from error

    def close(self) -> None:
        """Leave the LEDs dark and the wire free."""
        with suppress(LightsFault):
            self.write([OFF] * self._strip.size)
        atexit.unregister(self._strip._cleanup)
        self._strip._cleanup()
