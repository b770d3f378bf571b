"""What a cell's change looks like by itself: the table of `reading`, before any rule is asked."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import Piece
from companion.table.explain import Step
from companion.table.pieces import EMPTY, kind_of
from companion.table.strays import LARGE, carried_off, hole_left_by
from companion.table.traces import Traces


@dataclass(frozen=True, slots=True)
class Shape:
    """The steps a change stands for, or what is wrong with it (a kind of finding); where the piece belongs."""

    cell: str
    order: int
    steps: tuple[Step, ...] = ()
    wrong: str = ""
    colour: str = ""
    belongs: str = ""


def shape_of(traces: Traces, cell: str) -> Shape:
    """Read one cell's change since the round began."""
    order, content = traces.top(cell)
    start = traces.board.get(cell)
    if kind_of(content) == str(start or EMPTY):
        return Shape(cell, order)
    if content == EMPTY:
        assert start is not None
        if start.size == LARGE and not carried_off(traces, cell):
            return Shape(cell, order, (Step((order, 0), start.colour, "collect", cell, LARGE),))
        return Shape(cell, order, wrong="missing", colour=start.colour)
    piece = Piece.parse(kind_of(content))
    if home := hole_left_by(traces, content, cell):
        return Shape(cell, order, wrong="moved", colour=piece.colour, belongs=home)
    if steps := _steps(traces, cell, order, start, piece):
        return Shape(cell, order, steps)
    earlier = traces.earlier(cell)
    if earlier is not None and _steps(traces, cell, order, start, earlier):
        start = earlier
    return Shape(cell, order, wrong=_what_is_wrong(start, piece), colour=piece.colour)


def _steps(traces: Traces, cell: str, order: int, start: Piece | None, piece: Piece) -> tuple[Step, ...]:
    seed = Step((order, 1), piece.colour, "seed", cell, 0)
    if start is None:
        return (seed,) if piece.size == 0 else ()
    if start.colour == piece.colour:
        grown = piece.size == start.size + 1
        return (Step((order, 1), piece.colour, "grow", cell, piece.size),) if grown else ()
    if start.size == LARGE and piece.size == 0:
        return (Step((traces.removed(cell), 0), start.colour, "collect", cell, LARGE), seed)
    return ()


def _what_is_wrong(before: Piece | None, piece: Piece) -> str:
    """Why the piece may not follow what stood there before, which may have been put there this very turn."""
    if before is None:
        return "unexpected"
    if before.colour != piece.colour:
        return "wrong_colour"
    if piece.size == before.size + 1 or (before.size == LARGE and piece.size == 0):
        return "cell_used"
    return "skipped_size" if piece.size > before.size else "shrunk"
