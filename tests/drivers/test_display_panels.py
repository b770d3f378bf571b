"""The other panels: luma's SSD1309, SH1106 and ST7789 over buses that fail and come back, decoded to pixels."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from glass import Sh1106, St7789
from PIL import Image
from test_display import Oled

from companion.app.page import Page, PlayerPanel, Status
from companion.app.picture import draw
from companion.config_parts import DisplaySettings
from companion.drivers.display import DisplayFault, I2cPlace, LumaDisplay, SpiPlace, colour_panel, i2c_oled
from companion.outputs import open_display

GOLDEN = Path(__file__).parents[1] / "app" / "golden"
GONE = OSError(errno.EREMOTEIO, "Remote I/O error")

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")


def golden(name: str) -> Image.Image:
    with Image.open(GOLDEN / f"{name}.png") as picture:
        return picture.copy()


def sh1106(glass: Sh1106, *, upside_down: bool = False) -> LumaDisplay:
    return i2c_oled(I2cPlace(), glass, "sh1106", upside_down)


def st7789(glass: St7789, *, upside_down: bool = False) -> LumaDisplay:
    return colour_panel(SpiPlace(), glass.size, upside_down, glass, glass)


def black_and_white(picture: Image.Image) -> bytes:
    """The picture in one bit; a colour other than black and white is a failure."""
    assert {colour for _, colour in picture.getcolors() or []} <= {(0, 0, 0), (255, 255, 255)}
    return picture.convert("1").tobytes()


def fault_of(display: LumaDisplay, picture: Image.Image) -> str:
    with pytest.raises(DisplayFault) as caught:
        display.show(picture)
    return str(caught.value)


@pytest.mark.parametrize("name", ["two-players", "four-players", "alert", "no-players"])
def test_an_sh1106_shows_the_golden_picture_in_the_middle_of_its_wider_memory(name: str) -> None:
    glass = Sh1106()
    sh1106(glass).show(golden(name))
    assert glass.picture().tobytes() == golden(name).tobytes()


def test_an_ssd1309_shows_the_golden_picture() -> None:
    glass = Oled()
    i2c_oled(I2cPlace(), glass, "ssd1309").show(golden("alert"))
    assert glass.picture().tobytes() == golden("alert").tobytes()


def test_a_colour_panel_shows_the_golden_picture_white_on_black() -> None:
    glass = St7789()
    display = st7789(glass)
    display.show(golden("240x240"))
    assert black_and_white(glass.picture()) == golden("240x240").tobytes()
    assert (glass.opened, glass.lit, glass.backlight) == ((1, 0), True, True)


def test_a_wide_colour_panel_shows_the_page_drawn_in_its_size() -> None:
    panels = (PlayerPanel("g", 8), PlayerPanel("b", 19))
    page = Page(panels, Status("W", 4, 2, 3, 10, 18, "g"), "Blue collects d4", ("Take “22”",))
    glass = St7789((320, 240))
    st7789(glass).show(draw(page, (320, 240)))
    assert black_and_white(glass.picture()) == draw(page, (320, 240)).tobytes()


@pytest.mark.parametrize("name", ["sh1106", "st7789"])
def test_upside_down_turns_the_picture_round(name: str) -> None:
    if name == "sh1106":
        oled = Sh1106()
        sh1106(oled, upside_down=True).show(golden("alert"))
        assert oled.picture().rotate(180).tobytes() == golden("alert").tobytes()
    else:
        panel = St7789()
        st7789(panel, upside_down=True).show(golden("240x240"))
        assert black_and_white(panel.picture().rotate(180)) == golden("240x240").tobytes()


def test_an_sh1106_that_was_away_is_set_up_anew_once_it_is_back() -> None:
    glass = Sh1106()
    display = sh1106(glass)
    display.show(golden("setup"))
    glass.error, glass.memory, glass.lit = GONE, bytearray(132 * 8), False
    for _ in range(3):
        assert "at 0x3C on I2C bus 1 does not answer" in fault_of(display, golden("alert"))
    glass.error = None
    display.show(golden("alert"))
    assert glass.set_up == 2
    assert glass.picture().tobytes() == golden("alert").tobytes()


def test_a_colour_panel_whose_bus_fails_for_a_while_shows_the_newest_picture_afterwards() -> None:
    glass = St7789()
    display = st7789(glass)
    display.show(golden("240x240"))
    glass.error = OSError(errno.EIO, "Input/output error")
    newest = golden("240x240").rotate(180)
    for _ in range(3):
        assert fault_of(display, newest) == (
            "The display on SPI 1 cannot be used (Input/output error): check its wiring and its power."
        )
    assert glass.opened is None, "its bus is free meanwhile"
    glass.error = None
    display.show(newest)
    assert black_and_white(glass.picture()) == newest.tobytes()


def test_closing_a_colour_panel_leaves_it_dark() -> None:
    glass = St7789()
    display = st7789(glass)
    display.show(golden("240x240"))
    display.close()
    assert (glass.opened, glass.lit, glass.backlight) == (None, False, False)
    assert glass.picture().getbbox() is None


@pytest.mark.parametrize(
    ("place", "number", "words"),
    [
        (
            SpiPlace(),
            errno.ENOENT,
            "has no bus, /dev/spidev1.0 is missing: add dtoverlay=spi1-1cs to config.txt and restart.",
        ),
        (
            SpiPlace(bus=0),
            errno.ENOENT,
            "has no bus, /dev/spidev0.0 is missing: switch SPI on in raspi-config and restart.",
        ),
        (
            SpiPlace(),
            errno.EACCES,
            "may not be used by this user: add the user to the groups spi and gpio and restart.",
        ),
    ],
)
def test_a_colour_panel_that_cannot_be_opened_is_told_in_one_sentence(
    place: SpiPlace, number: int, words: str
) -> None:
    glass = St7789(error=OSError(number, os.strerror(number)))
    told = fault_of(colour_panel(place, spi=glass, gpio=glass), golden("240x240"))
    assert told == f"The display on SPI {place.bus} {words}"


def test_a_missing_package_is_named_with_its_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "RPi", None)
    assert fault_of(colour_panel(SpiPlace()), golden("240x240")) == (
        "The display on SPI 1 needs a package that is missing (RPi.GPIO): "
        "pip install 'photosynthesis-companion[lcd]'."
    )


def oled_of(settings: DisplaySettings, monkeypatch: pytest.MonkeyPatch, glass: object) -> LumaDisplay:
    """The display these settings open, on a glass in place of the system's bus."""
    monkeypatch.setattr("companion.outputs.i2c_oled", _on_glass(glass))
    display = open_display(settings)
    assert isinstance(display, LumaDisplay)
    return display


def _on_glass(glass: object) -> Callable[..., LumaDisplay]:
    def opened(place: I2cPlace, **wanted: object) -> LumaDisplay:
        return i2c_oled(place, glass, **wanted)  # type: ignore[arg-type]  # the same names as i2c_oled's

    return opened


def test_the_settings_name_the_controller(monkeypatch: pytest.MonkeyPatch) -> None:
    glass = Sh1106()
    display = oled_of(DisplaySettings(driver="sh1106"), monkeypatch, glass)
    display.show(golden("alert"))
    assert glass.picture().tobytes() == golden("alert").tobytes()


def test_the_settings_name_the_colour_panel_and_its_size() -> None:
    display = open_display(DisplaySettings(driver="st7789", width=320))
    assert display is not None
    assert display.size == (320, 240)
