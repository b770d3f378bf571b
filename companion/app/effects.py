"""What the session wants done, as values, in order: a record line is on disk before anything is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.app.dialogs import Options


@dataclass(frozen=True, slots=True)
class BeginRecord:
    """Start a new record with this line."""

    line: str


@dataclass(frozen=True, slots=True)
class Append:
    """Append this line to the record, and have it on disk before going on."""

    line: str


@dataclass(frozen=True, slots=True)
class Send:
    """Send these bytes to the sensor board."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Remember:
    """Keep what was chosen in the menu, for the next start too."""

    options: Options


@dataclass(frozen=True, slots=True)
class ShutDown:
    """Switch the table off."""


@dataclass(frozen=True, slots=True)
class KeepSet:
    """Have this set of enrolled pieces on disk before going on: from piece to tag, in the order they came."""

    tags: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class KeepAnswers:
    """Have these answers of an unfinished calibration on disk before going on, one a line; none: forget it."""

    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeepMaps:
    """Have what a calibration found on disk.

    sensors: from place to the sensor that reads it. leds: from cell or sun corner to its LEDs, None where they are
    as they were. order: the strip's colour order, None where there is no strip.
    """

    sensors: Mapping[str, str]
    leds: Mapping[str, tuple[int, ...]] | None
    order: str | None


@dataclass(frozen=True, slots=True)
class Finish:
    """The guide has come to its end, or was left: stop, and say this. Held back where a `Keep` before it failed."""

    text: str


Keep = KeepSet | KeepAnswers | KeepMaps
Effect = BeginRecord | Append | Send | Remember | ShutDown | Keep | Finish
