"""The doctor on a Pi 3, 4 and 5, and on no Pi: power, boot settings, groups, packages, disk, clock."""

from __future__ import annotations

import grp
import os
import socket
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from doctored_pi import PI_3, PI_4, PI_5, THROTTLED, FakePi
from running_table import simulated

from companion.doctor import Check, Place, examine
from companion.drivers.boot_config import boot_lines, with_block
from companion.simulator.board_process import BoardProcess


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    return FakePi(tmp_path)


@pytest.fixture
def board() -> Iterator[BoardProcess]:
    with BoardProcess(sweep_ms=20) as board:
        yield board


def states(found: dict[str, Check]) -> set[str]:
    return {check.state for check in found.values()}


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


def test_settings_for_a_pi_on_a_machine_that_is_none(pi: FakePi) -> None:
    pi.write("proc/device-tree/model", "Some laptop\0")
    found = pi.examine()
    assert found["Raspberry Pi"].state == "fail"
    assert found["power"].state == found["boot settings"].state == "skipped"


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
