"""Taking the table as it lies: a correction on the record, which never changes light or tokens.

A piece that appears comes from what is available, else from the cheapest slot of its column, else from the
box; one that vanishes becomes available.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.rules import PIECES_A_PLAYER, Piece, Position
from companion.table.pieces import EMPTY, kind_of, what_is_special


@dataclass(frozen=True, slots=True)
class Correction:
    """One cell taken as it lies: the kind of piece there, or `-`."""

    cell: str
    kind: str


def corrections(position: Position, lying: Mapping[str, str]) -> tuple[Correction, ...]:
    """What differs between the position and what lies (empty cells left out), vanishing pieces first.

    Of a foreign, unreadable or double cell, and of a colour that does not play, the believed content stays.
    """
    playing = {player.colour for player in position.players}
    board = position.board
    differing = []
    for cell in {**board, **lying}:
        content = lying.get(cell, EMPTY)
        if what_is_special(content, playing):
            continue
        if kind_of(content) != str(board.get(cell) or EMPTY):
            differing.append(Correction(cell, kind_of(content)))
    return tuple(sorted(differing, key=lambda correction: (correction.kind != EMPTY, correction.cell)))


def apply_corrections(position: Position, changes: Iterable[Correction]) -> Position:
    """The position with these cells taken as they lie; all vanish before the first appears."""
    changes = tuple(changes)
    for change in changes:
        if (before := position.board.get(change.cell)) is not None:
            position = _shelve(position.with_cell(change.cell, None), before)
    for change in changes:
        if change.kind != EMPTY:
            piece = Piece.parse(change.kind)
            position = _unshelve(position, piece).with_cell(change.cell, piece)
    return position


def _shelve(position: Position, piece: Piece) -> Position:
    available = position.player(piece.colour).available
    if available[piece.size] >= PIECES_A_PLAYER[piece.size]:
        return position
    return position.with_player(piece.colour, available=_changed(available, piece.size, 1))


def _unshelve(position: Position, piece: Piece) -> Position:
    player = position.player(piece.colour)
    if player.available[piece.size]:
        return position.with_player(piece.colour, available=_changed(player.available, piece.size, -1))
    if player.board[piece.size]:
        return position.with_player(piece.colour, board=_changed(player.board, piece.size, -1))
    return position


def _changed(counts: tuple[int, ...], size: int, by: int) -> tuple[int, ...]:
    return (*counts[:size], counts[size] + by, *counts[size + 1 :])
