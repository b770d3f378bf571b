"""Reading the round: the position at its start and what has been seen since, explained.

One pure function. A cell counts by what it holds now and when it last came to hold it, so putting a piece back
undoes. Sightings are taken in order of arrival: the first that makes the rules refuse carries the finding, and
the rest is read without it. The reader has no rules of its own; every explanation is played by the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from companion.rules import Action, Position
from companion.table.explain import Explanation, Step, Unexplained, play, play_as_seen
from companion.table.findings import Finding
from companion.table.pieces import EMPTY, PAD
from companion.table.shapes import Shape, shape_of
from companion.table.sightings import Sighting
from companion.table.strays import paired
from companion.table.traces import Traces


@dataclass(frozen=True, slots=True)
class Reading:
    """What the players did, and what does not fit.

    turns: per colour that acted, its actions. position: after them. findings: as they arrived, notices last.
    reordered: tokens that seat order gives to somebody else than the order seen would (colour letters).
    starts: in a running round, the position at the start of each turn.
    """

    turns: tuple[tuple[str, tuple[Action, ...]], ...]
    position: Position
    findings: tuple[Finding, ...] = ()
    reordered: tuple[str, ...] = ()
    starts: tuple[Position, ...] = ()

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(action for _, actions in self.turns for action in actions)


def read_round(
    start: Position,
    base: Mapping[str, str],
    sightings: Sequence[Sighting],
    quiet: Mapping[str, str] | None = None,
) -> Reading:
    """Read a running round.

    start: the position at its start, in phase A. base: what lay on the cells then (cell to content, empty ones
    left out). sightings: since then, in order of arrival. quiet: special contents already accepted, by cell.
    """
    return _Reader(start, base, sightings, quiet or {}).read()


class _Reader:
    def __init__(
        self,
        start: Position,
        base: Mapping[str, str],
        sightings: Sequence[Sighting],
        quiet: Mapping[str, str],
    ) -> None:
        self.start = start
        self.traces = Traces(start, base, sightings)
        self.quiet = quiet
        self.blamed: dict[str, Finding] = {}
        self.sound: list[Step] = []
        """Steps that are known to be explained, each prefix of them too."""

    def read(self) -> Reading:
        explanation, steps = self._explain()
        special = self._special()
        blamed = [finding for place, finding in self.blamed.items() if place not in self.traces.special]
        findings = sorted(special + paired(blamed, self.traces), key=lambda finding: finding.order)
        board = explanation.position.board
        expected = [replace(finding, expected=str(board.get(finding.place, EMPTY))) for finding in findings]
        notices = [Finding(cell, "leaves_game", str(piece)) for cell, piece in explanation.leaving]
        return Reading(
            explanation.turns,
            explanation.position,
            (*expected, *notices),
            _reordered(self.start, steps, explanation.position),
            explanation.starts,
        )

    def _explain(self) -> tuple[Explanation, list[Step]]:
        """Drop what cannot be explained, one thing at a time, until the rest can."""
        while True:
            shapes = {cell: shape_of(self.traces, cell) for cell in self.traces.cells}
            wrong = [shape for shape in shapes.values() if shape.wrong]
            if wrong:
                self._blame_shape(min(wrong, key=lambda shape: shape.order))
                continue
            steps = sorted(
                [step for shape in shapes.values() for step in shape.steps] + self.traces.purchases(),
                key=lambda step: step.order,
            )
            late = next((step for step in steps if self.traces.too_late(step)), None)
            if late is not None:
                self._blame(late, "out_of_turn")
                continue
            try:
                return play(self.start, steps, self.traces.ended), steps
            except Unexplained:
                self._blame_first(steps)

    def _blame_first(self, steps: list[Step]) -> None:
        """Find the first sighting with which the rules refuse, and blame it or whoever was out of turn."""
        known = sum(
            1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(steps, self.sound, strict=False))
        )
        for count in range(known + 1, len(steps) + 1):
            prefix = steps[:count]
            try:
                play(self.start, prefix, self.traces.ended)
            except Unexplained as failure:
                self.sound = prefix[:-1]
                self._blame_newest(prefix, failure)
                return
        raise AssertionError("the whole was refused but every prefix of it was not")

    def _blame_newest(self, prefix: list[Step], failure: Unexplained) -> None:
        newest = prefix[-1]
        culprit = _out_of_turn(self.start, prefix, failure)
        if culprit is not None:
            self._blame(culprit, "out_of_turn")
        elif (
            newest.verb in ("grow", "collect")
            and failure.step is not newest
            and failure.kind != "too_expensive"
        ):
            # A seed lost its only origin: the tree that threw it was used a second time.
            self._blame(newest, "cell_used")
        else:
            orphan = failure.kind == "cell_used" and failure.orphan
            self._blame(newest, failure.kind, failure.short_by, orphan)

    def _blame(self, step: Step, kind: str, short_by: int = 0, orphan: bool = False) -> None:
        if step.place == PAD:
            piece = self.traces.drop_tap(step.order[0])
            self.blamed[f"{PAD} {piece}"] = Finding(
                PAD, kind, piece, colour=step.colour, short_by=short_by, order=step.order[0]
            )
            return
        self._blame_cell(step.place, kind, step.colour, step.order[0], short_by=short_by, orphan=orphan)
        if step.verb == "collect":
            self.traces.forget(step.place)
        else:
            self.traces.drop_top(step.place)

    def _blame_shape(self, shape: Shape) -> None:
        self._blame_cell(shape.cell, shape.wrong, shape.colour, shape.order, belongs=shape.belongs)
        self.traces.drop_top(shape.cell)

    def _blame_cell(
        self,
        cell: str,
        kind: str,
        colour: str,
        order: int,
        *,
        belongs: str = "",
        short_by: int = 0,
        orphan: bool = False,
    ) -> None:
        """One finding a cell: what was wrong with it last is what stands or lacks there now."""
        if cell not in self.blamed:
            lies = self.traces.now(cell)
            self.blamed[cell] = Finding(
                cell, kind, lies, EMPTY, colour, belongs, short_by, order, lies == EMPTY, orphan
            )

    def _special(self) -> list[Finding]:
        return [
            Finding(cell, content, content, order=order)
            for cell, (order, content) in self.traces.special.items()
            if self.quiet.get(cell) != content
        ]


def _out_of_turn(start: Position, prefix: list[Step], failure: Unexplained) -> Step | None:
    """The later-seated colour's step, if the sightings fit in the order seen but not in seat order."""
    try:
        play_as_seen(start, prefix)
    except Unexplained:
        return None
    seats = [player.colour for player in start.players]
    first = seats.index(start.first)
    rank = {colour: (seat - first) % len(seats) for seat, colour in enumerate(seats)}
    later = [step for step in prefix if rank[step.colour] > rank[failure.step.colour]]
    for step in reversed(later):
        try:
            play_as_seen(start, [other for other in prefix if other is not step])
        except Unexplained:
            return step
    return failure.step


def _reordered(start: Position, steps: list[Step], explained: Position) -> tuple[str, ...]:
    collects = [step for step in steps if step.verb == "collect"]
    if len({step.colour for step in collects}) < 2:
        return ()
    try:
        seen = play_as_seen(start, steps)
    except Unexplained:
        return ()
    return tuple(
        player.colour for player in explained.players if player.tokens != seen.player(player.colour).tokens
    )
