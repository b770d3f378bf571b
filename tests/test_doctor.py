"""The doctor on made-up machines: a Pi 3, 4 and 5 and one that is no Pi, whole and with every part amiss."""

from __future__ import annotations

import grp
import json
import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

import pytest
from running_table import program, simulated

from companion.app.strip import Strip
from companion.config import Settings
from companion.doctor import Check, Place, examine, run_doctor
from companion.doctor.round import walk_lights
from companion.drivers.boot_config import boot_lines, with_block
from companion.drivers.controls import ControlsFault
from companion.drivers.display import DisplayFault, RecordingDisplay
from companion.drivers.lights import LightMap, LightsFault, RecordingLights, save_map
from companion.drivers.piece_set import save_tags
from companion.drivers.table_map import save_sensor_map
from companion.simulator.board_process import BoardProcess
from companion.table.pieces import PIECES, PLACES, PieceSet
from companion.table.sensor_map import SensorMap

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


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    return FakePi(tmp_path)


@pytest.fixture
def board() -> Iterator[BoardProcess]:
    with BoardProcess(sweep_ms=20) as board:
        yield board


def states(found: dict[str, Check]) -> set[str]:
    return {check.state for check in found.values()}


# --- machines in order --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", [PI_3, PI_4, PI_5])
def test_a_pi_in_order_is_all_ok(tmp_path: Path, model: str, board: BoardProcess) -> None:
    pi = FakePi(tmp_path, model)
    pi.plug_in(board)
    found = pi.examine()
    assert {part: c for part, c in found.items() if c.state not in ("ok", "skipped")} == {}
    assert found["Raspberry Pi"].text == model
    assert found["sensor board"].text.startswith("firmware ")
    assert found["pieces"].text == f"80 in {pi.records}/set.toml"
    assert found["controls"].text == "SUN on GPIO 17, UNDO 27, wheel 22"
    assert len(pi.display.shown) == 1
    assert pi.lights.closed


def test_on_a_machine_that_is_no_pi_a_simulated_table_is_all_ok_or_skipped(tmp_path: Path) -> None:
    settings = simulated(tmp_path)
    found = {check.part: check for check in examine(Place(root=tmp_path), settings)}
    assert states(found) == {"ok", "skipped"}
    assert found["sensor board"].text.startswith("simulated, firmware ")
    assert found["readers"].text == "all 38 answer"
    assert found["lights"].text == "in the browser"


def test_what_each_pi_needs_at_boot_hangs_on_its_model(tmp_path: Path) -> None:
    for model, missing in {
        PI_3: "dtparam=spi=on, core_freq=250",
        PI_4: "dtparam=spi=on, core_freq=500, core_freq_min=500",
    }.items():
        pi = FakePi(tmp_path / model, model)
        pi.write("boot/firmware/config.txt", "dtparam=i2c_arm=on\n[pi400]\ncore_freq=250\n")
        boot = pi.examine()["boot settings"]
        assert (boot.state, boot.text) == ("warn", f"/boot/firmware/config.txt does not say {missing}")
        assert "sudo companion install --write-config" in boot.remedy
    assert "core_freq" not in FakePi(tmp_path / PI_5, PI_5).examine()["boot settings"].text


def test_what_the_installer_has_written_counts(pi: FakePi) -> None:
    pi.write("boot/firmware/config.txt", with_block("[pi5]\n", boot_lines(PI_4)))
    assert pi.examine()["boot settings"].state == "ok"


def test_an_older_release_keeps_its_boot_settings_elsewhere(pi: FakePi) -> None:
    (pi.root / "boot/firmware/config.txt").rename(pi.root / "boot/config.txt")
    assert pi.examine()["boot settings"].text.startswith("/boot/config.txt says dtparam=i2c_arm=on")


# --- a part amiss -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flags", "state", "text"),
    [
        ("50005", "fail", "the voltage is too low now"),
        ("50000", "warn", "the voltage was too low since the last start"),
        ("40000", "warn", "it was slowed down since the last start"),
        ("8", "warn", "it is too hot now"),
    ],
)
def test_under_voltage_and_throttling_are_told(pi: FakePi, flags: str, state: str, text: str) -> None:
    pi.write(THROTTLED, f"{flags}\n")
    power = pi.examine()["power"]
    assert (power.state, power.text) == (state, text)
    assert power.remedy


