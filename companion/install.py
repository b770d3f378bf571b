"""`companion install` and `uninstall`: the companion as a service of this machine, and all of it away again.

Each step can be repeated: what is as it should be stays. The games, the settings and their owner outlive an
uninstall.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import companion
from companion.config import Settings, example_toml
from companion.config_errors import SettingsError
from companion.drivers.boot_config import BOOT_CONFIG, boot_lines, missing_lines, with_block
from companion.drivers.host import Host, SystemCommands
from companion.drivers.lights.pi import Pi
from companion.drivers.service import RECORDS, SETTINGS
from companion.errors import CompanionError

USER: Final = "photosynthesis"
GROUPS: Final = ("dialout", "gpio", "i2c", "spi")
"""Who may use the wires. Which of them exist depends on the release."""
PYTHON: Final = "/usr/bin/python3"
"""The system's own: the service cannot see one in a home folder."""
PROGRAM: Final = "/opt/photosynthesis"
VENV: Final = f"{PROGRAM}/venv"
COMMAND: Final = "/usr/local/bin/companion"
UNIT: Final = "/etc/systemd/system/companion.service"
UDEV_RULES: Final = "/etc/udev/rules.d/70-photosynthesis.rules"
POLKIT_RULES: Final = "/etc/polkit-1/rules.d/50-photosynthesis.rules"
NEEDED: Final = ("requirements.lock", "pyproject.toml", "systemd/companion.service")


class InstallFault(CompanionError, OSError):
    """A step that did not work; names the step, the reason and the remedy."""


@dataclass(frozen=True)
class Job:
    """What to install where. source: a checkout of the project. write_config: change the Pi's boot settings?"""

    host: Host
    source: Path
    write_config: bool = False

    @property
    def model(self) -> str:
        """Which Raspberry Pi this is; empty on another machine."""
        return Pi(self.host.root).model


@dataclass(frozen=True)
class Step:
    """A part of the work, with what to do should it fail."""

    name: str
    do: Callable[[Job], None]
    remedy: str


def install(job: Job) -> None:
    """Install, start and keep started; raises InstallFault at the first step that does not work."""
    if missing := [name for name in NEEDED if not (job.source / name).is_file()]:
        raise InstallFault(
            f"The project's files: {job.source} is no checkout of the project ({missing[0]} is missing): "
            "run this command of a checkout, or name one with --source."
        )
    _work(job, INSTALL)
    if job.host.dry_run:
        job.host.say("Nothing was changed: this is what would be done without --dry-run.")
    elif job.host.commands is None:
        job.host.say(
            f"The files are in {job.host.root}; the companion runs there after what was left to you."
        )
    else:
        job.host.say("The companion is installed. How it is: systemctl status companion")


def uninstall(job: Job) -> None:
    """Take away all that `install` brought, but not the games and the settings; raises InstallFault."""
    _work(job, UNINSTALL)
    records, host = _records(job.host), job.host
    if host.dry_run:
        host.say("Nothing was changed: this is what would be done without --dry-run.")
    host.say(f"Kept: the games in {host.path(records)}, the settings {host.path(SETTINGS)}, the user {USER}.")
    host.say(f"To have them gone too: rm -r {records} {Path(SETTINGS).parent}; userdel {USER}")


def run_install(root: Path, source: Path | None, *, dry_run: bool = False, write_config: bool = False) -> int:
    """The command; from a checkout, by default the one this program runs from. Returns the exit status."""
    host = _host(root, dry_run)
    install(Job(host, (source or Path(companion.__file__).parents[1]).resolve(), write_config))
    return 0


def run_uninstall(root: Path, *, dry_run: bool = False) -> int:
    """The command; returns the exit status."""
    uninstall(Job(_host(root, dry_run), root))
    return 0


def _host(root: Path, dry_run: bool) -> Host:
    """This machine, which only root may change, or a folder with files like it, where no command is run."""
    here = root.resolve() == Path("/")
    if here and not dry_run and os.geteuid() != 0:
        raise InstallFault("The service: only root may change this machine. Run it again with sudo.")
    os.umask(0o022)  # whatever root's is: the service reads what is written
    return Host(root, SystemCommands() if here else None, print, dry_run)


def _work(job: Job, steps: Sequence[Step]) -> None:
    for step in steps:
        job.host.say(step.name)
        try:
            step.do(job)
        except (OSError, SettingsError) as error:
            raise InstallFault(f"{step.name}: {_reason(error)}. {step.remedy}.") from error


def _reason(error: OSError | SettingsError) -> str:
    if isinstance(error, CompanionError):
        return str(error).removesuffix(".")
    return f"{error.filename or 'a file'} cannot be changed ({error.strerror or error})"


# The steps of `install`


def _user(job: Job) -> None:
    host = job.host
    if not any(line.startswith(f"{USER}:") for line in host.read("/etc/passwd").splitlines()):
        shell = ("--home-dir", RECORDS, "--shell", "/usr/sbin/nologin")
        host.run("useradd", "--system", "--user-group", *shell, USER)
    groups = {line.split(":")[0]: line for line in host.read("/etc/group").splitlines()}
    members = {name: line.rpartition(":")[2].split(",") for name, line in groups.items()}
    if joins := [name for name in GROUPS if USER not in members.get(name, [USER])]:
        host.run("usermod", "--append", "--groups", ",".join(joins), USER)


