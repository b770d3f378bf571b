"""Reading the setup: the trees that lie on the table, as the longest prefix of placements in seat order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.rules import OUTER_CELLS, Action, Place, Position
from companion.table.findings import Finding
from companion.table.pieces import COUNTS, EMPTY, FOREIGN, SPECIAL, colour_of, kind_of
from companion.table.reading import Reading
from companion.table.sightings import Seen, Sighting

SMALL = 1
TREES_A_PLAYER = 2
assert COUNTS[SMALL] >= TREES_A_PLAYER

_OUTER = frozenset(OUTER_CELLS)


def read_setup(
    start: Position,
    base: Mapping[str, str],
    sightings: Sequence[Sighting],
    quiet: Mapping[str, str] | None = None,
) -> Reading:
    """Read the placing of the first trees; arguments as for `read_round`, `start` in phase P.

    Placing out of order is no finding: a tree waits until it is its colour's turn.
    """
    playing = {player.colour for player in start.players}
    trees: dict[str, list[str]] = {colour: [] for colour in playing}
    findings: list[Finding] = []
    for order, cell, content in _last_seen(sightings):
        before = str(start.board.get(cell) or EMPTY)
        finding = _wrong(cell, content, before, playing, quiet or {})
        if finding is not None:
            findings.append(replace(finding, order=order, expected=before))
        elif content not in SPECIAL and kind_of(content) not in (before, EMPTY):
            trees[colour_of(content)].append(cell)
    position, placed = _place_in_order(start, trees)
    for colour, cells in trees.items():
        room = TREES_A_PLAYER - sum(piece.colour == colour for piece in start.board.values())
        for cell in cells[max(room, 0) :]:
            findings.append(Finding(cell, "too_many", f"{SMALL}{colour}", EMPTY, colour))
    turns = tuple((colour, (place,)) for colour, place in placed)
    return Reading(turns, position, tuple(sorted(findings, key=lambda finding: finding.order)))


def read_waiting(
    start: Position,
    base: Mapping[str, str],
    sightings: Sequence[Sighting],
    quiet: Mapping[str, str] | None = None,
) -> Reading:
    """Read a table on which nobody may act (phase S): every change is a finding until the sun has moved."""
    findings = []
    for order, cell, content in _last_seen(sightings):
        before = str(start.board.get(cell) or EMPTY)
        if content in SPECIAL:
            if (quiet or {}).get(cell) != content:
                findings.append(Finding(cell, content, content, before, order=order))
        elif kind_of(content) != before:
            gap = content == EMPTY
            kind = "missing" if gap else "unexpected"
            findings.append(Finding(cell, kind, content, before, colour_of(content), order=order, gap=gap))
    return Reading((), start, tuple(findings))


def _last_seen(sightings: Sequence[Sighting]) -> list[tuple[int, str, str]]:
    last: dict[str, tuple[int, str, str]] = {}
    for order, sighting in enumerate(sightings):
        if isinstance(sighting, Seen):
            last[sighting.cell] = (order, sighting.cell, sighting.content)
    return sorted(last.values())


def _wrong(
    cell: str, content: str, before: str, playing: set[str], quiet: Mapping[str, str]
) -> Finding | None:
    if content in SPECIAL:
        return None if quiet.get(cell) == content else Finding(cell, content, content)
    kind = kind_of(content)
    if kind == before:
        return None
    if content == EMPTY:
        return Finding(cell, "missing", gap=True)
    colour = colour_of(content)
    if colour not in playing:
        return Finding(cell, FOREIGN, content)
    if before != EMPTY:
        return Finding(
            cell, "unexpected" if colour == colour_of(before) else "wrong_colour", content, colour=colour
        )
    if int(kind[0]) != SMALL:
        return Finding(cell, "unexpected", content, colour=colour)
    return None if cell in _OUTER else Finding(cell, "not_outer", content, colour=colour)


def _place_in_order(
    start: Position, trees: Mapping[str, list[str]]
) -> tuple[Position, list[tuple[str, Action]]]:
    waiting = {colour: list(cells) for colour, cells in trees.items()}
    position, placed = start, []
    while position.phase == "P" and (colour := position.mover) and waiting[colour]:
        place = Place(waiting[colour].pop(0))
        position = position.apply(place)
        placed.append((colour, place))
    return position, placed


def missing_trees(reading: Reading, trees: Mapping[str, str]) -> dict[str, int]:
    """How many small trees each colour still has to place on an outer cell, given the board's contents."""
    counts = {player.colour: TREES_A_PLAYER for player in reading.position.players}
    for content in trees.values():
        if colour_of(content) in counts and int(content[0]) == SMALL:
            counts[colour_of(content)] -= 1
    return {colour: count for colour, count in counts.items() if count > 0}
