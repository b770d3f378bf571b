"""The parts of a table, opened as the settings name them: sensor board, controls, lights, display, browsers.

What they report enters the daemon's queue through `give`. A part that does not work is told through `part`, and the
table goes on without it.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from companion.app.controls import Control
from companion.app.inputs import Contact, Input, PortClosed, PortOpened, Received, WheelTurned
from companion.config import Settings, WebSettings
from companion.drivers.controls import ControlsDriver, ControlsFault, GpioControls, Pins, SimulatedControls
from companion.drivers.serial_port import Grid, SerialGrid
from companion.hub import TableHub
from companion.outputs import Outputs, open_display, open_lights
from companion.simulator.tabletop import Tabletop
from companion.table.pieces import PieceSet

if TYPE_CHECKING:
    from companion.simulator.board_process import BoardProcess
    from companion.web.server import TableServer

log = logging.getLogger("companion")

LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")
PAGE_RETRY_S = 10.0
"""So long after a port was busy it is tried again."""


def page_address(web: WebSettings) -> str:
    """Where browsers find the page, in words that a family can type: the machine's name where it listens everywhere."""
    host = f"[{web.host}]" if ":" in web.host else web.host
    if web.host in LOOPBACK:
        host = "localhost"
    elif web.host in EVERYWHERE:
        host = f"{socket.gethostname().partition('.')[0]}.local"
    return f"http://{host}:{web.port}"


class Parts:
    """The open parts of one table.

    give: takes an input, in the event loop's thread. part: takes a part's name and why it fails (empty: it works).
    """

    def __init__(
        self, settings: Settings, give: Callable[[Input], None], part: Callable[[str, str], None]
    ) -> None:
        self._settings = settings
        self._give = give
        self._part = part
        self._board: BoardProcess | None = None
        self._grid: Grid | None = None
        self._controls: ControlsDriver | None = None
        self._server: TableServer | None = None
        self._retrying: asyncio.Task[None] | None = None
        self._outputs: Outputs | None = None
        self.address = ""
        """Where the browser table is served, once it is."""

    async def open(self, pieces: PieceSet, lying: Mapping[str, str], code: str) -> Outputs:
        """Open everything; returns where to show. `lying`: what a pretended table begins with, by cell."""
        loop = asyncio.get_running_loop()
        tabletop = self._open_grid(pieces, lying)
        hub = TableHub(tabletop, self._open_controls(loop), self._give, loop.call_later, start="")
        strip, lights = open_lights(self._settings)
        self._outputs = Outputs(hub, open_display(self._settings.display), strip, self._part, lights)
        await self._open_web(hub, code)
        assert self._grid is not None
        self._grid.start()
        return self._outputs

    def send(self, data: bytes) -> None:
        """Send to the sensor board."""
        if self._grid is not None:
            self._grid.write(data)

    async def close(self) -> None:
        """Close whatever is open."""
        if self._retrying is not None:
            self._retrying.cancel()
        if self._outputs is not None:
            await self._outputs.close()
        if self._server is not None:
            await self._server.stop()
        for part in (self._grid, self._controls, self._board):
            if part is not None:
                part.close()

    def _open_grid(self, pieces: PieceSet, lying: Mapping[str, str]) -> Tabletop | None:
        port, tabletop = self._settings.grid.port, None
        if self._settings.grid.driver == "browser":
            from companion.simulator.board_process import BoardProcess

            self._board = BoardProcess()
            port = self._board.port
            tabletop = Tabletop(pieces, self._board.set_place)
            for cell, piece in lying.items():
                if piece in pieces:
                    tabletop.put(piece, cell)
        self._grid = SerialGrid(
            port,
            on_open=self._grid_opened,
            on_bytes=lambda data: self._give(Received(data)),
            on_closed=self._grid_closed,
        )
        return tabletop

    def _grid_opened(self, path: str) -> None:
        log.info("the sensor board's port %s is open", path)
        self._give(PortOpened(path))

    def _grid_closed(self, reason: str) -> None:
        log.warning("%s", reason)
        self._give(PortClosed(reason))

    def _open_controls(self, loop: asyncio.AbstractEventLoop) -> SimulatedControls | None:
        def contact(control: Control, down: bool) -> None:
            loop.call_soon_threadsafe(self._give, Contact(control, down))

        def turn(steps: int) -> None:
            loop.call_soon_threadsafe(self._give, WheelTurned(steps))

        wired = self._settings.controls
        pins = Pins(wired.sun_pin, wired.undo_pin, wired.wheel_pin, wired.wheel_a_pin, wired.wheel_b_pin)
        if wired.driver == "browser":
            simulated = SimulatedControls(contact, turn, pins)
            self._controls = simulated
            return simulated
        try:
            self._controls = GpioControls(pins, contact, turn)
        except ControlsFault as fault:
            self._part("controls", str(fault))
        return None

    async def _open_web(self, hub: TableHub, code: str) -> None:
        if not self._settings.web.enabled:
            return
        from companion.web.server import AddressError

        try:
            await self._serve(hub, code)
        except AddressError as fault:
            if self._settings.needs_page:
                raise
            self._part("page", str(fault))
            self._retrying = asyncio.create_task(self._serve_later(hub, code))

    async def _serve_later(self, hub: TableHub, code: str) -> None:
        from companion.web.server import AddressError

        while not self.address:
            await asyncio.sleep(PAGE_RETRY_S)
            try:
                await self._serve(hub, code)
            except AddressError as fault:
                self._part("page", str(fault))
            else:
                self._part("page", "")

    async def _serve(self, hub: TableHub, code: str) -> None:
        from companion.web.server import TableServer

        web, server = self._settings.web, TableServer(hub, code=code)
        port = await server.start(web.host, web.port)
        self._server, hub.broadcast = server, server.broadcast
        self.address = page_address(web.model_copy(update={"port": port}))
        log.info("the browser table is on %s", self.address)
