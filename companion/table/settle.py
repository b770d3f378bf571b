"""Settling: from snapshots, which flicker, to changes that are believed.

Counts sweeps by the board's own counter; milliseconds come in as data. A placement is believed after 2 equal
sweeps, a removal after 5 and at least 500 ms; a cell that cannot be read keeps its last value for 3 s.
The pad answers at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules import CELLS
from companion.table.pieces import COLLISION, EMPTY, PLACES, UNREADABLE
from companion.table.sightings import Seen

PLACED_SWEEPS = 2
REMOVED_SWEEPS = 5
REMOVED_MS = 500
UNREADABLE_MS = 3_000
PAD_FREE_MS = 500
"""How long the pad must be free before the same piece counts as tapped again."""

_PAD = len(CELLS)


@dataclass(frozen=True, slots=True)
class PadTouched:
    """Something was put on the pad: a piece, or `foreign`, `collision`."""

    content: str


@dataclass(slots=True)
class _Candidate:
    content: str
    sweep: int
    since_ms: int
    sweeps: int = 1


class Settler:
    """Turns the contents of successive snapshots into settled changes.

    lying: what is believed to lie on the board when it starts (cell name to content, empty ones left out).
    """

    def __init__(self, lying: Mapping[str, str] | None = None) -> None:
        lying = lying or {}
        self._settled = [lying.get(cell, EMPTY) for cell in CELLS]
        self._candidates: dict[int, _Candidate] = {}
        self._unreadable_since: dict[int, int] = {}
        self._pad: str | None = None  # what lies there when the watch begins was put there before
        self._pad_free_since_ms: int | None = None

    @property
    def pending(self) -> bool:
        """Whether some cell is changing and has not settled yet."""
        return bool(self._candidates or self._unreadable_since)

    @property
    def moving(self) -> bool:
        """Whether a piece is being put or taken right now (a cell that merely cannot be read is not)."""
        return bool(self._candidates)

    def lying(self) -> dict[str, str]:
        """What lies where, as settled; empty cells are left out."""
        return {cell: content for cell, content in zip(CELLS, self._settled, strict=True) if content != EMPTY}

    def clear(self) -> None:
        """Believe at once that nothing lies on the cells."""
        self._settled = [EMPTY] * len(CELLS)
        self._candidates.clear()
        self._unreadable_since.clear()

    def snapshot(self, sweep: int, contents: Sequence[str], at_ms: int) -> list[Seen | PadTouched]:
        """Take the identified contents of one snapshot; returns what settled with it.

        Of changes that settle together the larger pieces come first, then cells in order: a piece that grows gives
        one back that may be planted.
        """
        changes: list[Seen] = []
        for index, settled in enumerate(self._settled):
            content = contents[index]
            if content == settled:
                if self._candidates or self._unreadable_since:
                    self._candidates.pop(index, None)
                    self._unreadable_since.pop(index, None)
            elif self._settles(index, content, sweep, at_ms):
                self._settled[index] = content
                changes.append(Seen(PLACES[index], content))
        changes.sort(key=lambda change: -_size(change.content))
        return [*self._touch_pad(contents[_PAD], at_ms), *changes]

    def _settles(self, index: int, content: str, sweep: int, at_ms: int) -> bool:
        if content == UNREADABLE:
            # A tag half out of the field says nothing about where it goes: what was under way waits.
            since = self._unreadable_since.setdefault(index, at_ms)
            if at_ms - since < UNREADABLE_MS:
                return False
        else:
            self._unreadable_since.pop(index, None)
            candidate = self._candidates.get(index)
            if candidate is None or candidate.content != content:
                self._candidates[index] = _Candidate(content, sweep, at_ms)
                return False
            if sweep != candidate.sweep:
                candidate.sweep = sweep
                candidate.sweeps += 1
            if not _believed(candidate, at_ms):
                return False
        self._candidates.pop(index, None)
        self._unreadable_since.pop(index, None)
        return True

    def _touch_pad(self, content: str, at_ms: int) -> list[PadTouched]:
        if content in (EMPTY, UNREADABLE):
            self._pad = EMPTY if self._pad is None else self._pad
            if self._pad_free_since_ms is None:
                self._pad_free_since_ms = at_ms
            return []
        if self._pad is None:
            self._pad = content
            return []
        free_since, self._pad_free_since_ms = self._pad_free_since_ms, None
        rested = free_since is not None and at_ms - free_since >= PAD_FREE_MS
        if content == self._pad and not rested:
            return []
        self._pad = content
        return [PadTouched(content)]


def _size(content: str) -> int:
    return int(content[0]) if content[0].isdigit() else 0


def _believed(candidate: _Candidate, at_ms: int) -> bool:
    if candidate.content in (EMPTY, COLLISION):
        return candidate.sweeps >= REMOVED_SWEEPS and at_ms - candidate.since_ms >= REMOVED_MS
    return candidate.sweeps >= PLACED_SWEEPS
