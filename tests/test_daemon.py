"""The daemon with everything simulated: the record comes first, full disks and broken parts end no game."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from running_table import PATIENCE_S, looking_at, running, simulated

from companion import parts as parts_module
from companion.daemon import Daemon
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

    def hold(self) -> None:
        pass

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


@pytest.fixture
def taken() -> Iterator[socket.socket]:
    """A port that another program listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken


async def test_a_busy_port_ends_a_table_that_is_played_in_the_browser(
    tmp_path: Path, taken: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Device, "pin_factory", MockFactory())
    settings = simulated(tmp_path, web={"port": taken.getsockname()[1]}, controls={"driver": "gpio"})
    with pytest.raises(AddressError, match=r"port \d+: another program uses it.*choose another port"):
        async with running(settings):
            pytest.fail("it started")


async def test_a_real_table_goes_on_without_its_page_until_the_port_is_free(
    tmp_path: Path, taken: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Device, "pin_factory", MockFactory())
    monkeypatch.setattr(parts_module, "PAGE_RETRY_S", 0.01)
    port = taken.getsockname()[1]
    grid = {"driver": "serial", "port": str(tmp_path / "no-board")}
    settings = simulated(tmp_path, web={"port": port}, grid=grid, controls={"driver": "gpio"})
    async with running(settings) as daemon, asyncio.timeout(PATIENCE_S):
        assert daemon.session is not None
        while "page" not in daemon.session.faults:
            await asyncio.sleep(0)
        assert "another program uses it" in daemon.session.faults["page"]
        taken.close()
        while "page" in daemon.session.faults:
            await asyncio.sleep(0)
        assert daemon.address == f"http://localhost:{port}"
        async with looking_at(daemon.address) as player:
            await player.until(lambda: player.newest["table"])


async def test_a_new_game_leaves_the_old_one_as_it_was_and_finds_an_empty_table(tmp_path: Path) -> None:
    async with running(simulated(tmp_path)) as daemon, looking_at(daemon.address) as player:
        await player.set_up()
        (old,) = tmp_path.glob("*.game")
        await player.do("new", players=["o", "y"])
        await player.do("new", players=["b", "y"])
        await player.until(lambda: [one["colour"] for one in player.game["players"]] == ["b", "y"])
        assert (player.game["board"], player.game["findings"]) == ({}, [])
        await player.put(a1="1b1")
        assert player.game["findings"] == []
    assert not any(
        line.split()[1:2] == ["see"] and line.endswith(" -") for line in old.read_text().splitlines()
    )
    newest = max(tmp_path.glob("*.game")).read_text().splitlines()
    assert [line.split()[1] for line in newest] == ["game", "see"]


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://localhost:8137"),
        ("0.0.0.0", "http://treehouse.local:8137"),
        ("::", "http://treehouse.local:8137"),
        ("192.168.1.7", "http://192.168.1.7:8137"),
        ("fd00::7", "http://[fd00::7]:8137"),
    ],
)
def test_the_address_is_one_that_a_family_can_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, address: str
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "treehouse.lan")
    daemon = Daemon(simulated(tmp_path, web={"host": host}))
    assert daemon.session is not None
    assert daemon.session.scene(0).address == address


def test_a_table_without_a_page_has_no_address(tmp_path: Path) -> None:
    daemon = Daemon(simulated(tmp_path, web={"enabled": False}))
    assert daemon.session is not None
    assert daemon.session.scene(0).address == ""


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
