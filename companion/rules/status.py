"""What is wrong with a position, in words: counts, columns, tokens, light, used cells, phase and round."""

from collections import Counter
from collections.abc import Iterator

from companion.rules.cells import OUTER
from companion.rules.cellset import CellSet
from companion.rules.pieces import (
    MAX_LIGHT,
    PIECES_A_PLAYER,
    SIZE_PLURALS,
    SIZES,
    SLOTS,
    SMALL,
    TOKENS,
    Player,
)
from companion.rules.play import TREES_AT_START
from companion.rules.setup import first_piles
from companion.rules.state import ACTING, PLACING, SUN_DUE, State


def problems(state: State) -> list[str]:
    """Every problem as a sentence; none if the position can be part of a game."""
    found: list[str] = []
    for seat, player in enumerate(state.players):
        found += _stock(state, seat, player)
    found += _tokens(state)
    found += _phase(state)
    found += _used(state)
    if state.turn.phase == PLACING:
        found += _setup(state)
    return found


def _stock(state: State, seat: int, player: Player) -> Iterator[str]:
    if not 0 <= player.light <= MAX_LIGHT:
        yield f"{player.name} has {player.light} light; the track ends at {MAX_LIGHT}"
    for size in SIZES:
        if player.board[size] > SLOTS[size]:
            yield (
                f"{player.name} has {player.board[size]} {SIZE_PLURALS[size]} on the player board; "
                f"its column has {SLOTS[size]} slots"
            )
        placed = (state.board.sizes[size] & state.board.seats[seat]).bit_count()
        total = placed + player.available[size] + player.board[size]
        if total > PIECES_A_PLAYER[size]:
            yield (
                f"{player.name} has {total} {SIZE_PLURALS[size]} in all (board, available, player board); "
                f"the box holds {PIECES_A_PLAYER[size]}"
            )


def _tokens(state: State) -> Iterator[str]:
    taken: Counter[int] = Counter()
    for leaves, (left, full) in enumerate(zip(state.piles, first_piles(len(state.players)), strict=True), 1):
        if left > full:
            yield f"the pile of {leaves} leaves has {left} tokens; it starts with {full}"
        else:
            taken.update(TOKENS[leaves - 1][: full - left])
    held = Counter(points for player in state.players for points in player.tokens)
    for points, count in sorted((held - taken).items()):
        yield f"the players hold more tokens of {points} points than the piles have given ({count} too many)"
    for points, count in sorted((taken - held).items()):
        yield f"the piles have given more tokens of {points} points than the players hold ({count} missing)"


def _phase(state: State) -> Iterator[str]:
    turn, rounds = state.turn, state.variant.rounds
    if turn.phase == PLACING:
        if turn.round != 0:
            yield f"round {turn.round} while the first trees are being placed; that is round 0"
    elif not 1 <= turn.round <= rounds:
        yield f"round {turn.round}; the rounds of this game are 1 to {rounds}"
    if turn.phase == SUN_DUE and turn.mover != turn.first:
        names = state.players[turn.mover].name, state.players[turn.first].name
        yield f"the sun is due and {names[0]} is to move; that is the first player, {names[1]}"


def _used(state: State) -> Iterator[str]:
    if state.used and state.turn.phase != ACTING:
        yield f"used cells {CellSet(state.used)}, but nobody is taking a turn"
        return
    if state.used:
        mover = state.players[state.turn.mover].name
        for cell in CellSet(state.used & state.board.occupied & ~state.board.seats[state.turn.mover]):
            yield f"{cell} counts as used, but the piece there is not of {mover}, who moves"


def _setup(state: State) -> Iterator[str]:
    for cell in CellSet(state.board.occupied & ~(OUTER & state.board.sizes[SMALL])):
        yield f"{cell} is taken while the first trees are being placed; those are small trees on outer cells"
    for seat, player in enumerate(state.players):
        placed = state.board.seats[seat].bit_count()
        if placed > TREES_AT_START:
            yield f"{player.name} has placed {placed} trees; everybody starts with {TREES_AT_START}"
