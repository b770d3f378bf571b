"""Talking to systemd: ready, status and watchdog, where it asked for that; a journal of one line an event."""

from __future__ import annotations

import logging
import os
import socket
import sys
import traceback
import warnings
from types import TracebackType
from typing import Final

SETTINGS: Final = "/etc/photosynthesis/companion.toml"
"""What the service is started with."""
RECORDS: Final = "/var/lib/photosynthesis"
"""Where the service keeps its games, and what it has learnt of the table."""


class ServiceManager:
    """One datagram socket named by NOTIFY_SOCKET, if there is one."""

    def __init__(self) -> None:
        self._address = os.environ.get("NOTIFY_SOCKET", "")
        watchdog_us = os.environ.get("WATCHDOG_USEC", "")
        self.watchdog_s = int(watchdog_us) / 1e6 if watchdog_us.isdecimal() else 0.0
        """Within so many seconds the watchdog wants to hear from us; 0: there is none."""

        self._status = ""

    def ready(self, status: str) -> None:
        self._status = status
        self._send(f"READY=1\nSTATUS={status}")

    def status(self, status: str) -> None:
        """What `systemctl status` shows; said when it changes."""
        if status != self._status:
            self._status = status
            self._send(f"STATUS={status}")

    def alive(self) -> None:
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            channel.setblocking(False)
            try:
                channel.sendto(message.encode(), address)
            except OSError:
                return  # systemd is gone or busy: there is nobody to tell


class JournalLine(logging.Formatter):
    """One line an event, with its level for the journal. Of a fault only the kind and the place are told."""

    PRIORITY = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6), (logging.NOTSET, 7))

    def format(self, record: logging.LogRecord) -> str:
        priority = next(priority for level, priority in self.PRIORITY if record.levelno >= level)
        fault = _told(record.exc_info[1]) if record.exc_info and record.exc_info[1] else ""
        return "\n".join(f"<{priority}>{line}" for line in f"{record.getMessage()}{fault}".splitlines())


def log_to_journal() -> bool:
    """Log for systemd's journal, also what ends the program, if that is where standard error goes."""
    if "JOURNAL_STREAM" not in os.environ:
        return False
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JournalLine())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    sys.excepthook = _last_words
    warnings.showwarning = _warned
    return True


def _warned(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
    """What a library warns of: for whoever writes the companion, not for whoever plays with it."""
    logging.getLogger("companion").debug("%s: %s", category.__name__, message)


def _last_words(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    logging.getLogger("companion").critical(
        "the companion ends, and starts anew; please report this", exc_info=(kind, error, trace)
    )


def _told(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename}:{frames[-1].lineno} in {frames[-1].name}" if frames else ""
    return f" ({type(error).__name__}: {' '.join(str(error).split())}{place})"
