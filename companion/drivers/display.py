"""Shows pictures on a display: any panel that luma knows.

A panel that stops answering raises `DisplayFault` with one sentence for people, and is set up anew by the
first `show` after it is back; showing the same picture again is how to find out, and costs nothing meanwhile.
Importing this opens nothing: the bus is opened by the first `show`.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, TypeAlias

from PIL import Image

from companion.errors import CompanionError

Panel: TypeAlias = Any
"""A luma.core device: `display(image)`, `mode`, `size`, `persist`, `cleanup()`. It ships no types."""
Oled = Literal["ssd1306", "ssd1309", "sh1106"]
OLED_SIZE: Final = (128, 64)
NOT_INSTALLED: Final = "needs a package that is missing ({}): pip install 'photosynthesis-companion[lcd]'"


class DisplayFault(CompanionError, OSError):
    """The display shows nothing new: where it is, why, and what to do. `show` again tries again."""


class Display(Protocol):
    """What the companion needs of a display. size: pixels across and down."""

    size: tuple[int, int]

    def show(self, image: Image.Image) -> None:
        """Shows a picture of the display's size, mode "1". Raises DisplayFault when it cannot."""

    def close(self) -> None:
        """Leaves the display dark and its bus free; never raises."""


def explain(error: Exception) -> str:
    """One sentence about any panel's failure."""
    return f"The display cannot be used ({_reason(error)}): check its wiring and its power."


class LumaDisplay:
    """A display on any luma.core device, which `open_panel` opens and, after a failure, opens anew."""

    def __init__(
        self,
        open_panel: Callable[[], Panel],
        explain: Callable[[Exception], str] = explain,
        size: tuple[int, int] = OLED_SIZE,
    ) -> None:
        self.size = size
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
        except _faults() as error:
            self._let_go()
            raise DisplayFault(self._explain(error)) from error
        self._shown = pixels

    def close(self) -> None:
        """Switches the panel off if it still answers, and frees its bus."""
        if self._panel is not None:
            with suppress(*_faults()):
                self._panel.cleanup()
            self._let_go()

    def _let_go(self) -> None:
        panel, self._panel, self._shown = self._panel, None, None
        if panel is not None:
            panel.persist = True  # frees the bus without a last word to a panel that does not listen
            with suppress(*_faults()):
                panel.cleanup()


def _faults() -> tuple[type[Exception], ...]:
    """What luma and what is beneath it raise where a panel fails, or a package it needs is missing."""
    from luma.core.error import Error as LumaError

    pins = getattr(sys.modules.get("lgpio"), "error", OSError)
    return (OSError, ImportError, RuntimeError, LumaError, pins)


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


def i2c_oled(
    place: I2cPlace, bus: object | None = None, controller: Oled = "ssd1306", upside_down: bool = False
) -> LumaDisplay:
    """The 128x64 OLED at `place`, over an opened smbus `bus`, else over the system's."""

    def open_panel() -> Panel:
        from luma.core.interface.serial import i2c
        from luma.oled import device

        wire = i2c(bus=bus, port=place.bus, address=place.address)
        with ExitStack() as on_failure:
            on_failure.callback(wire.cleanup)
            # luma keeps every device it makes until the program ends: make one only for a panel that answers.
            wire.command(_NO_OPERATION)
            panel = getattr(device, controller)(wire, rotate=2 * upside_down)
            on_failure.pop_all()
        return panel

    return LumaDisplay(open_panel, place.explain)


@dataclass(frozen=True, slots=True)
class SpiPlace:
    """Where a colour panel is wired: SPI bus and chip select, and the GPIO numbers of its three other wires."""

    bus: int = 1
    device: int = 0
    dc_pin: int = 24
    reset_pin: int = 25
    backlight_pin: int = 23

    def explain(self, error: Exception) -> str:
        """One sentence: which display, what is wrong, what to do."""
        return f"The display on SPI {self.bus} {self._trouble(error)}."

    def _trouble(self, error: Exception) -> str:
        if isinstance(error, ImportError):
            return NOT_INSTALLED.format(error.name)
        match _errno(error):
            case errno.ENOENT:
                remedy = "switch SPI on in raspi-config"
                if self.bus:
                    remedy = f"add dtoverlay=spi{self.bus}-{self.device + 1}cs to config.txt"
                return f"has no bus, /dev/spidev{self.bus}.{self.device} is missing: {remedy} and restart"
            case errno.EACCES | errno.EPERM:
                return "may not be used by this user: add the user to the groups spi and gpio and restart"
        return f"cannot be used ({_reason(error)}): check its wiring and its power"


SPI_HZ: Final = 16_000_000


def colour_panel(
    place: SpiPlace,
    size: tuple[int, int] = (240, 240),
    upside_down: bool = False,
    spi: object | None = None,
    gpio: object | None = None,
) -> LumaDisplay:
    """The ST7789 at `place`, white on black, over an `spi` and a `gpio` like spidev's and RPi.GPIO's, else those."""

    def open_panel() -> Panel:
        from luma.core.interface.serial import spi as spi_wire
        from luma.lcd.device import st7789

        wire = spi_wire(
            spi, gpio, place.bus, place.device, SPI_HZ, gpio_DC=place.dc_pin, gpio_RST=place.reset_pin
        )
        with ExitStack() as on_failure:
            on_failure.callback(wire.cleanup)
            turned = 2 * upside_down
            panel = st7789(wire, *size, rotate=turned, gpio=gpio, gpio_LIGHT=place.backlight_pin)
            on_failure.pop_all()
        return panel

    return LumaDisplay(open_panel, place.explain, size)


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
