"""Play what was seen through the rules engine: steps in, an explanation out, or the step that breaks it.

Between colours seat order counts, within a colour the order of arrival. Which tree threw a seed is not seen:
any assignment of distinct trees will do, and the smallest is named. A piece used with none available was
bought just before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from companion.rules import (
    COLLECT_COST,
    END,
    SEED_COST,
    Action,
    Buy,
    Collect,
    Grow,
    IllegalAction,
    Piece,
    Position,
    Seed,
    distance,
    match_origins,
)

Verb = Literal["buy", "seed", "grow", "collect"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing a colour did on `place` with a piece of `size`; `order`: the sighting, then a second key."""

    order: tuple[int, int]
    colour: str
    verb: Verb
    place: str
    size: int


class Unexplained(Exception):
    """The step the rules refuse, and why (`kind`, `short_by` and `orphan` as in `findings`)."""

    def __init__(self, step: Step, kind: str, short_by: int = 0, orphan: bool = False) -> None:
        super().__init__(f"{step}: {kind}")
        self.orphan = orphan
        self.step = step
        self.kind = kind
        self.short_by = short_by


@dataclass(frozen=True, slots=True)
class Explanation:
    """Turns in seat order with the actions of each, and the position after them.

    position: `end` applied up to the last colour that has acted. leaving: cells and the pieces whose column was
    full. starts: the position at the start of each turn.
    """

    turns: tuple[tuple[str, tuple[Action, ...]], ...]
    position: Position
    leaving: tuple[tuple[str, Piece], ...] = ()
    starts: tuple[Position, ...] = ()


def seats_from(position: Position, colour: str) -> tuple[str, ...]:
    """The colours from this one to the round's last, in seat order."""
    colours = [player.colour for player in position.players]
    first = colours.index(position.first)
    order = colours[first:] + colours[:first]
    return tuple(order[order.index(colour) :])


def play(start: Position, steps: Sequence[Step], ended: Iterable[str] = ()) -> Explanation:
    """Explain `steps` (in order of arrival) from `start`, a position in phase A. Raises Unexplained.

    ended: colours whose turn SUN has ended; the position is at least where the next one is to act.
    """
    seats = seats_from(start, start.mover or start.first)
    own: dict[str, list[Step]] = {colour: [] for colour in seats}
    for step in steps:
        if step.colour not in own:
            raise Unexplained(step, "out_of_turn")
        own[step.colour].append(step)
    position = start
    turns: list[tuple[str, tuple[Action, ...]]] = []
    leaving: list[tuple[str, Piece]] = []
    starts: list[Position] = []
    acted = [seat for seat, colour in enumerate(seats) if own[colour]]
    follows = [seats.index(colour) + 1 for colour in ended if colour in own]
    for colour in seats[: max(acted + follows, default=0) + 1]:
        if position.mover != colour:
            position = position.apply(END)
        if own[colour]:
            starts.append(position)
            turn = play_turn(position, tuple(own[colour]))
            position = turn.position
            turns.append((colour, turn.actions))
            leaving.extend(turn.leaving)
    return Explanation(tuple(turns), position, tuple(leaving), tuple(starts))


class Turn(NamedTuple):
    """One colour's turn as played: its actions, where they lead, and the pieces whose column was full, by cell."""

    actions: tuple[Action, ...]
    position: Position
    leaving: tuple[tuple[str, Piece], ...]


@lru_cache(maxsize=256)
def play_turn(position: Position, steps: tuple[Step, ...]) -> Turn:
    """Play one colour's steps, in order of arrival, on a position where it is that colour's turn.

    Remembered, as the next sighting leaves most turns as they were. Raises Unexplained.
    """
    origins = _origins(position, steps, steps[0].colour)
    actions: list[Action] = []
    leaving: list[tuple[str, Piece]] = []
    for step in steps:
        for action in _actions_of(position, step, origins):
            before = position.player(step.colour)
            try:
                position = position.apply(action)
            except IllegalAction as error:
                raise _refusal(step, action, error) from error
            actions.append(action)
            if isinstance(action, Grow | Collect):
                size = step.size if isinstance(action, Collect) else step.size - 1
                if position.player(step.colour).board[size] == before.board[size]:
                    leaving.append((step.place, Piece(size, step.colour)))
    return Turn(tuple(actions), position, tuple(leaving))


