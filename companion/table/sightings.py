"""What has been seen since the round began: the only input of the reader beside the round's start."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seen:
    """A settled change: the cell now holds `content` (a piece, or one of the words of `pieces`)."""

    cell: str
    content: str


@dataclass(frozen=True, slots=True)
class Tapped:
    """A piece was tapped on the pad and the tap counted (bought something, or took that back)."""

    piece: str


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """SUN ended this colour's turn (only where `turns = player`)."""

    colour: str


Sighting = Seen | Tapped | TurnEnded
