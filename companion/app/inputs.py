"""Everything that can reach the session, as values. Each comes with the time it happened; all enter one queue."""

from __future__ import annotations

from dataclasses import dataclass

from companion.app.controls import Control
from companion.app.entries import Turns
from companion.rules import Heavy, Position


@dataclass(frozen=True, slots=True)
class PortOpened:
    """The sensor board's port is open."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class PortClosed:
    """The port is gone or cannot be opened, and why, in a sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class Received:
    """Bytes from the sensor board."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Contact:
    """A button's contact closed (`down`) or opened."""

    control: Control
    down: bool


@dataclass(frozen=True, slots=True)
class WheelTurned:
    """The wheel moved by so many detents, clockwise positive."""

    steps: int


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin a game: colours in seat order, the first player first. start: empty for what the menu says.

    packed_up: the table has just been cleared for it, so nothing lies there, whatever was seen last.
    """

    colours: tuple[str, ...]
    start: str = "NE"
    long: bool = False
    heavy: Heavy | None = None
    turns: Turns = "round"
    packed_up: bool = False


@dataclass(frozen=True, slots=True)
class LoadGame:
    """Go on from this position; the pieces are expected to lie accordingly."""

    position: Position
    turns: Turns = "round"


@dataclass(frozen=True, slots=True)
class PartFailed:
    """A part of the table (display, controls, record, lights) does not work, and why, in a sentence."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class PartWorks:
    """That part works again."""

    name: str


@dataclass(frozen=True, slots=True)
class Woken:
    """Nothing happened but time."""


Input = (
    PortOpened
    | PortClosed
    | Received
    | Contact
    | WheelTurned
    | NewGame
    | LoadGame
    | PartFailed
    | PartWorks
    | Woken
)
