"""Run on a pretended Pi: show frames on real drivers and tell in JSON what each came to.

Standard input: `{"root": folder, "jobs": [{"library", "colour_order", "steps": [frame | "break" | "mend"]}]}`. Told in
the last line, per step that is a frame: an empty string, or the fault. A job's lights are closed at its end.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

from companion.app.strip import Strip
from companion.drivers.lights import LightsFault, Pi, PixelOpener, StripLights, Wiring


class Output:
    """In place of Blinka's pin: over SPI the library sets the pin up by itself."""

    def __init__(self, pin: object) -> None:
        self._pin = pin
        self.direction: object = None

    def deinit(self) -> None:
        pass


def pretend_pins() -> None:
    """There is no GPIO chip here; the rest of Blinka is the real one."""
    sys.modules["gpiod"] = MagicMock(__version__="2.2")
    import digitalio

    digitalio.DigitalInOut = Output


def catch_bytes() -> list[str]:
    """On a board that Blinka does not know, with any pin: keep what it would send to the Pi 5's PIO."""
    import board
    import neopixel

    sent: list[str] = []

    def write(_pin: object, data: bytes) -> None:
        sent.append(bytes(data).hex())

    board.D10 = board.Dx_OUTPUT
    neopixel.neopixel_write = write
    return sent


def run(root: Path, job: dict[str, Any]) -> list[str]:
    opener = PixelOpener(job["library"], Wiring(colour_order=job["colour_order"]), Pi(root))
    lights = StripLights(Strip(budget_ma=3_000), opener)
    told = []
    broken = Path(os.environ.get("FAKE_PI_BROKEN", "/nonexistent"))
    for step in job["steps"]:
        if step == "break":
            broken.touch()
        elif step == "mend":
            broken.unlink()
        else:
            try:
                lights.show({cell: tuple(colour) for cell, colour in step.items()})
                told.append("")
            except LightsFault as fault:
                told.append(str(fault))
    lights.close()
    return told


def main() -> None:
    asked = json.load(sys.stdin)
    agnostic = "BLINKA_OS_AGNOSTIC" in os.environ
    if "BLINKA_FORCEBOARD" in os.environ:
        pretend_pins()
    sent = catch_bytes() if agnostic else []
    told = [run(Path(asked["root"]), job) for job in asked["jobs"]]
    print(json.dumps({"told": told, "sent": sent}))


if __name__ == "__main__":
    main()
