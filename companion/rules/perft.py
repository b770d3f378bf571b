"""Counting the tree of all games from a position, to check an engine against another one."""

from companion.rules.errors import RulesError, quote
from companion.rules.position import Position


def perft(position: Position, depth: int) -> tuple[int, int, int]:
    """Leaves at exactly this depth, and the sums over them of all players' light and of all token points.

    A game that is over before this depth has no leaf. Raises RulesError for a depth that is none.
    """
    if type(depth) is not int or depth < 0:
        raise RulesError(f"perft to depth {quote(depth)}: a depth is a whole number from 0")
    if depth == 0:
        light = sum(player.light for player in position.players)
        return 1, light, sum(sum(player.tokens) for player in position.players)
    leaves = light = points = 0
    for action in position.legal_actions():
        below = perft(position.apply(action), depth - 1)
        leaves, light, points = leaves + below[0], light + below[1], points + below[2]
    return leaves, light, points