def test_where_the_system_has_no_flags_vcgencmd_is_asked(pi: FakePi) -> None:
    (pi.root / THROTTLED).unlink()
    asked = replace(pi.place, said_by=lambda *_words: "throttled=0x50005\n")
    assert pi.examine(place=asked)["power"].state == "fail"
    assert pi.examine()["power"].text == "the Pi does not say"


def test_no_board_at_all(pi: FakePi) -> None:
    found = pi.examine()
    port = found["serial port"]
    assert (port.state, port.text) == ("fail", "there is none at /dev/photosynthesis-board")
    assert port.remedy == "plug the sensor board in"
    assert found["sensor board"].state == "skipped"


def test_a_board_without_its_udev_alias_is_found_and_the_rule_named(pi: FakePi) -> None:
    pi.write("dev/ttyACM1", "")
    port = pi.examine()["serial port"]
    assert port.text == "there is none at /dev/photosynthesis-board, but at /dev/ttyACM1"
    assert "udev rule" in port.remedy


def test_a_port_that_this_user_may_not_use(pi: FakePi, board: BoardProcess) -> None:
    pi.plug_in(board)
    closed = replace(pi.place, may_use=lambda path: "board" not in path.name)
    port = pi.examine(place=closed)["serial port"]
    assert (port.state, port.text) == ("fail", "/dev/photosynthesis-board may not be used by this user")
    assert "dialout" in port.remedy


def test_a_port_that_another_program_holds_names_it(pi: FakePi, board: BoardProcess) -> None:
    pi.plug_in(board)
    pi.write("proc/812/comm", "ModemManager\n")
    (pi.root / "proc/812/fd").mkdir()
    (pi.root / "proc/812/fd/7").symlink_to(os.path.realpath(board.port))
    found = pi.examine()
    assert found["serial port"].text == "/dev/photosynthesis-board is held by ModemManager (process 812)"
    assert found["sensor board"].state == "skipped"


def test_dead_readers_are_named_as_cells(pi: FakePi, board: BoardProcess) -> None:
    save_sensor_map(pi.records / "sensors.toml", SensorMap({"a1": "c3", "c3": "a1"}))
    pi.plug_in(board)
    board.dead(PLACES.index("c3"))
    board.dead(PLACES.index("pad"))
    found = pi.examine()
    assert (found["readers"].state, found["readers"].text) == ("fail", "no answer from a1, pad")
    assert found["sensor map"].text.startswith("as calibrated")


def test_pieces_that_cannot_be_read_or_are_unknown_are_named(pi: FakePi, board: BoardProcess) -> None:
    pi.plug_in(board)
    board.set_place(PLACES.index("d4"), ["04FFFFFF000000"])
    board.set_place(PLACES.index("e4"), [TAGS["0g1"], TAGS["0g2"]])
    board.set_place(PLACES.index("g1"), [TAGS["0g3"]])
    table = pi.examine()["table"]
    assert (table.state, table.text) == ("warn", "d4 foreign, e4 collision")


