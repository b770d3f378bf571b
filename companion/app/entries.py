"""What a game is made of: its start, and one entry for each sighting and each decision since.

The record on disk is these entries, one a line; the state of a game is what they add up to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules import Action, Position
from companion.table.correction import Correction
from companion.table.sightings import Seen, Tapped, TurnEnded

Turns = Literal["round", "player"]


@dataclass(frozen=True, slots=True)
class Begun:
    """A game begins with this position. `base`: what lay on the cells then (empty ones left out)."""

    position: Position
    turns: Turns = "round"
    base: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Gain:
    """What one colour earned in a photosynthesis, and how much of it was lost at the cap."""

    colour: str
    earned: int
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Committed:
    """SUN: the explained actions are final, and so is where they lead.

    position: afterwards. corrections: cells taken as they lay. quiet: special contents accepted, by cell.
    gains: of the photosynthesis, if there was one. reordered: colours whose tokens seat order changed.
    """

    actions: tuple[Action, ...]
    position: Position
    corrections: tuple[Correction, ...] = ()
    quiet: tuple[tuple[str, str], ...] = ()
    gains: tuple[Gain, ...] = ()
    reordered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberSet:
    """A number corrected by hand: `name` is light, points or, of a size, seeds, small, medium, large
    (available) or board-seeds … (on the player board); pile-1 … pile-4, under the colour `-`, is a pile's tokens."""

    colour: str
    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The game was ended early, after these explained actions: position, in phase X, is what counts."""

    actions: tuple[Action, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Undone:
    """The newest decision was taken back."""


@dataclass(frozen=True, slots=True)
class Redone:
    """What was taken back last was done again."""


Decision = Tapped | TurnEnded | Committed | NumberSet | Stopped
Entry = Seen | Decision
Line = Begun | Entry | Undone | Redone
