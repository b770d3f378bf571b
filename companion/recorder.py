"""Recording a real table as a table script, so that what happened there can be run again as a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.app.controls import HOLD_MS, Control
from companion.app.effects import Append, BeginRecord, Effect
from companion.app.entries import Begun
from companion.app.inputs import Contact, Input, PortClosed, PortOpened, WheelTurned
from companion.app.record import read_line
from companion.app.session import Session
from companion.errors import CompanionError
from companion.table.pieces import EMPTY, SPECIAL, kind_of
from companion.table.sightings import Seen, Tapped, TurnEnded

STEP_MS = 100


class RecorderError(CompanionError, OSError):
    """The script cannot be written; says which file and why."""


class ScriptRecorder:
    """Watches a session's inputs and effects and writes commands. `write` takes one line at a time."""

    def __init__(self, session: Session, write: Callable[[str], object], at_ms: int) -> None:
        self._write = write
        self._at_ms = at_ms
        self._lying: dict[str, str] = {}
        self._tapped: set[str] = set()
        self._down_ms: dict[Control, int] = {}
        self._connected = True
        write("# recorded by `companion record`; run it with `companion script`")
        if session.game is not None:
            self._begin_with(session)

    def _begin_with(self, session: Session) -> None:
        assert session.game is not None
        state = session.game.state
        self._load(Begun(state.start, state.turns, tuple(state.base.items())))
        for sighting in state.sightings:
            match sighting:
                case Seen(cell, content):
                    self._see(cell, content)
                case Tapped(piece):
                    self._tap(piece)
                case TurnEnded():
                    self._write("press sun")

    def observe(self, event: Input, at_ms: int, effects: Sequence[Effect]) -> None:
        """One input that the session has handled, and what it asked for."""
        match event:
            case Contact(control, down):
                self._contact(control, down, at_ms)
            case WheelTurned(steps):
                self._say(f"turn wheel {steps}", at_ms)
            case PortClosed() if self._connected:
                self._connected = False
                self._say("fault unplug", at_ms)
            case PortOpened() if not self._connected:
                self._connected = True
                self._say("fault replug", at_ms)
        for effect in effects:
            if isinstance(effect, BeginRecord | Append):
                self._line(effect.line, at_ms)

    def finish(self, at_ms: int) -> None:
        """The recording ends now: the time that has passed since the last command counts too."""
        self._pass_time(at_ms)

    def _line(self, text: str, at_ms: int) -> None:
        match read_line(text).line:
            case Begun() as begun:
                self._load(begun)
            case Seen(cell, content):
                self._pass_time(at_ms)
                self._see(cell, content)
            case Tapped(piece):
                self._pass_time(at_ms)
                self._tap(piece)

    def _load(self, begun: Begun) -> None:
        position = begun.position
        fresh = position.phase == "P" and not position.board
        if fresh:
            options = [f"start={position.sun}", f"turns={begun.turns}"]
            if position.variant.long:
                options.append("long")
            if position.variant.heavy:
                options.append(f"heavy={position.variant.heavy}")
            colours = " ".join(player.colour for player in position.players)
            self._write(f"new {colours} {' '.join(options)}")
        else:
            self._write(f"load {position} turns={begun.turns}")
        self._lying = dict(begun.base)
        self._tapped.clear()

    def _see(self, cell: str, content: str) -> None:
        if content in SPECIAL:
            self._write(f"# {cell}: {content}")
            return
        if self._lying.pop(cell, EMPTY) != EMPTY:
            self._write(f"lift {cell}")
        if content != EMPTY:
            self._lying[cell] = content
            self._write(f"put {cell} {kind_of(content)}")

    def _tap(self, piece: str) -> None:
        again = piece in self._tapped
        self._tapped.add(piece)
        self._write(f"tap {kind_of(piece)}{' again' if again else ''}")

    def _contact(self, control: Control, down: bool, at_ms: int) -> None:
        if down:
            self._down_ms[control] = at_ms
        elif control in self._down_ms:
            held = at_ms - self._down_ms.pop(control) >= HOLD_MS.get(control, at_ms + 1)
            self._say(f"{'hold' if held else 'press'} {control}", at_ms)

    def _say(self, command: str, at_ms: int) -> None:
        self._pass_time(at_ms)
        self._write(command)

    def _pass_time(self, at_ms: int) -> None:
        if at_ms - self._at_ms >= STEP_MS:
            self._write(f"wait {(at_ms - self._at_ms) // STEP_MS / 10}")
            self._at_ms = at_ms
