"""What a legal action does to the game. Nothing here asks whether it is legal: see `refusal`."""

from collections.abc import Callable
from typing import Any, TypeAlias

from companion.rules import shadow
from companion.rules.actions import Action, Buy, Collect, EndTurn, Grow, Photosynthesis, Place, Seed
from companion.rules.cells import INDEX, SOIL, SUN_STOPS
from companion.rules.pieces import (
    COLLECT_COST,
    LARGE,
    MAX_COUNT,
    MAX_LIGHT,
    NEXT_PRICE,
    SEED,
    SEED_COST,
    SLOTS,
    SMALL,
    TOKENS,
    Counts,
    Player,
    stepped,
)
from companion.rules.state import ACTING, NOBODY, OVER, SUN_DUE, Board, State, Turn

TREES_AT_START = 2


def play(state: State, action: Action) -> State:
    """The state after a legal action."""
    return _EFFECTS[type(action)](state, action)


def _place(state: State, action: Place) -> State:
    turn = state.turn
    board = state.board.with_piece(1 << INDEX[action.cell], SMALL, turn.mover)
    colour, light, available, column, tokens = state.players[turn.mover]
    players = state.players_with(
        turn.mover, Player(colour, light, stepped(available, SMALL, -1), column, tokens)
    )
    return state._replace(board=board, players=players, turn=_next_to_place(turn, board))


def _next_to_place(turn: Turn, board: Board) -> Turn:
    """The next seat that has not placed its two trees; once all have, the sun is due."""
    seats = len(board.seats)
    for ahead in range(1, seats + 1):
        seat = (turn.mover + ahead) % seats
        if board.seats[seat].bit_count() < TREES_AT_START:
            return turn._replace(mover=seat)
    return Turn(SUN_DUE, turn.sun, 1, turn.first, turn.first)


def _photosynthesis(state: State, _action: Photosynthesis) -> State:
    turn = state.turn
    sun = turn.sun if turn.round == 1 else (turn.sun + 1) % len(SUN_STOPS)
    gains = shadow.earned(state.board, shadow.cast(state.board, sun))
    players = tuple(map(_with_gain, state.players, gains))
    turn = Turn(ACTING, sun, turn.round, turn.first, turn.mover)
    return State(state.board, players, turn, state.variant, state.piles, 0)


def _with_gain(player: Player, gain: int) -> Player:
    colour, light, available, column, tokens = player
    return Player(colour, min(light + gain, MAX_LIGHT), available, column, tokens)


def _buy(state: State, action: Buy) -> State:
    board, players, turn, variant, piles, used = state
    size = action.size
    colour, light, available, column, tokens = players[turn.mover]
    light -= NEXT_PRICE[size][column[size]]
    if available[size] < MAX_COUNT:
        available = stepped(available, size, 1)
    player = Player(colour, light, available, stepped(column, size, -1), tokens)
    return State(board, state.players_with(turn.mover, player), turn, variant, piles, used)


def _seed(state: State, action: Seed) -> State:
    board, players, turn, variant, piles, used = state
    colour, light, available, column, tokens = players[turn.mover]
    player = Player(colour, light - SEED_COST, stepped(available, SEED, -1), column, tokens)
    target = 1 << INDEX[action.target]
    used |= target | 1 << INDEX[action.origin]
    board = board.with_piece(target, SEED, turn.mover)
    return State(board, state.players_with(turn.mover, player), turn, variant, piles, used)


def _grow(state: State, action: Grow) -> State:
    board, players, turn, variant, piles, used = state
    bit = 1 << INDEX[action.cell]
    size, board = board.grown(bit)
    cost = grown = size + 1
    colour, light, available, column, tokens = players[turn.mover]
    player = Player(colour, light - cost, stepped(available, grown, -1), returned(column, size), tokens)
    return State(board, state.players_with(turn.mover, player), turn, variant, piles, used | bit)


def _collect(state: State, action: Collect) -> State:
    board, players, turn, variant, piles, used = state
    index = INDEX[action.cell]
    bit = 1 << index
    colour, light, available, column, tokens = players[turn.mover]
    pile, points = next_token(piles, index)
    if points:
        piles = stepped(piles, pile, -1)
        tokens = (*tokens, points)
    player = Player(colour, light - COLLECT_COST, available, returned(column, LARGE), tokens)
    return State(board.without(bit), state.players_with(turn.mover, player), turn, variant, piles, used | bit)


def _end(state: State, _action: EndTurn) -> State:
    board, players, turn, variant, piles, _ = state
    phase, sun, round_, first, mover = turn
    seats = len(players)
    following = (mover + 1) % seats
    if following != first:
        after = Turn(phase, sun, round_, first, following)
    elif round_ >= variant.rounds:
        after = Turn(OVER, sun, round_, first, NOBODY)
    else:
        first = (first + 1) % seats
        after = Turn(SUN_DUE, sun, round_ + 1, first, first)
    return State(board, players, after, variant, piles, 0)


def has_room(column: Counts, size: int) -> bool:
    """Whether a piece of this size finds a free slot on the player board; without one it leaves the game."""
    return column[size] < SLOTS[size]


def returned(column: Counts, size: int) -> Counts:
    """The player board after a piece has come back to it."""
    return stepped(column, size, 1) if has_room(column, size) else column


def next_token(piles: Counts, index: int) -> tuple[int, int]:
    """Pile and points of the token for a tree collected from this cell.

    It comes from the pile of its soil, else from the next lower one that has any; (0, 0) if none has.
    """
    for pile in range(SOIL[index] - 1, -1, -1):
        if piles[pile]:
            return pile, TOKENS[pile][max(0, len(TOKENS[pile]) - piles[pile])]
    return 0, 0


# A table by type: matching class patterns would take as long as most of the effects themselves.
_Effect: TypeAlias = Callable[[State, Any], State]  # Any: each takes its own kind of action
_EFFECTS: dict[type, _Effect] = {
    Place: _place,
    Photosynthesis: _photosynthesis,
    Buy: _buy,
    Seed: _seed,
    Grow: _grow,
    Collect: _collect,
    EndTurn: _end,
}
