"""The daemon with everything simulated: the record comes first, full disks and broken parts end no game."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest
from running_table import PATIENCE_S, looking_at, running, simulated

from companion import parts as parts_module
from companion.drivers.store import StoreFault
from companion.errors import CompanionError
from companion.hub import TableHub
from companion.web.server import AddressError


class FaultyStore:
    """A record in memory; while `full` nothing fits. `log` is shared with what else is to be put in order."""

    def __init__(self, log: list[tuple[str, Any]] | None = None) -> None:
        self.log = [] if log is None else log
        self.lines: list[str] = []
        self.unwritten: list[str] = []
        self.full = False

    def newest(self) -> str:
        return ""

    def begin(self, line: str) -> None:
        self.lines = []
        self.append(line)

    def append(self, line: str) -> None:
        self.unwritten.append(line)
        if self.full:
            raise StoreFault("The record cannot be written (disk full): free some space.")
        self.log += [("on disk", line) for line in self.unwritten]
        self.lines += self.unwritten
        self.unwritten = []

    def close(self) -> None:
        pass


async def test_what_is_shown_is_on_disk_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    log: list[tuple[str, Any]] = []

    class ListeningHub(TableHub):
        def tell(self, message: dict[str, object]) -> None:
            log.append((str(message["type"]), message))
            super().tell(message)

    monkeypatch.setattr(parts_module, "TableHub", ListeningHub)
    async with running(simulated(tmp_path), FaultyStore(log)) as daemon, looking_at(daemon.address) as player:
        await player.set_up()

    def written(text: str) -> int:
        return next(n for n, (kind, said) in enumerate(log) if kind == "on disk" and text in said)

    def shown(true: Any) -> int:
        return next(
            n
            for n, (kind, said) in enumerate(log)
            if kind == "table" and said["table"] and true(said["table"])
        )

    for cell in ("a1", "d7", "d1", "g4"):
        assert written(f" {cell} 1") < shown(lambda table, cell=cell: cell in table["board"])
    assert written(" sun ") < shown(lambda table: table["players"][0]["light"] == 2)


async def test_a_full_disk_is_told_the_game_goes_on_and_nothing_is_lost(tmp_path: Path) -> None:
    store = FaultyStore()
    async with running(simulated(tmp_path), store) as daemon, looking_at(daemon.address) as player:
        await player.set_up()
        store.full = True
        await player.parts()
        await player.put(c1="0g1")
        await player.until(lambda: "disk full" in player.display)
        await player.press()
        await player.until(lambda: player.game["round"] == 2)
        await player.parts()
        assert not any(" sun " in line for line in store.lines[6:])
        store.full = False
        await player.put(b1="0g2")
        await player.until(lambda: "All parts work" in player.display)
    assert store.unwritten == []
    assert sum(" sun " in line for line in store.lines) == 2


async def test_a_game_is_gone_on_with_where_it_was(tmp_path: Path) -> None:
    async with running(simulated(tmp_path)) as daemon, looking_at(daemon.address) as player:
        await player.set_up()
        await player.put(c1="0g1")
        before = player.game
    async with running(simulated(tmp_path)) as daemon, looking_at(daemon.address) as player:
        await player.until(lambda: player.game["board"].get("c1") == "0g" and player.newest["link"]["ok"])
        assert player.game["players"] == before["players"]
        assert player.game["findings"] == []
        assert player.newest["hands"]["at"] == {
            "1g1": "a1",
            "1b1": "d7",
            "1g2": "d1",
            "1b2": "g4",
            "0g1": "c1",
        }


async def test_a_busy_port_is_named_with_the_remedy(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        settings = simulated(tmp_path, web={"port": taken.getsockname()[1]})
        with pytest.raises(AddressError, match=r"port \d+: another program uses it.*choose another port"):
            async with running(settings):
                pytest.fail("it started")


async def test_a_display_that_is_not_there_is_named_and_the_game_goes_on(tmp_path: Path) -> None:
    settings = simulated(tmp_path, display={"driver": "ssd1306", "i2c_bus": 97})
    async with running(settings) as daemon, looking_at(daemon.address) as player:
        await player.set_up()
        await player.parts()
        await player.until(lambda: "The display at 0x3C on I2C bus 97" in player.display)


async def test_controls_that_cannot_be_used_are_named_and_those_of_the_browser_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    settings = simulated(tmp_path, controls={"driver": "gpio"})
    async with running(settings) as daemon, looking_at(daemon.address) as player:
        await player.set_up()
        await player.parts()
        await player.until(lambda: "The controls on GPIO 17" in player.display)


async def test_systemd_hears_that_it_is_ready_alive_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "60000")

        async def heard() -> str:
            return (await asyncio.wait_for(loop.sock_recv(systemd, 200), PATIENCE_S)).decode()

        async with running(simulated(tmp_path / "records")) as daemon:
            assert (await heard()).startswith(f"READY=1\nSTATUS={daemon.address}")
            alive = 0
            while alive < 5:
                alive += await heard() == "WATCHDOG=1"
        while await heard() != "STOPPING=1":
            pass


def test_errors_of_parts_are_the_companion_s_own() -> None:
    assert issubclass(StoreFault, CompanionError)
    assert issubclass(AddressError, CompanionError)
