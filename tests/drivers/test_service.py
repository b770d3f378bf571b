"""Talking to systemd: what it asked for is sent to its socket, and without it nothing happens."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.drivers.service import ServiceManager


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(str(tmp_path / "notify"))
        channel.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield channel


def test_readiness_status_life_and_end_are_told(systemd: socket.socket) -> None:
    service = ServiceManager()
    service.ready("playing")
    service.status("waiting for the board")
    service.alive()
    service.stopping()
    told = [systemd.recv(200).decode() for _ in range(4)]
    assert told == ["READY=1\nSTATUS=playing", "STATUS=waiting for the board", "WATCHDOG=1", "STOPPING=1"]


def test_an_abstract_socket_is_reached(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    name = str(tmp_path)[-40:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(f"\0{name}")
        channel.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
        ServiceManager().alive()
        assert channel.recv(200) == b"WATCHDOG=1"


@pytest.mark.parametrize(("asked", "seconds"), [("30000000", 30.0), ("", 0.0), ("soon", 0.0)])
def test_the_watchdog_s_time_is_what_systemd_asked_for(
    monkeypatch: pytest.MonkeyPatch, asked: str, seconds: float
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", asked)
    assert ServiceManager().watchdog_s == seconds


def test_without_systemd_or_with_a_dead_one_nothing_happens(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    ServiceManager().alive()
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    ServiceManager().ready("playing")