def test_a_port_that_is_silent_is_no_board(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.doctor.board.PATIENCE_MS", 200)
    silent, device = os.openpty()
    (pi.root / "dev/photosynthesis-board").symlink_to(os.ttyname(device))
    found = pi.examine()
    os.close(silent)
    os.close(device)
    assert (found["sensor board"].state, found["sensor board"].text) == ("fail", "it does not answer")
    assert "reset button" in found["sensor board"].remedy


@pytest.mark.parametrize(
    ("text", "state", "said"),
    [
        (None, "fail", "none is enrolled"),
        ("[tags]\n", "fail", "holds none"),
        ('[tags]\n"04A1B2C3D4E580" = "2g1"\n', "warn", "missing Green 19"),
        ("[tags]\nx\n", "fail", "cannot be read"),
    ],
)
def test_a_set_that_is_missing_unfinished_or_broken(
    pi: FakePi, text: str | None, state: str, said: str
) -> None:
    (pi.records / "set.toml").unlink()
    if text is not None:
        pi.write("records/set.toml", text)
    pieces = pi.examine()["pieces"]
    assert pieces.state == state
    assert said in str(pieces)
    assert "enroll" in pieces.remedy


def test_maps_that_cannot_be_used(pi: FakePi) -> None:
    pi.write("records/sensors.toml", "nonsense")
    pi.write("records/lights.toml", "nonsense")
    found = pi.examine()
    assert found["sensor map"].state == found["light map"].state == "fail"
    assert "companion calibrate" in found["sensor map"].remedy
    save_map(pi.records / "lights.toml", LightMap({"a1": (0,)}, "RGB"))
    assert pi.examine()["light map"].text.startswith("as calibrated")


def test_lights_display_and_controls_that_fail_say_why_and_what_to_do(pi: FakePi) -> None:
    pi.lights.fault = LightsFault("The lights need /dev/spidev0.0, which is missing: switch SPI on.")
    pi.display.fault = DisplayFault("The display at 0x3C does not answer: check its four wires.")
    pi.controls_fault = ControlsFault("The controls cannot be used (busy): check that no other holds them.")
    found = pi.examine()
    assert [(found[part].state, found[part].remedy) for part in ("lights", "display", "controls")] == [
        ("fail", "switch SPI on."),
        ("fail", "check its four wires."),
        ("fail", "check that no other holds them."),
    ]


def test_a_bus_and_pins_that_are_not_there(pi: FakePi) -> None:
    (pi.root / "dev/i2c-1").unlink()
    (pi.root / "dev/gpiochip0").unlink()
    found = pi.examine()
    assert found["display"].text == "/dev/i2c-1 is missing"
    assert found["controls"].text == "this machine has no pins"


def test_settings_for_a_pi_on_a_machine_that_is_none(pi: FakePi) -> None:
    pi.write("proc/device-tree/model", "Some laptop\0")
    found = pi.examine()
    assert found["Raspberry Pi"].state == "fail"
    assert found["power"].state == found["boot settings"].state == "skipped"


def test_a_companion_that_runs_keeps_its_parts_to_itself(pi: FakePi) -> None:
    pi.write(
        "proc/77/cmdline", "\0".join(["/usr/bin/python3", "/opt/venv/bin/companion", "run", "--settings"])
    )
    busy = replace(pi.place, listening_fails=lambda _host, _port: "Address already in use")
    found = pi.examine(place=busy)
    for part in ("lights", "display", "controls"):
        assert found[part].text.startswith("the companion that runs (process 77) uses it")
    assert found["page"].text == "127.0.0.1, port 8137 is served by the companion that runs (process 77)"
    assert pi.lights.shown == pi.display.shown == []


def test_the_page_whose_port_somebody_else_has(pi: FakePi) -> None:
    busy = replace(pi.place, listening_fails=lambda _host, _port: "Address already in use")
    page = pi.examine(place=busy)["page"]
    assert (page.state, page.text) == ("fail", "127.0.0.1, port 8137 cannot be used (Address already in use)")


def test_groups_that_the_user_is_not_in(pi: FakePi) -> None:
    guest = replace(pi.place, groups=lambda: frozenset({"gpio", "users"}))
    groups = pi.examine(place=guest)["groups"]
    assert (groups.state, groups.text) == ("warn", "this user is not in dialout, i2c, spi")
    assert groups.remedy.startswith("sudo usermod -aG dialout,i2c,spi $USER")


def test_packages_that_are_missing_are_named_with_the_line_to_type(pi: FakePi) -> None:
    bare = replace(pi.place, version=lambda package: None if package == "rpi-ws281x" else "1.0")
    python = pi.examine(place=bare)["Python"]
    assert python.text.endswith("without rpi-ws281x")
    assert python.remedy == "pip install 'photosynthesis-companion[pi,neopixel,lcd]'"


def test_a_folder_that_is_full_or_closed(pi: FakePi) -> None:
    full = replace(pi.place, free_bytes=lambda _folder: 3_000_000)
    assert pi.examine(place=full)["records"].text == f"{pi.records}: 3 MB are left"
    closed = replace(pi.place, may_use=lambda path: path.name != "records")
    assert pi.examine(place=closed)["records"].state == "fail"


def test_a_clock_that_stands_in_the_past(pi: FakePi) -> None:
    past = replace(pi.place, now=lambda: datetime(1970, 1, 1))
    assert pi.examine(place=past)["clock"].text.startswith("it says 1970-01-01")


def test_the_real_machine_is_asked_for_what_only_it_knows(tmp_path: Path) -> None:
    place = Place()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert place.listening_fails("127.0.0.1", taken.getsockname()[1]) == "Address already in use"
    assert place.listening_fails("127.0.0.1", 0) == ""
    assert place.version("pydantic")
    assert place.version("no-such-package") is None
    assert place.said_by("echo", "throttled=0x0") == "throttled=0x0\n"
    assert place.said_by("no-such-command") == ""
    assert grp.getgrgid(os.getegid()).gr_name in place.groups()
    with (tmp_path / "held").open("w"):
        assert any(f"(process {os.getpid()})" in name for name in place.holders(str(tmp_path / "held")))


# --- what is printed ----------------------------------------------------------------------------------------------


def test_one_line_a_part_its_remedy_below_and_exit_status_1_if_any_failed(pi: FakePi) -> None:
    said: list[str] = []
    assert run_doctor(pi.place, None, pi.settings, say=said.append) == 1
    assert said[0] == "ok    settings: simulated: every part is in the browser"
    assert (
        "FAIL  serial port: there is none at /dev/photosynthesis-board\n"
        "      to do: plug the sensor board in" in said
    )
    assert "-     sensor board: its port cannot be used" in said


def test_for_programs_it_is_json(tmp_path: Path) -> None:
    said: list[str] = []
    assert run_doctor(Place(root=tmp_path), None, simulated(tmp_path), in_json=True, say=said.append) == 0
    (text,) = said
    told = json.loads(text)
    assert told["ok"] is True
    assert {"part": "lights", "state": "skipped", "text": "in the browser", "remedy": ""} in told["checks"]


def test_settings_with_a_mistake_are_all_that_is_examined(pi: FakePi) -> None:
    pi.write("bad.toml", "[grid]\nprot = 3\n")
    said: list[str] = []
    assert run_doctor(pi.place, pi.root / "bad.toml", say=said.append) == 1
    (line,) = said
    assert "line 2: grid.prot does not exist" in line


def test_settings_that_were_named_must_be_there(pi: FakePi) -> None:
    said: list[str] = []
    assert run_doctor(pi.place, pi.root / "nowhere.toml", say=said.append) == 1
    assert "there is no such settings file" in said[0]


def test_without_the_service_s_settings_it_looks_at_a_simulated_table(tmp_path: Path) -> None:
    said: list[str] = []
    assert run_doctor(Place(root=tmp_path), None, say=said.append) == 0
    assert said[0].startswith("-     settings: /etc/photosynthesis/companion.toml is not there")


def test_the_service_s_settings_are_read_where_they_are(pi: FakePi) -> None:
    pi.write("etc/photosynthesis/companion.toml", f'[records]\nfolder = "{pi.records}"\n')
    said: list[str] = []
    run_doctor(pi.place, None, say=said.append)
    assert said[0] == "ok    settings: /etc/photosynthesis/companion.toml"
    assert f"ok    pieces: 80 in {pi.records}/set.toml" in said


def test_walking_names_the_lights_one_by_one(pi: FakePi) -> None:
    said: list[str] = []
    waited: list[float] = []
    strip = Strip(leds={"a1": (3, 4), "d4": (0,), "NE": (9,)})
    place = replace(pi.place, lights=lambda _settings, _pi: (strip, pi.lights))
    walk_lights(place, pi.settings, said.append, waited.append)
    assert said == ["a1: LED 3, 4", "d4: LED 0", "NE: LED 9"]
    assert [list(frame) for frame in pi.lights.shown] == [["a1"], ["d4"], ["NE"], []]
    assert len(waited) == 3
    assert pi.lights.closed


def test_walking_without_lights_says_so(pi: FakePi) -> None:
    said: list[str] = []
    place = replace(pi.place, lights=lambda _settings, _pi: (Strip(), None))
    walk_lights(place, pi.settings, said.append)
    assert said == ["There are no lights to walk along: lights.driver is browser or none"]


async def test_as_a_program_it_ends_well_on_a_simulated_table(tmp_path: Path) -> None:
    async with program("doctor", "--simulated", "--records", tmp_path) as doctor:
        assert await doctor.end() == 0
    assert "Traceback" not in doctor.log
