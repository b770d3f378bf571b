"""The display's driver: luma's SSD1306 over a bus that fails and comes back, decoded to pixels."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PIL import Image

from companion.app.page import Page, PlayerPanel, Status
from companion.app.picture import draw
from companion.drivers.display import (
    Display,
    DisplayFault,
    I2cPlace,
    LumaDisplay,
    i2c_oled,
)

GOLDEN = Path(__file__).parents[1] / "app" / "golden"
OLED = I2cPlace(bus=1, address=0x3C)

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

# SSD1306 data sheet, table 9: how many bytes follow these commands; all others stand alone.
COLUMN_ADDRESS, PAGE_ADDRESS, DISPLAY_OFF, DISPLAY_ON = 0x21, 0x22, 0xAE, 0xAF
ARGUMENTS = {
    0x20: 1,
    0x21: 2,
    0x22: 2,
    0x81: 1,
    0x8D: 1,
    0xA8: 1,
    0xD3: 1,
    0xD5: 1,
    0xD9: 1,
    0xDA: 1,
    0xDB: 1,
}


@dataclass
class Oled:
    """An SSD1306 at the end of an I2C bus: keeps its memory, and fails with `error` while that is set."""

    memory: bytearray = field(default_factory=lambda: bytearray(1024))
    window: list[int] = field(default_factory=lambda: [0, 127, 0, 7])
    lit: bool = False
    error: OSError | None = None
    frames: int = 0
    set_up: int = 0
    _at: int = 0

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        if self.error is not None:
            raise self.error
        assert address == OLED.address
        if register == 0x00:
            self._obey(list(data))
        else:
            self._store(data)

    def lose_power(self) -> None:
        self.memory, self.lit = bytearray(1024), False
        self.error = OSError(errno.EREMOTEIO, "Remote I/O error")

    def picture(self) -> Image.Image:
        """What is seen on the glass: each byte eight pixels of a column, the least significant on top."""
        seen = Image.new("1", (128, 64))
        for at, byte in enumerate(self.memory):
            for bit in range(8):
                seen.putpixel((at % 128, at // 128 * 8 + bit), 255 * (self.lit and byte >> bit & 1))
        return seen

    def _obey(self, commands: list[int]) -> None:
        while commands:
            command = commands.pop(0)
            arguments = [commands.pop(0) for _ in range(ARGUMENTS.get(command, 0))]
            if command == COLUMN_ADDRESS:
                self.window[:2], self._at = arguments, 0
            elif command == PAGE_ADDRESS:
                self.window[2:], self._at = arguments, 0
                self.frames += 1
            elif command == DISPLAY_OFF:
                self.lit = False
                self.set_up += bool(commands)
            elif command == DISPLAY_ON:
                self.lit = True

    def _store(self, data: list[int]) -> None:
        first, last, page, _ = self.window
        for byte in data:
            row, column = divmod(self._at, last - first + 1)
            self.memory[(page + row) * 128 + first + column] = byte
            self._at += 1


def golden(name: str) -> Image.Image:
    with Image.open(GOLDEN / f"{name}.png") as picture:
        return picture.copy()


def fault_of(display: Display, picture: Image.Image) -> str:
    with pytest.raises(DisplayFault) as caught:
        display.show(picture)
    return str(caught.value)


@pytest.mark.parametrize("name", ["two-players", "four-players", "alert", "no-players"])
def test_the_bytes_on_the_bus_light_the_pixels_of_the_golden_picture(name: str) -> None:
    oled = Oled()
    i2c_oled(OLED, oled).show(golden(name))
    assert oled.picture().tobytes() == golden(name).tobytes()


def test_a_page_is_seen_on_the_glass_as_it_was_drawn() -> None:
    panels = (PlayerPanel("g", 8), PlayerPanel("b", 19), PlayerPanel("y", 6), PlayerPanel("o", 20, True))
    page = Page(panels, Status("W", 4, 2, 3, 10, 18, "y"), "Blue collects d4", ("Take “22”",))
    oled = Oled()
    i2c_oled(OLED, oled).show(draw(page))
    assert oled.picture().tobytes() == golden("four-players").tobytes()


def test_the_dummy_device_shows_the_same_pixels_in_colour() -> None:
    from luma.core.device import dummy

    panel = dummy()
    LumaDisplay(lambda: panel).show(golden("alert"))
    assert panel.image.mode == "RGB"
    assert panel.image.convert("1").tobytes() == golden("alert").tobytes()


def test_the_same_picture_again_sends_nothing() -> None:
    oled = Oled()
    display = i2c_oled(OLED, oled)
    display.show(golden("alert"))
    sent = oled.frames
    display.show(golden("alert"))
    assert oled.frames == sent
    display.show(golden("setup"))
    assert oled.frames == sent + 1


def test_making_a_display_opens_nothing_and_a_missing_panel_is_a_fault_only_when_shown() -> None:
    oled = Oled()
    oled.lose_power()
    display = i2c_oled(OLED, oled)
    assert fault_of(display, golden("setup")) == (
        "The display at 0x3C on I2C bus 1 does not answer: check its four wires and its power; "
        "`i2cdetect -y 1` lists the addresses that answer."
    )


def test_a_panel_that_was_away_is_set_up_anew_and_shows_the_picture_once_it_is_back() -> None:
    oled = Oled()
    display = i2c_oled(OLED, oled)
    display.show(golden("two-players"))
    oled.lose_power()
    for _ in range(3):
        assert "does not answer" in fault_of(display, golden("alert"))
    assert oled.picture().getbbox() is None
    oled.error = None
    display.show(golden("alert"))
    assert oled.set_up == 2
    assert oled.picture().tobytes() == golden("alert").tobytes()


def test_the_picture_shown_before_a_failure_is_sent_again_after_it() -> None:
    oled = Oled()
    display = i2c_oled(OLED, oled)
    display.show(golden("alert"))
    oled.lose_power()
    fault_of(display, golden("setup"))
    oled.error = None
    display.show(golden("alert"))
    assert oled.picture().tobytes() == golden("alert").tobytes()


def test_a_panel_that_does_not_answer_is_not_kept_by_luma_at_every_try(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept: list[object] = []
    monkeypatch.setattr("atexit.register", kept.append)
    oled = Oled()
    oled.lose_power()
    display = i2c_oled(OLED, oled)
    for _ in range(100):
        fault_of(display, golden("setup"))
    assert kept == []


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EIO, "does not answer: check its four wires"),
        (errno.ENXIO, "does not answer: check its four wires"),
        (errno.ETIMEDOUT, "waits for a bus that hangs: unplug the display for a moment"),
        (errno.EACCES, "may not be used by this user: add the user to the group i2c"),
        (errno.ENODEV, "cannot be used (No such device): check its wiring and its power"),
    ],
)
def test_a_failing_bus_is_told_in_one_sentence_with_a_remedy(number: int, words: str) -> None:
    oled = Oled(error=OSError(number, os.strerror(number)))
    told = fault_of(i2c_oled(OLED, oled), golden("setup"))
    assert told.startswith("The display at 0x3C on I2C bus 1 ")
    assert words in told
    assert told.count("\n") == 0


def test_a_machine_without_the_bus_says_how_to_switch_it_on() -> None:
    assert fault_of(i2c_oled(I2cPlace(bus=97, address=0x3D)), golden("setup")) == (
        "The display at 0x3D on I2C bus 97 has no bus, /dev/i2c-97 is missing: "
        "switch I2C on in raspi-config and restart."
    )


def test_any_other_luma_device_that_fails_is_a_fault_too() -> None:
    def open_panel() -> None:
        raise OSError(errno.ENODEV, "No such device")

    told = fault_of(LumaDisplay(open_panel), golden("setup"))
    assert told == "The display cannot be used (No such device): check its wiring and its power."


def test_closing_leaves_the_panel_dark() -> None:
    oled = Oled()
    display = i2c_oled(OLED, oled)
    display.show(golden("alert"))
    display.close()
    assert not oled.lit
    assert not any(oled.memory)


def test_closing_a_panel_that_does_not_answer_or_was_never_shown_is_quiet() -> None:
    oled = Oled()
    display = i2c_oled(OLED, oled)
    display.close()
    display.show(golden("alert"))
    oled.lose_power()
    display.close()
    display.close()


def test_a_picture_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="256x128 pixels for a display of 128x64"):
        i2c_oled(OLED, Oled()).show(Image.new("1", (256, 128)))


def test_importing_the_driver_loads_neither_luma_nor_a_bus() -> None:
    code = (
        "import sys, companion.drivers.display; print([m for m in sys.modules if m[:4] in ('luma', 'smbu')])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
