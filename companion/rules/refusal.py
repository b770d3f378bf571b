"""Why an action is not legal, in the players' words; None for a legal one.

The conditions are those of `legal`, asked of one action: the phase, then the cells, then stock and light.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from companion.rules import shadow
from companion.rules.actions import Action, Buy, Collect, EndTurn, Grow, Photosynthesis, Place, Seed
from companion.rules.cells import CELLS, DISTANCE, INDEX, OUTER
from companion.rules.errors import IllegalAction, InvalidAction, quote
from companion.rules.pieces import (
    COLLECT_COST,
    COLOUR_NAMES,
    LARGE,
    SEED,
    SEED_COST,
    SIZE_NAMES,
    SIZE_PLURALS,
    SMALL,
    Piece,
    Player,
    next_price,
)
from companion.rules.state import ACTING, OVER, PLACING, SUN_DUE, State

_PHASE_WORDS = {
    PLACING: "the first small trees are still being placed",
    SUN_DUE: "the sun is due first",
    ACTING: "{mover} is taking a turn",
    OVER: "the game is over",
}


def refusal(state: State, action: Action) -> IllegalAction | None:
    """The first reason against the action, or None. Raises InvalidAction for a value that is no action."""
    phase, check = _CHECKS.get(type(action), _NO_ACTION)
    return check(state, action) if phase == state.turn.phase else _wrong_phase(state, action)


def _wrong_phase(state: State, action: Action) -> IllegalAction:
    if type(action) not in _CHECKS:
        raise InvalidAction(f"{quote(action)} is no action: parse_action makes one of a text like ^a1")
    words = _PHASE_WORDS[state.turn.phase]
    if state.turn.phase == ACTING:
        words = words.format(mover=state.players[state.turn.mover].name)
    return IllegalAction("wrong_phase", f"not now ({action}): {words}")


def _nothing(_state: State, _action: Action) -> None:
    return None


def _place(state: State, action: Place) -> IllegalAction | None:
    cell = action.cell
    bit = 1 << INDEX[cell]
    if not OUTER & bit:
        return IllegalAction(
            "not_outer", f"{cell} is not at the edge: the first trees go on outer cells", cell=cell
        )
    if state.board.occupied & bit:
        return _occupied(state, INDEX[cell])
    return _not_available(state.players[state.turn.mover], SMALL, cell)


def _buy(state: State, action: Buy) -> IllegalAction | None:
    player = state.players[state.turn.mover]
    price = next_price(action.size, player.board[action.size])
    if price is None:
        return IllegalAction("sold_out", f"{player.name} has no {SIZE_PLURALS[action.size]} left to buy")
    return _too_expensive(player, price, None)


def _seed(state: State, action: Seed) -> IllegalAction | None:
    origin, target = INDEX[action.origin], INDEX[action.target]
    if (reason := _not_ready(state, origin)) is not None:
        return reason
    board, variant, player = state.board, state.variant, state.players[state.turn.mover]
    bit = 1 << target
    if board.occupied & bit:
        return _occupied(state, target)
    if state.used & bit:
        return _cell_used(target)
    if (reason := _out_of_reach(board.size_at(1 << origin) or SEED, origin, target)) is not None:
        return reason
    if variant.heavy:
        sunlit = shadow.sunlit(state)
        if variant.shaded_source_barred and not sunlit >> origin & 1:
            return _in_shade(origin, "a tree there throws no seed")
        if variant.shaded_target_barred and not sunlit & bit:
            return _in_shade(target, "no seed can be planted there")
    return _not_available(player, SEED, CELLS[target]) or _too_expensive(player, SEED_COST, CELLS[target])


def _grow(state: State, action: Grow) -> IllegalAction | None:
    index = INDEX[action.cell]
    if (reason := _not_ready(state, index)) is not None:
        return reason
    cell, player = CELLS[index], state.players[state.turn.mover]
    grown = (state.board.size_at(1 << index) or SEED) + 1
    if grown > LARGE:
        return IllegalAction("fully_grown", f"the large tree on {cell} cannot grow any further", cell=cell)
    if state.variant.heavy and not shadow.sunlit(state) >> index & 1:
        return _in_shade(index, "nothing there can grow")
    return _not_available(player, grown, cell) or _too_expensive(player, grown, cell)


def _collect(state: State, action: Collect) -> IllegalAction | None:
    index = INDEX[action.cell]
    if (reason := _not_ready(state, index)) is not None:
        return reason
    cell = CELLS[index]
    if not state.board.sizes[LARGE] >> index & 1:
        return IllegalAction(
            "not_large", f"only a large tree is collected, and the one on {cell} is not", cell=cell
        )
    return _too_expensive(state.players[state.turn.mover], COLLECT_COST, cell)


def _not_ready(state: State, index: int) -> IllegalAction | None:
    """Why the mover cannot act with the piece on this cell at all."""
    bit = 1 << index
    mover = state.turn.mover
    if state.board.seats[mover] & bit:
        return _cell_used(index) if state.used & bit else None
    owner = state.board.seat_at(bit)
    cell = CELLS[index]
    if owner is None:
        return (
            _cell_used(index) if state.used & bit else IllegalAction("no_tree", f"{cell} is empty", cell=cell)
        )
    names = state.players[owner].name, state.players[mover].name
    return IllegalAction(
        "not_yours", f"the piece on {cell} is {names[0]}, and it is the turn of {names[1]}", cell=cell
    )


def _cell_used(index: int) -> IllegalAction:
    return IllegalAction("cell_used", f"{CELLS[index]} was already used this turn", cell=CELLS[index])


def _occupied(state: State, index: int) -> IllegalAction:
    bit, cell = 1 << index, CELLS[index]
    piece = Piece(state.board.size_at(bit) or SEED, state.players[state.board.seat_at(bit) or 0].colour)
    return IllegalAction("occupied", f"{cell} is not free: a {piece.words} stands there", cell=cell)


def _out_of_reach(size: int, origin: int, target: int) -> IllegalAction | None:
    steps = DISTANCE[origin][target]
    if steps <= size:
        return None
    cell = CELLS[target]
    reach = f"a {SIZE_NAMES[size]} reaches {size}" if size else "a seed throws no seeds"
    return IllegalAction(
        "out_of_reach", f"{cell} is {steps} away from {CELLS[origin]}, and {reach}", cell=cell
    )


def _in_shade(index: int, consequence: str) -> IllegalAction:
    return IllegalAction("in_shade", f"{CELLS[index]} lies in shade: {consequence}", cell=CELLS[index])


def _not_available(player: Player, size: int, cell: str) -> IllegalAction | None:
    if player.available[size]:
        return None
    return IllegalAction(
        "not_available", f"{player.name} has no {SIZE_NAMES[size]} available: buy one first", cell=cell
    )


def _too_expensive(player: Player, cost: int, cell: str | None) -> IllegalAction | None:
    short_by = cost - player.light
    if short_by <= 0:
        return None
    message = (
        f"that costs {cost} light, and {COLOUR_NAMES[player.colour]} has {player.light}: short by {short_by}"
    )
    return IllegalAction("too_expensive", message, cell=cell, short_by=short_by)


_Check: TypeAlias = Callable[[State, Any], IllegalAction | None]  # Any: each takes its own kind of action
_CHECKS: dict[type, tuple[str, _Check]] = {
    Place: (PLACING, _place),
    Photosynthesis: (SUN_DUE, _nothing),
    Buy: (ACTING, _buy),
    Seed: (ACTING, _seed),
    Grow: (ACTING, _grow),
    Collect: (ACTING, _collect),
    EndTurn: (ACTING, _nothing),
}
"""The phase an action belongs to, and what else may speak against it."""
_NO_ACTION: tuple[str, _Check] = ("", _nothing)
