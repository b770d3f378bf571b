"""`companion install` and `uninstall` on a folder that looks like a machine: files, commands, faults, repetition."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from fake_machine import ROOT, Machine

from companion.cli import main
from companion.config import Settings
from companion.drivers.host import Host
from companion.install import InstallFault, Job, install, uninstall

PIP = ("-m", "pip", "install", "--quiet")
HOME = ("--home-dir", "/var/lib/photosynthesis", "--shell", "/usr/sbin/nologin")
UNIT = "etc/systemd/system/companion.service"
UDEV = "etc/udev/rules.d/70-photosynthesis.rules"
POLKIT = "etc/polkit-1/rules.d/50-photosynthesis.rules"
SETTINGS = "etc/photosynthesis/companion.toml"
CONFIG = "boot/firmware/config.txt"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_everything_is_brought_in_order(machine: Machine) -> None:
    install(machine.job())
    venv = f"{machine.root}/opt/photosynthesis/venv"
    python = f"{venv}/bin/python"
    assert machine.commands.ran == [
        ("useradd", "--system", "--user-group", *HOME, "photosynthesis"),
        ("usermod", "--append", "--groups", "dialout,gpio,spi", "photosynthesis"),
        ("/usr/bin/python3", "-m", "venv", "--clear", venv),
        (python, *PIP, "--require-hashes", "-r", str(ROOT / "requirements.lock")),
        (python, *PIP, "--no-deps", "--force-reinstall", str(ROOT)),
        ("udevadm", "control", "--reload"),
        ("udevadm", "trigger", "--subsystem-match=tty", "--subsystem-match=usb"),
        ("systemctl", "daemon-reload"),
        ("systemctl", "enable", "--quiet", "companion"),
        ("systemctl", "restart", "companion"),
    ]
    for name, source in ((UNIT, "companion.service"), (UDEV, "70-photosynthesis.rules")):
        assert machine.read(name) == (ROOT / "systemd" / source).read_text()
    assert 'subject.user == "photosynthesis"' in machine.read(POLKIT)
    assert Settings.load(machine.root / SETTINGS) == Settings()
    link = machine.root / "usr/local/bin/companion"
    assert str(link.readlink()) == "/opt/photosynthesis/venv/bin/companion"


def test_a_second_time_only_the_program_and_the_service_are_renewed(machine: Machine) -> None:
    install(machine.job())
    machine.pretend_it_worked()
    before = machine.files()
    machine.commands.ran.clear()
    install(machine.job())
    assert machine.files() == before
    assert {words[0].rpartition("/")[2] for words in machine.commands.ran} == {
        "python",
        "udevadm",
        "systemctl",
    }
    assert not any("venv" in words[1:3] for words in machine.commands.ran), (
        "the environment was good as it was"
    )


def test_a_dry_run_says_each_step_and_does_nothing(machine: Machine) -> None:
    before = machine.files()
    install(machine.job(dry_run=True, write_config=True))
    assert machine.files() == before
    assert machine.commands.ran == []
    assert f"  would write {machine.root / UNIT}" in machine.said
    assert "  would run systemctl restart companion" in machine.said
    assert machine.said[-1] == "Nothing was changed: this is what would be done without --dry-run."


def test_an_uninstall_on_a_dry_run_takes_nothing_away(machine: Machine) -> None:
    install(machine.job())
    assert machine.said[-1] == "The companion is installed. How it is: systemctl status companion"
    before = machine.files()
    uninstall(machine.job(dry_run=True))
    assert machine.files() == before
    assert "Nothing was changed: this is what would be done without --dry-run." in machine.said


def test_settings_of_a_family_are_never_overwritten(machine: Machine) -> None:
    machine.write(SETTINGS, "[game]\nlong = true\n")
    install(machine.job())
    assert machine.read(SETTINGS) == "[game]\nlong = true\n"


def test_settings_that_would_not_start_are_told_before_the_service_is_touched(machine: Machine) -> None:
    machine.write(SETTINGS, "[game]\nlnog = true\n")
    with pytest.raises(
        InstallFault, match=r"The settings: .*line 2: game.lnog does not exist.*Mend that file"
    ):
        install(machine.job())
    assert not (machine.root / UNIT).exists()


@pytest.mark.parametrize(
    ("fails", "told"),
    [
        ("useradd", "The user and its groups: `useradd` failed (it is tired). Run it as root (sudo)"),
        (
            "/usr/bin/python3",
            "The program in an environment of its own: `/usr/bin/python3` failed (it is tired).",
        ),
        ("udevadm", "The sensor board's name: `udevadm` failed"),
        (
            "systemctl",
            "The service: `systemctl` failed (it is tired). Read why with: journalctl -u companion",
        ),
    ],
)
def test_a_step_that_fails_is_told_with_its_name_the_reason_and_the_remedy(
    machine: Machine, fails: str, told: str
) -> None:
    machine.commands.fails = fails
    with pytest.raises(InstallFault) as fault:
        install(machine.job())
    assert str(fault.value).startswith(told)


def test_a_file_that_cannot_be_written_is_named(machine: Machine) -> None:
    machine.write("etc/udev", "a file where the folder should be")
    with pytest.raises(
        InstallFault, match=rf"The sensor board's name: {machine.root}/etc/udev.* cannot be changed"
    ):
        install(machine.job())


def test_without_a_running_systemd_and_udev_it_starts_with_the_machine(machine: Machine) -> None:
    shutil.rmtree(machine.root / "run")
    shutil.rmtree(machine.root / "usr/share/polkit-1")
    install(machine.job())
    commands = [words for words in machine.commands.ran if words[0] in ("systemctl", "udevadm")]
    assert commands == [("systemctl", "enable", "--quiet", "companion")]
    assert not (machine.root / POLKIT).exists()
    assert "  left out: polkit is not here. For the menu's Shut down: apt install polkitd" in machine.said


def test_somebody_else_s_program_of_that_name_stays(machine: Machine) -> None:
    machine.write("usr/local/bin/companion", "#!/bin/sh\n")
    install(machine.job())
    uninstall(machine.job())
    assert machine.read("usr/local/bin/companion") == "#!/bin/sh\n"


@pytest.mark.parametrize(
    ("model", "extras"),
    [("Raspberry Pi Zero 2 W Rev 1.0", "[pi]"), ("Raspberry Pi 5 Model B Rev 1.0", "[pi,neopixel]")],
)
def test_a_pi_gets_the_libraries_for_its_wires(tmp_path: Path, model: str, extras: str) -> None:
    machine = Machine(tmp_path, model)
    install(machine.job())
    assert any(words[-1] == f"{ROOT}{extras}" for words in machine.commands.ran)


BUSES = ["dtparam=i2c_arm=on", "dtparam=spi=on"]


@pytest.mark.parametrize(
    ("model", "lines"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0", [*BUSES, "core_freq=250"]),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", [*BUSES, "core_freq=250"]),
        ("Raspberry Pi 4 Model B Rev 1.4", [*BUSES, "core_freq=500", "core_freq_min=500"]),
        ("Raspberry Pi 400 Rev 1.0", [*BUSES, "core_freq=500", "core_freq_min=500"]),
        ("Raspberry Pi Compute Module 4 Rev 1.0", [*BUSES, "core_freq=500", "core_freq_min=500"]),
        ("Raspberry Pi 5 Model B Rev 1.0", BUSES),
        ("A laptop", []),
    ],
)
def test_the_boot_settings_of_each_pi_are_told_and_on_demand_written(
    tmp_path: Path, model: str, lines: list[str]
) -> None:
    machine = Machine(tmp_path, model)
    machine.write(CONFIG, "arm_64bit=1\n[cm4]\notg_mode=1")
    install(machine.job())
    assert [line.strip() for line in machine.said if line.startswith("    ")] == lines
    assert machine.read(CONFIG) == "arm_64bit=1\n[cm4]\notg_mode=1"
    install(machine.job(write_config=True))
    written = machine.read(CONFIG)
    assert [line for line in written.splitlines() if line in lines] == lines
    install(machine.job(write_config=True))
    assert machine.read(CONFIG) == written


def test_a_boot_setting_that_is_there_already_is_not_said_twice(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "Raspberry Pi 5 Model B")
    machine.write(CONFIG, "dtparam=i2c_arm=on\n[pi4]\ndtparam=spi=on\n")
    install(machine.job(write_config=True))
    assert machine.read(CONFIG).count("dtparam=i2c_arm=on") == 1
    assert machine.read(CONFIG).endswith("begin\n[all]\ndtparam=spi=on\n# photosynthesis-companion: end\n")


def test_after_an_uninstall_only_the_games_and_the_settings_are_left(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "Raspberry Pi 4 Model B Rev 1.4")
    machine.write(CONFIG, "arm_64bit=1\n")
    before = machine.files()
    install(machine.job(write_config=True))
    machine.write("opt/photosynthesis/venv/bin/companion", "")
    machine.write("var/lib/photosynthesis/2026-01-06-190000-1.game", "a game\n")
    machine.commands.ran.clear()
    uninstall(machine.job())
    assert machine.files().keys() - before.keys() == {
        SETTINGS,
        "var/lib/photosynthesis/2026-01-06-190000-1.game",
    }
    assert machine.read(CONFIG) == "arm_64bit=1\n"
    assert machine.commands.ran[0] == ("systemctl", "disable", "--quiet", "--now", "companion")
    assert not (machine.root / "usr/local/bin/companion").is_symlink()
    assert machine.said[-2].startswith(
        f"Kept: the games in {machine.root}/var/lib/photosynthesis, the settings"
    )


def test_an_uninstall_says_where_the_games_really_are(machine: Machine) -> None:
    machine.write(SETTINGS, '[records]\nfolder = "/srv/games"\n')
    uninstall(machine.job())
    assert machine.said[-2].startswith(f"Kept: the games in {machine.root}/srv/games")


def test_an_uninstall_can_be_repeated(machine: Machine) -> None:
    install(machine.job())
    uninstall(machine.job())
    left = machine.files()
    uninstall(machine.job())
    assert machine.files() == left


def test_a_folder_that_is_no_checkout_is_refused(machine: Machine, tmp_path: Path) -> None:
    job = Job(Host(machine.root, machine.commands, machine.said.append), tmp_path)
    with pytest.raises(InstallFault, match=r"no checkout of the project \(requirements.lock is missing\)"):
        install(job)
    assert machine.commands.ran == []


def test_the_command_leaves_the_commands_of_another_root_to_you(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--root", str(machine.root)]) == 0
    said = capsys.readouterr().out
    assert "  left to you: systemctl restart companion" in said
    assert said.splitlines()[-1].startswith(
        f"The files are in {machine.root}; the companion runs there after"
    )
    assert "is installed" not in said
    assert (machine.root / UNIT).is_file()
    assert main(["uninstall", "--root", str(machine.root)]) == 0
    assert "Kept: the games" in capsys.readouterr().out


def test_only_root_may_install(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert main(["uninstall"]) == 1
    assert "only root may change this machine. Run it again with sudo." in capsys.readouterr().err
