"""A sensor board in a process of its own: the real firmware under MicroPython, on a pseudo-terminal.

The serial driver opens `port` as it would a real one: a symlink that points to the device of the moment and
is gone while the board is unplugged. Where the `micropython` program is missing the firmware runs on CPython.
"""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
import tempfile
import tty
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import sensorboard

SWEEP_MS = 100
HEAP = "192k"  # what a Pico has for the firmware
MICROPYTHON = Path(sys.executable).with_name("micropython")
FOLDER = "photosynthesis-board"


class BoardProcess:
    """A simulated board, plugged in from the start. Tags lie where they were laid through all that follows.

    The firmware ends with this process, however that ends: its pipe closes.
    """

    def __init__(self, sweep_ms: int = SWEEP_MS, micropython: Path | None = MICROPYTHON) -> None:
        self._sweep_ms = sweep_ms
        self._micropython = micropython if micropython and micropython.exists() else None
        sweep_left_folders()
        self._folder = tempfile.TemporaryDirectory(prefix=f"{FOLDER}-{os.getpid()}-")
        self._tags: dict[int, tuple[str, ...]] = {}
        self._dead: set[int] = set()
        self._terminal: _Terminal | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._control: int | None = None
        self._last_device = ""
        # Only the firmware is within the interpreter's reach, not the packages installed beside it.
        (Path(self._folder.name) / "sensorboard").symlink_to(Path(sensorboard.__file__).parent)
        self.replug()

    @property
    def port(self) -> str:
        """The path to open, the same through every unplugging."""
        return str(Path(self._folder.name) / "serial")

    @property
    def device(self) -> str:
        """The device behind `port` now; empty while unplugged."""
        return self._terminal.device if self._terminal else ""

    @property
    def process_id(self) -> int | None:
        """The firmware's process; None while unplugged."""
        return self._process.pid if self._process else None

    def set_place(self, place: int, uids: Sequence[str]) -> None:
        """Lay tags on a place (0-36 the cells a1-g4, 37 the pad) in place of what lies there."""
        self._tags[place] = tuple(uids)
        self._tell(place)

    def dead(self, place: int) -> None:
        """Break the reader of a place."""
        self._dead.add(place)
        self._tell(place)

    def ok(self, place: int) -> None:
        """Mend the reader of a place."""
        self._dead.discard(place)
        self._tell(place)

    def unplug(self) -> None:
        """Pull the cable: the device disappears, and the board has no power."""
        self._stop()
        Path(self.port).unlink(missing_ok=True)
        if self._terminal:
            self._last_device = self._terminal.device
            self._terminal.close()
            self._terminal = None

    def replug(self) -> None:
        """Put the cable back in: the board starts, as another device than the last time."""
        if self._terminal:
            return
        terminal = _Terminal()
        if terminal.device == self._last_device:
            taken, terminal = terminal, _Terminal()
            taken.close()
        self._terminal = terminal
        Path(self.port).symlink_to(terminal.device)
        self._start(terminal)

    def reset(self) -> None:
        """Press the board's reset button: it starts anew on the same device."""
        if self._terminal:
            self._stop()
            self._start(self._terminal)

    def close(self) -> None:
        """Unplug and clean up."""
        self.unplug()
        self._folder.cleanup()

    def __enter__(self) -> BoardProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self, terminal: _Terminal) -> None:
        reading, self._control = os.pipe()
        for place in self._tags.keys() | self._dead:
            self._tell(place)
        folder = self._folder.name
        self._process = subprocess.Popen(
            [*self._command(), "-m", "sensorboard.simulated", str(reading), str(self._sweep_ms)],
            stdin=terminal.board_end,
            stdout=terminal.board_end,
            pass_fds=[reading],
            env={**os.environ, "MICROPYPATH": folder, "PYTHONPATH": folder},
        )
        os.close(reading)

    def _command(self) -> list[str]:
        if self._micropython:
            return [str(self._micropython), "-X", f"heapsize={HEAP}"]
        return [sys.executable, "-S"]

    def _stop(self) -> None:
        if self._control is not None:
            os.close(self._control)
            self._control = None
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _tell(self, place: int) -> None:
        if self._control is None:
            return
        health = "dead" if place in self._dead else "ok"
        tags = " ".join(self._tags.get(place, ()))
        with suppress(BrokenPipeError):  # a board that has died is noticed on its port
            os.write(self._control, f"{health} {place}\n{place} {tags}\n".encode())


class _Terminal:
    """A pseudo-terminal: the board's end, and the device that a driver opens.

    Both ends stay open here, so that neither side sees a hang-up while the other is between two lives.
    """

    def __init__(self) -> None:
        self.board_end, self._device_end = pty.openpty()
        tty.setraw(self._device_end)
        self.device = os.ttyname(self._device_end)

    def close(self) -> None:
        os.close(self._device_end)
        os.close(self.board_end)


def sweep_left_folders() -> None:
    """Remove the folders of boards whose process was killed before it could."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER}-*-*"):
        number = folder.name.split("-")[2]
        if number.isdecimal() and not _runs(int(number)):
            shutil.rmtree(folder, ignore_errors=True)


def _runs(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # somebody else's
    return True
