"""A position of the game as a value: what lies where, what is legal, what an action makes of it.

    position = Position.initial("gb")
    for action in position.legal_actions(): print(action)
    position = position.apply(parse_action("@a1"))

A position never changes: `apply` and the edits give a new one, and undo is to keep the old one.
`str(position)` is its notation, `Position.parse` reads it back.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from types import MappingProxyType

from companion.rules import notation, play, questions, seeding, shadow, status
from companion.rules.actions import Action
from companion.rules.cells import CELLS, INDEX, SUN_STOPS
from companion.rules.cellset import CellSet, indices
from companion.rules.edits import edited_piles, edited_player, edited_turn, with_cell
from companion.rules.errors import IllegalAction, RulesError, quote
from companion.rules.legal import legal_actions
from companion.rules.pieces import SIZES, Counts, Heavy, Piece, Player, Variant, next_price
from companion.rules.questions import Forecast
from companion.rules.refusal import refusal
from companion.rules.setup import initial_state
from companion.rules.state import NOBODY, State

_SUNLIT = dict.fromkeys(CELLS, 0)


class Position:
    """An immutable position. Cells are names (`a1`…`g4`), players are colour letters, in seat order."""

    __slots__ = ("_board", "_shade", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._shade: shadow.Shade | None = None
        self._board: Mapping[str, Piece] | None = None

    @classmethod
    def parse(cls, text: str) -> "Position":
        """The position of a text in the notation. Raises InvalidPosition, naming the field."""
        return cls(notation.parse_state(text))

    @classmethod
    def initial(
        cls, colours: Sequence[str], *, start: str = "NE", long: bool = False, heavy: Heavy | None = None
    ) -> "Position":
        """A new game: colour letters in seat order, the first player first, and the sun's first corner.

        Raises InvalidPosition for players, a corner or a variant that do not exist.
        """
        return cls(initial_state(colours, start, Variant(long, heavy)))

    def __str__(self) -> str:
        return notation.format_state(self._state)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return self._state == other._state if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._state)

    # What a position says

    @property
    def board(self) -> Mapping[str, Piece]:
        """The occupied cells, in cell order, with the pieces on them."""
        if self._board is None:
            self._board = MappingProxyType(questions.pieces(self._state))
        return self._board

    @property
    def phase(self) -> str:
        """`P` placing the first trees, `S` the sun is due, `A` a player's turn, `X` over."""
        return self._state.turn.phase

    @property
    def sun(self) -> str:
        """The corner where the sun stands."""
        return SUN_STOPS[self._state.turn.sun]

    @property
    def round(self) -> int:
        """0 while placing, else the round in play; in phase S the one about to start."""
        return self._state.turn.round

    @property
    def rounds(self) -> int:
        """Rounds of the whole game: 18 or 24."""
        return self._state.variant.rounds

    @property
    def variant(self) -> Variant:
        """The switches of this game."""
        return self._state.variant

    @property
    def first(self) -> str:
        """The colour of the first player of this round."""
        return self._state.players[self._state.turn.first].colour

    @property
    def mover(self) -> str | None:
        """The colour whose turn it is; in phase S the first player, when the game is over None."""
        seat = self._state.turn.mover
        return None if seat == NOBODY else self._state.players[seat].colour

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in seat order."""
        return self._state.players

    @property
    def piles(self) -> Counts:
        """Scoring tokens left on soil of 1, 2, 3 and 4 leaves."""
        return self._state.piles

    @property
    def used(self) -> CellSet:
        """Cells activated in this turn."""
        return CellSet(self._state.used)

    def player(self, colour: str) -> Player:
        """The player of this colour. Raises RulesError if it does not play."""
        return self._state.players[self._seat(colour)]

    # Playing

    def legal_actions(self) -> list[Action]:
        """Every legal action; none when the game is over."""
        return legal_actions(self._state)

    def refusal(self, action: Action) -> IllegalAction | None:
        """Why this action is not legal now, None if it is. Raises InvalidAction if it is no action at all."""
        return refusal(self._state, action)

    def is_legal(self, action: Action) -> bool:
        """Whether `apply` would accept this action."""
        return refusal(self._state, action) is None

    def apply(self, action: Action) -> "Position":
        """The position after this action. Raises IllegalAction with the reason in the players' words."""
        reason = refusal(self._state, action)
        if reason is not None:
            raise reason
        return Position(play.play(self._state, action))

    # Light

    def shade(self) -> dict[str, int]:
        """For every cell the size of the tallest tree whose shadow reaches it, 0 for none."""
        shaded = self._shaded
        heights = _SUNLIT.copy()
        for height, mask in ((1, shaded.any), (2, shaded.medium), (3, shaded.large)):
            for index in indices(mask):
                heights[CELLS[index]] = height
        return heights

    def blocked(self) -> CellSet:
        """The cells whose piece stands in the shade of a tree at least as large; a seed in any shade."""
        return CellSet(shadow.blocked(self._state.board, self._shaded))

    def gains(self) -> dict[str, int]:
        """Light each colour's trees earn with the sun where it stands, before the cap of 20."""
        earned = shadow.earned(self._state.board, self._shaded)
        return {player.colour: light for player, light in zip(self._state.players, earned, strict=True)}

    @property
    def _shaded(self) -> shadow.Shade:
        if self._shade is None:
            self._shade = shadow.cast(self._state.board, self._state.turn.sun)
        return self._shade

    # Questions

    def scores(self) -> dict[str, int]:
        """Points by colour if the game ended now: tokens, and one for every full three light points."""
        return {player.colour: player.score for player in self._state.players}

    def winners(self) -> list[str]:
        """The colours that win if the game ended now, in seat order; most pieces on the board break a tie."""
        return questions.winners(self._state)

    def status(self) -> list[str]:
        """What is wrong with this position, a sentence a problem; empty if it can be part of a game."""
        return status.problems(self._state)

    def shaders(self, cell: str) -> dict[str, int]:
        """The trees whose shadows reach this cell, nearest first, with their sizes."""
        return questions.shaders(self._state, _known(cell))

    def next_prices(self, colour: str) -> tuple[int | None, ...]:
        """Light points for the next seed, small, medium and large tree; None where the column is empty."""
        return tuple(next_price(size, self.player(colour).board[size]) for size in SIZES)

    def forecast(self) -> tuple[Forecast, ...]:
        """What everybody would earn at each of the next six stops with the board as it lies."""
        return questions.forecast(self._state)

    def seed_reach(self, cell: str) -> CellSet:
        """The free cells on which this tree may throw a seed in this turn, whatever its owner can pay."""
        return questions.seed_reach(self._state, _known(cell))

    def would_leave(self, action: Action) -> Piece | None:
        """The piece this growth or collection would send out of the game because its column is full."""
        return questions.would_leave(self._state, action)

    def next_token(self, cell: str) -> int:
        """Points of the token a large tree collected from this cell would take now; 0 if no pile has any."""
        return play.next_token(self._state.piles, INDEX[_known(cell)])[1]

    def seed_origins(
        self, colour: str, seeds: Sequence[str], excluded: Set[str]
    ) -> seeding.Assignment | None:
        """See the function `seed_origins`."""
        return seeding.seed_origins(
            self._state, self._seat(colour), [_known(cell) for cell in seeds], excluded
        )

    # Edits: a correction is no rule

    def with_cell(self, cell: str, piece: Piece | None) -> "Position":
        """The same with another piece, or none, on this cell; stocks stay. Raises RulesError."""
        seat = 0 if piece is None else self._seat(piece.colour)
        return Position(with_cell(self._state, INDEX[_known(cell)], piece, seat))

    def with_player(
        self,
        colour: str,
        *,
        light: int | None = None,
        available: Sequence[int] | None = None,
        board: Sequence[int] | None = None,
        tokens: Sequence[int] | None = None,
    ) -> "Position":
        """The same with these numbers of a player changed. Raises InvalidPosition if one cannot be."""
        seat = self._seat(colour)
        player = edited_player(self._state.players[seat], light, available, board, tokens)
        return Position(self._state._replace(players=self._state.players_with(seat, player)))

    def with_piles(self, piles: Sequence[int]) -> "Position":
        """The same with these many tokens left on soil of 1 to 4 leaves. Raises InvalidPosition."""
        return Position(self._state._replace(piles=edited_piles(piles)))

    def with_turn(
        self,
        mover: str,
        used: Iterable[str] = (),
        *,
        phase: str | None = None,
        round_number: int | None = None,
    ) -> "Position":
        """The same with it being this colour's turn, these cells activated in it, in another phase or round.

        In phase X nobody is to move, whatever the colour. Raises RulesError or InvalidPosition.
        """
        turn = edited_turn(self._state.turn, self._seat(mover), phase, round_number)
        return Position(self._state._replace(turn=turn, used=CellSet.of(map(_known, used)).mask))

    def with_sun(self, sun: str) -> "Position":
        """The same with the sun at another corner. Raises RulesError."""
        if sun not in SUN_STOPS:
            raise RulesError(f"{quote(sun)} is no corner: the corners are {', '.join(SUN_STOPS)}")
        return Position(self._state._replace(turn=self._state.turn._replace(sun=SUN_STOPS.index(sun))))

    def _seat(self, colour: str) -> int:
        for seat, player in enumerate(self._state.players):
            if player.colour == colour:
                return seat
        playing = ", ".join(player.colour for player in self._state.players)
        raise RulesError(f"{quote(colour)} does not play: the players are {playing}")


def _known(cell: str) -> str:
    if isinstance(cell, str) and cell in INDEX:
        return cell
    raise RulesError(f"{quote(cell)} is no cell: cells are named a1 to g4")


def seed_origins(
    position: Position, colour: str, seeds: Sequence[str], excluded: Set[str]
) -> seeding.Assignment | None:
    """Which tree may have thrown which of these seeds: (target, origin) pairs, None if it cannot be.

    Every origin is a tree of this colour, in reach, not excluded, allowed by heavy shadow as the position
    stands, and throws one seed. Of all assignments the one whose list of pairs in cell order is smallest.
    """
    return position.seed_origins(colour, seeds, excluded)
