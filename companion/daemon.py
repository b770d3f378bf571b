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
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from companion.app.dialogs import Options
from companion.app.effects import (
    Append,
    BeginRecord,
    Effect,
    Finish,
    Keep,
    KeepAnswers,
    KeepMaps,
    KeepSet,
    Remember,
    Send,
    ShutDown,
)
from companion.app.inputs import Input, PartFailed, PartWorks, Woken
from companion.app.record import read_record
from companion.app.session import Session
from companion.app.view import Machine
from companion.config import Settings
from companion.drivers.choices import ChoicesFault, ChoicesFile
from companion.drivers.host import CommandFailed, Commands, SystemCommands
from companion.drivers.piece_set import PieceSetMissing, load_piece_set
from companion.drivers.service import ServiceManager
from companion.drivers.store import RecordFolder, Store, StoreFault
from companion.drivers.table_map import load_sensor_map
from companion.outputs import Outputs
from companion.parts import LOOPBACK, Parts, page_address
from companion.recorder import ScriptRecorder, new_script
from companion.table.pieces import PieceSet

log = logging.getLogger("companion")


def now_ms() -> int:
    """Milliseconds that never go back."""
    return time.monotonic_ns() // 1_000_000


class Daemon:
    """One table. `run` returns when it is asked to stop. Raises FolderTaken where another keeps its games.

    guide: makes what runs in place of the game, given the code that opens the table to browsers elsewhere (empty:
    it is open to this machine only). keep: writes what the guide wants kept; raises StoreFault.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        store: Store | None = None,
        guide: Callable[[str], Machine] | None = None,
        keep: Callable[[Keep], None] | None = None,
        commands: Commands | None = None,
    ) -> None:
        self.settings = settings
        self._queue: asyncio.Queue[tuple[Input, int]] = asyncio.Queue()
        self._store = store or RecordFolder(settings.records.folder)
        if guide is None:
            self._store.hold()
        self._choices = ChoicesFile(settings.choices_file, _options(settings))
        self._commands = commands or SystemCommands()
        self._service = ServiceManager()
        self._code = f"{secrets.randbelow(10_000):04d}"
        self._pieces = PieceSet.simulated() if guide else _pieces(settings)
        shown_code = "" if settings.web.host in LOOPBACK else self._code
        self._machine: Machine = guide(shown_code) if guide else self._resume(shown_code)
        self._keep_file = keep
        self.said = ""
        """The last word of a guide that has come to its end."""
        self._parts = Parts(settings, self.give, self._part)
        self._recorder: ScriptRecorder | None = None
        self._stop = asyncio.Event()
        self._power_off = False
        self._faults: dict[str, str] = {}

    @property
    def session(self) -> Session | None:
        """The game, unless something else runs."""
        return self._machine if isinstance(self._machine, Session) else None

    @property
    def address(self) -> str:
        """Where the browser table is served, once it is."""
        return self._parts.address

    def give(self, event: Input) -> None:
        """Put an input into the queue; from the event loop's thread only."""
        self._queue.put_nowait((event, now_ms()))

    def record_to(self, write: Callable[[str], object]) -> None:
        """Write what happens from now on as a table script, line by line."""
        if self.session is not None:
            self._recorder = ScriptRecorder(self.session, write, now_ms())

    def stop(self) -> None:
        """Let `run` return."""
        self._stop.set()

    # --- the game that was played last ------------------------------------------------------------

    def _resume(self, code: str) -> Session:
        try:
            options = self._choices.load()
        except ChoicesFault as fault:
            log.warning("%s", fault)
            options = _options(self.settings)
        try:
            lines, damages = read_record(self._store.newest())
        except StoreFault as fault:
            log.error("%s", fault)
            lines, damages = [], []
        for damage in damages:
            log.warning("record, line %d left out (%s): %.80s", damage.number, damage.reason, damage.text)
        sensors = (
            load_sensor_map(self.settings.sensor_file) if self.settings.grid.driver == "serial" else None
        )
        address = page_address(self.settings.web) if self.settings.web.enabled else ""
        return Session(
            self._pieces,
            options=options,
            record=lines,
            at_ms=now_ms(),
            code=code,
            sensors=sensors,
            address=address,
        )

    # --- running ----------------------------------------------------------------------------------

    async def run(self, started: asyncio.Event | None = None) -> None:
        """Open everything, serve until stopped, close everything."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            try:
                loop.add_signal_handler(number, self.stop)
            except (ValueError, RuntimeError):
                break  # not the main thread: whoever runs us stops us
        try:
            outputs = await self._parts.open(self._pieces, self._lying(), self._code)
            outputs.show(self._machine, now_ms())
            self._service.ready(self._status())
            if started is not None:
                started.set()
            await self._consume(outputs)
        finally:
            self._service.stopping()
            await self._parts.close()
            self._store.close()
        if self._power_off and self.settings.has_hardware:
            self._switch_off()

    def _status(self) -> str:
        problem = self.session.watch.problem if self.session else ""
        return f"{self.address or 'no page'}; {problem or 'the table is watched'}"

    def _lying(self) -> Mapping[str, str]:
        return self.session.game.state.lying if self.session and self.session.game else {}

    def _part(self, name: str, fault: str) -> None:
        """A part fails, and why, or works (no fault): said once, when it changes."""
        if fault == self._faults.get(name, ""):
            return
        self._faults[name] = fault
        if fault:
            log.error("%s", fault)
            self.give(PartFailed(name, fault))
        else:
            log.info("%s: works again", name)
            self.give(PartWorks(name))

    async def _consume(self, outputs: Outputs) -> None:
        """The one consumer: every input, in order; between them what is due by the clock."""
        stopping = asyncio.create_task(self._stop.wait())
        while not self._stop.is_set():
            event, at_ms = await self._next(outputs, stopping)
            effects = self._machine.handle(event, at_ms)
            self._do(effects)
            if self._recorder is not None:
                self._recorder.observe(event, at_ms, effects)
            if self._queue.empty():
                outputs.show(self._machine, now_ms())
                self._service.status(self._status())
            self._service.alive()
        if self._recorder is not None:
            self._recorder.finish(now_ms())
        stopping.cancel()

    async def _next(self, outputs: Outputs, stopping: asyncio.Task[bool]) -> tuple[Input, int]:
        if not self._queue.empty():
            return self._queue.get_nowait()
        now = now_ms()
        due = [self._machine.next_due_ms(now), outputs.next_frame_ms]
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
            match effect:
                case BeginRecord(line):
                    self._keep(partial(self._store.begin, line))
                case Append(line):
                    self._keep(partial(self._store.append, line))
                case Send(data):
                    self._parts.send(data)
                case KeepSet() | KeepAnswers() | KeepMaps():
                    # What could not be kept holds back what was to follow, the end above all.
                    if self._keep_file and not self._keep(partial(self._keep_file, effect)):
                        return
                case Remember(options):
                    self._keep(partial(self._choices.save, options), "choices")
                case Finish(text):
                    self.said = text
                    self.stop()
                case ShutDown():
                    self._power_off = True
                    self.stop()

    def _keep(self, write: Callable[[], None], part: str = "record") -> bool:
        """Put something on disk, and whether that worked; if not, the game goes on and the store keeps a line."""
        try:
            write()
        except StoreFault as fault:
            self._part(part, str(fault))
            return False
        self._part(part, "")
        return True

    def _switch_off(self) -> None:
        log.info("switching the table off")
        try:
            self._commands.run("systemctl", "poweroff")
        except CommandFailed as fault:
            raise CommandFailed(
                f"The table cannot be switched off: {fault}. Run `companion install` again, "
                "or pull the plug: the game is on disk."
            ) from fault


def _options(settings: Settings) -> Options:
    """The options as the settings file has them."""
    game = settings.game
    heavy = None if game.heavy == "off" else game.heavy
    return Options(start=game.start, turns=game.turns, long=game.long, heavy=heavy)


def _pieces(settings: Settings) -> PieceSet:
    """The enrolled set; until there is one a table of real readers knows no piece by name."""
    if settings.set.file or (settings.grid.driver == "serial" and settings.set_file.exists()):
        try:
            return load_piece_set(settings.set_file)
        except PieceSetMissing as missing:
            log.warning("%s", missing)
            return PieceSet({})
    return PieceSet.simulated()


def run_daemon(settings: Settings, *, record_script: Path | None = None) -> int:
    """Run a table until it is stopped; returns the exit status.

    record_script: write what happens to this file, which must not be there yet. Raises RecorderError.
    """
    daemon = Daemon(settings)
    with ExitStack() as files:
        if record_script is not None:
            file = files.enter_context(new_script(record_script))
            daemon.record_to(lambda line: file.write(f"{line}\n"))
        asyncio.run(daemon.run())
    return 0
