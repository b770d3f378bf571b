"""What the session wants done, as values, in order: a record line is on disk before anything is shown."""

from __future__ import annotations

from dataclasses import dataclass


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
class ShutDown:
    """Switch the table off."""


Effect = BeginRecord | Append | Send | ShutDown
