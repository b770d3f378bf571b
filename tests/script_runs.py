"""Running table scripts in tests: a position to load, and what the table printed after each command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules import Heavy, Piece, Position
from companion.script import Script

Printed = dict[str, Any]
ROOM_IN_EVERY_COLUMN = (3, 3, 2, 1)


class Played:
    """A table on which commands are done one by one; `last` is what was printed after the newest."""

    def __init__(self, *lines: str) -> None:
        self.script = Script()
        self.last: Printed = {}
        self.do(*lines)

    def do(self, *lines: str) -> Printed:
        """Do these commands, all of which must be understood; what the last of them printed."""
        for line in lines:
            for printed in self.script.run([line]):
                assert "error" not in printed, f"{line}: {printed['error']}"
                self.last = printed
        return self.last

    @property
    def position(self) -> Position:
        return Position.parse(self.last["position"])

    @property
    def findings(self) -> dict[str, str]:
        """Cell to kind of finding."""
        return {finding["cell"]: finding["kind"] for finding in self.last["findings"]}


def loaded(
    cells: Mapping[str, str],
    *,
    colours: str = "gb",
    light: int = 10,
    mover: str = "",
    sun: str = "NE",
    round_number: int = 3,
    heavy: Heavy | None = None,
    phase: str = "A",
    used: tuple[str, ...] = (),
) -> Position:
    """A position amid a game: these pieces lie there, everybody has so much light, and room for what returns."""
    position = Position.initial(colours, heavy=heavy, start=sun)
    for cell, kind in cells.items():
        position = position.with_cell(cell, Piece.parse(kind))
    for colour in colours:
        position = position.with_player(colour, light=light, board=ROOM_IN_EVERY_COLUMN)
    return position.with_turn(mover or colours[0], used, phase=phase, round_number=round_number)


def load(position: Position, turns: str = "round") -> str:
    """The command that loads a position."""
    return f"load {position} turns={turns}"
