"""The sensor map on disk: which sensor of the board reads which place, as a calibration found it.

A TOML table `[sensors]` of place = "sensor", both by planned name: `b2 = "c3"` says that cell b2 is read by the
sensor that was meant for c3. Places that are left out are read by their own.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from companion.drivers.whole_file import write_whole
from companion.errors import CompanionError
from companion.table.pieces import PLACES
from companion.table.sensor_map import SensorMap


class SensorMapError(CompanionError, ValueError):
    """The sensor map cannot be used; names the file, the reason and the remedy."""


def load_sensor_map(path: Path) -> SensorMap:
    """Read a sensor map; where there is no file everything is wired as planned. Raises SensorMapError."""
    try:
        content = tomllib.loads(path.read_text("utf-8"))
        sensors = content.get("sensors")
        if set(content) != {"sensors"} or not isinstance(sensors, dict):
            raise ValueError("it has to be one table, [sensors], of place = sensor")
        return SensorMap(sensors)
    except FileNotFoundError:
        return SensorMap()
    except (OSError, ValueError) as error:  # undecodable text and bad TOML are ValueErrors too
        raise SensorMapError(
            f"The sensor map {path} cannot be used ({error}): run `companion calibrate`, or delete it."
        ) from error


def save_sensor_map(path: Path, sensors: SensorMap) -> None:
    """Write it, whole or not at all. Raises OSError."""
    lines = [f'{place} = "{sensors.sensor_of[place]}"' for place in PLACES]
    head = "# Which sensor reads which place, as `companion calibrate` found it.\n[sensors]\n"
    write_whole(path, head + "\n".join(lines) + "\n")
