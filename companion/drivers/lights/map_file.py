"""The file that says which LEDs show which cell: written by calibrating, and plain enough to mend by hand.

`[cells]` has a line `a1 = [0, 1]` a cell, `[sun]` a line `NE = [74]` a corner; LEDs are counted from 0. Above
may stand `colour_order = "GRB"`. Without tables the LEDs are as the settings say.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from companion.app.strip import Leds
from companion.drivers.lights.protocol import ColourOrder
from companion.drivers.whole_file import write_whole
from companion.errors import CompanionError
from companion.rules import CELLS, SUN_STOPS

TABLES = {"cells": CELLS, "sun": SUN_STOPS}
HEADING = "# Which LEDs, counted from 0 along the strip, show which cell and which corner of the sun."


class MapFileError(CompanionError, ValueError):
    """The map cannot be used; names the file, the entry, the reason and the remedy."""


@dataclass(frozen=True, slots=True)
class LightMap:
    """What is known beyond the settings; None: as they say. Places missing in `leds` have none."""

    leds: Leds | None = None
    colour_order: ColourOrder | None = None


def load_map(path: Path) -> LightMap:
    """Read a map; where there is no file nothing is known. Raises MapFileError."""
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return LightMap()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _bad(path, f"it cannot be read ({error})") from error
    order = content.pop("colour_order", None)
    if order is not None and order not in get_args(ColourOrder):
        raise _bad(path, f"colour_order is {order!r}, not one of {', '.join(get_args(ColourOrder))}")
    if unknown := set(content) - set(TABLES):
        raise _bad(path, f"{min(unknown)} does not belong there: it has [cells] and [sun]")
    leds: dict[str, tuple[int, ...]] = {}
    for table, places in content.items():
        leds |= _leds(path, table, places)
    return LightMap(leds if content else None, order)


def _leds(path: Path, table: str, places: Any) -> dict[str, tuple[int, ...]]:
    if not isinstance(places, dict):
        raise _bad(path, f"{table} is no table: write [{table}] on a line of its own")
    for place, numbers in places.items():
        if place not in TABLES[table]:
            raise _bad(path, f'"{place}" is no place of [{table}]')
        if not isinstance(numbers, list) or not all(type(led) is int and led >= 0 for led in numbers):
            raise _bad(path, f"{place} needs a list of LEDs, like {place} = [3, 4]")
    return {place: tuple(numbers) for place, numbers in places.items()}


def _bad(path: Path, reason: str) -> MapFileError:
    return MapFileError(f"The map of the lights {path}: {reason}. Mend it, or delete it and calibrate anew.")


def save_map(path: Path, light_map: LightMap) -> None:
    """Write a map, whole or not at all. Raises OSError."""
    lines = [HEADING]
    if light_map.colour_order is not None:
        lines.append(f'colour_order = "{light_map.colour_order}"')
    for table, places in TABLES.items():
        leds = light_map.leds or {}
        said = [f"{place} = {list(leds[place])}" for place in places if place in leds]
        lines += ["", f"[{table}]", *said] if said else []
    write_whole(path, "\n".join(lines) + "\n")
