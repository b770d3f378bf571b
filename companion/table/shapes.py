"""What a cell's change looks like by itself: the table of `reading`, before any rule is asked."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import Piece
from companion.table.explain import Step
from companion.table.pieces import EMPTY, kind_of
from companion.table.traces import Traces

LARGE = 3


@dataclass(frozen=True, slots=True)
class Shape:
    """The steps a change stands for, or what is wrong with it (a kind of finding) and where the piece belongs."""

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
        if start.size == LARGE and not _displaced(traces, traces.base.get(cell, EMPTY), cell):
            return Shape(cell, order, (Step((order, 0), start.colour, "collect", cell, LARGE),))
        return Shape(cell, order, wrong="missing", colour=start.colour)
    piece = Piece.parse(kind_of(content))
    home = traces.stood_at(content)
    if home and home != cell and _left_a_hole(traces, home, cell):
        return Shape(cell, order, wrong="moved", colour=piece.colour, belongs=home)
    steps = _steps(traces, cell, order, start, piece)
    if steps:
        return Shape(cell, order, steps)
    return Shape(cell, order, wrong=_what_is_wrong(start, piece, traces.earlier(cell)), colour=piece.colour)


def _steps(traces: Traces, cell: str, order: int, start: Piece | None, piece: Piece) -> tuple[Step, ...]:
    seed = Step((order, 1), piece.colour, "seed", cell, 0)
    if start is None:
        return (seed,) if piece.size == 0 else ()
    if start.colour == piece.colour:
        grown = piece.size == start.size + 1
        return (Step((order, 1), piece.colour, "grow", cell, piece.size),) if grown else ()
    if start.size == LARGE and piece.size == 0:
        return (Step((traces.emptied(cell), 0), start.colour, "collect", cell, LARGE), seed)
    return ()


def _what_is_wrong(start: Piece | None, piece: Piece, earlier: Piece | None) -> str:
    before = earlier or start
    if before is None:
        return "unexpected"
    if before.colour != piece.colour:
        return "wrong_colour"
    if piece.size == before.size + 1 or (before.size == LARGE and piece.size == 0):
        return "cell_used"
    return "skipped_size" if piece.size > before.size else "shrunk"


def _displaced(traces: Traces, piece: str, cell: str) -> bool:
    """Whether this piece of `cell` now stands where it explains nothing: then the cell was not collected."""
    place = traces.place_of(piece)
    if not place or place == cell:
        return False
    there = traces.board.get(place)
    return there is None or there.colour != piece[1] or there.size < LARGE - 1


def _left_a_hole(traces: Traces, home: str, cell: str) -> bool:
    """Whether the cell the piece stood on is explained by no grow and no collect, and is not filled again."""
    start = traces.board.get(home)
    if start is None:
        return False
    _, content = traces.top(home)
    if content != EMPTY:
        piece = Piece.parse(kind_of(content))
        if piece == start or (piece.colour == start.colour and piece.size == start.size + 1):
            return False
        return not (start.size == LARGE and piece.size == 0 and piece.colour != start.colour)
    return start.size != LARGE or _displaced(traces, traces.base.get(home, EMPTY), home)
