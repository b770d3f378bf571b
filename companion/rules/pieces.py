"""What is in the box: pieces, players' stocks, prices, scoring tokens and the variants of the game."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from companion.rules.errors import InvalidPosition, quote

Counts: TypeAlias = tuple[int, int, int, int]
"""Four numbers: for seeds, small, medium and large trees; or, of piles, for soil of 1 to 4 leaves."""
Heavy: TypeAlias = Literal["source", "destination", "both"]

COLOURS = "gbyo"
COLOUR_NAMES = {"g": "green", "b": "blue", "y": "yellow", "o": "orange"}
SEED, SMALL, MEDIUM, LARGE = range(4)
SIZES = (SEED, SMALL, MEDIUM, LARGE)
SIZE_NAMES = ("seed", "small tree", "medium tree", "large tree")
SIZE_PLURALS = ("seeds", "small trees", "medium trees", "large trees")

PIECES_A_PLAYER: Counts = (6, 8, 4, 2)
SLOTS: Counts = (4, 4, 3, 2)
FIRST_AVAILABLE: Counts = (2, 4, 1, 0)
PRICES: tuple[tuple[int, ...], ...] = ((1, 1, 2, 2), (2, 2, 3, 3), (3, 3, 4), (4, 5))
"""Per size, the light points of each slot of its column, first bought to last."""

TOKENS: tuple[tuple[int, ...], ...] = (
    (14, 14, 13, 13, 13, 12, 12, 12, 12),
    (17, 16, 16, 14, 14, 13, 13),
    (19, 18, 18, 17, 17),
    (22, 21, 20),
)
"""Per soil of 1 to 4 leaves, the points of its pile of scoring tokens, top first."""

MAX_LIGHT = 20
MAX_COUNT = 9  # a count is one digit in the notation; no set has as many pieces of a kind
SEED_COST = 1
COLLECT_COST = 4
LIGHT_A_POINT = 3


class Piece(NamedTuple):
    """A kind of piece: a size (0 seed, 1 small, 2 medium, 3 large) and a colour letter. Its text is `2g`."""

    size: int
    colour: str

    @classmethod
    def parse(cls, text: str) -> "Piece":
        """The piece of a text like `2g`. Raises InvalidPosition."""
        if not (isinstance(text, str) and len(text) == 2 and text[0] in "0123" and text[1] in COLOURS):
            raise InvalidPosition(
                f"{quote(text)} is no piece: write its size 0 to 3 and its colour g, b, y or o: 2g"
            )
        return cls(int(text[0]), text[1])

    def __str__(self) -> str:
        return f"{self.size}{self.colour}"

    @property
    def words(self) -> str:
        """As a player says it: `green medium tree`."""
        return f"{COLOUR_NAMES[self.colour]} {SIZE_NAMES[self.size]}"


KINDS: dict[str, tuple[Piece, ...]] = {
    colour: tuple(Piece(size, colour) for size in SIZES) for colour in COLOURS
}
"""One object for each of the sixteen kinds, by colour and size."""


class Player(NamedTuple):
    """A player: colour, light, pieces available, pieces on the player board, tokens in the order won."""

    colour: str
    light: int = 0
    available: Counts = FIRST_AVAILABLE
    board: Counts = SLOTS
    tokens: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """The colour in words."""
        return COLOUR_NAMES[self.colour]

    @property
    def score(self) -> int:
        """Points if the game ended now: tokens, and one for every full three light points."""
        return sum(self.tokens) + self.light // LIGHT_A_POINT


@dataclass(frozen=True, slots=True)
class Variant:
    """The independent switches of a game: four revolutions instead of three, and one of three heavy shadows.

    heavy: what must not lie in shade when a seed is thrown: the tree it comes from (`source`), the cell it
        falls on (`destination`) or `both`; in each of them a piece on a shaded cell cannot grow. None: off.
    """

    long: bool = False
    heavy: Heavy | None = None

    def __post_init__(self) -> None:
        if self.heavy not in (None, "source", "destination", "both") or not isinstance(self.long, bool):
            raise InvalidPosition(
                f"no such variant: long={quote(self.long)}, heavy={quote(self.heavy)}: "
                "long is True or False, heavy is source, destination, both or None"
            )

    @property
    def revolutions(self) -> int:
        """How often the sun goes round the table: 3 or 4."""
        return 4 if self.long else 3

    @property
    def rounds(self) -> int:
        """Rounds of the whole game: six a revolution."""
        return 6 * self.revolutions

    @property
    def shaded_source_barred(self) -> bool:
        """Heavy shadow, and a tree on a shaded cell throws no seed."""
        return self.heavy in ("source", "both")

    @property
    def shaded_target_barred(self) -> bool:
        """Heavy shadow, and no seed falls on a shaded cell."""
        return self.heavy in ("destination", "both")

    def __str__(self) -> str:
        return f"{self.revolutions}{self.heavy[0] if self.heavy else ''}"


VARIANTS: dict[str, Variant] = {
    str(variant): variant
    for variant in (
        Variant(long, heavy) for long in (False, True) for heavy in (None, "source", "destination", "both")
    )
}
"""Every variant by its notation: `3`, `3s` … `4b`."""


NOT_FOR_SALE = 1000
NEXT_PRICE: tuple[tuple[int, ...], ...] = tuple(
    (NOT_FOR_SALE, *(prices[max(0, len(prices) - left)] for left in range(1, MAX_COUNT + 1)))
    for prices in PRICES
)
"""`NEXT_PRICE[size][left]`: light points for the next piece of a column with so many pieces left on it."""


def next_price(size: int, left: int) -> int | None:
    """Light points for the next piece of a column with `left` pieces on it, None if it is empty."""
    return NEXT_PRICE[size][left] if left else None


def stepped(counts: Counts, index: int, by: int) -> Counts:
    """The four numbers with one of them changed by `by`."""
    changed = list(counts)
    changed[index] += by
    seeds, small, medium, large = changed
    return seeds, small, medium, large
