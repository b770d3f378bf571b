"""Pieces in hand: a piece lifted is no finding until ten seconds have passed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.table.findings import Finding
from companion.table.pieces import EMPTY

IN_HAND_MS: Final = 10_000


class Hands:
    """Since when each cell is empty, as seen; pure bookkeeping on data time."""

    def __init__(self) -> None:
        self._since_ms: dict[str, int] = {}

    def seen(self, cell: str, content: str, at_ms: int) -> None:
        """A cell settled on this content."""
        if content == EMPTY:
            self._since_ms[cell] = at_ms
        else:
            self._since_ms.pop(cell, None)

    def patient(self, findings: Sequence[Finding], at_ms: int) -> tuple[Finding, ...]:
        """The findings without those that are a piece in somebody's hand."""
        return tuple(f for f in findings if not f.gap or at_ms >= self._due(f, at_ms))

    def next_due_ms(self, findings: Sequence[Finding], at_ms: int) -> int | None:
        """When the next gap becomes a finding."""
        due = [self._due(f, at_ms) for f in findings if f.gap]
        return min((ms for ms in due if ms > at_ms), default=None)

    def _due(self, finding: Finding, at_ms: int) -> int:
        return self._since_ms.setdefault(finding.place, at_ms) + IN_HAND_MS
