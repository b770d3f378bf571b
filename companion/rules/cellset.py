"""Sets of cells: a 37-bit integer that reads like a set of names.

The rules compute on the bare integer (a mask) and walk it with `indices`; `CellSet` is how a mask leaves the
engine.
"""

from collections.abc import Iterable, Iterator, Set
from typing import TypeVar

from companion.rules.cells import CELLS, INDEX

Member = TypeVar("Member")

_CHUNK_BITS = 10
_CHUNK = (1 << _CHUNK_BITS) - 1


def _members(first: int) -> tuple[tuple[int, ...], ...]:
    """For each pattern of the ten bits from `first`: the cell indices it stands for."""
    known: list[tuple[int, ...]] = [()]
    for index in range(first, min(first + _CHUNK_BITS, len(CELLS))):
        known += [(*members, index) for members in known]
    return tuple(known)


_FIRST, _SECOND, _THIRD, _FOURTH = (_members(first) for first in range(0, len(CELLS), _CHUNK_BITS))


def indices(mask: int) -> tuple[int, ...]:
    """The cell indices of a mask, ascending. Four look-ups, which is faster than peeling off bit by bit."""
    return (
        _FIRST[mask & _CHUNK]
        + _SECOND[mask >> 10 & _CHUNK]
        + _THIRD[mask >> 20 & _CHUNK]
        + _FOURTH[mask >> 30]
    )


class CellSet(Set[str]):
    """An immutable set of cell names, in cell order; equal to any other set of the same names."""

    __slots__ = ("mask",)

    def __init__(self, mask: int = 0) -> None:
        self.mask = mask

    @classmethod
    def of(cls, cells: Iterable[str]) -> "CellSet":
        """The set of these cells. KeyError for a name that is no cell."""
        mask = 0
        for cell in cells:
            mask |= 1 << INDEX[cell]
        return cls(mask)

    @classmethod
    def _from_iterable(cls, it: Iterable[Member]) -> Set[Member]:
        """What mixing with other sets gives: those may hold names that are no cells."""
        return frozenset(it)

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, str) and cell in INDEX and bool(self.mask >> INDEX[cell] & 1)

    def __iter__(self) -> Iterator[str]:
        return iter([CELLS[index] for index in indices(self.mask)])

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CellSet):
            return self.mask == other.mask
        return super().__eq__(other)

    def __and__(self, other: Set[object]) -> Set[str]:
        return CellSet(self.mask & other.mask) if isinstance(other, CellSet) else super().__and__(other)

    def __or__(self, other: Set[Member]) -> Set[str | Member]:
        return CellSet(self.mask | other.mask) if isinstance(other, CellSet) else super().__or__(other)

    def __sub__(self, other: Set[object]) -> Set[str]:
        return CellSet(self.mask & ~other.mask) if isinstance(other, CellSet) else super().__sub__(other)

    def __hash__(self) -> int:
        return self._hash()

    def __str__(self) -> str:
        return ",".join(self)

    def __repr__(self) -> str:
        return f"CellSet({str(self)!r})"
