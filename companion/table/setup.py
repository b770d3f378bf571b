"""Reading the setup: the trees that lie on the table, as the longest prefix of placements in seat order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.rules import OUTER_CELLS, Action, Place, Position
from companion.table.findings import Finding
from companion.table.pieces import COUNTS, EMPTY, colour_of, kind_of
from companion.table.reading import Reading
from companion.table.sightings import Sighting
from companion.table.strays import paired
from companion.table.traces import Traces

SMALL = 1
TREES_A_PLAYER = 2
assert COUNTS[SMALL] >= TREES_A_PLAYER

_OUTER = frozenset(OUTER_CELLS)


def read_setup(
    start: Position, base: Mapping[str, str], sightings: Sequence[Sighting], quiet: Mapping[str, str]
) -> Reading:
    """Read the placing of the first trees; arguments as for `read_round`, `start` in phase P.

    Placing out of order is no finding: a tree waits until it is its colour's turn.
    """
    traces = Traces(start, base, sightings)
    trees: dict[str, dict[str, int]] = {player.colour: {} for player in start.players}
    findings = _strangers(traces, quiet)
    for (order, content), cell in sorted((traces.top(cell), cell) for cell in traces.cells):
        before = str(start.board.get(cell, EMPTY))
        if kind := _wrong(cell, content, before):
            if cell not in traces.special:
                findings.append(_finding(order, cell, content, before, kind))
        elif kind_of(content) not in (before, EMPTY):
            trees[colour_of(content)][cell] = order
    position, placed = _place_in_order(start, trees)
    for colour, cells in trees.items():
        room = TREES_A_PLAYER - sum(piece.colour == colour for piece in start.board.values())
        for cell in list(cells)[max(room, 0) :]:
            findings.append(_finding(cells[cell], cell, f"{SMALL}{colour}", EMPTY, "too_many"))
    turns = tuple((colour, (place,)) for colour, place in placed)
    return Reading(turns, position, tuple(sorted(findings, key=lambda finding: finding.order)))


def read_waiting(
    start: Position, base: Mapping[str, str], sightings: Sequence[Sighting], quiet: Mapping[str, str]
) -> Reading:
    """Read a table on which nobody may act (phase S): every change is a finding until the sun has moved."""
    traces = Traces(start, base, sightings)
    findings = _strangers(traces, quiet)
    for cell in traces.cells:
        order, content = traces.top(cell)
        before = str(start.board.get(cell, EMPTY))
        if cell not in traces.special and kind_of(content) != before:
            kind = "missing" if content == EMPTY else "unexpected"
            findings.append(_finding(order, cell, content, before, kind))
    return Reading((), start, tuple(sorted(paired(findings, traces), key=lambda finding: finding.order)))


def _strangers(traces: Traces, quiet: Mapping[str, str]) -> list[Finding]:
    """The cells that cannot be read or hold what does not belong to the game, unless that was accepted."""
    return [
        _finding(order, cell, traces.now(cell), str(traces.board.get(cell, EMPTY)), special)
        for cell, (order, special) in traces.special.items()
        if quiet.get(cell) != special
    ]


def _finding(order: int, cell: str, content: str, before: str, kind: str) -> Finding:
    colour = colour_of(content)
    return Finding(cell, kind, content, before, colour, order=order, gap=content == EMPTY)


def _wrong(cell: str, content: str, before: str) -> str:
    """What is wrong with a content that is no stranger, as a kind of finding, or nothing."""
    kind = kind_of(content)
    if kind == before:
        return ""
    if content == EMPTY:
        return "missing"
    if before != EMPTY:
        return "unexpected" if colour_of(kind) == colour_of(before) else "wrong_colour"
    if int(kind[0]) != SMALL:
        return "unexpected"
    return "" if cell in _OUTER else "not_outer"


def _place_in_order(
    start: Position, trees: Mapping[str, Iterable[str]]
) -> tuple[Position, list[tuple[str, Action]]]:
    waiting = {colour: list(cells) for colour, cells in trees.items()}
    position, placed = start, list[tuple[str, Action]]()
    while position.phase == "P" and (colour := position.mover) and waiting[colour]:
        place = Place(waiting[colour].pop(0))
        position = position.apply(place)
        placed.append((colour, place))
    return position, placed


def missing_trees(position: Position, lying: Mapping[str, str]) -> dict[str, int]:
    """How many small trees each colour has yet to place, given what is believed to lie on the cells."""
    counts = {player.colour: TREES_A_PLAYER for player in position.players}
    for content in lying.values():
        if colour_of(content) in counts and int(content[0]) == SMALL:
            counts[colour_of(content)] -= 1
    return {colour: count for colour, count in counts.items() if count > 0}
