"""What the reader cannot explain, as data; the words for it are found elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.table.pieces import EMPTY

KINDS: Final = (
    "too_expensive",
    "cell_used",
    "skipped_size",
    "shrunk",
    "out_of_reach",
    "in_shade",
    "not_available",
    "wrong_colour",
    "out_of_turn",
    "not_outer",
    "too_many",
    "missing",
    "moved",
    "unexpected",
    "foreign",
    "unreadable",
    "collision",
    "board_lost",
    "leaves_game",
)
"""Every kind a finding can have; `leaves_game` is only a notice and `board_lost` is about the whole board."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing on the table that the rules do not explain.

    place: the cell, or `pad`. kind: one of `KINDS`. lies: the content there now. expected: the kind of piece
    believed to stand there (or `-`). colour: whose action it would have been, if anybody's. belongs: for
    `moved`, the cell the piece belongs on. short_by: light missing, for `too_expensive`. order: the sighting
    that caused it. gap: a piece is off its cell, so it may still be in somebody's hand.
    """

    place: str
    kind: str
    lies: str = EMPTY
    expected: str = EMPTY
    colour: str = ""
    belongs: str = ""
    short_by: int = 0
    order: int = 0
    gap: bool = False
    orphan: bool = False

    @property
    def astray(self) -> bool:
        """Whether a piece is not where it belongs."""
        return self.kind in ("moved", "missing")

    @property
    def notice(self) -> bool:
        """Whether it only informs and needs no accepting."""
        return self.kind == "leaves_game"
