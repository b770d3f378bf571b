"""Numbers corrected by hand: which there are, what they are now, and a position with one of them changed."""

from __future__ import annotations

from typing import Final

from companion.rules import MAX_LIGHT, PIECES_A_PLAYER, SLOTS, Position

SIZE_WORDS: Final = ("seeds", "small", "medium", "large")
NUMBERS: Final = (
    "light",
    *SIZE_WORDS,
    *(f"board-{word}" for word in SIZE_WORDS),
    "points",
)
MAX_POINTS: Final = 99


def number(position: Position, colour: str, name: str) -> int:
    """The number as the position has it."""
    player = position.player(colour)
    if name == "light":
        return player.light
    if name == "points":
        return sum(player.tokens)
    if name.startswith("board-"):
        return player.board[SIZE_WORDS.index(name.removeprefix("board-"))]
    return player.available[SIZE_WORDS.index(name)]


def bounds(start: Position, position: Position, colour: str, name: str) -> tuple[int, int]:
    """The least and the most the number may be set to, given what the running round has spent and used."""
    changed = number(position, colour, name) - number(start, colour, name)
    most = {"light": MAX_LIGHT, "points": MAX_POINTS}.get(name)
    if most is None:
        size = SIZE_WORDS.index(name.removeprefix("board-"))
        most = SLOTS[size] if name.startswith("board-") else PIECES_A_PLAYER[size]
    return max(0, changed), min(most, most + changed)


def set_number(start: Position, position: Position, colour: str, name: str, value: int) -> Position:
    """The round's start changed so that the number, as believed now, is `value`, as near as it may be."""
    lowest, highest = bounds(start, position, colour, name)
    by = min(max(value, lowest), highest) - number(position, colour, name)
    new = max(0, number(start, colour, name) + by)
    if name == "light":
        return start.with_player(colour, light=new)
    if name == "points":
        return start.with_player(colour, tokens=(new,) if new else ())
    player = start.player(colour)
    size = SIZE_WORDS.index(name.removeprefix("board-"))
    if name.startswith("board-"):
        return start.with_player(colour, board=_changed(player.board, size, new))
    return start.with_player(colour, available=_changed(player.available, size, new))


def _changed(counts: tuple[int, ...], size: int, value: int) -> tuple[int, ...]:
    return (*counts[:size], value, *counts[size + 1 :])
