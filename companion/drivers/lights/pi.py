"""Which Pi this is, and whether it lets us at a strip: asked first, as the libraries crash."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.drivers.lights.protocol import LightsFault

SPI_DEVICE: Final = "/dev/spidev0.0"
GPIO_MEMORY: Final = "/dev/gpiomem"
PIO_DEVICE: Final = "/dev/pio0"
NO_STRIP: Final = 'set lights.driver to "browser" or "none"'
REMEDIES: Final = {
    SPI_DEVICE: "switch SPI on in raspi-config and restart",
    GPIO_MEMORY: "this needs Raspberry Pi OS, which makes it at every start",
    PIO_DEVICE: "update the Pi's firmware and kernel: sudo apt full-upgrade, sudo rpi-eeprom-update -a",
}


@dataclass(frozen=True, slots=True)
class Pi:
    """The Pi we run on, if it is one. root: where its `/proc` and `/dev` are. is_root: None asks the system."""

    root: Path = Path("/")
    is_root: bool | None = None

    @property
    def model(self) -> str:
        """The Pi's name for itself, like "Raspberry Pi 4 Model B Rev 1.4"; empty on any other machine."""
        try:
            said = self.path("/proc/device-tree/model").read_text("utf-8", errors="replace").rstrip("\0\n ")
        except OSError:
            return ""
        return said if said.startswith("Raspberry Pi") else ""

    @property
    def is_pi5_or_later(self) -> bool:
        """The Pi 5, 500, Compute Module 5 and what comes after: their pins hang on a chip of its own."""
        number = re.match(r"Raspberry Pi (?:Compute Module )?(\d)", self.model)
        return number is not None and int(number[1]) >= 5

    def path(self, device: str) -> Path:
        """Where an absolute path is on this machine."""
        return self.root / device.lstrip("/")

    def need_pi(self) -> None:
        """Raise LightsFault where this is no Raspberry Pi."""
        if not self.model:
            raise LightsFault(
                f"This machine is no Raspberry Pi, so it cannot drive a strip of lights: {NO_STRIP}."
            )

    def need_device(self, device: str, remedy: str = "") -> None:
        """Raise LightsFault where a device is missing or may not be written."""
        path = self.path(device)
        if not path.exists():
            raise LightsFault(f"The lights need {device}, which is missing: {remedy or REMEDIES[device]}.")
        if not os.access(path, os.R_OK | os.W_OK):
            raise LightsFault(
                f"The lights need {device}, which this user may not use: "
                "run `companion install` again, or add the user to the groups gpio and spi, and restart."
            )

    def need_root(self, pin: int, mode: str) -> None:
        """Raise LightsFault where we do not run as root."""
        if not (os.geteuid() == 0 if self.is_root is None else self.is_root):
            raise LightsFault(
                f"The lights on GPIO {pin} ({mode}) need a companion that runs as root: "
                "wire the strip to GPIO 10 (SPI), which does not, and set lights.pin to 10."
            )
