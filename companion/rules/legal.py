"""Which actions are legal: the whole list at once. Why one action is not legal is told by `refusal`."""

from companion.rules import shadow
from companion.rules.actions import BUYS, COLLECTS, END, GROWS, PLACES, SEEDS, SUN, Action, Buy
from companion.rules.cells import ALL_CELLS, OUTER, REACH
from companion.rules.cellset import indices
from companion.rules.pieces import (
    COLLECT_COST,
    LARGE,
    MEDIUM,
    NEXT_PRICE,
    SEED,
    SEED_COST,
    SIZES,
    SMALL,
    Player,
)
from companion.rules.state import ACTING, PLACING, SUN_DUE, Board, State


def legal_actions(state: State) -> list[Action]:
    """All legal actions: purchases, then seeds, growths and collections, then the end of the turn."""
    phase = state.turn.phase
    if phase == ACTING:
        return _life_cycle(state)
    if phase == SUN_DUE:
        return [SUN]
    if phase == PLACING and state.players[state.turn.mover].available[SMALL]:
        return [PLACES[index] for index in indices(OUTER & ~state.board.occupied)]
    return []


def _life_cycle(state: State) -> list[Action]:
    board, players, turn, variant, _, used = state
    player = players[turn.mover]
    if not player.light:
        return [END]
    ready = board.seats[turn.mover] & ~used
    sunlit = shadow.sunlit(state) if variant.heavy else ALL_CELLS
    actions: list[Action] = []
    actions += purchases(player)
    if player.available[SEED] and player.light >= SEED_COST:
        origins = ready & sunlit if variant.shaded_source_barred else ready
        targets = sunlit if variant.shaded_target_barred else ALL_CELLS
        actions += _seeds(board, origins, targets & ~(used | board.occupied))
    actions += _growths(board, player, ready & sunlit)
    if player.light >= COLLECT_COST and (ripe := ready & board.sizes[LARGE]):
        actions += map(COLLECTS.__getitem__, indices(ripe))
    actions.append(END)
    return actions


def purchases(player: Player) -> list[Buy]:
    """What the player can pay for now, one of each size at most."""
    column, light = player.board, player.light
    return [BUYS[size] for size in SIZES if NEXT_PRICE[size][column[size]] <= light]


def _seeds(board: Board, origins: int, targets: int) -> list[Action]:
    found: list[Action] = []
    for size in (SMALL, MEDIUM, LARGE):
        reach = REACH[size]
        for origin in indices(origins & board.sizes[size]):
            found += map(SEEDS[origin].__getitem__, indices(reach[origin] & targets))
    return found


def _growths(board: Board, player: Player, ready: int) -> list[Action]:
    found: list[Action] = []
    for size in (SEED, SMALL, MEDIUM):
        grown = size + 1  # also the cost in light points
        if player.available[grown] and player.light >= grown and (growing := ready & board.sizes[size]):
            found += map(GROWS.__getitem__, indices(growing))
    return found
