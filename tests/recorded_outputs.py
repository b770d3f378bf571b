"""A display and lights that keep what they were shown, and fail while a test wants them to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PIL import Image

from companion.app.strip import Colour, Frame
from companion.drivers.display import OLED_SIZE, DisplayFault
from companion.drivers.lights import LightsFault


@dataclass
class RecordingDisplay:
    """Set `fault` to have it fail."""

    shown: list[Image.Image] = field(default_factory=list)
    closed: bool = False
    fault: DisplayFault | None = None
    size: tuple[int, int] = OLED_SIZE

    def show(self, image: Image.Image) -> None:
        if self.fault is not None:
            raise self.fault
        self.shown.append(image.copy())

    def close(self) -> None:
        self.closed = True


@dataclass
class RecordingLights:
    """Set `fault` to have them fail."""

    shown: list[Mapping[str, Colour] | Mapping[int, Colour]] = field(default_factory=list)
    closed: bool = False
    fault: LightsFault | None = None

    def show(self, frame: Frame) -> None:
        if self.fault is not None:
            raise self.fault
        self.shown.append(dict(frame))

    def show_leds(self, lit: Mapping[int, Colour]) -> None:
        if self.fault is not None:
            raise self.fault
        self.shown.append(dict(lit))

    def close(self) -> None:
        self.closed = True
