"""Numbers corrected by hand: which there are, what they are now, and a position with one of them changed.

A number is somebody's (a colour and a name) or the table's: the tokens left on a pile, under the colour `-`.
"""

from __future__ import annotations

from typing import Final

from companion.rules import MAX_LIGHT, PIECES_A_PLAYER, SLOTS, TOKENS, Position

SIZE_WORDS: Final = ("seeds", "small", "medium", "large")
NUMBERS: Final = (
    "light",
    *SIZE_WORDS,
    *(f"board-{word}" for word in SIZE_WORDS),
    "points",
)
PILES: Final = tuple(f"pile-{leaves}" for leaves in range(1, len(TOKENS) + 1))
NOBODY: Final = "-"
MAX_POINTS: Final = 99


def targets(position: Position) -> list[tuple[str, str]]:
    """Every number there is, as colour and name, in the order in which the wheel offers them."""
    players = [(player.colour, name) for name in NUMBERS for player in position.players]
    return players + [(NOBODY, name) for name in PILES]


def is_number(colour: str, name: str) -> bool:
    """Whether there can be such a number, whoever plays."""
    return name in (PILES if colour == NOBODY else NUMBERS) and len(colour) == 1


def number(position: Position, colour: str, name: str) -> int:
    """The number as the position has it."""
    if colour == NOBODY:
        return position.piles[PILES.index(name)]
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
    most = _most(name)
    return max(0, changed), min(most, most + changed)


def _most(name: str) -> int:
    if name in PILES:
        return len(TOKENS[PILES.index(name)])
    if name in ("light", "points"):
        return MAX_LIGHT if name == "light" else MAX_POINTS
    size = SIZE_WORDS.index(name.removeprefix("board-"))
    return SLOTS[size] if name.startswith("board-") else PIECES_A_PLAYER[size]


def set_number(start: Position, position: Position, colour: str, name: str, value: int) -> Position:
    """The round's start changed so that the number, as believed now, is `value` (as near as its bounds allow)."""
    lowest, highest = bounds(start, position, colour, name)
    by = min(max(value, lowest), highest) - number(position, colour, name)
    new = max(0, number(start, colour, name) + by)
    if colour == NOBODY:
        return start.with_piles(_changed(start.piles, PILES.index(name), new))
    if name == "light":
        return start.with_player(colour, light=new)
    if name == "points":
        return start.with_player(colour, tokens=(new,) if new else ())
    player = start.player(colour)
    size = SIZE_WORDS.index(name.removeprefix("board-"))
    if name.startswith("board-"):
        return start.with_player(colour, board=_changed(player.board, size, new))
    return start.with_player(colour, available=_changed(player.available, size, new))


def _changed(counts: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*counts[:index], value, *counts[index + 1 :])
