"""Talking to systemd: ready, status and watchdog, where it asked for that; elsewhere nothing."""

from __future__ import annotations

import os
import socket


class ServiceManager:
    """One datagram socket named by NOTIFY_SOCKET, if there is one."""

    def __init__(self) -> None:
        self._address = os.environ.get("NOTIFY_SOCKET", "")
        watchdog_us = os.environ.get("WATCHDOG_USEC", "")
        self.watchdog_s = int(watchdog_us) / 1e6 if watchdog_us.isdecimal() else 0.0
        """Within so many seconds the watchdog wants to hear from us; 0: there is none."""

    def ready(self, status: str) -> None:
        self._send(f"READY=1\nSTATUS={status}")

    def status(self, status: str) -> None:
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
