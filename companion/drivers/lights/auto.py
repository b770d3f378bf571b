"""Which library drives the strip on this machine, and opening it by that library."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

from companion.drivers.lights.kernel import KernelPixels
from companion.drivers.lights.neopixel import NeoPixelPixels
from companion.drivers.lights.pi import Pi
from companion.drivers.lights.protocol import Library, Pixels, Wiring
from companion.drivers.lights.ws281x import Ws281xPixels

log = logging.getLogger(__name__)

LIBRARIES: dict[Library, type[Ws281xPixels] | type[NeoPixelPixels] | type[KernelPixels]] = {
    "ws281x": Ws281xPixels,
    "neopixel": NeoPixelPixels,
    "kernel": KernelPixels,
}


def choose(pi: Pi) -> Library:
    """rpi-ws281x up to the Pi 4, NeoPixel from the Pi 5 on. Raises LightsFault where this is no Pi."""
    pi.need_pi()
    return "neopixel" if pi.is_pi5_or_later else "ws281x"


@dataclass
class PixelOpener:
    """Opens a strip when called with its length; says once which library drives it. library: None picks."""

    library: Library | None = None
    wiring: Wiring = field(default_factory=Wiring)
    pi: Pi = field(default_factory=Pi)
    said: str = field(default="", init=False)

    def __call__(self, length: int) -> Pixels:
        """Open so many LEDs. Raises LightsFault."""
        library = self.library or choose(self.pi)
        pixels = LIBRARIES[library](length, self.wiring, self.pi)
        said = self.describe(library, length)
        if said != self.said:
            self.said = said
            log.info("%s", said)
        return pixels

    def describe(self, library: Library, length: int) -> str:
        """One sentence: what drives the strip, on which machine, and who chose so."""
        place = self.wiring.device if library == "kernel" else f"GPIO {self.wiring.pin}"
        why = "chosen in the settings" if self.library else "picked for this machine"
        return f"lights: {length} LEDs on {place}, driven by {library} ({why}, a {self.pi.model or 'PC'})"
