"""What every light driver offers, what it is wired to, and how it fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from companion.app.strip import Colour, Frame
from companion.errors import CompanionError

ColourOrder = Literal["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"]
Library = Literal["ws281x", "neopixel", "kernel"]


class LightsFault(CompanionError, OSError):
    """The lights show nothing new: which part, why, and what to do. `show` again tries again."""


class Lights(Protocol):
    """What the companion needs of lights."""

    def show(self, frame: Frame) -> None:
        """Show the frame, unless it is shown already; may block for some ms. Raises LightsFault."""

    def show_leds(self, lit: Mapping[int, Colour]) -> None:
        """Show single LEDs, by their number along the strip, all others dark. Raises LightsFault too."""

    def close(self) -> None:
        """Leave the lights dark and their wire free; never raises."""


class Pixels(Protocol):
    """An open strip: one way to send colours along the wire."""

    def write(self, colours: Sequence[Colour]) -> None:
        """Send a colour for every LED. Raises LightsFault; then the strip has to be closed."""

    def close(self) -> None:
        """Free the wire, and leave the LEDs dark if they still obey; never raises."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """How a strip is connected. device: the kernel's, for `kernel`, whose pin is said in its overlay."""

    pin: int = 10
    colour_order: ColourOrder = "GRB"
    device: str = "/dev/leds0"

    @property
    def mode(self) -> str:
        """What of the Pi drives that pin: SPI needs no root, PWM and PCM do."""
        return {10: "SPI", 21: "PCM"}.get(self.pin, "PWM")


def missing_library(library: Library, extra: str, error: ImportError) -> LightsFault:
    """What to say where the Python package of a driver is not installed."""
    return LightsFault(
        f"The lights' driver {library} is not installed ({error}): "
        f"pip install 'photosynthesis-companion[{extra}]', or choose another lights.driver."
    )
