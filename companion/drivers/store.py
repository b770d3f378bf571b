"""The records on disk: one file a game, each line appended and on disk before anything is shown."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Protocol

from companion.drivers.whole_file import flush_folder
from companion.errors import CompanionError

SUFFIX = ".game"


class StoreFault(CompanionError, OSError):
    """A line could not be written; it is kept and written with the next one."""


class FolderTaken(CompanionError, OSError):
    """Another companion keeps its games in this folder; names it and the remedy."""


class Store(Protocol):
    """Where the game is kept."""

    def hold(self) -> None:
        """Keep it for ourselves alone until `close`. Raises FolderTaken."""

    def newest(self) -> str:
        """The text of the game that was played last; empty if there is none."""

    def begin(self, line: str) -> None:
        """Start a new record with this line."""

    def append(self, line: str) -> None:
        """Add a line to the record that was begun, or to the newest one."""

    def close(self) -> None:
        """Let go of the file."""


class RecordFolder:
    """A folder of records, named by when each game began. `now` gives local time, for the names."""

    def __init__(self, folder: Path, now: Callable[[], datetime] = datetime.now) -> None:
        self._folder = folder
        self._now = now
        self._path: Path | None = None
        self._file: int | None = None
        self._held: int | None = None
        self._unwritten = b""

    @property
    def path(self) -> Path | None:
        """The file of the running game."""
        return self._path

    def newest(self) -> str:
        """The text of the newest record. What is no text in it is marked, not lost."""
        try:
            paths = sorted(self._folder.glob(f"*{SUFFIX}"))
            if not paths:
                return ""
            self._path = paths[-1]
            return self._path.read_bytes().decode(errors="replace")
        except OSError as error:
            raise self._fault(error) from error

    def hold(self) -> None:
        """Lock the folder, which is made if need be. The lock ends with the process, however that ends."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._held = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._let_go()
            raise FolderTaken(
                f"The games in {self._folder} are in the hands of a companion that runs already: stop that one "
                "(a service: sudo systemctl stop companion), or keep the games in another folder."
            ) from error
        except OSError:
            pass  # a folder that cannot be used is told when the first line is to be written

    def begin(self, line: str) -> None:
        self._finish()
        stem = f"{self._now():%Y-%m-%d-%H%M%S}"
        taken = (
            {path.name for path in self._folder.glob(f"{stem}*{SUFFIX}")} if self._folder.is_dir() else set()
        )
        name = next(name for n in range(1, 10_000) if (name := f"{stem}-{n}{SUFFIX}") not in taken)
        self._path, self._unwritten = self._folder / name, b""
        self.append(line)

    def append(self, line: str) -> None:
        """Write the line and have it on disk on return. After a StoreFault it is kept for the next time."""
        self._unwritten += line.encode() + b"\n"
        try:
            self._write()
        except OSError as error:
            self._shut()
            raise self._fault(error) from error

    def close(self) -> None:
        """Let go of file and folder. What could not be written is tried once more."""
        self._finish()
        self._let_go()

    def _finish(self) -> None:
        with suppress(OSError):
            self._write()
        self._shut()

    def _write(self) -> None:
        """Have all lines on disk, or none of them in part: what a full disk took is given back."""
        if not self._unwritten:
            return
        if self._file is None:
            self._file = self._open()
        size = os.fstat(self._file).st_size
        try:
            left = self._unwritten
            while left:
                left = left[os.write(self._file, left) :]
            os.fsync(self._file)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._file, size)
            raise
        self._unwritten = b""

    def _open(self) -> int:
        if self._path is None:
            raise FileNotFoundError(2, "no game was begun", str(self._folder))
        self._folder.mkdir(parents=True, exist_ok=True)
        new = not self._path.exists()
        file = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
        if new:
            flush_folder(self._folder)
        elif (size := os.fstat(file).st_size) and os.pread(file, 1, size - 1) != b"\n":
            os.write(file, b"\n")  # ends a line that was torn, so that the next one stands alone
        return file

    def _shut(self) -> None:
        if self._file is not None:
            file, self._file = self._file, None
            os.close(file)

    def _let_go(self) -> None:
        if self._held is not None:
            held, self._held = self._held, None
            os.close(held)

    def _fault(self, error: OSError) -> StoreFault:
        return StoreFault(
            f"The record in {self._folder} cannot be written ({error.strerror or error}): "
            "free some space or make the folder writable; nothing is lost while the companion runs."
        )
