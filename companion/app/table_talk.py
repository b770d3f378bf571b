"""What the table has to say just now beside the game: the echo, the glow, the show. Each ends by itself."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Final

from companion.app.entries import Gain

ECHO_MS: Final = 5_000
GLOW_MS: Final = 10_000
SWEEP_MS: Final = 600
"""How long the light sweeps to the new stop before the first colour earns."""
EARN_MS: Final = 1_000
"""How long each colour's earning trees light up."""


@dataclass(frozen=True, slots=True)
class Echo:
    """A sentence on the display until `until_ms`."""

    lines: tuple[str, ...] = ()
    until_ms: int = 0


@dataclass(frozen=True, slots=True)
class Glow:
    """Cells where the piece just tapped or lifted may go, until `until_ms` or until it is set down."""

    cells: frozenset[str] = frozenset()
    kind: str = ""
    until_ms: int = 0


@dataclass(frozen=True, slots=True)
class Show:
    """Photosynthesis: one colour after the other earns, from `since_ms`."""

    colours: tuple[str, ...] = ()
    since_ms: int = 0

    @property
    def until_ms(self) -> int:
        return self.since_ms + SWEEP_MS + EARN_MS * len(self.colours) if self.colours else 0

    def earning(self, at_ms: int) -> tuple[str, float]:
        """The colour whose trees light up now and how far its second has run (0-1); no colour outside the show."""
        since = at_ms - self.since_ms - SWEEP_MS
        if since < 0 or at_ms >= self.until_ms:
            return "", 0.0
        return self.colours[since // EARN_MS], since % EARN_MS / EARN_MS


class TableTalk:
    """The three of them, and until when."""

    def __init__(self) -> None:
        self.echo = Echo()
        self.glow = Glow()
        self.show = Show()

    def say(self, lines: Sequence[str], at_ms: int) -> None:
        self.echo = Echo(tuple(lines), at_ms + ECHO_MS)

    def light_up(self, cells: Set[str], kind: str, at_ms: int) -> None:
        self.glow = Glow(frozenset(cells), kind, at_ms + GLOW_MS)

    def set_down(self, kind: str, cell: str) -> None:
        """A piece of this kind was set down: its glow ends, and that of the tree whose place it took."""
        if kind == self.glow.kind or (cell in self.glow.cells and kind[1:] == self.glow.kind[1:]):
            self.glow = Glow()

    def celebrate(self, gains: Sequence[Gain], at_ms: int) -> None:
        self.show = Show(tuple(gain.colour for gain in gains if gain.earned), at_ms)

    def unsay(self) -> None:
        """What was said last holds no more."""
        self.echo = Echo()

    def hush(self) -> None:
        """Nothing is said, lit or shown any more."""
        self.echo, self.glow, self.show = Echo(), Glow(), Show()

    def tick(self, at_ms: int) -> None:
        """Let what has run out end."""
        if self.echo.lines and at_ms >= self.echo.until_ms:
            self.echo = Echo()
        if self.glow.cells and at_ms >= self.glow.until_ms:
            self.glow = Glow()
        if self.show.colours and at_ms >= self.show.until_ms:
            self.show = Show()

    def next_due_ms(self) -> int | None:
        due = [
            until
            for until, there in (
                (self.echo.until_ms, self.echo.lines),
                (self.glow.until_ms, self.glow.cells),
                (self.show.until_ms, self.show.colours),
            )
            if there
        ]
        return min(due, default=None)
