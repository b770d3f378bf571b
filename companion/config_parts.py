"""The settings of a table's parts: grid, lights, display and controls, and which pins each takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from companion.app.strip import Leds, Order, Strip, in_rows
from companion.drivers.lights import ColourOrder

Pin = Annotated[int, Field(ge=0, le=27)]
Pins = Mapping[str, int]
"""GPIO number by what takes it."""

SPI_PINS: Final = {0: (11, 10, 9), 1: (21, 20, 19)}
"""Clock, data out, data in of each SPI bus."""
SPI_SELECT_PINS: Final = {0: (8, 7), 1: (18, 17, 16)}
"""The chip selects of each SPI bus, by device."""


class Section(BaseModel):
    """A table of the file: closed, typed and unchangeable, so that a typo is never silently a default."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class GridSettings(Section):
    """Which piece stands where: the 37 cells and the pad."""

    driver: Literal["serial", "browser"] = Field(
        default="serial", description="the sensor board, or pieces entered in the browser"
    )
    port: str = Field(
        default="/dev/photosynthesis-board",
        min_length=1,
        description="the sensor board's serial port (serial only)",
    )


class LightsSettings(Section):
    """The lights under the cells. Where a calibration has found other LEDs, these count."""

    driver: Literal["auto", "ws281x", "neopixel", "kernel", "browser", "none"] = Field(
        default="auto", description="what drives the strip; auto picks by the Pi's model"
    )
    pin: Literal[10, 12, 13, 18, 19, 21] = Field(
        default=10, description="the strip's GPIO: 10 (SPI) needs no root; 12, 13, 18, 19 (PWM), 21 (PCM) do"
    )
    device: str = Field(default="/dev/leds0", min_length=1, description="the kernel's strip (kernel only)")
    colour_order: ColourOrder = Field(default="GRB", description="in which the LEDs expect their colours")
    leds_a_cell: int = Field(default=1, ge=1, le=12, description="so many LEDs light each cell")
    order: Order = Field(
        default="rows", description="how the strip runs: each row from the left, or there and back"
    )
    first_led: int = Field(
        default=0, ge=0, le=99, description="the first LED under a cell; 1 spends one that glows when idle"
    )
    skip: tuple[Annotated[int, Field(ge=0, strict=True)], ...] = Field(
        default=(), strict=False, description="LEDs that light nothing, counted from 0"
    )
    sun_corners: bool = Field(
        default=False, description="true: six more LEDs follow, for the sun, clockwise from corner E"
    )
    length: int = Field(
        default=0, ge=0, le=1000, description="the LEDs on the strip, if there are more than are used"
    )
    brightness: float = Field(
        default=0.5, ge=0.05, le=1, description="0.4 to 0.6 suits daylight, 0.1 an evening; from 0.05 to 1"
    )
    budget_ma: int = Field(
        default=1000,
        ge=100,
        le=20_000,
        description="the strip never draws more, whatever it shows: what the supply can spare",
    )
    led_ma: int = Field(default=60, ge=1, le=100, description="what one LED draws at full white")

    @model_validator(mode="after")
    def strip_can_be_wired(self) -> Self:
        self.strip()
        return self

    def strip(self, leds: Leds | None = None) -> Strip:
        """The strip of these settings, or with these LEDs. Raises StripError, a ValueError."""
        if leds is None:
            leds = in_rows(self.leds_a_cell, self.first_led, self.order, self.skip, self.sun_corners)
        return Strip(self.brightness, self.budget_ma, self.led_ma, leds, self.length)

    def pins(self) -> Pins:
        """The pin of a strip that we drive; the kernel's is said in its overlay."""
        return {"lights.pin": self.pin} if self.driver in ("auto", "ws281x", "neopixel") else {}


