"""A running daemon for tests, and a browser's end of its socket to play on it: everything is waited for, no clocks."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

from companion.config import Settings
from companion.daemon import Daemon
from companion.drivers.store import Store

PATIENCE_S = 15
COMPANION = Path(sys.executable).with_name("companion")
Newest = dict[str, Any]


def simulated(records: Path, **sections: Mapping[str, object]) -> Settings:
    """A table all in the browser, on a free port, its records in this folder; `sections` change some settings."""
    settings = Settings.simulated()
    changes: dict[str, Mapping[str, object]] = {
        "web": {"port": 0},
        "records": {"folder": records},
        **sections,
    }
    return settings.model_copy(
        update={name: getattr(settings, name).model_copy(update=keys) for name, keys in changes.items()}
    )


class Player:
    """A browser that looks and acts: the newest message of each type, and hands, fingers and patience."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self.newest: Newest = {}

    @property
    def game(self) -> Any:
        """The table as this browser sees it."""
        return self.newest["table"]["table"]

    @property
    def display(self) -> str:
        """The words on the display."""
        return " / ".join(self.newest["display"]["text"])

    async def do(self, what: str, **more: Any) -> None:
        await self._socket.send_json({"do": what, **more})

    async def press(self, control: str = "sun") -> None:
        await self.do("control", control=control, down=True)
        await self.do("control", control=control, down=False)

    async def put(self, **pieces: str) -> None:
        """Put pieces on cells and wait until the companion knows of them."""
        for cell, piece in pieces.items():
            await self.do("put", piece=piece, cell=cell)
        await self.until(lambda: all(self.game["board"].get(c) == p[:2] for c, p in pieces.items()))

    async def until(self, true: Callable[[], object]) -> None:
        """Take in what the table says until this is true of it."""
        async with asyncio.timeout(PATIENCE_S):
            while not self._is(true):
                message = json.loads(await self._socket.receive_str())
                self.newest[message["type"]] = message

    def _is(self, true: Callable[[], object]) -> bool:
        with suppress(KeyError, TypeError):  # not told yet
            return bool(true())
        return False

    async def set_up(self) -> None:
        """A new game of green and blue: two trees each, the sun shines, each has two light."""
        await self.until(lambda: self.newest["link"]["ok"] and "table" in self.newest)
        await self.do("new", players=["g", "b"])
        await self.until(lambda: self.game["phase"] == "P")
        await self.put(a1="1g1", d7="1b1", d1="1g2", g4="1b2")
        await self.press()
        await self.until(lambda: self.game["phase"] == "A")

    async def parts(self) -> None:
        """Turn the wheel to the page that says which parts work."""
        await self.do("turn", steps=-1)
        await self.until(lambda: "This table" in self.display)


@asynccontextmanager
async def looking_at(address: str) -> AsyncIterator[Player]:
    """A browser at this address."""
    async with ClientSession() as session, session.ws_connect(f"{address}/table", origin=address) as socket:
        yield Player(socket)


@asynccontextmanager
async def running(settings: Settings, store: Store | None = None) -> AsyncIterator[Daemon]:
    """A daemon in this loop, from when it serves until the end of the block."""
    daemon, started = Daemon(settings, store=store), asyncio.Event()
    task = asyncio.create_task(daemon.run(started))
    waiting = asyncio.create_task(started.wait())
    try:
        await asyncio.wait({task, waiting}, timeout=PATIENCE_S, return_when="FIRST_COMPLETED")
        if task.done():
            task.result()
        yield daemon
    finally:
        waiting.cancel()
        daemon.stop()
        await task


class Program:
    """`companion` as a program of its own: what it logs, and its end."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.log = ""

    async def line(self, pattern: str) -> re.Match[str]:
        """Read the log up to a line like this."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE_S):
            while line := (await self.process.stderr.readline()).decode():
                self.log += line
                if found := re.search(pattern, line):
                    return found
        raise AssertionError(f"nothing like {pattern!r} in the log:\n{self.log}")

    async def address(self) -> str:
        return (await self.line(r"the browser table is on (\S+)"))[1]

    async def end(self) -> int:
        """Read the log to its end; returns the exit status."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE_S):
            self.log += (await self.process.stderr.read()).decode()
            return await self.process.wait()


@asynccontextmanager
async def program(*arguments: str | Path) -> AsyncIterator[Program]:
    """`companion` with these arguments, killed at the end of the block if it still runs."""
    process = await asyncio.create_subprocess_exec(
        COMPANION, *arguments, stderr=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL
    )
    try:
        yield Program(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()
