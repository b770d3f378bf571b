"""The firmware's notes name the pins, versions and figures that the firmware has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sensorboard import PLACES, PROTOCOL, __version__
from sensorboard.mfrc522 import VERSIONS
from sensorboard.wiring import PINS, REGISTERS, SPI_HZ, output_of

NOTES = (Path(__file__).parents[2] / "firmware/README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("signal", PINS)
def test_the_notes_name_each_pin(signal: str) -> None:
    assert re.search(rf"(?m)^\| {signal} \| GP{PINS[signal]} \|", NOTES)


def test_the_notes_are_of_this_firmware() -> None:
    assert f"proto={PROTOCOL} fw={__version__} " in NOTES
    assert f"is {SPI_HZ / 1e6:.0f} MHz" in NOTES
    assert all(f"`{version:02X}`" in NOTES for version in VERSIONS)


def test_every_place_has_a_select_line_of_its_own_on_five_registers() -> None:
    lines = [output_of(place) for place in range(PLACES)]
    assert len(set(lines)) == PLACES
    assert REGISTERS == 5
    assert max(lines) == (4, 5)
