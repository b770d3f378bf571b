"""A second machine inside this one: a real systemd in a container, on an overlay of this machine's disk."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

BOOT_S = 30.0


class Container:
    """Booted on entering, gone without a trace on leaving. It shares the network, and nothing that it writes."""

    def __init__(self) -> None:
        self._undo = ExitStack()
        self._leader = ""

    def __enter__(self) -> Container:
        with ExitStack() as undo:
            self._folder = Path(tempfile.mkdtemp(prefix="photosynthesis-systemd-"))
            undo.callback(self._folder.rmdir)
            self._mount(undo, self._folder, "-t", "tmpfs", "tmpfs")
            upper, work, self._root = (self._folder / name for name in ("upper", "work", "root"))
            for folder in (upper, work, self._root):
                folder.mkdir()
            layers = f"lowerdir=/,upperdir={upper},workdir={work}"
            self._mount(undo, self._root, "-t", "overlay", "overlay", "-o", layers)
            for wants in self.path("/etc/systemd/system").glob("*.wants/*"):
                wants.unlink()  # what this machine starts besides is not wanted there
            clearing = self.path(
                "/etc/tmpfiles.d/tmp.conf"
            )  # nor is /tmp to be cleared: the checkout may lie there
            clearing.parent.mkdir(exist_ok=True)
            clearing.symlink_to("/dev/null")
            undo.callback(self._pull_the_plug)
            self.boot()
            self._undo = undo.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._undo.close()

    def switched_off(self) -> None:
        """Wait until the machine has switched itself off."""
        self._nspawn.wait(timeout=BOOT_S)
        self._leader = ""

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

    def boot(self, *options: str) -> None:
        """Start, with these options of systemd-nspawn besides; back when all that starts has started."""
        notify = self._folder / "notify"
        notify.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.bind(str(notify))
            told.settimeout(BOOT_S)
            self._start(notify, *options)
            said = ""
            while "READY=1" not in said:
                said += told.recv(4096).decode() + "\n"
                if leader := re.search(r"X_NSPAWN_LEADER_PID=(\d+)", said):
                    self._leader = leader[1]
        self.run("systemctl", "is-system-running", "--wait", check=False)

    def _start(self, notify: Path, *options: str) -> None:
        self._nspawn = subprocess.Popen(
            [
                *("systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--notify-ready=yes"),
                *("--directory", str(self._root), "--machine=table", "--resolv-conf=off"),
                *("--console=pipe", "--link-journal=no", *options, "--boot"),
                "systemd.unified_cgroup_hierarchy=0",
            ],
            # The checkout may lie below /tmp: no new file system over that one.
            env={**os.environ, "NOTIFY_SOCKET": str(notify), "SYSTEMD_NSPAWN_TMPFS_TMP": "0"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _pull_the_plug(self) -> None:
        """End its systemd, and with it all that it started; ending systemd-nspawn would leave them running."""
        if self._leader:
            os.kill(int(self._leader), signal.SIGKILL)
        else:
            self._nspawn.kill()
        self._nspawn.wait()
        self._leader = ""

    @staticmethod
    def _mount(undo: ExitStack, place: Path, *words: str) -> None:
        subprocess.run(["mount", *words, str(place)], check=True)
        undo.callback(subprocess.run, ["umount", "--lazy", str(place)], check=True)