def _program(job: Job) -> None:
    host, source, python = job.host, job.source, f"{job.host.path(VENV)}/bin/python"
    version = host.path(PYTHON).resolve().name
    if not host.exists(f"{VENV}/lib/{version}/site-packages/pip"):
        host.run(PYTHON, "-m", "venv", "--clear", str(host.path(VENV)))
    host.say("  a small Pi takes some minutes for what follows")
    pip = (python, "-m", "pip", "install", "--quiet")
    host.run(*pip, "--require-hashes", "-r", str(source / "requirements.lock"))
    if job.model:
        host.run(*pip, f"{source}[{'pi,neopixel' if Pi(host.root).is_pi5_or_later else 'pi'}]")
    else:
        host.run(*pip, "--no-deps", "--force-reinstall", str(source))
    host.link(COMMAND, f"{VENV}/bin/companion")


def _settings(job: Job) -> None:
    if job.host.exists(SETTINGS):
        Settings.load(job.host.path(SETTINGS))
        job.host.say(f"  {job.host.path(SETTINGS)} stays as it is")
    else:
        job.host.write(SETTINGS, example_toml())


def _board(job: Job) -> None:
    job.host.write(UDEV_RULES, _text(job, "70-photosynthesis.rules"))
    _reload_udev(job.host)


def _switching_off(job: Job) -> None:
    if job.host.exists("/usr/share/polkit-1"):
        job.host.write(POLKIT_RULES, _text(job, "photosynthesis-poweroff.rules"))
    else:
        job.host.say("  left out: polkit is not here. For the menu's Shut down: apt install polkitd")


def _boot(job: Job) -> None:
    wanted = boot_lines(job.model)
    if not wanted:
        job.host.say("  nothing to set: this is no Raspberry Pi")
        return
    text = job.host.read(BOOT_CONFIG)
    missing = missing_lines(text, wanted)
    if not missing:
        job.host.say(f"  {job.host.path(BOOT_CONFIG)} says all that a {job.model} needs")
    elif job.write_config:
        job.host.write(BOOT_CONFIG, with_block(text, missing))
        job.host.say("  restart the Pi once for this to hold")
    else:
        job.host.say(f"  a {job.model} needs in {BOOT_CONFIG}, under [all] (--write-config writes it):")
        for line in missing:
            job.host.say(f"    {line}")


def _service(job: Job) -> None:
    job.host.write(UNIT, _text(job, "companion.service"))
    if _systemd_runs(job.host):
        job.host.run("systemctl", "daemon-reload")
        job.host.run("systemctl", "enable", "--quiet", "companion")
        job.host.run("systemctl", "restart", "companion")
    else:
        job.host.run("systemctl", "enable", "--quiet", "companion")
        job.host.say("  systemd does not run here: the companion starts with the machine")


# The steps of `uninstall`


def _stop(job: Job) -> None:
    if job.host.exists(UNIT):
        now = ("--now",) if _systemd_runs(job.host) else ()
        job.host.run("systemctl", "disable", "--quiet", *now, "companion")
        job.host.remove(UNIT)
    if _systemd_runs(job.host):
        job.host.run("systemctl", "daemon-reload")


def _rules_away(job: Job) -> None:
    job.host.remove(UDEV_RULES)
    job.host.remove(POLKIT_RULES)
    _reload_udev(job.host)


def _boot_as_before(job: Job) -> None:
    text = job.host.read(BOOT_CONFIG)
    if text != (before := with_block(text, ())):
        job.host.write(BOOT_CONFIG, before)
    else:
        job.host.say(f"  {job.host.path(BOOT_CONFIG)} has none of our lines")


def _program_away(job: Job) -> None:
    link = job.host.path(COMMAND)
    if link.is_symlink() and str(link.readlink()) == f"{VENV}/bin/companion":
        job.host.remove(COMMAND)
    job.host.remove(PROGRAM)


# What they share


def _text(job: Job, name: str) -> str:
    return (job.source / "systemd" / name).read_text(encoding="utf-8")


def _systemd_runs(host: Host) -> bool:
    return host.exists("/run/systemd/system")


def _reload_udev(host: Host) -> None:
    if host.exists("/run/udev/control"):
        host.run("udevadm", "control", "--reload")
        host.run("udevadm", "trigger", "--subsystem-match=tty", "--subsystem-match=usb")


def _records(host: Host) -> str:
    try:
        records = Settings.load(host.path(SETTINGS)).records
    except SettingsError:
        return RECORDS
    return str(records.folder) if records.model_fields_set else RECORDS


_AS_ROOT: Final = "Run it as root (sudo), on a disk that can be written, then again"
INSTALL: Final = (
    Step("The user and its groups", _user, _AS_ROOT),
    Step(
        "The program in an environment of its own",
        _program,
        "It needs Python 3.11 or newer, a compiler and the network once: "
        "apt install python3-venv python3-dev gcc, then again",
    ),
    Step("The settings", _settings, "Mend that file, or delete it to begin with the example, then again"),
    Step("The sensor board's name", _board, _AS_ROOT),
    Step("Switching off from the menu", _switching_off, _AS_ROOT),
    Step("The Pi's boot settings", _boot, f"Write them into {BOOT_CONFIG} yourself, then again"),
    Step("The service", _service, "Read why with: journalctl -u companion -b -n 20"),
)
UNINSTALL: Final = (
    Step("The service", _stop, _AS_ROOT),
    Step("The rules for the sensor board and for switching off", _rules_away, _AS_ROOT),
    Step("The Pi's boot settings", _boot_as_before, f"Take our lines out of {BOOT_CONFIG} yourself"),
    Step("The program", _program_away, _AS_ROOT),
)
