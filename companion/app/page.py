"""What the display says, as data: one immutable page, drawn by `picture` and read as text by tools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayerPanel:
    """One player's column: always visible, whatever else the page says."""

    colour: str
    light: int
    acting: bool = False


@dataclass(frozen=True, slots=True)
class Status:
    """Where the game stands. `stop` 1-6 of the sun's way, `lap` of `laps`, `round` of `rounds` (0 in setup)."""

    sun: str
    stop: int
    lap: int
    laps: int
    round: int
    rounds: int
    first: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the players and status that are always there, and what this page adds.

    `title` is a short heading (may be empty), `body` the lines below it, already worded and translated,
    the most important first. `alert` marks a page that asks for attention (a finding, a lost board).
    """

    players: tuple[PlayerPanel, ...] = ()
    status: Status | None = None
    title: str = ""
    body: tuple[str, ...] = ()
    alert: bool = False

    def text(self) -> Sequence[str]:
        """The page as lines of text, for tools and screen readers."""
        lines = []
        if self.players:
            lines.append("  ".join(f"{p.colour.upper()} {p.light}" for p in self.players))
        if (s := self.status) is not None:
            lines.append(
                f"sun {s.sun} {s.stop}/6  lap {s.lap}/{s.laps}  round {s.round}/{s.rounds}  first {s.first.upper()}"
            )
        if self.title:
            lines.append(self.title)
        lines.extend(self.body)
        return lines
