"""What a press of SUN does to a game: the entry it adds, or why it cannot yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.app.entries import Committed, Gain, Stopped
from companion.app.game import GameState, after
from companion.rules import END, MAX_LIGHT, SUN, Action, Position
from companion.table.correction import Correction, apply_corrections, corrections
from companion.table.explain import seats_from
from companion.table.pieces import what_is_special
from companion.table.setup import missing_trees
from companion.table.sightings import TurnEnded


@dataclass(frozen=True, slots=True)
class TreesMissing:
    """Setup is not complete: colour to number of small trees still to place."""

    trees: dict[str, int]


def sun_step(state: GameState) -> Committed | TurnEnded | TreesMissing | None:
    """The next step of the game, findings accepted: whatever is not explained is taken as it lies.

    None when the game is over.
    """
    if state.over:
        return None
    match state.start.phase:
        case "P":
            return _end_setup(state)
        case "S":
            return _commit(state, [], state.start, state.start)
    return _end_turns(state)


def stop(state: GameState) -> Stopped:
    """End the game now: what is explained counts, no light is collected any more."""
    position, actions = state.position, list(state.reading.actions)
    if state.start.phase == "A":
        seats = seats_from(state.start, state.start.mover or state.start.first)
        turns = dict(state.reading.turns)
        acted = [seat for seat, colour in enumerate(seats) if turns.get(colour)]
        position, actions = _played(state, seats[: max(acted, default=0) + 1])
    return Stopped(tuple(actions), position.with_turn(position.first, phase="X"))


def _end_setup(state: GameState) -> Committed | TreesMissing:
    reading = state.reading
    missing = missing_trees(reading.position, state.believed)
    if missing:
        return TreesMissing(missing)
    position = reading.position
    changes = corrections(position, state.believed)
    position = apply_corrections(position, changes)
    if position.phase == "P":
        position = position.with_turn(position.first, phase="S", round_number=1)
    return _commit(state, list(reading.actions), reading.position, position, changes)


def _end_turns(state: GameState) -> Committed | TurnEnded:
    reading, start = state.reading, state.start
    seats = seats_from(start, start.mover or start.first)
    changes = corrections(reading.position, state.lying)
    if state.turns == "player" and state.turn != seats[-1]:
        if all(finding.notice for finding in reading.findings):
            return TurnEnded(state.turn)
        seats = seats[: seats.index(state.turn) + 1]
    position, actions = _played(state, seats)
    return _accept(state, [*actions, END], position, changes)


def _played(state: GameState, seats: Sequence[str]) -> tuple[Position, list[Action]]:
    """What is explained, played as these colours' turns; the last of them is not ended."""
    position, actions = state.start, list[Action]()
    turns = dict(state.reading.turns)
    for colour in seats:
        if colour != seats[0]:
            position = position.apply(END)
            actions.append(END)
        for action in turns.get(colour, ()):
            position = position.apply(action)
            actions.append(action)
    return position, actions


def _accept(
    state: GameState, actions: list[Action], position: Position, changes: tuple[Correction, ...]
) -> Committed:
    """End the turns with these corrections, and with those of later seats' haste they leave unexplained."""
    while True:
        entry = _commit(state, actions, position, apply_corrections(position, changes).apply(END), changes)
        left = [finding for finding in after(state, entry).reading.findings if not finding.notice]
        cells = {cell for finding in left for cell in (finding.place, finding.belongs)}
        known = {change.cell for change in changes}
        more = [c for c in corrections(position, state.lying) if c.cell in cells - known]
        if not more:
            return entry
        changes = (*changes, *more)


def _commit(
    state: GameState,
    actions: list[Action],
    before: Position,
    position: Position,
    changes: tuple[Correction, ...] | None = None,
) -> Committed:
    """Finish a step: if the sun is due, it moves and everybody earns light."""
    if changes is None:
        changes = corrections(position, state.lying)
        position = apply_corrections(position, changes)
    gains: tuple[Gain, ...] = ()
    if position.phase == "S":
        position = position.apply(SUN)
        actions = [*actions, SUN]
        gains = tuple(
            Gain(colour, earned, max(0, before.player(colour).light + earned - MAX_LIGHT))
            for colour, earned in position.gains().items()
        )
    return Committed(tuple(actions), position, changes, _quiet(state), gains, state.reading.reordered)


def _quiet(state: GameState) -> tuple[tuple[str, str], ...]:
    """The special contents there are now; accepting makes them quiet until their reading changes."""
    playing = {player.colour for player in state.start.players}
    return tuple(
        (cell, special)
        for cell, content in sorted(state.lying.items())
        if (special := what_is_special(content, playing))
    )
