"""The start of a game: who plays, what lies where, and which tokens are in it."""

from collections.abc import Sequence

from companion.rules.cells import SUN_STOPS
from companion.rules.errors import InvalidPosition, quote
from companion.rules.notation import MAX_PLAYERS, MIN_PLAYERS
from companion.rules.pieces import COLOURS, TOKENS, Counts, Player, Variant
from companion.rules.state import PLACING, Board, State, Turn


def first_piles(players: int) -> Counts:
    """Tokens at the start on soil of 1 to 4 leaves; with two players the dearest pile leaves the game."""
    one, two, three, four = (len(pile) for pile in TOKENS)
    return one, two, three, 0 if players == MIN_PLAYERS else four


def initial_state(colours: Sequence[str], start: str, variant: Variant) -> State:
    """Everything ready for the first player to place a tree. Raises InvalidPosition."""
    if not isinstance(colours, Sequence) or not all(
        isinstance(c, str) and len(c) == 1 and c in COLOURS for c in colours
    ):
        raise InvalidPosition(
            f"colours {quote(colours)}: the letters of the players in seat order, of g, b, y and o"
        )
    if not MIN_PLAYERS <= len(colours) <= MAX_PLAYERS or len(set(colours)) < len(colours):
        raise InvalidPosition(
            f"colours {quote(''.join(colours))}: 2 to 4 players, each in a colour of their own"
        )
    if start not in SUN_STOPS:
        raise InvalidPosition(f"start {quote(start)}: one of {' '.join(SUN_STOPS)}")
    seats = len(colours)
    return State(
        Board((0, 0, 0, 0), (0,) * seats),
        tuple(Player(colour) for colour in colours),
        Turn(PLACING, SUN_STOPS.index(start), 0, 0, 0),
        variant,
        first_piles(seats),
        0,
    )
