"""The pieces enrolled so far, as a value: which tag is which piece, in the order they came."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from companion.rules import COLOURS
from companion.table.pieces import COUNTS, PIECES, kind_of

KINDS: Final = tuple(dict.fromkeys(map(kind_of, PIECES)))
"""The 16 kinds, colour by colour, seeds first."""


def count_of(kind: str) -> int:
    """How many pieces of a kind the box holds."""
    return COUNTS[int(kind[0])]


@dataclass(frozen=True)
class Enrolled:
    """tags: from piece to tag, the newest last."""

    tags: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _pieces(self) -> Mapping[str, str]:
        return {tag: piece for piece, tag in self.tags.items()}

    def __len__(self) -> int:
        return len(self.tags)

    @property
    def newest(self) -> str | None:
        """The piece that was enrolled last."""
        return list(self.tags)[-1] if self.tags else None

    def piece_of(self, tag: str) -> str | None:
        """The piece that has this tag, if it is enrolled."""
        return self._pieces.get(tag)

    def numbers(self, kind: str) -> tuple[int, ...]:
        """The numbers of this kind that are enrolled."""
        return tuple(sorted(int(piece[2:]) for piece in self.tags if kind_of(piece) == kind))

    def next_piece(self, kind: str) -> str | None:
        """The piece of this kind with the lowest number that is free; None when all are enrolled."""
        return next((p for p in PIECES if kind_of(p) == kind and p not in self.tags), None)

    def next_kind(self, after: str, *, colours: str) -> str:
        """The next kind of these colours with a piece to enroll, from `after` on and round; else `after`."""
        kinds = [kind for kind in KINDS if kind[1] in colours]
        at = kinds.index(after) if after in kinds else 0
        return next((k for k in kinds[at:] + kinds[:at] if self.next_piece(k)), after)

    def missing(self) -> dict[str, int]:
        """How many pieces the colours that were begun still lack; complete colours are left out."""
        begun = {piece[1] for piece in self.tags}
        lacking = {c: sum(COUNTS) - sum(piece[1] == c for piece in self.tags) for c in COLOURS if c in begun}
        return {colour: count for colour, count in lacking.items() if count}

    def with_piece(self, piece: str, tag: str) -> Enrolled:
        return Enrolled({**self.tags, piece: tag})

    def without(self, piece: str) -> Enrolled:
        return Enrolled({name: tag for name, tag in self.tags.items() if name != piece})
