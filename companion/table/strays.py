"""Pieces that stand where they do not belong: which cell misses them, and the two told as one finding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.rules import Piece
from companion.table.findings import Finding
from companion.table.pieces import EMPTY, PAD, SPECIAL, kind_of
from companion.table.traces import Traces

LARGE = 3
_MAY_BELONG_ELSEWHERE = frozenset({"moved", "unexpected", "wrong_colour"})


def hole_left_by(traces: Traces, piece: str, cell: str) -> str:
    """The cell that misses this very piece, which now stands on `cell`; nothing if it is missed nowhere.

    A piece is missed where it stood when the round began, unless a growth or collection explains that it left.
    If another of its kind has taken its place, it is that one's cell which lacks a piece.
    """
    passed = {cell}
    while (home := traces.stood_at(piece)) and home not in passed:
        start = traces.board.get(home)
        if start is None or str(start) != kind_of(piece):
            return ""
        there = traces.believed(home)
        if kind_of(there) != kind_of(piece):
            return "" if _explained(traces, home, start) else home
        if there == piece:
            return home  # it was seen elsewhere since: that it has left its cell has only to settle
        passed.add(home)
        piece = there
    return ""


def _explained(traces: Traces, cell: str, start: Piece) -> bool:
    """Whether what is read on a cell tells that its piece left by growing or being collected."""
    _, content = traces.top(cell)
    if kind_of(content) == str(start):
        return False  # what lies there was blamed, and so explains nothing
    if content == EMPTY:
        return start.size == LARGE and not carried_off(traces, cell)
    if content in SPECIAL:
        return False
    piece = Piece.parse(kind_of(content))
    if piece.colour == start.colour:
        return piece.size == start.size + 1
    return start.size == LARGE and piece.size == 0


def carried_off(traces: Traces, cell: str) -> bool:
    """Whether the piece of this cell stands elsewhere now and explains nothing there: it was not collected."""
    piece = traces.base.get(cell, EMPTY)
    place = traces.place_of(piece)
    if not place or place == cell:
        return False
    there = traces.board.get(place)
    return there is None or there.colour != piece[1] or there.size < LARGE - 1


def paired(findings: Iterable[Finding], traces: Traces) -> list[Finding]:
    """A hole and a stray piece that fills it are one finding: the piece was moved."""
    told = list(findings)
    holes = {f.place: kind_of(traces.base.get(f.place, EMPTY)) for f in told if f.gap}
    for index, stray in enumerate(told):
        home = _home(stray, holes, traces)
        if home:
            told[index] = replace(stray, kind="moved", belongs=home)
            holes.pop(home, None)
    led_back = {f.belongs for f in told if f.belongs}
    return [f for f in told if not (f.gap and f.place in led_back)]


def _home(stray: Finding, holes: dict[str, str], traces: Traces) -> str:
    stood = traces.stood_at(stray.lies)
    if stray.place == PAD or not stood or stray.kind not in _MAY_BELONG_ELSEWHERE:
        return stray.belongs
    if stood in holes:
        return stood
    return next((cell for cell, kind in holes.items() if kind == kind_of(stray.lies)), stray.belongs)
