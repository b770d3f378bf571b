"""What the table attends to between inputs: the page turned to, a redo offered, pieces being led back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.table.findings import Finding

LOOK_MS: Final = 10_000
"""So long a page just turned to comes before findings."""
REDO_MS: Final = 60_000
"""So long after an undo the wheel, turned forward, means to redo."""
RECOVERY: Final = 3
"""So many pieces out of place, and the table leads them back one by one."""


class Attention:
    """Bookkeeping on data time. page: the wheel's. leading: whether stray pieces are led back."""

    def __init__(self, at_ms: int) -> None:
        self.page = 0
        self.leading = False
        self._looking_until_ms = at_ms
        self._redo_until_ms = at_ms

    def look(self, page: int, at_ms: int) -> None:
        """The wheel was turned to a page: for a while it comes before findings."""
        self.page = page
        self._looking_until_ms = at_ms + LOOK_MS

    def look_up(self, at_ms: int) -> None:
        """Something happened on the table: findings come first again."""
        self._looking_until_ms = at_ms

    def looking(self, at_ms: int) -> bool:
        """Whether the page was turned to just now."""
        return at_ms < self._looking_until_ms

    def offer_redo(self, at_ms: int) -> None:
        """Something was taken back or done again: for a while more can be done again."""
        self._redo_until_ms = at_ms + REDO_MS

    def redo_is_meant(self, at_ms: int) -> bool:
        """Whether turning the wheel forward means to redo, and not to look at the next page."""
        return self.page == 0 and at_ms < self._redo_until_ms

    def lead(self, findings: Iterable[Finding]) -> None:
        """Leading back begins with so many pieces astray, and ends with the last of them."""
        astray = sum(finding.astray for finding in findings)
        self.leading = astray >= RECOVERY or (self.leading and astray > 0)

    def next_due_ms(self, at_ms: int) -> int | None:
        """When the page gives way to findings again; None for never."""
        return self._looking_until_ms if self.looking(at_ms) else None
