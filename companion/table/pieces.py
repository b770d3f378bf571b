"""The physical pieces: their names, and the registry that tells which tag is which piece.

A kind is size and colour (`2g`, a medium linden); a piece is one wooden thing of a kind (`2g1`).
What lies on a place is a piece's name or one of the four words below it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final

from companion.rules import CELLS, COLOURS
from companion.table.wire import Mark, Reading

PAD: Final = "pad"
PLACES: Final = (*CELLS, PAD)

EMPTY: Final = "-"
FOREIGN: Final = "foreign"
UNREADABLE: Final = "unreadable"
COLLISION: Final = "collision"
SPECIAL: Final = frozenset({FOREIGN, UNREADABLE, COLLISION})

COUNTS: Final = (6, 8, 4, 2)
"""Pieces of one colour in the box: seeds, small, medium, large."""

PIECES: Final = tuple(
    f"{size}{colour}{number}"
    for colour in COLOURS
    for size, count in enumerate(COUNTS)
    for number in range(1, count + 1)
)
_SIZES = frozenset("0123")


def is_piece(content: str) -> bool:
    """Whether this content is a piece of the game (and not empty, foreign, unreadable or a collision).

    Its number may lie beyond the box's: positions for study hold more pieces than a game has.
    """
    return content[0] in _SIZES and content[1] in COLOURS and content[2:].isdecimal()


def kind_of(content: str) -> str:
    """`2g` of `2g1`; empty and special contents stay what they are."""
    return content[:2] if content[0] in _SIZES else content


def colour_of(content: str) -> str:
    """The colour letter of a piece or kind, and nothing for anything else."""
    return content[1] if content[:1].isdigit() else ""


def what_is_special(content: str, playing: Container[str]) -> str:
    """What no rule explains, in one word, or nothing: unreadable, two pieces, unknown, or not playing."""
    if content in SPECIAL:
        return content
    return FOREIGN if content != EMPTY and content[1] not in playing else ""


class PieceSet:
    """The registry of one physical set: 80 tags and the piece each is glued to."""

    def __init__(self, tags: Mapping[str, str]) -> None:
        self._piece_of = dict(tags)
        self._tag_of = {piece: tag for tag, piece in tags.items()}
        self._contents: dict[Reading, str] = {
            Mark.EMPTY: EMPTY,
            Mark.UNREADABLE: UNREADABLE,
            Mark.COLLISION: COLLISION,
            **self._piece_of,
        }

    @classmethod
    def simulated(cls, pieces: Iterable[str] = PIECES) -> PieceSet:
        """The set of the simulated table: a made-up seven-byte UID for each piece."""
        return cls({f"045EED{index:04X}1580": piece for index, piece in enumerate(pieces, 1)})

    def __contains__(self, piece: object) -> bool:
        return piece in self._tag_of

    def tag_of(self, piece: str) -> str:
        return self._tag_of[piece]

    def identify(self, places: Sequence[Reading]) -> tuple[str, ...]:
        """What lies on each of the 38 places, by piece name; unknown tags are `foreign`."""
        contents = self._contents
        return tuple([contents.get(reading, FOREIGN) for reading in places])
