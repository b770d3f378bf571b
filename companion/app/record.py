"""The record of a game: text to values and back, one line an entry, readable and mendable by hand.

    0.0 game round ..../…/.... P NE 0 g g 3 … -
    12.3 see d4 2g1
    15.0 sun ^c4 +seed c4>d5 end end sun | d4=2g e5=- | d1=unreadable | g+5 b+3-2 | = <position>

Each line opens with the seconds since the game began. A line without its end was torn and is left out, a line that
cannot be read is left out and named; the next `sun` line states its position, so what follows is right again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from companion.app.entries import Begun, Committed, Gain, Line, NumberSet, Redone, Stopped, Undone
from companion.app.game import Game
from companion.app.numbers import is_number
from companion.rules import CELLS, COLOURS, Position, parse_action
from companion.table.correction import Correction
from companion.table.pieces import EMPTY, SPECIAL, is_piece
from companion.table.sightings import Seen, Tapped, TurnEnded

_CELLS = frozenset(CELLS)
_NO_PIECE = SPECIAL | {EMPTY}


class InvalidLine(ValueError):
    """A line of a record that cannot be read; says which part and why."""


@dataclass(frozen=True, slots=True)
class Timed:
    """A line and when it was written, in milliseconds since the game began."""

    at_ms: int
    line: Line


@dataclass(frozen=True, slots=True)
class Damage:
    """A line that was left out: its number from 1, its text and why."""

    number: int
    text: str
    reason: str


def write_line(at_ms: int, line: Line) -> str:
    """One line of the record, without its end."""
    return f"{max(at_ms, 0) // 1000}.{max(at_ms, 0) % 1000 // 100} {_words(line)}"


def _words(line: Line) -> str:
    match line:
        case Begun(position, turns, base):
            lying = "".join(f" {cell}={content}" for cell, content in base)
            return f"game {turns} {position}{' |' + lying if lying else ''}"
        case Seen(cell, content):
            return f"see {cell} {content}"
        case Tapped(piece):
            return f"tap {piece}"
        case TurnEnded(colour):
            return f"end {colour}"
        case Committed():
            return _commit_words(line)
        case NumberSet(colour, name, value):
            return f"set {colour} {name} {value}"
        case Stopped(actions, position):
            return f"stop {' '.join(map(str, actions))} = {position}"
        case Undone():
            return "undo"
        case Redone():
            return "redo"


def _commit_words(line: Committed) -> str:
    parts = [
        " ".join(str(action) for action in line.actions),
        " ".join(f"{change.cell}={change.kind}" for change in line.corrections),
        " ".join(f"{cell}={content}" for cell, content in line.quiet),
        " ".join(f"{g.colour}+{g.earned}" + (f"-{g.lost}" if g.lost else "") for g in line.gains),
        " ".join(line.reordered),
        f"= {line.position}",
    ]
    return "sun " + " | ".join(parts)


def read_line(text: str) -> Timed:
    """Read one line. Raises InvalidLine (or a RulesError, a ValueError too) for what is no line of a record."""
    try:
        seconds, verb, *rest = text.split(" ", 2)
        whole, tenths = seconds.split(".")
        at_ms = int(whole) * 1000 + int(tenths) * 100
    except ValueError:
        raise InvalidLine("it does not open with seconds and a word, as in `12.3 see d4 2g1`") from None
    return Timed(at_ms, _read_words(verb, rest[0] if rest else ""))


def _read_words(verb: str, rest: str) -> Line:
    match verb, rest.split(" "):
        case "game", _:
            return _read_begun(rest)
        case "sun", _:
            return _read_commit(rest)
        case "see", [cell, content] if cell in _CELLS and _is_content(content):
            return Seen(cell, content)
        case "tap", [piece] if len(piece) > 2 and is_piece(piece):
            return Tapped(piece)
        case "end", [colour] if colour in COLOURS and len(colour) == 1:
            return TurnEnded(colour)
        case "set", [colour, name, value] if is_number(colour, name) and value.isdecimal():
            return NumberSet(colour, name, int(value))
        case "stop", _:
            return _read_stop(rest)
        case "undo", [""]:
            return Undone()
        case "redo", [""]:
            return Redone()
    raise InvalidLine(f"`{verb} {rest}` is nothing a record says")


def _read_begun(rest: str) -> Begun:
    turns, _, text = rest.partition(" ")
    position, _, lying = text.partition(" | ")
    if turns == "round":
        return Begun(Position.parse(position), "round", tuple(_pairs(lying, _is_content)))
    if turns == "player":
        return Begun(Position.parse(position), "player", tuple(_pairs(lying, _is_content)))
    raise InvalidLine(f"turns are `round` or `player`, not `{turns}`")


def _read_stop(rest: str) -> Stopped:
    actions, mark, position = rest.partition("= ")
    if not mark:
        raise InvalidLine("a stop line states where the game ended: actions = position")
    return Stopped(tuple(parse_action(word) for word in actions.split()), Position.parse(position))


def _read_commit(rest: str) -> Committed:
    parts = rest.split("|")
    if len(parts) != 6 or not parts[5].startswith(" = "):
        raise InvalidLine(
            "a sun line has six parts: actions | corrections | quiet | light | reordered | = position"
        )
    actions, changes, quiet, gains, reordered, position = parts
    return Committed(
        tuple(parse_action(word) for word in actions.split()),
        Position.parse(position.removeprefix(" = ")),
        tuple(Correction(cell, kind) for cell, kind in _pairs(changes, _is_kind)),
        tuple(_pairs(quiet, _is_content)),
        tuple(_read_gain(word) for word in gains.split()),
        tuple(word for word in reordered.split()),
    )


def _is_content(word: str) -> bool:
    return word in _NO_PIECE or (len(word) > 2 and is_piece(word))


def _is_kind(word: str) -> bool:
    return word == EMPTY or (len(word) == 2 and word[0] in "0123" and word[1] in COLOURS)


def _pairs(text: str, allowed: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    for word in text.split():
        cell, _, content = word.partition("=")
        if cell not in _CELLS or not allowed(content):
            raise InvalidLine(f"`{word}` is no cell and what lies on it, as in `d4=2g1`")
        yield cell, content


def _read_gain(word: str) -> Gain:
    colour, _, numbers = word.partition("+")
    earned, _, lost = numbers.partition("-")
    if colour not in COLOURS or not earned.isdecimal() or (lost and not lost.isdecimal()):
        raise InvalidLine(f"`{word}` is no light earned, as in `g+5` or `b+3-2`")
    return Gain(colour, int(earned), int(lost or 0))


def read_record(text: str) -> tuple[list[Timed], list[Damage]]:
    """All lines that can be read, in order, and those that cannot. A last line without its end is torn."""
    lines, damages = [], []
    *whole, tail = text.split("\n")
    for number, line in enumerate(whole, 1):
        if not line.strip():
            continue
        try:
            lines.append(read_line(line))
        except (ValueError, RecursionError) as error:
            damages.append(Damage(number, line, str(error)))
    if tail.strip():
        damages.append(Damage(len(whole) + 1, tail, "the line was torn"))
    return lines, damages


def replay(lines: Iterable[Timed]) -> Game | None:
    """The game of a record's lines; of one whose first line is lost, from the first position it states."""
    game: Game | None = None
    for timed in lines:
        line = timed.line
        if game is None:
            if isinstance(line, Begun):
                game = Game(line)
            elif isinstance(line, Committed | Stopped):
                game = Game(Begun(line.position))
        elif not isinstance(line, Begun):
            game.take(line)
    return game
