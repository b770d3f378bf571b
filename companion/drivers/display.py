"""Shows pictures on a display: a real panel through luma, or a record of what was shown.

A panel that stops answering raises `DisplayFault` with one sentence for people, and is set up anew by the
first `show` after it is back; showing the same picture again is how to find out, and costs nothing meanwhile.
Importing this opens nothing: the bus is opened by the first `show`.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from PIL import Image

from companion.errors import CompanionError

Panel: TypeAlias = Any
"""A luma.core device: `display(image)`, `mode`, `size`, `persist`, `cleanup()`. It ships no types."""


class DisplayFault(CompanionError, OSError):
    """The display shows nothing new: where it is, why, and what to do. `show` again tries again."""


class Display(Protocol):
    """What the companion needs of a display."""

    def show(self, image: Image.Image) -> None:
        """Shows a picture of the display's size, mode "1". Raises DisplayFault when it cannot."""

    def close(self) -> None:
        """Leaves the display dark and its bus free; never raises."""


@dataclass
class RecordingDisplay:
    """A display that keeps what it was shown. Set `fault` to have it fail."""

    shown: list[Image.Image] = field(default_factory=list)
    closed: bool = False
    fault: DisplayFault | None = None

    def show(self, image: Image.Image) -> None:
        """Keeps a copy of the picture, or raises `fault`."""
        if self.fault is not None:
            raise self.fault
        self.shown.append(image.copy())

    def close(self) -> None:
        """Remembers that it was closed."""
        self.closed = True


def explain(error: Exception) -> str:
    """One sentence about any panel's failure."""
    return f"The display cannot be used ({_reason(error)}): check its wiring and its power."


class LumaDisplay:
    """A display on any luma.core device, which `open_panel` opens and, after a failure, opens anew."""

    def __init__(
        self, open_panel: Callable[[], Panel], explain: Callable[[Exception], str] = explain
    ) -> None:
        from luma.core.error import Error as LumaError

        self._faults = (OSError, LumaError)
        self._open_panel = open_panel
        self._explain = explain
        self._panel: Panel | None = None
        self._shown: bytes | None = None

    def show(self, image: Image.Image) -> None:
        """Shows the picture unless it is shown already. ValueError when its size is not the panel's."""
        pixels = image.tobytes()
        if pixels == self._shown:
            return
        try:
            if self._panel is None:
                self._panel = self._open_panel()
            _check_size(image, self._panel)
            self._panel.display(image.convert(self._panel.mode))
        except self._faults as error:
            self._let_go()
            raise DisplayFault(self._explain(error)) from error
        self._shown = pixels

    def close(self) -> None:
        """Switches the panel off if it still answers, and frees its bus."""
        if self._panel is not None:
            with suppress(*self._faults):
                self._panel.cleanup()
            self._let_go()

    def _let_go(self) -> None:
        panel, self._panel, self._shown = self._panel, None, None
        if panel is not None:
            panel.persist = True  # frees the bus without a last word to a panel that does not listen
            with suppress(*self._faults):
                panel.cleanup()


@dataclass(frozen=True, slots=True)
class I2cPlace:
    """Where a panel is wired: the number of the I2C bus and the panel's address on it."""

    bus: int = 1
    address: int = 0x3C

    def explain(self, error: Exception) -> str:
        """One sentence: which display, what is wrong, what to do."""
        return f"The display at 0x{self.address:02X} on I2C bus {self.bus} {self._trouble(error)}."

    def _trouble(self, error: Exception) -> str:
        match _errno(error):
            case errno.EREMOTEIO | errno.EIO | errno.ENXIO:
                listing = f"`i2cdetect -y {self.bus}` lists the addresses that answer"
                return f"does not answer: check its four wires and its power; {listing}"
            case errno.ENOENT:
                return (
                    f"has no bus, /dev/i2c-{self.bus} is missing: switch I2C on in raspi-config and restart"
                )
            case errno.EACCES | errno.EPERM:
                return "may not be used by this user: add the user to the group i2c and restart"
            case errno.ETIMEDOUT | errno.EAGAIN:
                return "waits for a bus that hangs: unplug the display for a moment, and check SDA and SCL"
        return f"cannot be used ({_reason(error)}): check its wiring and its power"


def i2c_oled(place: I2cPlace, bus: object | None = None) -> LumaDisplay:
    """The 128x64 OLED (SSD1306, SSD1309) at `place`, over an opened smbus `bus`, else over the system's."""

    def open_panel() -> Panel:
        from luma.core.interface.serial import i2c
        from luma.oled.device import ssd1306

        wire = i2c(bus=bus, port=place.bus, address=place.address)
        with ExitStack() as on_failure:
            on_failure.callback(wire.cleanup)
            # luma keeps every device it makes until the program ends: make one only for a panel that answers.
            wire.command(_NO_OPERATION)
            panel = ssd1306(wire)
            on_failure.pop_all()
        return panel

    return LumaDisplay(open_panel, place.explain)


_NO_OPERATION = 0xE3


def _check_size(image: Image.Image, panel: Panel) -> None:
    if image.size != panel.size:
        wide, high = panel.size
        raise ValueError(
            f"a picture of {image.width}x{image.height} pixels for a display of {wide}x{high}: "
            "draw it in the display's size"
        )


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _errno(error: BaseException | None) -> int | None:
    """The system's error number, also where luma has put an error of its own in its place."""
    while error is not None:
        if isinstance(error, OSError) and error.errno is not None:
            return error.errno
        error = error.__context__
    return None
