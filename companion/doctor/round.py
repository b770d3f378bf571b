"""The doctor's round: the settings first, then every part they name; and what it looks like on the screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from companion.config import Settings
from companion.config_errors import SettingsError, SettingsMissing
from companion.doctor import machine, parts
from companion.doctor.board import board
from companion.doctor.check import Check, as_json, fail, fault, ok, skipped, status
from companion.doctor.place import Place
from companion.drivers.service import SETTINGS
from companion.errors import CompanionError
from companion.guided import settings_of_service, simulated_settings
from companion.rules import CELLS, SUN_STOPS

WALK_S: Final = 0.7
WALK_WHITE: Final = (60, 60, 60)

Examination = Callable[[Place, Settings], Iterator[Check]]
ROUND: Final[tuple[Examination, ...]] = (
    machine.python,
    machine.model,
    machine.power,
    machine.boot,
    machine.groups,
    board,
    parts.pieces,
    parts.maps,
    parts.lights,
    parts.display,
    parts.controls,
    machine.records,
    machine.clock,
    parts.page,
)


def examine(place: Place, settings: Settings) -> Iterator[Check]:
    """Every part of a table with these settings, one after the other."""
    for examination in ROUND:
        yield from examination(place, settings)


def run_doctor(
    place: Place,
    file: Path | None,
    simulated: Settings | None = None,
    *,
    in_json: bool = False,
    walk: bool = False,
    say: Callable[[str], object] = print,
) -> int:
    """Examine and print; returns the exit status, 1 if anything failed.

    file: the settings, None for those of the service. simulated: these settings in place of any file.
    """
    settings, first = _settings(place, file, simulated)
    checks: list[Check] = []
    for check in chain([first], examine(place, settings) if settings else ()):
        checks.append(check)
        if not in_json:
            say(str(check))
    if in_json:
        say(as_json(checks))
    elif walk and settings is not None:
        walk_lights(place, settings, say)
    return status(checks)


def _settings(place: Place, file: Path | None, simulated: Settings | None) -> tuple[Settings | None, Check]:
    """The settings to examine, None where they cannot be used, and the line about them."""
    if simulated is not None:
        return simulated, ok("settings", "simulated: every part is in the browser")
    try:
        settings = settings_of_service(Settings.load(file or place.path(SETTINGS)))
    except SettingsMissing as error:
        if file is not None:
            return None, fault("settings", error)
        reason = f"{SETTINGS} is not there (companion install writes it): this looks at a simulated table"
        return simulated_settings(), skipped("settings", reason)
    except SettingsError as error:
        return None, fail("settings", str(error), "correct these lines of the file")
    return settings, ok("settings", str(file or SETTINGS))


def walk_lights(
    place: Place,
    settings: Settings,
    say: Callable[[str], object],
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Light each cell and corner that has LEDs for a moment, and say its name."""
    strip, lights = place.lights(settings, place.pi)
    if lights is None:
        say("There are no lights to walk along: lights.driver is browser or none")
        return
    try:
        for name in (*CELLS, *SUN_STOPS):
            if leds := strip.leds.get(name):
                lights.show({name: WALK_WHITE})
                say(f"{name}: LED {', '.join(map(str, leds))}")
                sleep(WALK_S)
        lights.show({})
    except CompanionError as error:
        say(f"lights: {error}")
    finally:
        lights.close()
