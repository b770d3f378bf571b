"""The wiring table: every single connection of a table, from pin to pin, expanded from `wiring.csv`.

A row with an `each` stands for many: `place` for the 38 readers, `select` for the 8 lines of each of the
5 boards, `gate chip`, `board` and `next board` likewise. Names in braces are filled in:

- `{place}` a1 … g4, pad; the place p hangs on output p % 8 of board p // 8 (boards count from 1);
- `{board}` 1 … 5, `{before}` the board before it in the chain;
- `{k}` 1 … 8, the line on its board; `{output}` A … H, the register's output of that line;
- `{chip}` a or b, `{gate}` 1 … 4: the gate that lets this line's reader answer.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
LINES = 8  # readers a board serves
PLACES = (*(f"{row}{k}" for row, n in zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True)
            for k in range(1, n + 1)), "pad")  # fmt: skip
BOARDS = -(-len(PLACES) // LINES)


@dataclass(frozen=True)
class Pin:
    """One pin of one part: `reader:d4` is of the kind `reader`, its pin `SDA` is number 1."""

    part: str
    name: str

    @classmethod
    def parse(cls, text: str) -> Pin:
        """Read `part.pin`; the pin may hold further points (`3.3V`)."""
        part, _, name = text.partition(".")
        return cls(part, name)

    @property
    def kind(self) -> str:
        """What the bill of materials and `pins.csv` call the part."""
        return self.part.partition(":")[0]

    @property
    def number(self) -> str:
        """Where the pin is on its part. Raises `KeyError` for a pin that `pins.csv` does not know."""
        return pins()[self.kind, self.name].number

    def __str__(self) -> str:
        return f"{self.part}.{self.name}"


@dataclass(frozen=True)
class Connection:
    """One wire, on the drawing where it is shown."""

    drawing: str
    start: Pin
    end: Pin
    signal: str
    colour: str


@dataclass(frozen=True)
class PinKind:
    """A pin as `pins.csv` knows it. `use`: wired once, left open, or a strip where several wires meet."""

    number: str
    use: str


def rows(name: str) -> list[dict[str, str]]:
    """The rows of one of the tables beside this file."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def pins() -> dict[tuple[str, str], PinKind]:
    """The pins of every kind of part, by kind and name, in the order they are drawn."""
    return {(row["part"], row["pin"]): PinKind(row["number"], row["use"]) for row in rows("pins.csv")}


@cache
def connections() -> tuple[Connection, ...]:
    """Every wire of a full table."""
    return tuple(
        Connection(
            row["drawing"].format_map(values),
            Pin.parse(row["from"].format_map(values)),
            Pin.parse(row["to"].format_map(values)),
            row["signal"].format_map(values),
            row["colour"],
        )
        for row in rows("wiring.csv")
        for values in _each(row["each"])
    )


def parts(wires: tuple[Connection, ...]) -> dict[str, str]:
    """Name to kind of every part these wires touch."""
    return {pin.part: pin.kind for wire in wires for pin in (wire.start, wire.end)}


def select_line(place: int) -> dict[str, str]:
    """Where the reader of a place hangs: its board, line, register output and gate."""
    board, line = divmod(place, LINES)
    chip, gate = divmod(line, 4)
    return {
        "board": str(board + 1),
        "k": str(line + 1),
        "output": "ABCDEFGH"[line],
        "chip": "ab"[chip],
        "gate": str(gate + 1),
    }


def _each(word: str) -> list[dict[str, str]]:
    """The values a row is repeated with. Raises `KeyError` for a word nobody knows."""
    boards = [{"board": str(board), "before": str(board - 1)} for board in range(1, BOARDS + 1)]
    values: dict[str, list[dict[str, str]]] = {
        "": [{}],
        "board": boards,
        "next board": boards[1:],
        "gate chip": [board | {"chip": chip} for board in boards for chip in "ab"],
        "select": [select_line(line) for line in range(BOARDS * LINES)],
        "place": [select_line(number) | {"place": place} for number, place in enumerate(PLACES)],
    }
    return values[word]
