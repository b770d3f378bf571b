"""The serial driver and the link together on the real firmware: found, lost and found again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from companion.drivers.serial_port import Grid, SerialGrid
from companion.simulator.board_process import BoardProcess
from companion.table.link import BoardFound, BoardLost, BoardRestarted, Event, Link
from companion.table.wire import Snapshot

PATIENCE_S = 20
SOON = (0.01,)
UID = "04A1B2C3D4E580"


class Table:
    """Driver and link together, as the daemon joins them, on a real board process."""

    def __init__(self, board: BoardProcess) -> None:
        self.link = Link(self.now_ms())
        self.events: list[Event] = []
        self._news = asyncio.Event()
        self.grid: Grid = SerialGrid(
            board.port,
            on_open=lambda _: self._happened(self.link.connected(self.now_ms())),
            on_bytes=lambda data: self._happened(self.link.receive(data, self.now_ms())),
            on_closed=lambda reason: self._happened(self.link.disconnected(self.now_ms(), reason)),
            back_off_s=SOON,
        )

    @staticmethod
    def now_ms() -> int:
        return int(time.monotonic() * 1000)

    def _happened(self, events: list[Event]) -> None:
        self.events += events
        self.grid.write(self.link.take_outgoing())
        self._news.set()

    async def until(self, enough: Callable[[list[Event]], bool]) -> list[Event]:
        """Wait until that is true of what has come since the last time."""
        async with asyncio.timeout(PATIENCE_S):
            while not enough(self.events):
                self._news.clear()
                await self._news.wait()
        events, self.events = self.events, []
        return events


def came(kind: type[Event]) -> Callable[[list[Event]], bool]:
    return lambda events: any(isinstance(event, kind) for event in events)


async def test_a_real_board_is_found_lost_and_found_again_as_if_nothing_had_happened() -> None:
    with BoardProcess(sweep_ms=10) as board:
        board.set_place(18, [UID])
        table = Table(board)
        table.grid.start()
        events = await table.until(came(Snapshot))
        assert came(BoardFound)(events)
        for _ in range(3):
            board.unplug()
            [lost, *_] = await table.until(came(BoardLost))
            assert isinstance(lost, BoardLost | Snapshot)
            board.replug()
            events = await table.until(came(Snapshot))
            assert came(BoardRestarted)(events)
            assert came(BoardFound)(events)
            [snapshot] = [event for event in events if isinstance(event, Snapshot)][-1:]
            assert snapshot.places[18] == UID
        board.reset()
        assert came(BoardRestarted)(await table.until(came(BoardRestarted)))
        table.grid.close()
