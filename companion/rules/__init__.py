"""The rules of the game: positions as values, actions, shade and light, and the notation of both.

Pure: no clock, no random numbers, no input or output. Start at `Position`:

>>> from companion.rules import Position, parse_action
>>> position = Position.initial("gb", start="W")
>>> for text in "@a1 @a2 @g4 @d7 sun ^a1 end +seed end".split():
...     position = position.apply(parse_action(text))
>>> print(position)
2g1b../...../....../......1b/....../...../...1g S W 2 b b 3 g:0:2200:4432:- b:0:3210:3432:- 9750 -
>>> position.gains(), position.blocked(), position.shaders("a2")
({'g': 3, 'b': 1}, CellSet('a2'), {'a1': 2})
>>> position.refusal(parse_action("end"))
IllegalAction('not now (end): the sun is due first')
>>> position.scores()
{'g': 0, 'b': 0}
"""

from companion.rules.actions import (
    END,
    SUN,
    Action,
    Buy,
    Collect,
    EndTurn,
    Grow,
    Photosynthesis,
    Place,
    Seed,
    parse_action,
)
from companion.rules.cells import CELLS, OUTER_CELLS, SUN_STOPS, distance, neighbours, soil
from companion.rules.cellset import CellSet
from companion.rules.errors import IllegalAction, InvalidAction, InvalidPosition, RulesError
from companion.rules.perft import perft
from companion.rules.pieces import (
    COLLECT_COST,
    COLOUR_NAMES,
    COLOURS,
    MAX_LIGHT,
    PIECES_A_PLAYER,
    PRICES,
    SEED_COST,
    SIZE_NAMES,
    SIZES,
    SLOTS,
    TOKENS,
    Counts,
    Heavy,
    Piece,
    Player,
    Variant,
)
from companion.rules.position import Position, seed_origins
from companion.rules.questions import Forecast
from companion.rules.seeding import match_origins

__all__ = [
    "CELLS",
    "COLLECT_COST",
    "COLOURS",
    "COLOUR_NAMES",
    "END",
    "MAX_LIGHT",
    "OUTER_CELLS",
    "PIECES_A_PLAYER",
    "PRICES",
    "SEED_COST",
    "SIZES",
    "SIZE_NAMES",
    "SLOTS",
    "SUN",
    "SUN_STOPS",
    "TOKENS",
    "Action",
    "Buy",
    "CellSet",
    "Collect",
    "Counts",
    "EndTurn",
    "Forecast",
    "Grow",
    "Heavy",
    "IllegalAction",
    "InvalidAction",
    "InvalidPosition",
    "Photosynthesis",
    "Piece",
    "Place",
    "Player",
    "Position",
    "RulesError",
    "Seed",
    "Variant",
    "distance",
    "match_origins",
    "neighbours",
    "parse_action",
    "perft",
    "seed_origins",
    "soil",
]
