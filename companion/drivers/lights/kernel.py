"""The strip through the Pi 5's kernel driver, without a library; `dtoverlay=ws2812-pio` makes its device.

That device takes four bytes a pixel, red, green, blue and an unused white; it sends green, red, blue.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

from companion.app.strip import OFF, Colour
from companion.drivers.lights.pi import Pi
from companion.drivers.lights.protocol import ColourOrder, LightsFault, Wiring

FULL = b"\xff"
OVERLAY = "add dtoverlay=ws2812-pio,gpio=10,num_leds={length},brightness=0 to config.txt and restart"


class KernelPixels:
    """An open strip of `length` LEDs. Raises LightsFault where it cannot be opened."""

    def __init__(self, length: int, wiring: Wiring, pi: Pi) -> None:
        self._wiring, self._length = wiring, length
        pi.need_device(wiring.device, OVERLAY.format(length=length))
        try:
            self._device = os.open(pi.path(wiring.device), os.O_RDWR)
        except OSError as error:
            raise self._fault(error) from error
        try:
            # A single byte is its own brightness: ours is in the colours already.
            os.pwrite(self._device, FULL, 0)
        except OSError as error:
            os.close(self._device)
            raise self._fault(error) from error

    def write(self, colours: Sequence[Colour]) -> None:
        """Send a colour for every LED."""
        data = kernel_bytes(colours, self._wiring.colour_order)
        try:
            os.pwrite(self._device, data, 0)
        except OSError as error:
            raise self._fault(error) from error

    def close(self) -> None:
        """Leave the LEDs dark and the device free."""
        with suppress(LightsFault):
            self.write([OFF] * self._length)
        os.close(self._device)

    def _fault(self, error: OSError) -> LightsFault:
        return LightsFault(
            f"The lights on {self._wiring.device} cannot be used ({error.strerror}): "
            f"{OVERLAY.format(length=self._length)}."
        )


def kernel_bytes(colours: Sequence[Colour], colour_order: ColourOrder) -> bytes:
    """What to write so that the wire carries `colour_order`, though the kernel always sends G, R, B."""
    first, second, third = ("RGB".index(letter) for letter in colour_order)
    return b"".join(bytes((colour[second], colour[first], colour[third], 0)) for colour in colours)
