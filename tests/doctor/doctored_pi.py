"""A Pi below a folder for the doctor to examine: whole, until a test breaks something."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from recorded_outputs import RecordingDisplay, RecordingLights

from companion.config import Settings
from companion.doctor import Check, Place, examine
from companion.drivers.controls import ControlsFault
from companion.drivers.piece_set import save_tags
from companion.simulator.board_process import BoardProcess
from companion.table.pieces import PIECES, PieceSet

PI_3 = "Raspberry Pi 3 Model B Plus Rev 1.3"
PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
BUSES = "dtparam=i2c_arm=on\ndtparam=spi=on\n"
CONFIG = {
    PI_3: f"{BUSES}core_freq=250\n",
    PI_4: f"{BUSES}core_freq=500\ncore_freq_min=500\n",
    PI_5: BUSES,
}
TAGS = {piece: PieceSet.simulated().tag_of(piece) for piece in PIECES}
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"


class Closable:
    """Controls that can be opened."""

    def close(self) -> None:
        """Nothing is held."""


@dataclass
class FakePi:
    """A whole Pi below a folder, everything in order; each test breaks something."""

    root: Path
    model: str = PI_4
    lights: RecordingLights = field(default_factory=RecordingLights)
    display: RecordingDisplay = field(default_factory=RecordingDisplay)
    controls_fault: ControlsFault | None = None

    def __post_init__(self) -> None:
        self.write("proc/device-tree/model", f"{self.model}\0")
        self.write("boot/firmware/config.txt", CONFIG[self.model])
        self.write("etc/group", "dialout:x:20:\ngpio:x:997:\ni2c:x:998:\nspi:x:999:\n")
        self.write(THROTTLED, "0\n")
        for device in ("i2c-1", "gpiochip0", "spidev0.0", "gpiomem"):
            self.write(f"dev/{device}", "")
        save_tags(self.records / "set.toml", TAGS)
        self.place = Place(
            root=self.root,
            is_root=lambda: False,
            groups=lambda: frozenset({"dialout", "gpio", "i2c", "spi"}),
            free_bytes=lambda _folder: 2_000_000_000,
            version=lambda package: None if package == "missing" else "1.0",
            said_by=lambda *_words: "",
            listening_fails=lambda _host, _port: "",
            now=lambda: datetime(2026, 5, 1, 20, 15),
            lights=lambda settings, _pi: (settings.lights.strip(), self.lights),
            display=lambda _settings: self.display,
            controls=self.open_controls,
        )

    @property
    def records(self) -> Path:
        return self.root / "records"

    @property
    def settings(self) -> Settings:
        settings = Settings()
        records = settings.records.model_copy(update={"folder": self.records})
        return settings.model_copy(update={"records": records})

    def open_controls(self, *_arguments: object) -> Closable:
        if self.controls_fault:
            raise self.controls_fault
        return Closable()

    def write(self, name: str, text: str) -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def plug_in(self, board: BoardProcess) -> None:
        (self.root / "dev/photosynthesis-board").symlink_to(board.port)

    def examine(self, settings: Settings | None = None, place: Place | None = None) -> dict[str, Check]:
        """The lines by their part, the worst of each; without a board its own are left out."""
        found: dict[str, Check] = {}
        for check in examine(place or self.place, settings or self.settings):
            if check.part not in found or check.state == "fail":
                found[check.part] = check
        return found
