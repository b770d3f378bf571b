"""Recording a real table as a table script, so that what happened there can be run again as a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from companion.app.controls import (
    HOLD_MS,
    Control,
    Controls,
    Gesture,
    HoldBegan,
    HoldEnded,
    Short,
    Turned,
)
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


def new_script(path: Path) -> TextIO:
    """A file for a script, each line written at once; one that is there already is kept. Raises RecorderError."""
    try:
        return path.open("x", encoding="utf-8", buffering=1)
    except FileExistsError as error:
        raise RecorderError(
            f"The script {path} is there already, and is kept: choose another file."
        ) from error
    except OSError as error:
        raise RecorderError(
            f"The script {path} cannot be written ({error.strerror}): choose another file."
        ) from error


class ScriptRecorder:
    """Watches a session's inputs and effects and writes commands. `write` takes one line at a time."""

    def __init__(self, session: Session, write: Callable[[str], object], at_ms: int) -> None:
        self._out = write
        self._at_ms = at_ms
        self._lying: dict[str, str] = {}
        self._tapped: set[str] = set()
        self._controls = Controls()
        self._held: Control | None = None
        self._script_holds = False
        self._connected = True
        self._write("# recorded by `companion record`; run it with `companion script`")
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
        self._gestures(self._controls.tick(at_ms), at_ms)
        match event:
            case Contact(control, down):
                self._gestures(self._controls.edge(control, down, at_ms), at_ms)
            case WheelTurned(steps):
                self._gestures([Turned(steps)], at_ms)
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
        self._gestures(self._controls.tick(at_ms), at_ms)
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

    def _gestures(self, made: Sequence[Gesture], at_ms: int) -> None:
        for gesture in made:
            match gesture:
                case Short(control):
                    self._say(f"press {control}", at_ms)
                case HoldBegan(control):
                    self._held = control
                    self._hold(control, at_ms)
                case HoldEnded():
                    self._held = None
                    self._pass_time(max(at_ms, self._at_ms + STEP_MS))  # a script lets go when it waits
                case Turned(steps):
                    self._turn(steps, at_ms)

    def _hold(self, control: Control, began_ms: int) -> None:
        self._pass_time(began_ms - HOLD_MS[control])
        self._write(f"hold {control}")
        self._at_ms = began_ms

    def _turn(self, steps: int, at_ms: int) -> None:
        """What is turned while a button is held belongs to it: no time may pass between, that would let it go."""
        if self._held is None:
            self._pass_time(at_ms)
        elif not self._script_holds:
            self._hold(self._held, at_ms)
        self._write(f"turn wheel {steps}")

    def _write(self, line: str) -> None:
        verb = line.split()[0]
        if verb not in ("turn", "#"):
            self._script_holds = verb == "hold"
        self._out(line)

    def _say(self, command: str, at_ms: int) -> None:
        self._pass_time(at_ms)
        self._write(command)

    def _pass_time(self, at_ms: int) -> None:
        if at_ms - self._at_ms >= STEP_MS:
            self._write(f"wait {(at_ms - self._at_ms) // STEP_MS / 10}")
            self._at_ms = at_ms
