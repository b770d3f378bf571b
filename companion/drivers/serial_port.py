"""The serial port of the sensor board: found, opened, read, lost and looked for again, for ever.

Bytes only; what they mean is for `companion.table.link`. Everything runs on the event loop that `start` was
called in, without threads. Importing this opens nothing.
"""

from __future__ import annotations

import asyncio
import errno
import os
import termios
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

import serial

from companion.table.link import SILENT

BAUD: Final = 115_200  # USB does not care, a real UART does
BITE_BYTES: Final = 4096
BACK_OFF_S: Final = (0.5, 1.0, 2.0, 4.0, 5.0)
SILENCE_S: Final = 5.0
"""A port that says nothing for so long is closed and looked for again: it may have another name by now."""
PORT_ERRORS: Final = (serial.SerialException, OSError, termios.error, TypeError)
"""All that an unplugged port raises, depending on the call."""


class Grid(Protocol):
    """The way to the sensed cells, as bytes. What arrives goes to the callbacks it was made with."""

    def start(self) -> None:
        """Begin to look for the board."""

    def write(self, data: bytes) -> None:
        """Send; lost if there is no board just now."""

    def close(self) -> None:
        """End it. Nothing is called back any more."""


class SerialGrid:
    """A board on a serial port.

    `port` is a path or a pattern (`/dev/serial/by-id/usb-*Pico*`); of several ports, each is tried in turn.
    `on_open(path)`, `on_bytes(data)` and `on_closed(reason)` are called in the event loop. `on_closed` also
    tells why a port cannot be opened, once for every new reason; the reason is a sentence for people.
    """

    def __init__(
        self,
        port: str,
        on_open: Callable[[str], None],
        on_bytes: Callable[[bytes], None],
        on_closed: Callable[[str], None],
        back_off_s: Sequence[float] = BACK_OFF_S,
        silence_s: float = SILENCE_S,
    ) -> None:
        self._pattern = port
        self._on_open = on_open
        self._on_bytes = on_bytes
        self._on_closed = on_closed
        self._back_off_s = back_off_s
        self._silence_s = silence_s
        self._serial: serial.Serial | None = None
        self._path = ""
        self._failures = 0
        self._said = ""
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Look for the board now, and whenever it is lost."""
        self._loop = asyncio.get_running_loop()
        self._try_open()

    def write(self, data: bytes) -> None:
        """Send; lost if there is no board, or if it does not listen."""
        if self._serial is None or not data:
            return
        try:
            # pyserial would spin until a board that hangs takes it; requests are repeated anyway.
            os.write(self._serial.fileno(), data)
        except BlockingIOError:
            return
        except PORT_ERRORS as error:
            self._lost(_unplugged(self._path, error))

    def close(self) -> None:
        """Close the port and stop looking."""
        self._shut()

    def _try_open(self) -> None:
        candidates = find_ports(self._pattern)
        if not candidates:
            self._failed(_missing(self._pattern))
            return
        path = candidates[self._failures % len(candidates)]
        try:
            port = open_port(path)
        except PORT_ERRORS as error:
            self._failed(_not_opened(path, error))
            return
        self._serial, self._path, self._said = port, path, ""
        self._loop.add_reader(port.fileno(), self._readable, port)
        self._await_data()
        self._on_open(path)

    def _readable(self, port: serial.Serial) -> None:
        try:
            data = port.read(BITE_BYTES)
        except PORT_ERRORS as error:
            self._lost(_unplugged(self._path, error))
            return
        if data:
            self._failures = 0
            self._await_data()
            self._on_bytes(data)

    def _await_data(self) -> None:
        self._set_timer(self._silence_s, lambda: self._lost(SILENT))

    def _lost(self, reason: str) -> None:
        self._shut()
        self._failed(reason)

    def _failed(self, reason: str) -> None:
        """Say why, unless it was said, and try again after a while."""
        self._set_timer(self._back_off_s[min(self._failures, len(self._back_off_s) - 1)], self._try_open)
        self._failures += 1
        if reason != self._said:
            self._said = reason
            self._on_closed(reason)

    def _set_timer(self, delay_s: float, then: Callable[[], None]) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = self._loop.call_later(delay_s, then)

    def _shut(self) -> None:
        """Close first: while the old device is held, the board comes back under another name."""
        if self._timer:
            self._timer.cancel()
        port, self._serial = self._serial, None
        if port is not None:
            self._loop.remove_reader(port.fileno())
            with suppress(*PORT_ERRORS):  # it may be gone already
                port.close()


def find_ports(pattern: str) -> list[str]:
    """The existing devices that a path or pattern names, in order of name."""
    root = Path(Path(pattern).anchor or ".")
    return sorted(str(path) for path in root.glob(str(Path(pattern).relative_to(root))) if path.exists())


def open_port(path: str) -> serial.Serial:
    """Open a port for ourselves alone, without waiting on reads. Raises one of PORT_ERRORS."""
    return serial.Serial(path, BAUD, timeout=0, exclusive=True)


def _missing(pattern: str) -> str:
    return (
        f"There is no sensor board at {pattern}: plug it in, or name its port in the settings under [grid]."
    )


def _not_opened(path: str, error: Exception) -> str:
    number = _errno(error)
    if number in (errno.EBUSY, errno.EAGAIN):
        return (
            f"The port {path} is in use by another program: end it (a second companion, a serial monitor, "
            "ModemManager) and the board is found by itself."
        )
    if number in (errno.EACCES, errno.EPERM):
        return (
            f"The port {path} may not be opened by this user: install the udev rule that comes with the "
            "companion, or add the user to the group that owns the port."
        )
    return f"The port {path} cannot be opened ({_why(error)}): unplug the sensor board and plug it in again."


def _unplugged(path: str, error: Exception) -> str:
    return f"The sensor board at {path} was unplugged ({_why(error)}): plug it in again."


def _errno(error: Exception) -> int | None:
    first = error.args[0] if error.args else None
    return first if isinstance(first, int) else None


def _why(error: Exception) -> str:
    number = _errno(error)
    return os.strerror(number) if number else "it does not answer"
