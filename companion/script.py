"""The table script: a whole session in virtual time, one command a line in, one JSON object a line out.

Everything runs through the real path: the firmware's bytes, decoding, settling, reading, rules and views.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.app.controls import HOLD_MS, Control
from companion.app.entries import Turns
from companion.app.inputs import LoadGame, NewGame
from companion.app.lights import hex_colours, light_frame
from companion.app.pages import display_page
from companion.rules import COLOURS, SUN_STOPS, Position, RulesError
from companion.script_words import (
    ScriptError,
    no_words,
    numbered,
    one_word,
    read_cell,
    read_control,
    read_count,
    read_heavy,
    read_kind,
    read_seconds,
    read_steps,
    read_turns,
    two_words,
)
from companion.simulator.scripted_table import ScriptedTable
from companion.table.pieces import PAD, kind_of

PRESS_MS = 100
FAULTS = ("unplug", "replug", "reset", "garbage", "dropout", "corrupt", "dead", "ok")


class Script:
    """Runs commands on one table."""

    def __init__(self) -> None:
        self.table = ScriptedTable()
        self._told = 0
        self._held: Control | None = None
        self._lifted: list[str] = []
        self._tapped: list[str] = []
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "new": self._new,
            "load": self._load,
            "put": self._put,
            "lift": self._lift,
            "move": self._move,
            "tap": self._tap,
            "press": self._press,
            "hold": self._hold,
            "turn": self._turn,
            "wait": self._wait,
            "fault": self._fault,
            "seed": self._seed,
            "restart": self._restart,
            **dict.fromkeys(FAULTS, self._named_fault),
        }

    def run(self, lines: Iterable[str]) -> Iterator[dict[str, Any]]:
        """Run each line and give what it prints. A line that cannot be understood changes nothing."""
        for number, line in enumerate(lines, 1):
            words = line.split("#", 1)[0].split()
            if not words:
                continue
            try:
                self._run(words)
            except (ScriptError, RulesError) as error:
                yield {"line": number, "error": str(error)}
            else:
                yield {"line": number, **self.state()}

    def _run(self, words: list[str]) -> None:
        quick = words[0] == "quick"
        verb, *rest = words[quick:] or words
        if verb not in self._commands:
            raise ScriptError(f"`{verb}` is no command: {', '.join(self._commands)}")
        if self._held is not None and verb != "turn":
            self._release()
        self._verb = verb
        self._commands[verb](rest)
        if not quick and verb != "wait" and self._held is None:
            self.table.settle()

    def state(self) -> dict[str, Any]:
        """What is printed after a command."""
        scene, session = self.table.scene, self.table.session
        page = display_page(scene, session.words)
        reading = session.game.state.reading if session.game else None
        return {
            "position": str(session.game.state.position) if session.game else None,
            "reading": [str(action) for action in reading.actions] if reading else [],
            "record": self._committed(),
            "lights": hex_colours(light_frame(scene)),
            "display": list(page.text()),
            "findings": [
                {"cell": finding.place, "kind": finding.kind, "text": session.words.finding(finding)}
                for finding in scene.findings
            ],
        }

    def _committed(self) -> list[str]:
        """The actions committed since the last printed line; an undo commits nothing, a redo does so again."""
        game = self.table.session.game
        steps = game.committed if game else []
        new, self._told = steps[self._told :], len(steps)
        return [str(action) for step in new for action in step.actions]

    # --- games ------------------------------------------------------------------------------------

    def _new(self, words: list[str]) -> None:
        colours = tuple(word for word in words if len(word) == 1)
        options = [word for word in words if len(word) > 1]
        if not 2 <= len(colours) <= 4 or len(set(colours)) < len(colours) or not set(colours) <= set(COLOURS):
            raise ScriptError("new: name two to four different colours of g b y o, the first player first")
        game: dict[str, Any] = {}
        for option in options:
            name, _, value = option.partition("=")
            match name, value:
                case "long", "":
                    game["long"] = True
                case "heavy", _:
                    game["heavy"] = read_heavy(value)
                case "start", _ if value in SUN_STOPS:
                    game["start"] = value
                case "turns", _:
                    game["turns"] = read_turns(value)
                case _:
                    raise ScriptError(f"new: `{option}` is none of long, heavy=…, start=…, turns=…")
        self._clear()
        self.table.give(NewGame(colours, **game))
        self._told = 0

    def _load(self, words: list[str]) -> None:
        turns: Turns = "round"
        if words and words[-1].startswith("turns="):
            turns = read_turns(words.pop().removeprefix("turns="))
        position = Position.parse(" ".join(words))
        self._clear()
        numbers: dict[str, int] = {}
        for cell, piece in position.board.items():
            numbers[str(piece)] = numbers.get(str(piece), 0) + 1
            self.table.tabletop.put(f"{piece}{numbers[str(piece)]}", cell)
        self.table.settle()
        self.table.give(LoadGame(position, turns))
        self._told = 0

    def _clear(self) -> None:
        self.table.tabletop.clear()
        self._lifted.clear()
        self._tapped.clear()
        self.table.settle()

    # --- pieces -----------------------------------------------------------------------------------

    def _put(self, words: list[str]) -> None:
        cell, kind = two_words(words, "put d4 2g")
        self.table.tabletop.put(self._choose(read_kind(kind)), read_cell(cell))

    def _choose(self, kind: str) -> str:
        """The piece of that kind last tapped and not on the board, else the one last lifted, else the lowest."""
        at = self.table.tabletop.at
        for handled in (self._tapped, self._lifted):
            for piece in reversed(handled):
                if kind_of(piece) == kind and at.get(piece, PAD) == PAD:
                    return piece
        off = [piece for piece in numbered(kind) if at.get(piece, PAD) == PAD]
        if not off:
            raise ScriptError(f"put: all {kind} are on the board")
        return off[0]

    def _lift(self, words: list[str]) -> None:
        piece = self._standing(one_word(words, "lift d4"))
        self.table.tabletop.lift(piece)
        self._lifted.append(piece)

    def _move(self, words: list[str]) -> None:
        origin, target = two_words(words, "move d4 e5")
        self.table.tabletop.put(self._standing(origin), read_cell(target))

    def _standing(self, cell: str) -> str:
        pieces = self.table.tabletop.on(read_cell(cell))
        if not pieces:
            raise ScriptError(f"nothing stands on {cell}")
        return pieces[-1]

    def _tap(self, words: list[str]) -> None:
        again = words[1:] == ["again"]
        kind = read_kind(words[0] if again else one_word(words, "tap 2g"))
        if again:
            before = [piece for piece in self._tapped if kind_of(piece) == kind]
            if not before:
                raise ScriptError(f"tap: no {kind} was tapped before")
            piece = before[-1]
        else:
            piece = self._to_tap(kind)
        self._tapped.append(piece)
        where = self.table.tabletop.at.get(piece, PAD)
        if where == PAD:
            self.table.tap(piece)
        else:
            self.table.tap_standing(piece, where)

    def _to_tap(self, kind: str) -> str:
        """The lowest piece off the board that holds no unused purchase, of this round or, if none is left, before."""
        game, at = self.table.session.game, self.table.tabletop.at
        bought = game.state.bought if game else frozenset()
        owned = game.state.owned if game else frozenset()
        off = [piece for piece in numbered(kind) if at.get(piece, PAD) == PAD and piece not in bought]
        if not off:
            raise ScriptError(f"tap: every {kind} is on the board or bought already")
        return next((piece for piece in off if piece not in owned), off[0])

    # --- controls ---------------------------------------------------------------------------------

    def _press(self, words: list[str]) -> None:
        control = read_control(one_word(words, "press sun"))
        self.table.contact(control, True)
        self.table.advance(PRESS_MS)
        self.table.contact(control, False)

    def _hold(self, words: list[str]) -> None:
        control = read_control(one_word(words, "hold sun"))
        self.table.contact(control, True)
        self.table.advance(HOLD_MS.get(control, HOLD_MS["sun"]) + PRESS_MS)
        self._held = control

    def _release(self) -> None:
        assert self._held is not None
        self.table.contact(self._held, False)
        self._held = None
        self.table.advance(PRESS_MS)

    def _turn(self, words: list[str]) -> None:
        self.table.turn(read_steps(words))

    def _wait(self, words: list[str]) -> None:
        self.table.advance(round(read_seconds(one_word(words, "wait 2.5")) * 1000))

    # --- faults -----------------------------------------------------------------------------------

    def _restart(self, words: list[str]) -> None:
        no_words(words, "restart")
        self.table.restart()

    def _fault(self, words: list[str]) -> None:
        if not words:
            raise ScriptError(f"fault: which? {', '.join(FAULTS)} or seed")
        verb, *rest = words
        if verb == "seed":
            self._seed(rest)
        else:
            self._verb = verb
            self._named_fault(rest)

    def _named_fault(self, words: list[str]) -> None:
        table, verb = self.table, self._verb
        plain: dict[str, Callable[[], None]] = {
            "unplug": table.unplug,
            "replug": table.replug,
            "reset": table.board.reset,
        }
        counted: dict[str, Callable[[int], None]] = {
            "garbage": table.board.garbage,
            "dropout": table.board.dropout,
            "corrupt": table.board.corrupt,
        }
        if verb in plain:
            no_words(words, verb)
            plain[verb]()
        elif verb in counted:
            counted[verb](read_count(one_word(words, f"{verb} 5")))
        elif verb in ("dead", "ok"):
            cell = read_cell(one_word(words, f"{verb} d4"))
            (table.dead if verb == "dead" else table.ok)(cell)
        else:
            raise ScriptError(f"fault: `{verb}` is none I know")

    def _seed(self, words: list[str]) -> None:
        self.table.board.reseed(read_count(one_word(words, "seed 7")))


def run_script(lines: Iterable[str], out: Callable[[str], object]) -> int:
    """Run a script, printing each object as a line; returns the exit status (2 if a line was not understood)."""
    status = 0
    for printed in Script().run(lines):
        out(json.dumps(printed, ensure_ascii=False))
        if "error" in printed:
            status = 2
    return status
