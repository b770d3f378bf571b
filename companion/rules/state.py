"""The facts of a moment in the game, as plain immutable data. Every rule is a function of a `State`.

Cells are masks here and players are seats (0 for the first in seat order); `Position` is the same in names.
"""

from typing import NamedTuple

from companion.rules.pieces import LARGE, MEDIUM, SEED, SMALL, Counts, Player, Variant, stepped

PLACING, SUN_DUE, ACTING, OVER = PHASES = ("P", "S", "A", "X")
NOBODY = -1


class Board(NamedTuple):
    """Where the pieces stand: a mask a size (seeds first) and a mask a seat."""

    sizes: Counts
    seats: tuple[int, ...]

    @property
    def occupied(self) -> int:
        seeds, small, medium, large = self.sizes
        return seeds | small | medium | large

    def size_at(self, bit: int) -> int | None:
        """The size of the piece on the cell of this bit, None if it is free."""
        seeds, small, medium, large = self.sizes
        if small & bit:
            return SMALL
        if medium & bit:
            return MEDIUM
        if large & bit:
            return LARGE
        return SEED if seeds & bit else None

    def seat_at(self, bit: int) -> int | None:
        """Whose piece stands on the cell of this bit."""
        return next((seat for seat, mask in enumerate(self.seats) if mask & bit), None)

    def with_piece(self, bit: int, size: int, seat: int) -> "Board":
        """One more piece, on a free cell."""
        return Board(
            stepped(self.sizes, size, bit),
            (*self.seats[:seat], self.seats[seat] | bit, *self.seats[seat + 1 :]),
        )

    def grown(self, bit: int) -> tuple[int, "Board"]:
        """The size of the piece on the cell of this bit, and the board after it has become the next size."""
        seeds, small, medium, large = self.sizes
        if seeds & bit:
            return SEED, Board((seeds ^ bit, small | bit, medium, large), self.seats)
        if small & bit:
            return SMALL, Board((seeds, small ^ bit, medium | bit, large), self.seats)
        return MEDIUM, Board((seeds, small, medium ^ bit, large | bit), self.seats)

    def without(self, bit: int) -> "Board":
        """The same board with this cell free."""
        seeds, small, medium, large = self.sizes
        keep = ~bit
        return Board(
            (seeds & keep, small & keep, medium & keep, large & keep),
            tuple([mask & keep for mask in self.seats]),
        )


class Turn(NamedTuple):
    """Where the game is: phase, sun stop (0…5), round, seats of first player and mover (NOBODY when over)."""

    phase: str
    sun: int
    round: int
    first: int
    mover: int


class State(NamedTuple):
    """A whole position. `used` is the mask of cells activated in this turn."""

    board: Board
    players: tuple[Player, ...]
    turn: Turn
    variant: Variant
    piles: Counts
    used: int

    def players_with(self, seat: int, player: Player) -> tuple[Player, ...]:
        """The players with one of them changed."""
        return (*self.players[:seat], player, *self.players[seat + 1 :])
