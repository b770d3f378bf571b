"""A second machine inside this one: a real systemd in a container, on an overlay of this machine's disk."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType

BOOT_S = 30.0


class Container:
    """Booted on entering, gone without a trace on leaving. It shares the network, and nothing that it writes."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="photosynthesis-systemd-"))
        self._root = self._folder / "root"
        self._leader = ""

    def __enter__(self) -> Container:
        _run("mount", "-t", "tmpfs", "systemd-test", str(self._folder))
        for name in ("upper", "work", "root"):
            (self._folder / name).mkdir()
        layers = f"lowerdir=/,upperdir={self._folder}/upper,workdir={self._folder}/work"
        _run("mount", "-t", "overlay", "overlay", "-o", layers, str(self._root))
        for wants in (self._root / "etc/systemd/system").glob("*.wants/*"):
            wants.unlink()  # what this machine starts besides is not wanted there
        self._boot()
        return self

    def power_cut(self, *options: str) -> None:
        """Everything stops at once, and boots again, with these options of systemd-nspawn."""
        self._pull_the_plug()
        self._boot(*options)

    def _boot(self, *options: str) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            notify = self._folder / "notify"
            notify.unlink(missing_ok=True)
            told.bind(str(notify))
            told.settimeout(BOOT_S)
            self._nspawn = subprocess.Popen(
                [
                    *("systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--notify-ready=yes"),
                    *("--directory", str(self._root), "--machine=table", "--resolv-conf=off"),
                    *("--console=pipe", "--link-journal=no", *options, "--boot"),
                    "systemd.unified_cgroup_hierarchy=0",
                ],
                env={**os.environ, "NOTIFY_SOCKET": str(notify)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            said = ""
            while "READY=1" not in said:
                said += told.recv(4096).decode() + "\n"
        self._leader = said.partition("X_NSPAWN_LEADER_PID=")[2].split("\n")[0]
        self.run("systemctl", "is-system-running", "--wait", check=False)  # until all that starts has started

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pull_the_plug()
        _run("umount", "--lazy", str(self._root))
        _run("umount", "--lazy", str(self._folder))
        self._folder.rmdir()

    def _pull_the_plug(self) -> None:
        self._nspawn.kill()
        self._nspawn.wait()

    def path(self, name: str) -> Path:
        """Where a file of the container is to be found from outside."""
        return self._root / name.lstrip("/")

    def inside(self, *words: str | Path) -> list[str]:
        """The command that runs these words in the container."""
        return ["nsenter", "-t", self._leader, "-m", "-u", "-i", "-p", "--", *map(str, words)]

    def run(self, *words: str | Path, check: bool = True) -> str:
        """Run a command in the container; what it said, standard error included."""
        done = subprocess.run(
            self.inside(*words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        assert not check or done.returncode == 0, done.stdout
        return done.stdout.strip()


def _run(*words: str) -> None:
    subprocess.run(words, check=True)
