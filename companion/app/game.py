"""A game: the sum of its entries, with undo to any depth.

States are immutable values; undoing a decision leaves it out and adds up the sightings after it again, because the
table still lies as it lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.app.entries import (
    Begun,
    Committed,
    Decision,
    Entry,
    Gain,
    Line,
    NumberSet,
    Redone,
    Stopped,
    Turns,
    Undone,
)
from companion.app.numbers import set_number
from companion.rules import Position
from companion.table.pieces import EMPTY, SPECIAL, kind_of
from companion.table.reading import Reading, read_round
from companion.table.setup import read_setup, read_waiting
from companion.table.sightings import Seen, Sighting, Tapped, TurnEnded


@dataclass(frozen=True)
class GameState:
    """Where a game stands.

    start: the position when the running round began. base: what lay on the cells then. sightings: since then.
    quiet: special contents already accepted. owned: pieces bought by a tap in an earlier round and not used yet.
    """

    start: Position
    turns: Turns = "round"
    base: Mapping[str, str] = field(default_factory=dict)
    sightings: tuple[Sighting, ...] = ()
    quiet: Mapping[str, str] = field(default_factory=dict)
    owned: frozenset[str] = frozenset()
    gains: tuple[Gain, ...] = ()
    stopped: bool = False

    @property
    def over(self) -> bool:
        """Whether only the score is left to show."""
        return self.stopped or self.start.phase == "X"

    @cached_property
    def reading(self) -> Reading:
        """The running round, explained. A finished game is not read: packing up is no finding."""
        if self.over:
            return Reading((), self.start)
        read = {"P": read_setup, "A": read_round}.get(self.start.phase, read_waiting)
        return read(self.start, self.base, self.sightings, self.quiet)

    @property
    def position(self) -> Position:
        """What is believed now."""
        return self.reading.position

    @cached_property
    def lying(self) -> Mapping[str, str]:
        """What was last seen on the cells, explained or not; empty ones are left out."""
        lying = dict(self.base)
        for sighting in self.sightings:
            if isinstance(sighting, Seen):
                lying[sighting.cell] = sighting.content
        return {cell: content for cell, content in lying.items() if content != EMPTY}

    @cached_property
    def bought(self) -> frozenset[str]:
        """Pieces whose tap of this round stands."""
        taps: set[str] = set()
        for sighting in self.sightings:
            if isinstance(sighting, Tapped):
                taps ^= {sighting.piece}
        return frozenset(taps)


def begin(begun: Begun) -> GameState:
    """The state at the start of a game."""
    return GameState(begun.position, begun.turns, dict(begun.base))


def after(state: GameState, entry: Entry) -> GameState:
    """The state after one more entry."""
    match entry:
        case Seen() | Tapped() | TurnEnded():
            return replace(state, sightings=(*state.sightings, entry))
        case Committed():
            return _committed(state, entry)
        case NumberSet(colour, name, value):
            return replace(state, start=set_number(state.start, state.position, colour, name, value))
        case Stopped():
            return replace(state, start=state.position, base=state.lying, sightings=(), stopped=True)


def _committed(state: GameState, entry: Committed) -> GameState:
    """The next round's state. What the position does not hold yet (a later seat's haste) stays seen."""
    board = entry.position.board
    base: dict[str, str] = {}
    seen: list[Sighting] = []
    for cell in {**state.base, **state.lying}:
        content = state.lying.get(cell, EMPTY)
        believed = str(board.get(cell) or EMPTY)
        if content in SPECIAL or kind_of(content) == believed:
            base[cell] = content
        else:
            base[cell] = state.base.get(cell, EMPTY)
            seen.append(Seen(cell, content))
    playing_on = _yet_to_act(entry.position)
    seen.extend(
        Tapped(piece) for piece in sorted(state.bought) if piece[1] in playing_on and piece not in state.lying
    )
    touched = {sighting.content for sighting in state.sightings if isinstance(sighting, Seen)}
    bought = {piece for piece in state.bought if piece[1] not in playing_on}
    return replace(
        state,
        start=entry.position,
        base={cell: content for cell, content in base.items() if content != EMPTY},
        sightings=tuple(seen),
        quiet=dict(entry.quiet),
        owned=(state.owned | bought) - touched,
        gains=entry.gains or state.gains,
    )


def _yet_to_act(position: Position) -> frozenset[str]:
    """In the middle of a round, the colours whose turn is still to come."""
    if position.phase != "A" or position.mover == position.first:
        return frozenset()
    seats = [player.colour for player in position.players]
    first = seats.index(position.first)
    order = seats[first:] + seats[:first]
    return frozenset(order[order.index(position.mover or "") :])


class Game:
    """The entries of a game that count, the state after each, and what was taken back."""

    def __init__(self, begun: Begun) -> None:
        self.begun = begun
        self._entries: list[Entry] = []
        self._states = [begin(begun)]
        self._undone: list[tuple[int, Decision]] = []

    @property
    def state(self) -> GameState:
        return self._states[-1]

    @property
    def newest_decision(self) -> Decision | None:
        """What UNDO would take back."""
        index = self._newest()
        return None if index is None else self._decision(index)

    @property
    def redoable(self) -> Decision | None:
        """What turning the wheel forward would do again."""
        return self._undone[-1][1] if self._undone else None

    @property
    def last_undone(self) -> Decision | None:
        """What was taken back last, if nothing was decided since."""
        return self.redoable

    def take(self, line: Line) -> None:
        """Add one line of the record: an entry, an undo or a redo."""
        match line:
            case Undone():
                self._undo()
            case Redone():
                self._redo()
            case Begun():
                raise ValueError("a game begins once")
            case _:
                if not isinstance(line, Seen):
                    self._undone.clear()
                self._append(line)

    def _append(self, entry: Entry) -> None:
        self._entries.append(entry)
        self._states.append(after(self.state, entry))

    def _newest(self) -> int | None:
        return next(
            (i for i in range(len(self._entries) - 1, -1, -1) if not isinstance(self._entries[i], Seen)), None
        )

    def _decision(self, index: int) -> Decision:
        entry = self._entries[index]
        assert not isinstance(entry, Seen)
        return entry

    def _undo(self) -> None:
        index = self._newest()
        if index is None:
            return
        self._undone.append((index, self._decision(index)))
        self._rebuild(index, self._entries[index + 1 :])

    def _redo(self) -> None:
        if self._undone:
            index, decision = self._undone.pop()
            self._rebuild(index, [decision, *self._entries[index:]])

    def _rebuild(self, index: int, later: list[Entry]) -> None:
        del self._entries[index:]
        del self._states[index + 1 :]
        for entry in later:
            self._append(entry)
