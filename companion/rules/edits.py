"""Changing a position by hand: no rule is asked, but what cannot be written down is refused."""

from collections.abc import Sequence

from companion.rules.errors import InvalidPosition, quote
from companion.rules.pieces import MAX_COUNT, SIZES, Counts, Piece, Player
from companion.rules.state import NOBODY, OVER, PHASES, State, Turn

MAX_WRITTEN_LIGHT, MAX_WRITTEN_TOKEN, MAX_WRITTEN_ROUND = 999, 99, 99


def with_cell(state: State, index: int, piece: Piece | None, seat: int) -> State:
    """The state with this piece of this seat, or none, on the cell."""
    board = state.board.without(1 << index)
    if piece is not None:
        if piece.size not in SIZES:
            raise InvalidPosition(f"a piece of size {quote(piece.size)}: sizes are 0 to 3")
        board = board.with_piece(1 << index, piece.size, seat)
    return state._replace(board=board)


def edited_player(
    player: Player,
    light: int | None,
    available: Sequence[int] | None,
    board: Sequence[int] | None,
    tokens: Sequence[int] | None,
) -> Player:
    """The player with those numbers changed that are given."""
    return Player(
        player.colour,
        player.light if light is None else _number("light", light, 0, MAX_WRITTEN_LIGHT),
        player.available if available is None else _counts("available", available),
        player.board if board is None else _counts("board", board),
        player.tokens
        if tokens is None
        else tuple(_number("token", token, 1, MAX_WRITTEN_TOKEN) for token in tokens),
    )


def edited_turn(turn: Turn, mover: int, phase: str | None, round_: int | None) -> Turn:
    """The turn with another mover, and another phase or round where given."""
    phase = turn.phase if phase is None else phase
    if phase not in PHASES:
        raise InvalidPosition(f"phase {quote(phase)}: one of {' '.join(PHASES)}")
    return Turn(
        phase,
        turn.sun,
        turn.round if round_ is None else _number("round", round_, 0, MAX_WRITTEN_ROUND),
        turn.first,
        NOBODY if phase == OVER else mover,
    )


def edited_piles(piles: Sequence[int]) -> Counts:
    """The piles as four counts."""
    return _counts("piles", piles)


def _counts(name: str, counts: Sequence[int]) -> Counts:
    if not isinstance(counts, Sequence) or len(counts) != len(SIZES):
        raise InvalidPosition(f"{name}: four numbers are needed")
    first, second, third, fourth = (_number(name, count, 0, MAX_COUNT) for count in counts)
    return first, second, third, fourth


def _number(name: str, number: int, lowest: int, highest: int) -> int:
    if type(number) is not int or not lowest <= number <= highest:
        raise InvalidPosition(f"{name} {quote(number)}: a whole number from {lowest} to {highest}")
    return number
