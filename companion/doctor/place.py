"""The machine that the doctor looks at: its files below a root, and the few things that only the system knows."""

from __future__ import annotations

import grp
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib import metadata
from itertools import pairwise
from pathlib import Path
from typing import Final

from companion.app.strip import Strip
from companion.config import Settings
from companion.config_parts import DisplaySettings
from companion.drivers.controls import ControlsDriver, GpioControls
from companion.drivers.display import Display
from companion.drivers.lights import Lights, Pi
from companion.outputs import open_display, open_lights

COMMANDS: Final = ("run", "play", "record", "enroll", "calibrate")
"""What a companion that uses a table's parts is called with."""


def _may_use(path: Path) -> bool:
    return os.access(path, os.R_OK | os.W_OK)


def _free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _own_groups() -> frozenset[str]:
    numbers = {os.getegid(), *os.getgroups()}
    return frozenset(group.gr_name for group in grp.getgrall() if group.gr_gid in numbers)


def _said_by(*words: str) -> str:
    try:
        done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def _listening_fails(host: str, port: int) -> str:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, port))
    except OSError as error:
        return error.strerror or str(error)
    return ""


@dataclass(frozen=True)
class Place:
    """This machine, or one that a test has made up below another root.

    may_use: whether this user may read and write a file. said_by: what a command prints, nothing if it cannot run.
    listening_fails: why a port cannot be listened on, or nothing. lights, display, controls: what opens those parts.
    """

    root: Path = Path("/")
    is_root: Callable[[], bool] = lambda: os.geteuid() == 0
    groups: Callable[[], frozenset[str]] = _own_groups
    may_use: Callable[[Path], bool] = _may_use
    free_bytes: Callable[[Path], int] = _free_bytes
    version: Callable[[str], str | None] = _version
    said_by: Callable[..., str] = _said_by
    listening_fails: Callable[[str, int], str] = _listening_fails
    now: Callable[[], datetime] = datetime.now
    lights: Callable[[Settings, Pi], tuple[Strip, Lights | None]] = open_lights
    display: Callable[[DisplaySettings], Display | None] = open_display
    controls: Callable[..., ControlsDriver] = GpioControls

    @property
    def pi(self) -> Pi:
        """The Pi that this is, if it is one."""
        return Pi(self.root, self.is_root())

    def path(self, name: str) -> Path:
        """Where an absolute path is on this machine."""
        return self.root / name.lstrip("/")

    def read(self, name: str) -> str:
        """The text of a file; empty if there is none or it cannot be read."""
        try:
            return self.path(name).read_text("utf-8", errors="replace")
        except OSError:
            return ""

    def find(self, pattern: str) -> list[str]:
        """The existing files of an absolute pattern, by their names on this machine."""
        found = self.root.glob(pattern.lstrip("/"))
        return sorted(f"/{path.relative_to(self.root)}" for path in found if path.exists())

    def holders(self, device: str) -> list[str]:
        """Who has a device open, as `name (process 12)`, as far as this user may see."""
        real = str(self.path(device).resolve())
        holding = {fd.parts[-3] for fd in self._open_files() if _target(fd) == real}
        return [f"{self.read(f'/proc/{pid}/comm').strip()} (process {pid})" for pid in sorted(holding)]

    def _open_files(self) -> Iterator[Path]:
        for folder in self.path("/proc").glob("[0-9]*/fd"):
            try:
                yield from folder.iterdir()
            except OSError:
                continue  # another user's process, or one that has just ended

    def companion(self) -> str:
        """A companion that runs already and uses the parts: its process number, or nothing."""
        for file in self.path("/proc").glob("[0-9]*/cmdline"):
            words = self.read(f"/proc/{file.parts[-2]}/cmdline").split("\0")
            for program, command in pairwise(words):
                if Path(program).name == "companion" and command in COMMANDS:
                    return file.parts[-2]
        return ""


def _target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:
        return ""