def _actions_of(position: Position, step: Step, origins: Mapping[str, str]) -> list[Action]:
    if step.verb == "buy":
        return [Buy(step.size)]
    if step.verb == "collect":
        return [Collect(step.place)]
    action = Seed(origins[step.place], step.place) if step.verb == "seed" else Grow(step.place)
    if position.player(step.colour).available[step.size] == 0:
        return [Buy(step.size), action]
    return [action]


def _refusal(step: Step, action: Action, error: IllegalAction) -> Unexplained:
    kind = {"sold_out": "not_available", "occupied": "cell_used"}.get(error.kind, error.kind)
    short_by = error.short_by
    if kind == "too_expensive" and isinstance(action, Buy) and step.verb != "buy":
        short_by += cost_of(step)
    return Unexplained(step, kind, short_by)


def cost_of(step: Step) -> int:
    """Light the step itself costs (a purchase before it not counted)."""
    if step.verb == "seed":
        return SEED_COST
    return COLLECT_COST if step.verb == "collect" else step.size


def _origins(position: Position, steps: Sequence[Step], colour: str) -> Mapping[str, str]:
    """Which of this colour's trees threw which of its seeds, `steps` being played from here in this order."""
    seeds = [step for step in steps if step.verb == "seed" and step.colour == colour]
    if not seeds:
        return {}
    trees = _free_trees(position, steps, colour)
    candidates = _candidates(position, steps, colour, trees)
    matched = match_origins(candidates)
    if matched is None:
        seed = seeds[-1]
        raise Unexplained(seed, _why_no_origin(position, seed, trees, candidates[seed.place]), orphan=True)
    return dict(matched)


def _free_trees(position: Position, steps: Sequence[Step], colour: str) -> dict[str, int]:
    """This colour's trees that are not activated by anything else this turn, with their sizes."""
    busy = {step.place for step in steps if step.verb in ("grow", "collect") and step.colour == colour}
    busy.update(position.used)
    return {
        cell: piece.size
        for cell, piece in position.board.items()
        if piece.colour == colour and piece.size and cell not in busy
    }


def _candidates(
    position: Position, steps: Sequence[Step], colour: str, trees: Mapping[str, int]
) -> dict[str, set[str]]:
    """For each seed's cell the trees that may have thrown it, on the board as it was at that moment."""
    candidates: dict[str, set[str]] = {}
    for step in steps:
        if step.verb == "seed" and step.colour == colour:
            candidates[step.place] = _unshaded(position, step.place, _near(trees, step.place))
        if position.variant.heavy:
            position = _as_if(position, step)
    return candidates


def _near(trees: Mapping[str, int], target: str) -> set[str]:
    return {cell for cell, size in trees.items() if distance(cell, target) <= size}


def _unshaded(position: Position, target: str, near: set[str]) -> set[str]:
    if not position.variant.heavy:
        return near
    shade = position.shade()
    if position.variant.shaded_target_barred and shade[target]:
        return set()
    if position.variant.shaded_source_barred:
        return {cell for cell in near if not shade[cell]}
    return near


def _as_if(position: Position, step: Step) -> Position:
    """The board after the step, counts aside."""
    if step.verb == "buy":
        return position
    return position.with_cell(step.place, None if step.verb == "collect" else Piece(step.size, step.colour))


def _why_no_origin(position: Position, seed: Step, trees: Mapping[str, int], candidates: set[str]) -> str:
    own = {cell: piece.size for cell, piece in position.board.items() if piece.colour == seed.colour}
    if not _near(own, seed.place):
        return "out_of_reach"
    return "in_shade" if _near(trees, seed.place) and not candidates else "cell_used"


def play_as_seen(start: Position, steps: Sequence[Step]) -> Position:
    """Play the steps strictly in order of arrival, whoever's turn it is. Raises Unexplained.

    Tells whether only seat order is in the way, and who would have got which token.
    """
    position = start
    used: dict[str, frozenset[str]] = {start.mover or start.first: frozenset(start.used)}
    origins: dict[str, str] = {}
    for colour in {step.colour for step in steps}:
        origins |= _origins(start.with_turn(colour, used.get(colour, frozenset())), steps, colour)
    for step in steps:
        position = position.with_turn(step.colour, used.get(step.colour, frozenset()))
        for action in _actions_of(position, step, origins):
            try:
                position = position.apply(action)
            except IllegalAction as error:
                raise _refusal(step, action, error) from error
        used[step.colour] = frozenset(position.used)
    return position
