"""Talking to systemd: what it asked for is sent to its socket, and without it nothing happens."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.drivers.service import JournalLine, ServiceManager, log_to_journal


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


def journal_line(level: int, text: str, fault: BaseException | None = None) -> str:
    exc_info = (type(fault), fault, fault.__traceback__) if fault else None
    return JournalLine().format(logging.LogRecord("companion", level, __file__, 1, text, None, exc_info))


def test_the_journal_gets_the_level_of_every_line() -> None:
    assert journal_line(logging.INFO, "the board is there") == "<6>the board is there"
    assert journal_line(logging.WARNING, "two\nlines") == "<4>two\n<4>lines"
    assert journal_line(logging.DEBUG, "aside") == "<7>aside"


def test_a_fault_is_one_line_with_its_place_in_the_journal_instead_of_a_traceback() -> None:
    try:
        raise ValueError("this\nand that")
    except ValueError as error:
        line = journal_line(logging.CRITICAL, "the companion ends", error)
    assert re.fullmatch(
        r"<3>the companion ends \(ValueError: this and that at \S+test_service\.py:\d+ in test_a_fault_\w+\)",
        line,
    )


def test_the_status_is_told_when_it_changes(systemd: socket.socket) -> None:
    service = ServiceManager()
    service.ready("playing")
    for status in ("playing", "no board", "no board", "playing"):
        service.status(status)
    service.stopping()
    told = [systemd.recv(200).decode() for _ in range(4)]
    assert told == ["READY=1\nSTATUS=playing", "STATUS=no board", "STATUS=playing", "STOPPING=1"]


def test_outside_of_systemd_there_is_no_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JOURNAL_STREAM", raising=False)
    assert not log_to_journal()