class DisplaySettings(Section):
    """The display: an OLED of 128×64 on I2C, or a colour panel on SPI."""

    driver: Literal["ssd1306", "ssd1309", "sh1106", "st7789", "browser", "none"] = Field(
        default="ssd1306", description="the panel's controller; st7789 is the colour panel"
    )
    upside_down: bool = Field(default=False, description="true: the panel is mounted the other way round")
    i2c_bus: int = Field(default=1, ge=0, description="1 is the bus on GPIO 2 and 3")
    i2c_address: int = Field(
        default=0x3C, ge=0x08, le=0x77, examples=["0x3C"], description="on some panels 0x3D"
    )
    spi_bus: Literal[0, 1] = Field(
        default=1, description="st7789 only: 1, or 0 where the lights do not need it (they do on GPIO 10)"
    )
    spi_device: Literal[0, 1, 2] = Field(default=0, description="st7789 only: the chip select, 0, 1 or 2")
    dc_pin: Pin = Field(default=24, description="st7789 only: data or command")
    reset_pin: Pin = Field(default=25, description="st7789 only: reset")
    backlight_pin: Pin = Field(default=23, description="st7789 only: the backlight")
    width: int = Field(default=240, ge=128, le=480, description="st7789 only: pixels across")
    height: int = Field(default=240, ge=64, le=480, description="st7789 only: pixels down")

    @model_validator(mode="after")
    def device_is_on_its_bus(self) -> Self:
        if self.spi_device >= len(SPI_SELECT_PINS[self.spi_bus]):
            raise ValueError(f"SPI {self.spi_bus} has no device {self.spi_device}. Set spi_device to 0 or 1")
        return self

    @property
    def size(self) -> tuple[int, int]:
        """Pixels across and down."""
        return (self.width, self.height) if self.driver == "st7789" else (128, 64)

    def pins(self) -> Pins:
        """The pins of the panel, its bus included."""
        if self.driver == "st7789":
            clock, out, into = SPI_PINS[self.spi_bus]
            bus = f"display.spi_bus {self.spi_bus}"
            return {
                f"{bus} (clock)": clock,
                f"{bus} (data)": out,
                f"{bus} (data in)": into,
                f"{bus} (chip select)": SPI_SELECT_PINS[self.spi_bus][self.spi_device],
                "display.dc_pin": self.dc_pin,
                "display.reset_pin": self.reset_pin,
                "display.backlight_pin": self.backlight_pin,
            }
        if self.driver in ("browser", "none") or self.i2c_bus != 1:
            return {}
        return {"display.i2c_bus 1 (data)": 2, "display.i2c_bus 1 (clock)": 3}


class ControlsSettings(Section):
    """SUN, UNDO and the wheel. Pins are GPIO numbers, not places on the header."""

    driver: Literal["gpio", "browser"] = Field(
        default="gpio", description="real buttons, or those in the browser"
    )
    sun_pin: Pin = Field(default=17, description="the big button")
    undo_pin: Pin = Field(default=27, description="the small button")
    wheel_pin: Pin = Field(default=22, description="the wheel's push")
    wheel_a_pin: Pin = Field(default=5, description="the wheel's turning, first contact")
    wheel_b_pin: Pin = Field(default=6, description="the wheel's turning, second contact")

    @model_validator(mode="after")
    def each_pin_once(self) -> Self:
        taken: dict[str, int] = {name: pin for name, pin in self if name.endswith("_pin")}
        if clash := shared_pin(taken):
            raise ValueError(clash)
        return self

    def pins(self) -> Pins:
        """The pins of real buttons."""
        wired = {f"controls.{name}": pin for name, pin in self if name.endswith("_pin")}
        return wired if self.driver == "gpio" else {}


def shared_pin(pins: Pins) -> str:
    """A sentence about the first two that take the same pin; empty if each has its own."""
    taken: dict[int, str] = {}
    for name, pin in pins.items():
        if (other := taken.setdefault(pin, name)) != name:
            return f"{other} and {name} are both GPIO {pin}. Give each its own pin"
    return ""


def clash_of(lights: LightsSettings, display: DisplaySettings, controls: ControlsSettings) -> str:
    """A sentence about parts that cannot be wired like this together; empty if they can."""
    if lights.pins().get("lights.pin") == 10 and display.driver == "st7789" and display.spi_bus == 0:
        return (
            "lights.pin 10 needs SPI 0 for the strip alone, so display.spi_bus cannot be 0. "
            "Set it to 1, or move the strip: lights.pin 12, 13, 18 or 21, as root"
        )
    return shared_pin({**controls.pins(), **lights.pins(), **display.pins()})
