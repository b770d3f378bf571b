"""Which sensor of the board reads which place. On a table wired as planned each sensor reads the place of its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.table.pieces import PLACES
from companion.table.wire import Reading


class SensorMap:
    """A permutation of the 38 places; without arguments the planned one.

    sensor_of: from place to the sensor that reads it, both by planned name (`a1`…`g4`, `pad`). Places that are left
    out get their own sensor, or where that is taken one that nobody has. ValueError for unknown names or a sensor
    that is named twice.
    """

    def __init__(self, sensor_of: Mapping[str, str] | None = None) -> None:
        known = dict(sensor_of or {})
        for place, sensor in known.items():
            if place not in PLACES or sensor not in PLACES:
                raise ValueError(
                    f'"{place if place not in PLACES else sensor}" is no place: a1 to g4, or pad'
                )
        if len(set(known.values())) < len(known):
            twice = next(sensor for sensor in known.values() if list(known.values()).count(sensor) > 1)
            raise ValueError(f"sensor {twice} is said to read two places")
        self.sensor_of: Mapping[str, str] = _completed(known)
        self._place_of = {sensor: place for place, sensor in self.sensor_of.items()}
        self._order = [PLACES.index(self.sensor_of[place]) for place in PLACES]

    @property
    def as_planned(self) -> bool:
        """Whether every sensor reads the place of its name."""
        return all(place == sensor for place, sensor in self.sensor_of.items())

    def place_of(self, sensor: str) -> str:
        """The place that a sensor reads; a name the board has made up stays what it is."""
        return self._place_of.get(sensor, sensor)

    def arranged(self, readings: Sequence[Reading]) -> tuple[Reading, ...]:
        """The 38 readings in the order of the places, from those in the order of the sensors."""
        return tuple([readings[index] for index in self._order])


def _completed(known: dict[str, str]) -> dict[str, str]:
    free = [sensor for sensor in PLACES if sensor not in known.values()]
    for place in PLACES:
        if place not in known and place in free:
            known[place] = place
            free.remove(place)
    for place in PLACES:
        if place not in known:
            known[place] = free.pop(0)
    return {place: known[place] for place in PLACES}
