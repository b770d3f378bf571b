"""The machine that the companion runs on, through one narrow door: its files below a root, and its commands.

Everything says what it did. On a dry run it says what it would do, and does nothing.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.drivers.whole_file import write_whole
from companion.errors import CompanionError


class CommandFailed(CompanionError, OSError):
    """A command of the machine could not be run, or said that it failed. Names the command and the reason."""


class Commands(Protocol):
    """A way to run the machine's commands."""

    def run(self, *words: str) -> None:
        """Run a command to its end. Raises CommandFailed."""


class SystemCommands:
    """The real commands."""

    def run(self, *words: str) -> None:
        try:
            done = subprocess.run(words, check=False, capture_output=True, text=True)
        except OSError as error:
            raise CommandFailed(f"`{shlex.join(words)}` cannot be run ({error.strerror})") from error
        if done.returncode:
            said = (done.stderr.strip() or done.stdout.strip()).splitlines()
            reason = said[-1] if said else f"exit status {done.returncode}"
            raise CommandFailed(f"`{shlex.join(words)}` failed ({reason})")


@dataclass(frozen=True)
class Host:
    """Files are named from the root, like `/etc/passwd`, wherever that root is. Methods raise OSError's kind.

    commands: None for a root that is not this machine's; its commands are said, not run.
    """

    root: Path
    commands: Commands | None
    say: Callable[[str], object]
    dry_run: bool = False

    def path(self, name: str) -> Path:
        """Where that file really is."""
        return self.root / name.lstrip("/")

    def exists(self, name: str) -> bool:
        return self.path(name).exists()

    def read(self, name: str) -> str:
        """The text of a file; empty if there is none."""
        try:
            return self.path(name).read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return ""

    def write(self, name: str, text: str) -> None:
        """Have a file say this."""
        path = self.path(name)
        if path.is_file() and self.read(name) == text:
            self.say(f"  {path} is as it should be")
        elif self._does(f"write {path}"):
            write_whole(path, text)

    def link(self, name: str, target: str) -> None:
        """Have a symbolic link there; a file of somebody else's with that name stays."""
        path = self.path(name)
        if path.is_symlink() or path.exists():
            same = path.is_symlink() and str(path.readlink()) == target
            self.say(f"  {path} {'is as it should be' if same else 'is there already, and stays as it is'}")
        elif self._does(f"link {path} to {target}"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(target)

    def remove(self, name: str) -> None:
        """Have no such file, link or folder."""
        path = self.path(name)
        if path.is_symlink() or path.is_file():
            if self._does(f"remove {path}"):
                path.unlink()
        elif path.is_dir() and self._does(f"remove {path} and all in it"):
            shutil.rmtree(path)

    def run(self, *words: str) -> None:
        """Run a command."""
        if self.commands is None:
            self.say(f"  left to you: {shlex.join(words)}")
        elif self._does(f"run {shlex.join(words)}"):
            self.commands.run(*words)

    def _does(self, what: str) -> bool:
        self.say(f"  {'would ' if self.dry_run else ''}{what}")
        return not self.dry_run
