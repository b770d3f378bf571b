"""What the measured things stand beside: a bare echo on a pseudo-terminal, and rows of a small table to print."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import tty
from collections.abc import Sequence
from statistics import median
from time import perf_counter
from types import TracebackType

ECHO = "import os\nwhile data := os.read(0, 4096): os.write(1, data)"


class Echo:
    """A process that sends back what it gets over a pseudo-terminal, as fast as Python can."""

    def __init__(self) -> None:
        self._near, self._far = pty.openpty()
        tty.setraw(self._far)
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-c", ECHO], stdin=self._far, stdout=self._far
        )

    def __enter__(self) -> Echo:
        self.seconds(b"ready\n")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._near)
        os.close(self._far)

    def seconds(self, data: bytes) -> float:
        """How long it takes until all of these bytes are back."""
        begin = perf_counter()
        os.write(self._near, data)
        left = len(data)
        while left:
            left -= len(os.read(self._near, left))
        return perf_counter() - begin


def head(title: str, *columns: str) -> str:
    return f"{title:<40}" + "".join(f"{column:>12}" for column in columns)


def row(name: str, *cells: str) -> str:
    return f"{name:<40}" + "".join(f"{cell:>12}" for cell in cells)


def milliseconds(seconds: Sequence[float]) -> tuple[str, str]:
    """Median and worst."""
    return f"{median(seconds) * 1e3:.2f} ms", f"{max(seconds) * 1e3:.2f} ms"
