"""Everything a player, or the sun, can do: seven kinds of action, and their notation both ways."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.cells import CELLS, INDEX
from companion.rules.errors import InvalidAction, quote
from companion.rules.pieces import SIZES

_SIZE_WORDS = ("seed", "small", "medium", "large")


def _require_cell(cell: str) -> None:
    if not (isinstance(cell, str) and cell in INDEX):
        raise InvalidAction(f"{quote(cell)} is no cell: cells are named a1 to g4")


@dataclass(frozen=True, slots=True)
class Place:
    """Setting up: a small tree on an outer cell. `@a1`"""

    cell: str

    def __post_init__(self) -> None:
        _require_cell(self.cell)

    def __str__(self) -> str:
        return f"@{self.cell}"


@dataclass(frozen=True, slots=True)
class Photosynthesis:
    """The sun moves, but not in round 1, and every tree that is not blocked earns light. `sun`"""

    def __str__(self) -> str:
        return "sun"


@dataclass(frozen=True, slots=True)
class Buy:
    """The next piece of one size comes off the player board. `+seed` `+small` `+medium` `+large`"""

    size: int

    def __post_init__(self) -> None:
        if type(self.size) is not int or self.size not in SIZES:
            raise InvalidAction(f"{quote(self.size)} is no size: 0 seed, 1 small, 2 medium, 3 large")

    def __str__(self) -> str:
        return f"+{_SIZE_WORDS[self.size]}"


@dataclass(frozen=True, slots=True)
class Seed:
    """A tree throws a seed on a free cell. `a1>b2`"""

    origin: str
    target: str

    def __post_init__(self) -> None:
        _require_cell(self.origin)
        _require_cell(self.target)

    def __str__(self) -> str:
        return f"{self.origin}>{self.target}"


@dataclass(frozen=True, slots=True)
class Grow:
    """A piece becomes the next size. `^a1`"""

    cell: str

    def __post_init__(self) -> None:
        _require_cell(self.cell)

    def __str__(self) -> str:
        return f"^{self.cell}"


@dataclass(frozen=True, slots=True)
class Collect:
    """A large tree leaves the board for a scoring token. `*d4`"""

    cell: str

    def __post_init__(self) -> None:
        _require_cell(self.cell)

    def __str__(self) -> str:
        return f"*{self.cell}"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The player is done; the last one's ends the round. `end`"""

    def __str__(self) -> str:
        return "end"


Action: TypeAlias = Place | Photosynthesis | Buy | Seed | Grow | Collect | EndTurn

SUN = Photosynthesis()
END = EndTurn()
# One object for every action there is: listing legal actions only picks from these.
PLACES = tuple(Place(cell) for cell in CELLS)
BUYS = tuple(Buy(size) for size in SIZES)
SEEDS = tuple(tuple(Seed(origin, target) for target in CELLS) for origin in CELLS)
GROWS = tuple(Grow(cell) for cell in CELLS)
COLLECTS = tuple(Collect(cell) for cell in CELLS)

_PLAIN: tuple[Action, ...] = (SUN, END, *BUYS)
_WORDS = {str(action): action for action in _PLAIN}
_ON_CELL: dict[str, Sequence[Action]] = {"@": PLACES, "^": GROWS, "*": COLLECTS}
_SEED = re.compile(r"([a-g][1-7])>([a-g][1-7])")
_FORMS = "@a1, sun, +seed, +small, +medium, +large, a1>b2, ^a1, *d4 or end"


def parse_action(text: str) -> Action:
    """The action of a text in the notation: @a1, sun, +small, a1>b2, ^a1, *d4 or end.

    Raises InvalidAction, quoting the text and saying what is wrong with it.
    """
    if not isinstance(text, str):
        raise InvalidAction(f"{quote(text)} is no text: an action is written {_FORMS}")
    if text in _WORDS:
        return _WORDS[text]
    if text[:1] in _ON_CELL and len(text) <= 3:
        return _ON_CELL[text[0]][_cell_index(text[1:], text)]
    if seed := _SEED.fullmatch(text):
        return SEEDS[_cell_index(seed[1], text)][_cell_index(seed[2], text)]
    raise InvalidAction(f"{quote(text)} is no action: write {_FORMS}")


def _cell_index(cell: str, text: str) -> int:
    if cell not in INDEX:
        raise InvalidAction(f"{quote(text)}: {quote(cell)} is no cell: cells are named a1 to g4")
    return INDEX[cell]
