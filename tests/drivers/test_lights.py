"""The light drivers beside their libraries: frames only when they change, which library, and what is told."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from fake_pi import PI_3, PI_5, pi_root

from companion.app.strip import Colour, Strip
from companion.drivers.lights import (
    LightsFault,
    Pi,
    PixelOpener,
    Pixels,
    StripLights,
    Wiring,
    choose,
    ws281x,
)
from companion.drivers.lights.kernel import kernel_bytes
from companion.drivers.lights.protocol import Library

OFF = (0, 0, 0)
WHITE = (20, 20, 20)
TROUBLE = LightsFault("The strip does not listen: check its wire.")


@dataclass
class FakePixels:
    """A strip that keeps what it was sent, and fails while told to."""

    sent: list[list[Colour]] = field(default_factory=list)
    opened: int = 0
    closed: int = 0
    fails: bool = False

    def open(self, length: int) -> Pixels:
        assert length == 37
        self.opened += 1
        if self.fails:
            raise TROUBLE
        return self

    def write(self, colours: Sequence[Colour]) -> None:
        if self.fails:
            raise TROUBLE
        self.sent.append(list(colours))

    def close(self) -> None:
        self.closed += 1


def test_a_frame_is_sent_only_when_it_changes() -> None:
    pixels = FakePixels()
    lights = StripLights(Strip(), pixels.open)
    for frame in ({"a1": WHITE}, {"a1": WHITE}, {"a1": WHITE, "z": WHITE}, {"a2": WHITE}):
        lights.show(frame)
    assert [sent[:3] for sent in pixels.sent] == [[WHITE, OFF, OFF], [OFF, WHITE, OFF]]
    assert pixels.opened == 1


def test_single_leds_can_be_lit_for_calibrating() -> None:
    pixels = FakePixels()
    lights = StripLights(Strip(), pixels.open)
    lights.show_leds({2: WHITE, 99: WHITE})
    assert pixels.sent == [[OFF, OFF, WHITE, *[OFF] * 34]]


def test_nothing_that_is_sent_exceeds_the_budget() -> None:
    pixels = FakePixels()
    lights = StripLights(Strip(budget_ma=100), pixels.open)
    lights.show_leds(dict.fromkeys(range(37), (255, 255, 255)))
    assert 37 + sum(map(sum, pixels.sent[0])) * 60 / 765 <= 100


def test_after_a_failure_the_strip_is_opened_anew_and_gets_the_frame_again() -> None:
    pixels = FakePixels()
    lights = StripLights(Strip(), pixels.open)
    lights.show({"a1": WHITE})
    pixels.fails = True
    for _ in range(2):
        with pytest.raises(LightsFault, match="check its wire"):
            lights.show({"a2": WHITE})
    pixels.fails = False
    lights.show({"a1": WHITE})
    assert (pixels.opened, pixels.closed) == (3, 1)
    assert pixels.sent == [[WHITE, *[OFF] * 36]] * 2


def test_closing_lights_that_were_never_shown_is_quiet() -> None:
    pixels = FakePixels()
    lights = StripLights(Strip(), pixels.open)
    lights.close()
    assert (pixels.opened, pixels.closed) == (0, 0)


# Which library


@pytest.mark.parametrize(
    ("model", "library"),
    [
        ("Raspberry Pi Model B Plus Rev 1.2", "ws281x"),
        ("Raspberry Pi Zero 2 W Rev 1.0", "ws281x"),
        (PI_3, "ws281x"),
        ("Raspberry Pi Compute Module 3 Plus Rev 1.0", "ws281x"),
        ("Raspberry Pi 400 Rev 1.0", "ws281x"),
        ("Raspberry Pi 4 Model B Rev 1.4", "ws281x"),
        (PI_5, "neopixel"),
        ("Raspberry Pi 500 Rev 1.0", "neopixel"),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "neopixel"),
        ("Raspberry Pi 6 Model B Rev 1.0", "neopixel"),
    ],
)
def test_auto_picks_by_the_pi_s_model(tmp_path: Path, model: str, library: str) -> None:
    assert choose(Pi(pi_root(tmp_path, model))) == library


@pytest.mark.parametrize("model", ["", "Orange Pi 5"])
def test_what_is_no_raspberry_pi_is_told_so(tmp_path: Path, model: str) -> None:
    with pytest.raises(LightsFault) as caught:
        choose(Pi(pi_root(tmp_path, model)))
    assert str(caught.value) == (
        "This machine is no Raspberry Pi, so it cannot drive a strip of lights: "
        'set lights.driver to "browser" or "none".'
    )


def fault(tmp_path: Path, model: str, library: Library | None, *devices: str, pin: int = 10) -> str:
    pi = Pi(pi_root(tmp_path, model, *devices), is_root=False)
    with pytest.raises(LightsFault) as caught:
        PixelOpener(library, Wiring(pin=pin), pi)(37)
    told = str(caught.value)
    assert told.count("\n") == 0
    return told


def test_a_pi_without_spi_says_how_to_switch_it_on(tmp_path: Path) -> None:
    assert fault(tmp_path, PI_3, None) == (
        "The lights need /dev/spidev0.0, which is missing: switch SPI on in raspi-config and restart."
    )


def test_the_pi_5_needs_its_pio(tmp_path: Path) -> None:
    assert "/dev/pio0, which is missing: update the Pi's firmware and kernel" in fault(tmp_path, PI_5, None)


def test_the_pi_5_is_never_driven_by_the_old_library(tmp_path: Path) -> None:
    assert fault(tmp_path, PI_5, "ws281x", "spidev0.0", "gpiomem") == (
        "The library rpi-ws281x cannot drive the lights of a Raspberry Pi 5 Model B Rev 1.0: "
        'set lights.driver to "neopixel" or "auto".'
    )


@pytest.mark.parametrize("library", ["ws281x", "neopixel"])
def test_pwm_needs_root_and_says_what_does_not(tmp_path: Path, library: Library) -> None:
    assert fault(tmp_path, PI_3, library, pin=18) == (
        "The lights on GPIO 18 (PWM) need a companion that runs as root: "
        "wire the strip to GPIO 10 (SPI), which does not, and set lights.pin to 10."
    )


def test_a_strip_longer_than_spi_takes_at_once_names_the_boot_setting(tmp_path: Path) -> None:
    pi = Pi(pi_root(tmp_path, PI_3, "spidev0.0", "gpiomem"))
    ws281x.check(339, Wiring(), pi)
    with pytest.raises(
        LightsFault, match=r"340 LEDs, more than SPI takes at once: add spidev.bufsiz=65536 to"
    ):
        ws281x.check(340, Wiring(), pi)
    limit = pi.path("/sys/module/spidev/parameters/bufsiz")
    limit.parent.mkdir(parents=True)
    limit.write_text("65536\n")
    ws281x.check(1_000, Wiring(), pi)


def test_a_device_that_may_not_be_used_names_the_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_asked: False)
    told = fault(tmp_path, PI_3, "ws281x", "spidev0.0", "gpiomem")
    assert "/dev/spidev0.0, which this user may not use" in told
    assert "groups gpio and spi" in told


@pytest.mark.parametrize(
    ("library", "module", "extra"), [("ws281x", "rpi_ws281x", "pi"), ("neopixel", "board", "neopixel")]
)
def test_a_missing_library_is_named_with_its_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: Library, module: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    told = fault(tmp_path, PI_3, library, "spidev0.0", "gpiomem")
    assert told.startswith(f"The lights' driver {library} is not installed")
    assert told.endswith(f"pip install 'photosynthesis-companion[{extra}]', or choose another lights.driver.")


# The kernel's strip


def test_the_kernel_gets_four_bytes_a_pixel_and_its_brightness_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    root = pi_root(tmp_path, PI_5, "leds0")
    caplog.set_level(logging.INFO)
    lights = StripLights(Strip(), PixelOpener("kernel", Wiring(), Pi(root)))
    lights.show({"a1": (1, 2, 3), "g4": (4, 5, 6)})
    sent = (root / "dev/leds0").read_bytes()
    assert sent == bytes([1, 2, 3, 0]) + bytes(35 * 4) + bytes([4, 5, 6, 0])
    lights.close()
    assert (root / "dev/leds0").read_bytes() == bytes(37 * 4)
    assert [record.message for record in caplog.records] == [
        f"lights: 37 LEDs on /dev/leds0, driven by kernel (chosen in the settings, a {PI_5})"
    ]


@pytest.mark.parametrize("order", ["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"])
def test_the_kernel_s_green_red_blue_becomes_the_strip_s_own_order(order: str) -> None:
    colour = {"R": 1, "G": 2, "B": 3}
    red, green, blue, white = kernel_bytes([(1, 2, 3)], order)  # type: ignore[arg-type]  # one of the six
    assert (green, red, blue) == tuple(colour[letter] for letter in order), "what goes along the wire"
    assert white == 0


def test_a_kernel_without_the_overlay_says_the_line_to_add(tmp_path: Path) -> None:
    assert fault(tmp_path, PI_5, "kernel") == (
        "The lights need /dev/leds0, which is missing: "
        "add dtoverlay=ws2812-pio,gpio=10,num_leds=37,brightness=0 to config.txt and restart."
    )


def test_importing_the_drivers_loads_none_of_their_libraries() -> None:
    code = (
        "import sys, companion.drivers.lights; "
        "print([m for m in ('rpi_ws281x', '_rpi_ws281x', 'board', 'neopixel') if m in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
