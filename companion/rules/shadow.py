"""Shadows: which cells lie in shade, which pieces are blocked, what the trees earn.

All of it is a function of the trees and the corner of a light, which need not be the sun nor go its way.
"""

from typing import NamedTuple

from companion.rules.cells import ALL_CELLS, AT, AWAY, AXIAL
from companion.rules.pieces import LARGE, MEDIUM, SMALL
from companion.rules.state import Board, State

_ROW = 7  # no step goes further in cell order than one whole row


def _step_table(stop: int) -> tuple[int, ...]:
    """How a set of cells moves one step away from this corner: three pairs of (cells that move, right shift).

    Rows of equal shift share a pair; cells that would leave the board are in none. A set is first lifted by a
    row, so that a step to an earlier cell and one to a later cell are both right shifts.
    """
    away_q, away_r = AWAY[stop]
    moving: dict[int, int] = {}
    for index, (q, r) in enumerate(AXIAL):
        beyond = AT.get((q + away_q, r + away_r))
        if beyond is not None:
            shift = _ROW - (beyond - index)
            moving[shift] = moving.get(shift, 0) | 1 << (index + _ROW)
    pairs = [(cells, shift) for shift, cells in moving.items()]
    pairs += [(0, 0)] * (3 - len(pairs))
    return tuple(number for pair in pairs for number in pair)


_STEPS = tuple(_step_table(stop) for stop in range(len(AWAY)))


def away(cells: int, stop: int) -> int:
    """These cells, moved one step away from the light at this corner; those at the far edge drop off."""
    if not cells:
        return 0
    near, near_shift, middle, middle_shift, far, far_shift = _STEPS[stop]
    lifted = cells << _ROW
    return (lifted & near) >> near_shift | (lifted & middle) >> middle_shift | (lifted & far) >> far_shift


class Shade(NamedTuple):
    """Masks of the cells in shade: of any tree, of a medium or large one, of a large one."""

    any: int
    medium: int
    large: int


def cast(board: Board, stop: int) -> Shade:
    """The shade of all cells with the light at this corner: a tree of size s darkens s cells away from it."""
    _, small, medium, large = board.sizes
    large_1 = away(large, stop)
    large_2 = away(large_1, stop)
    by_large = large_1 | large_2 | away(large_2, stop)
    medium_1 = away(medium, stop)
    by_medium = by_large | medium_1 | away(medium_1, stop)
    return Shade(by_medium | away(small, stop), by_medium, by_large)


def blocked(board: Board, shade: Shade) -> int:
    """The mask of pieces that stand in the shade of a tree at least as large; for a seed any shade counts."""
    seeds, small, medium, large = board.sizes
    return (seeds | small) & shade.any | medium & shade.medium | large & shade.large


def earned(board: Board, shade: Shade) -> list[int]:
    """Light points by seat before the cap: every tree that is not blocked earns its size."""
    small = board.sizes[SMALL] & ~shade.any
    medium = board.sizes[MEDIUM] & ~shade.medium
    large = board.sizes[LARGE] & ~shade.large
    return [
        (mask & small).bit_count() + 2 * (mask & medium).bit_count() + 3 * (mask & large).bit_count()
        for mask in board.seats
    ]


def sunlit(state: State) -> int:
    """The mask of cells that no shadow of the sun reaches."""
    return ALL_CELLS & ~cast(state.board, state.turn.sun).any
