"""What players ask: who shades this tree, what will the next stops bring, where may a seed go."""

from typing import NamedTuple

from companion.rules import shadow
from companion.rules.actions import Action, Collect, Grow
from companion.rules.cells import ALL_CELLS, CELLS, INDEX, REACH, SUN_STOPS
from companion.rules.cellset import CellSet, indices
from companion.rules.pieces import KINDS, LARGE, MAX_LIGHT, MEDIUM, SMALL, Piece
from companion.rules.play import has_room
from companion.rules.refusal import refusal
from companion.rules.state import PLACING, SUN_DUE, State


class Forecast(NamedTuple):
    """What one of the next stops of the sun would bring if the board stayed as it lies.

    round: its round, which may lie after the last one. gains: light by colour before the cap of 20.
    kept: what of it would fit on the light track as it stands now.
    """

    sun: str
    round: int
    gains: dict[str, int]
    kept: dict[str, int]


def forecast(state: State) -> tuple[Forecast, ...]:
    """The next six photosyntheses."""
    turn, players = state.turn, state.players
    still_due = turn.phase in (PLACING, SUN_DUE)
    next_round = max(turn.round, 1) if still_due else turn.round + 1
    next_stop = turn.sun if next_round == 1 else turn.sun + 1
    found = []
    for ahead in range(len(SUN_STOPS)):
        stop = (next_stop + ahead) % len(SUN_STOPS)
        earned = shadow.earned(state.board, shadow.cast(state.board, stop))
        gains = {player.colour: gain for player, gain in zip(players, earned, strict=True)}
        kept = {
            player.colour: max(0, min(gains[player.colour], MAX_LIGHT - player.light)) for player in players
        }
        found.append(Forecast(SUN_STOPS[stop], next_round + ahead, gains, kept))
    return tuple(found)


def shaders(state: State, cell: str) -> dict[str, int]:
    """The trees whose shadows reach this cell, nearest first, with their sizes."""
    found = {}
    toward = (state.turn.sun + 3) % len(SUN_STOPS)
    step = 1 << INDEX[cell]
    for distance in (SMALL, MEDIUM, LARGE):
        step = shadow.away(step, toward)
        size = state.board.size_at(step) or 0
        if size >= distance:
            found[CELLS[step.bit_length() - 1]] = size
    return found


def seed_reach(state: State, cell: str) -> CellSet:
    """The free cells on which the piece on this cell may throw a seed, whoever moves and whatever it can pay.

    Counts reach, free cells, cells used in this turn and heavy shadow; none for a seed or an empty cell.
    """
    index = INDEX[cell]
    size = state.board.size_at(1 << index) or 0
    targets = REACH[size][index] & ~state.board.occupied & ~state.used
    if state.used >> index & 1:
        return CellSet()
    sunlit = shadow.sunlit(state) if state.variant.heavy else ALL_CELLS
    if state.variant.shaded_source_barred and not sunlit >> index & 1:
        return CellSet()
    return CellSet(targets & sunlit if state.variant.shaded_target_barred else targets)


def would_leave(state: State, action: Action) -> Piece | None:
    """The piece that a growth or a collection would send out of the game, its column being full."""
    if not isinstance(action, Grow | Collect) or refusal(state, action) is not None:
        return None
    player = state.players[state.turn.mover]
    size = state.board.size_at(1 << INDEX[action.cell]) or 0
    return None if has_room(player.board, size) else Piece(size, player.colour)


def winners(state: State) -> list[str]:
    """The highest score wins; of several, most pieces on the board; of several still, all of them."""
    standing = [
        (player.score, mask.bit_count())
        for player, mask in zip(state.players, state.board.seats, strict=True)
    ]
    best = max(standing)
    return [player.colour for player, stands in zip(state.players, standing, strict=True) if stands == best]


def pieces(state: State) -> dict[str, Piece]:
    """The occupied cells in cell order with the pieces on them."""
    board = state.board
    kinds = {
        index: KINDS[player.colour][size]
        for player, mask in zip(state.players, board.seats, strict=True)
        for size, of_size in enumerate(board.sizes)
        for index in indices(mask & of_size)
    }
    return {CELLS[index]: kinds[index] for index in sorted(kinds)}
