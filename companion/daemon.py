"""The daemon: connects the drivers its settings name to one session, through one queue with one consumer.

Every input enters the queue with the time it happened. The consumer hands it to the session, does what the session
asks for (the record first, flushed to disk), and shows the newest scene. `companion play` is this same daemon with
everything simulated.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.controls import Control
from companion.app.dialogs import Options
from companion.app.effects import Append, BeginRecord, Effect, Send, ShutDown
from companion.app.inputs import (
    Contact,
    Input,
    PartFailed,
    PartWorks,
    PortClosed,
    PortOpened,
    Received,
    WheelTurned,
    Woken,
)
from companion.app.lights import Strip
from companion.app.record import read_record
from companion.app.session import Session
from companion.config import Settings
from companion.drivers.controls import ControlsDriver, ControlsFault, GpioControls, Pins, SimulatedControls
from companion.drivers.piece_set import load_piece_set
from companion.drivers.serial_port import Grid, SerialGrid
from companion.drivers.service import ServiceManager
from companion.drivers.store import RecordFolder, Store, StoreFault
from companion.hub import TableHub
from companion.outputs import Outputs, open_display
from companion.recorder import RecorderError, ScriptRecorder
from companion.simulator.tabletop import Tabletop
from companion.table.pieces import PieceSet

if TYPE_CHECKING:
    from companion.simulator.board_process import BoardProcess
    from companion.web.server import TableServer

log = logging.getLogger("companion")

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def now_ms() -> int:
    """Milliseconds that never go back."""
    return time.monotonic_ns() // 1_000_000


class Daemon:
    """One table. `run` returns when it is asked to stop."""

    def __init__(self, settings: Settings, *, store: Store | None = None) -> None:
        self.settings = settings
        self._queue: asyncio.Queue[tuple[Input, int]] = asyncio.Queue()
        self._store = store or RecordFolder(settings.records.folder)
        self._service = ServiceManager()
        self._code = f"{secrets.randbelow(10_000):04d}"
        self._pieces = load_piece_set(settings.set.file) if settings.set.file else PieceSet.simulated()
        self._session = self._resume()
        self._board: BoardProcess | None = None
        self._grid: Grid | None = None
        self._controls: ControlsDriver | None = None
        self._server: TableServer | None = None
        self._recorder: ScriptRecorder | None = None
        self._stop = asyncio.Event()
        self._power_off = False
        self.address = ""
        """Where the browser table is served, once it is."""

    @property
    def session(self) -> Session:
        return self._session

    def give(self, event: Input) -> None:
        """Put an input into the queue; from the event loop's thread only."""
        self._queue.put_nowait((event, now_ms()))

    def record_to(self, write: Callable[[str], object]) -> None:
        """Write what happens from now on as a table script, line by line."""
        self._recorder = ScriptRecorder(self._session, write, now_ms())

    def stop(self) -> None:
        """Let `run` return."""
        self._stop.set()

    # --- the game that was played last ----------------------------------------------------------------------------

    def _resume(self) -> Session:
        game = self.settings.game
        heavy = None if game.heavy == "off" else game.heavy
        options = Options(game.start, game.turns, False, game.long, heavy)
        code = "" if self.settings.web.host in LOOPBACK else self._code
        try:
            lines, damages = read_record(self._store.newest())
        except StoreFault as fault:
            log.error("%s", fault)
            lines, damages = [], []
        for damage in damages:
            log.warning("record, line %d left out (%s): %.80s", damage.number, damage.reason, damage.text)
        return Session(self._pieces, options=options, record=lines, at_ms=now_ms(), code=code)

    # --- the parts ------------------------------------------------------------------------------------------------

    def _open_grid(self) -> Tabletop | None:
        port, tabletop = self.settings.grid.port, None
        if self.settings.grid.driver == "browser":
            from companion.simulator.board_process import BoardProcess

            self._board = BoardProcess()
            port = self._board.port
            tabletop = Tabletop(self._pieces, self._board.set_place)
            if self._session.game is not None:
                for cell, piece in self._session.game.state.lying.items():
                    if piece in self._pieces:
                        tabletop.put(piece, cell)
        self._grid = SerialGrid(
            port,
            on_open=lambda path: self.give(PortOpened(path)),
            on_bytes=lambda data: self.give(Received(data)),
            on_closed=self._grid_closed,
        )
        return tabletop

    def _grid_closed(self, reason: str) -> None:
        log.warning("%s", reason)
        self.give(PortClosed(reason))

    def _open_controls(self) -> SimulatedControls | None:
        loop = asyncio.get_running_loop()

        def contact(control: Control, down: bool) -> None:
            loop.call_soon_threadsafe(self.give, Contact(control, down))

        def turn(steps: int) -> None:
            loop.call_soon_threadsafe(self.give, WheelTurned(steps))

        wired = self.settings.controls
        pins = Pins(wired.sun_pin, wired.undo_pin, wired.wheel_pin, wired.wheel_a_pin, wired.wheel_b_pin)
        if wired.driver == "browser":
            simulated = SimulatedControls(contact, turn, pins)
            self._controls = simulated
            return simulated
        try:
            self._controls = GpioControls(pins, contact, turn)
        except ControlsFault as fault:
            log.error("%s", fault)
            self.give(PartFailed("controls", str(fault)))
        return None

    async def _open_web(self, hub: TableHub) -> None:
        web = self.settings.web
        if not web.enabled:
            return
        from companion.web.server import TableServer

        self._server = TableServer(hub, code=self._code)
        hub.broadcast = self._server.broadcast
        port = await self._server.start(web.host, web.port)
        host = "localhost" if web.host in LOOPBACK else web.host
        self.address = f"http://{host}:{port}"
        log.info("the browser table is on %s", self.address)

    # --- running --------------------------------------------------------------------------------------------------

    async def run(self, started: asyncio.Event | None = None) -> None:
        """Open everything, serve until stopped, close everything."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            try:
                loop.add_signal_handler(number, self.stop)
            except (ValueError, RuntimeError):
                break  # not the main thread: whoever runs us stops us
        try:
            tabletop = self._open_grid()
            fingers = self._open_controls()
            hub = TableHub(tabletop, fingers, self.give, loop.call_later, self.settings.game.start)
            outputs = self._outputs(hub)
            await self._open_web(hub)
            assert self._grid is not None
            self._grid.start()
            outputs.show(self._session.scene(now_ms()), self._session.words)
            self._service.ready(f"playing; {self.address or 'no page'}")
            if started is not None:
                started.set()
            await self._consume(outputs)
        finally:
            self._service.stopping()
            await self._close()
        if self._power_off and self.settings.grid.driver == "serial":
            self._switch_off()

    def _outputs(self, hub: TableHub) -> Outputs:
        lights = self.settings.lights
        strip = Strip(lights.brightness, lights.budget_ma, lights.led_ma)

        def part(name: str, fault: str) -> None:
            if fault:
                log.warning("%s", fault)
            self.give(PartFailed(name, fault) if fault else PartWorks(name))

        return Outputs(hub, open_display(self.settings.display), strip, part)

    async def _consume(self, outputs: Outputs) -> None:
        """The one consumer: every input, in order; between them what is due by the clock."""
        stopping = asyncio.create_task(self._stop.wait())
        while not self._stop.is_set():
            event, at_ms = await self._next(outputs, stopping)
            effects = self._session.handle(event, at_ms)
            self._do(effects)
            if self._recorder is not None:
                self._recorder.observe(event, at_ms, effects)
            if self._queue.empty():
                outputs.show(self._session.scene(now_ms()), self._session.words)
            self._service.alive()
        if self._recorder is not None:
            self._recorder.finish(now_ms())
        stopping.cancel()
        await outputs.close()

    async def _next(self, outputs: Outputs, stopping: asyncio.Task[bool]) -> tuple[Input, int]:
        if not self._queue.empty():
            return self._queue.get_nowait()
        now = now_ms()
        due = [self._session.next_due_ms(now), outputs.next_frame_ms]
        waits = [max(ms - now, 0) / 1000 for ms in due if ms is not None]
        if self._service.watchdog_s:
            waits.append(self._service.watchdog_s / 3)
        getting = asyncio.ensure_future(self._queue.get())
        await asyncio.wait(
            {getting, stopping}, timeout=min(waits, default=None), return_when="FIRST_COMPLETED"
        )
        if getting.done():
            return getting.result()
        getting.cancel()
        return Woken(), now_ms()

    def _do(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            try:
                match effect:
                    case BeginRecord(line):
                        self._store.begin(line)
                    case Append(line):
                        self._store.append(line)
                    case Send(data):
                        if self._grid is not None:
                            self._grid.write(data)
                    case ShutDown():
                        self._power_off = True
                        self.stop()
            except StoreFault as fault:
                log.error("%s", fault)
                self.give(PartFailed("record", str(fault)))

    async def _close(self) -> None:
        if self._server is not None:
            await self._server.stop()
        for part in (self._grid, self._controls, self._board, self._store):
            if part is not None:
                part.close()

    def _switch_off(self) -> None:
        log.info("switching the table off")
        done = subprocess.run(["systemctl", "poweroff"], check=False, capture_output=True, text=True)
        if done.returncode:
            log.error("the table cannot be switched off (%s): see systemd/README.md", done.stderr.strip())


def run_daemon(settings: Settings, *, record_script: Path | None = None) -> int:
    """Run a table until it is stopped; returns the exit status. `record_script`: write what happens to this file."""
    daemon = Daemon(settings)
    with ExitStack() as files:
        if record_script is not None:
            try:
                file = files.enter_context(record_script.open("w", encoding="utf-8", buffering=1))
            except OSError as error:
                raise RecorderError(
                    f"The script {record_script} cannot be written ({error.strerror}): choose another file."
                ) from error
            daemon.record_to(lambda line: file.write(f"{line}\n"))
        asyncio.run(daemon.run())
    return 0
