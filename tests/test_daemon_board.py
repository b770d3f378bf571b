"""The daemon and its sensor board: away, there, unplugged, and back under another name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from running_table import looking_at, running, simulated

from companion.config import Settings
from companion.simulator.board_process import BoardProcess
from companion.table.pieces import PLACES, PieceSet

PIECES = PieceSet.simulated()


class RealTable:
    """A board with pieces on it, and the port that the settings name, which leads to it once it is connected."""

    def __init__(self, folder: Path) -> None:
        self.board = BoardProcess(sweep_ms=20)
        self.port = folder / "board"
        self.registry = folder / "set.toml"
        tags = [f'"{PIECES.tag_of(piece)}" = "{piece}"' for piece in ("1g1", "1g2", "1b1", "1b2")]
        self.registry.write_text("\n".join(["[tags]", *tags]))

    def connect(self) -> None:
        self.port.symlink_to(self.board.port)

    def put(self, **pieces: str) -> None:
        for cell, piece in pieces.items():
            self.board.set_place(PLACES.index(cell), [PIECES.tag_of(piece)])

    def settings(self, folder: Path) -> Settings:
        grid = {"driver": "serial", "port": str(self.port)}
        return simulated(folder, grid=grid, set={"file": self.registry})


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RealTable]:
    table = RealTable(tmp_path)
    yield table
    table.board.close()


async def test_it_starts_and_stays_up_without_a_board_and_finds_it_when_it_appears(
    table: RealTable, tmp_path: Path
) -> None:
    async with running(table.settings(tmp_path)) as daemon, looking_at(daemon.address) as player:
        await player.until(lambda: not player.newest["link"]["ok"])
        assert f"There is no sensor board at {table.port}" in player.newest["link"]["text"]
        await player.until(lambda: "plug it in" in player.display)
        table.connect()
        await player.until(lambda: player.newest["link"]["ok"])


async def test_a_board_unplugged_and_back_as_another_device_goes_on_as_if_nothing_had_happened(
    table: RealTable, tmp_path: Path
) -> None:
    table.connect()
    async with running(table.settings(tmp_path)) as daemon, looking_at(daemon.address) as player:
        await player.until(lambda: player.newest["link"]["ok"])
        await player.do("new", players=["g", "b"])
        table.put(a1="1g1", d7="1b1")
        await player.until(lambda: player.game["board"] == {"a1": "1g", "d7": "1b"})
        before = os.path.realpath(table.port)
        table.board.unplug()
        await player.until(lambda: "was unplugged" in player.newest["link"]["text"])
        assert [finding["kind"] for finding in player.game["findings"]] == ["board_lost"]
        await player.press()
        table.put(d1="1g2")
        table.board.replug()
        await player.until(lambda: player.newest["link"]["ok"] and player.game["board"].get("d1") == "1g")
        assert os.path.realpath(table.port) != before
        assert player.game["board"] == {"a1": "1g", "d7": "1b", "d1": "1g"}
        assert (player.game["phase"], player.game["findings"]) == ("P", [])


async def test_browsers_cannot_move_real_pieces(table: RealTable, tmp_path: Path) -> None:
    async with running(table.settings(tmp_path)) as daemon, looking_at(daemon.address) as player:
        await player.until(lambda: player.newest["hello"])
        assert player.newest["hello"]["simulated"] is False
        await player.do("put", piece="1g1", cell="a1")
        await player.until(lambda: player.newest["error"]["text"])
        assert player.newest["error"]["text"] == "This table reads real pieces: move those."
