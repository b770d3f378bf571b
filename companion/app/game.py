"""A game: the sum of its entries, with undo to any depth.

States are immutable values; undoing a decision leaves it out and adds up the sightings after it again, because
the table still lies as it lies.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
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
from companion.app.numbers import NOBODY, set_number
from companion.rules import Position
from companion.table.explain import seats_from
from companion.table.pieces import EMPTY, PAD, SPECIAL, colour_of, kind_of, what_is_special
from companion.table.reading import Reading, read_round
from companion.table.setup import read_setup, read_waiting
from companion.table.sightings import Seen, Sighting, Tapped, TurnEnded


@dataclass(frozen=True)
class GameState:
    """Where a game stands.

    start: the position when the running round began. base: what lay on the cells then. sightings: since then.
    quiet: special contents already accepted. owned: pieces tapped in an earlier round and not used since.
    """

    start: Position
    turns: Turns = "round"
    base: Mapping[str, str] = field(default_factory=dict)
    sightings: tuple[Sighting, ...] = ()
    quiet: Mapping[str, str] = field(default_factory=dict)
    owned: frozenset[str] = frozenset()
    gains: tuple[Gain, ...] = ()

    @property
    def over(self) -> bool:
        """Whether only the score is left to show."""
        return self.start.phase == "X"

    @cached_property
    def reading(self) -> Reading:
        """The running round, explained. A finished game is not read: packing up is no finding."""
        if self.over:
            return Reading((), self.start)
        match self.start.phase:
            case "A":
                return read_round(self.start, self.base, self.sightings, self.quiet)
            case "P":
                return read_setup(self.start, self.base, self.sightings, self.quiet)
        return read_waiting(self.start, self.base, self.sightings, self.quiet)

    @property
    def position(self) -> Position:
        """What is believed now."""
        return self.reading.position

    @property
    def turn(self) -> str:
        """In phase A the colour whose turn SUN ends next, where turns end one by one."""
        ended = {sighting.colour for sighting in self.sightings if isinstance(sighting, TurnEnded)}
        seats = seats_from(self.start, self.start.mover or self.start.first)
        return next((colour for colour in seats if colour not in ended), seats[-1])

    @cached_property
    def lying(self) -> Mapping[str, str]:
        """What was last seen on the cells, explained or not; empty ones are left out."""
        lying = dict(self.base)
        for sighting in self.sightings:
            if isinstance(sighting, Seen):
                lying[sighting.cell] = sighting.content
        return {cell: content for cell, content in lying.items() if content != EMPTY}

    @cached_property
    def believed(self) -> Mapping[str, str]:
        """What lies on the cells as far as it could be read; empty ones are left out."""
        playing = {player.colour for player in self.start.players}
        believed = dict(self.base)
        for sighting in self.sightings:
            if isinstance(sighting, Seen) and not what_is_special(sighting.content, playing):
                believed[sighting.cell] = sighting.content
        return {cell: content for cell, content in believed.items() if content != EMPTY}

    @cached_property
    def bought(self) -> frozenset[str]:
        """Pieces whose tap of this round stands."""
        taps: set[str] = set()
        for sighting in self.sightings:
            if isinstance(sighting, Tapped):
                taps ^= {sighting.piece}
        return frozenset(taps)


def begin(begun: Begun) -> GameState:
    """The state at the start of a game. Where nobody knows which piece stands, it has the number 0."""
    believed = {cell: f"{piece}0" for cell, piece in begun.position.board.items()}
    return GameState(begun.position, begun.turns, {**believed, **dict(begun.base)})


def after(state: GameState, entry: Entry) -> GameState:
    """The state after one more entry."""
    match entry:
        case Seen(cell, content) if state.quiet.get(cell, content) != content:
            quiet = {there: accepted for there, accepted in state.quiet.items() if there != cell}
            return replace(state, sightings=(*state.sightings, entry), quiet=quiet)
        case Seen() | Tapped() | TurnEnded():
            return replace(state, sightings=(*state.sightings, entry))
        case Committed():
            return _committed(state, entry)
        case NumberSet(colour, name, value):
            return replace(state, start=set_number(state.start, state.position, colour, name, value))
        case Stopped(_actions, position):
            return replace(state, start=position, base=state.lying, sightings=())


def _committed(state: GameState, entry: Committed) -> GameState:
    """The next round's state. What the position does not hold yet (a later seat's haste) stays seen."""
    board = entry.position.board
    cells = {**state.base, **state.lying}
    believed = {cell: str(board.get(cell, EMPTY)) for cell in cells}
    open_cells = {
        cell
        for cell, kind in believed.items()
        if (content := state.lying.get(cell, EMPTY)) not in SPECIAL and kind_of(content) != kind
    }
    base = {
        cell: state.lying.get(cell, EMPTY) if cell not in open_cells else state.base.get(cell, EMPTY)
        for cell, kind in believed.items()
        if cell not in open_cells or kind != EMPTY
    }
    playing_on = _yet_to_act(entry.position)
    owned = state.owned | {piece for piece in state.bought if piece[1] not in playing_on}
    following = replace(
        state,
        start=entry.position,
        base={cell: content for cell, content in base.items() if content != EMPTY},
        sightings=tuple(s for s in state.sightings if _is_open(s, open_cells, playing_on)),
        quiet=dict(entry.quiet),
        owned=owned - set(state.lying.values()),
        gains=entry.gains or state.gains,
    )
    return _without_refused_taps(following) if playing_on else following


def _is_open(sighting: Sighting, open_cells: Set[str], playing_on: Set[str]) -> bool:
    match sighting:
        case Seen(cell, _content):
            return cell in open_cells
        case Tapped(piece):
            return piece[1] in playing_on
        case TurnEnded():
            return False


def _without_refused_taps(state: GameState) -> GameState:
    """What was bought in haste and can no longer be paid was accepted as not bought."""
    refused = {Tapped(finding.lies) for finding in state.reading.findings if finding.place == PAD}
    if not refused:
        return state
    return replace(state, sightings=tuple(seen for seen in state.sightings if seen not in refused))


def _yet_to_act(position: Position) -> frozenset[str]:
    """In the middle of a round, the colours whose turn is still to come."""
    if position.phase != "A" or position.mover in (position.first, None):
        return frozenset()
    return frozenset(seats_from(position, position.mover))


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
    def committed(self) -> list[Committed | Stopped]:
        """The steps of SUN that count, in order."""
        return [entry for entry in self._entries if isinstance(entry, Committed | Stopped)]

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
    def sun_undone(self) -> bool:
        """Whether a press of SUN is among what was taken back since the last decision."""
        return any(isinstance(decision, Committed) for _, decision in self._undone)

    def take(self, line: Line) -> None:
        """Add one line of the record: an entry, an undo or a redo. Of colours that do not play it takes none."""
        match line:
            case Undone():
                self._undo()
            case Redone():
                self._redo()
            case Begun():
                raise ValueError("a game begins once")
            case TurnEnded(colour) | NumberSet(colour) if not self._plays(colour):
                pass
            case Tapped(piece) if not self._plays(colour_of(piece)):
                pass
            case _:
                if not isinstance(line, Seen):
                    self._undone.clear()
                self._append(line)

    def _plays(self, colour: str) -> bool:
        return colour == NOBODY or any(player.colour == colour for player in self.state.start.players)

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
