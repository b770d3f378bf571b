"""The service on a machine with a real systemd: installed, without a board, with one, hung, and taken away again."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from nspawn import Container
from running_table import COMPANION, PATIENCE_S, Player, looking_at

BOARD = Path(__file__).with_name("pty_board.py")
SETTINGS = "/etc/photosynthesis/companion.toml"
RECORDS = "/var/lib/photosynthesis"
QUICK = "[Service]\nWatchdogSec=2\nRestartSec=100ms\n"
FAMILY = '[web]\nport = {port}\n[controls]\ndriver = "browser"\n'
PIECES = {"a1": "1g", "g4": "1b"}

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("systemd-nspawn"),
    reason="a container with a systemd of its own needs root and the package systemd-container",
)


@pytest.fixture
def port() -> int:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def address(port: int) -> str:
    return f"http://127.0.0.1:{port}"


@pytest.fixture
def machine(port: int) -> Iterator[Container]:
    """A machine whose family has settings already, and a watchdog that is not patient."""
    with Container() as container:
        drop_in = "/etc/systemd/system/companion.service.d/quick.conf"
        for name, text in ((SETTINGS, FAMILY.format(port=port)), (drop_in, QUICK)):
            path = container.path(name)
            path.parent.mkdir(parents=True)
            path.write_text(text)
        yield container


async def test_the_service_is_installed_plays_hangs_comes_back_and_goes(
    machine: Container, port: int, address: str
) -> None:
    machine.run(COMPANION, "install")
    it_is_up_without_a_board(machine, port)
    async with sensor_board(machine) as board:
        async with looking_at(address) as player:
            await a_game_begins(player, board)
        await it_hangs_and_is_started_again(machine)
        async with looking_at(address) as player:
            await player.until(lambda: player.newest["link"]["ok"] and player.game["board"] == PIECES)
    await it_stays_up_when_the_board_is_gone(machine, address)
    await it_is_switched_off_from_the_menu(machine, address)
    await the_game_goes_on_on_a_disk_that_cannot_be_written(machine, address)
    it_goes_but_not_the_games(machine)


def it_is_up_without_a_board(machine: Container, port: int) -> None:
    assert shown(machine, "ActiveState", "User", "NRestarts") == ["active", "photosynthesis", "0"]
    assert "There is no sensor board at /dev/photosynthesis-board" in shown(machine, "StatusText")[0]
    assert machine.path(SETTINGS).read_text() == FAMILY.format(port=port)


async def a_game_begins(player: Player, board: Callable[[str], None]) -> None:
    await player.until(lambda: player.newest["link"]["ok"])
    await player.do("new", players=["g", "b"])
    for cell, piece in PIECES.items():
        board(f"{piece}1 {cell}")
    await player.until(lambda: player.game["board"] == PIECES)


async def it_hangs_and_is_started_again(machine: Container) -> None:
    follow = machine.inside("journalctl", "--follow", "--lines=0", "--output=cat", "UNIT=companion.service")
    journal = await asyncio.create_subprocess_exec(
        *follow, stdout=asyncio.subprocess.PIPE, start_new_session=True
    )
    machine.run("kill", "-STOP", *shown(machine, "MainPID"))
    assert journal.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE_S):
            said = [line async for line in until_started(journal.stdout)]
    finally:
        os.killpg(journal.pid, signal.SIGKILL)  # with what it runs inside
        await journal.wait()
    assert any("Watchdog timeout" in line for line in said)
    assert shown(machine, "NRestarts", "ActiveState") == ["1", "active"]


async def until_started(lines: asyncio.StreamReader) -> AsyncIterator[str]:
    async for line in lines:
        yield line.decode()
        if line.startswith(b"Started "):
            return


async def it_stays_up_when_the_board_is_gone(machine: Container, address: str) -> None:
    async with looking_at(address) as player:
        await player.until(lambda: not player.newest["link"]["ok"])
    assert shown(machine, "NRestarts", "ActiveState") == ["1", "active"]
    words = ("journalctl", "--output=cat", "--unit=companion", "_COMM=companion")
    said = machine.run(*words).splitlines()
    assert "the sensor board's port /dev/photosynthesis-board is open" in said
    assert [line for line in said if not line.startswith(("The ", "This ", "There ", "the "))] == []


async def it_is_switched_off_from_the_menu(machine: Container, address: str) -> None:
    async with looking_at(address) as player:
        await player.do("control", control="undo", down=True)
        await player.until(lambda: "New game" in player.display)
        await player.do("control", control="undo", down=False)
        await player.do("turn", steps=-1)
        await player.until(lambda: "Shut down" in player.display)
        await player.press("wheel")
        machine.switched_off()


async def the_game_goes_on_on_a_disk_that_cannot_be_written(machine: Container, address: str) -> None:
    machine.boot("--read-only", f"--bind={machine.path(RECORDS)}:{RECORDS}")
    assert machine.run("touch", "/etc/anything", check=False).endswith("Read-only file system")
    assert shown(machine, "NRestarts", "ActiveState") == ["0", "active"]
    async with looking_at(address) as player:
        await player.until(lambda: player.game["board"] == PIECES)


def it_goes_but_not_the_games(machine: Container) -> None:
    machine.run("mount", "-o", "remount,bind,rw", "/")
    said = machine.run(COMPANION, "uninstall")
    assert f"Kept: the games in {RECORDS}, the settings {SETTINGS}" in said
    assert machine.run("systemctl", "is-active", "companion", check=False) == "inactive"
    gone = ("/opt/photosynthesis", "/etc/udev/rules.d/70-photosynthesis.rules", "/usr/local/bin/companion")
    assert [name for name in gone if os.path.lexists(machine.path(name))] == []
    assert len(list(machine.path(RECORDS).glob("*.game"))) == 1


def shown(machine: Container, *properties: str) -> list[str]:
    """Properties of the service."""
    return [
        machine.run("systemctl", "show", "--value", "--property", name, "companion") for name in properties
    ]


@asynccontextmanager
async def sensor_board(machine: Container) -> AsyncIterator[Callable[[str], None]]:
    """A board, plugged in until the end of the block. What it gives lays pieces down: `1g1 a1`."""
    process = await asyncio.create_subprocess_exec(
        *machine.inside(sys.executable, BOARD), stdin=asyncio.subprocess.PIPE
    )
    stdin = process.stdin
    assert stdin is not None
    try:
        yield lambda line: stdin.write(f"{line}\n".encode())
    finally:
        stdin.close()
        await process.wait()
    assert process.returncode == 0
