"""A sweep: what counts as a change, and how often the pad is looked at."""

from __future__ import annotations

from collections import Counter

import pytest
from sensorboard import CELLS, PAD, place_name
from sensorboard.sweep import COLLISION, EMPTY, UNREADABLE, Sweep, field

UID = bytes.fromhex("04A1B2C3D4E580")
OTHER = bytes.fromhex("04A1B2C3")


class ScriptedReader:
    """Reads what lies there; for some places, first the readings of a script."""

    order = tuple(reversed(range(CELLS)))

    def __init__(self) -> None:
        self.lying: dict[int, bytes] = {}
        self.script: dict[int, list[bytes]] = {}
        self.polls: list[int] = []

    def read(self, place: int) -> bytes:
        self.polls.append(place)
        script = self.script.get(place)
        return script.pop(0) if script else self.lying.get(place, EMPTY)

    def dead_readers(self) -> list[int]:
        return []


def swept(reader: ScriptedReader, sweep: Sweep) -> bool:
    reader.polls.clear()
    return sweep.run(lambda: None)


def test_a_quiet_sweep_reads_each_cell_once_in_the_readers_order_and_the_pad_four_times() -> None:
    reader = ScriptedReader()
    assert not swept(reader, Sweep(reader))
    assert [place for place in reader.polls if place != PAD] == list(reader.order)
    counted = Counter(reader.polls)
    assert counted.pop(PAD) == 4
    assert counted == dict.fromkeys(range(CELLS), 1)


def test_a_changed_cell_is_polled_three_more_times_before_it_counts() -> None:
    reader = ScriptedReader()
    sweep = Sweep(reader)
    reader.lying[5] = UID
    assert swept(reader, sweep)
    assert reader.polls.count(5) == 4
    assert sweep.cells.split(",")[5] == "04A1B2C3D4E580"
    assert not swept(reader, sweep)
    assert reader.polls.count(5) == 1


@pytest.mark.parametrize("missed", [1, 2, 3])
def test_a_tag_missed_by_a_few_polls_has_not_gone(missed: int) -> None:
    reader = ScriptedReader()
    sweep = Sweep(reader)
    reader.lying[5] = UID
    swept(reader, sweep)
    reader.script[5] = [EMPTY] * missed
    assert not swept(reader, sweep)
    assert sweep.cells.split(",")[5] == "04A1B2C3D4E580"


def test_a_tag_missed_by_all_four_polls_has_gone() -> None:
    reader = ScriptedReader()
    sweep = Sweep(reader)
    reader.lying[5] = UID
    swept(reader, sweep)
    reader.script[5] = [EMPTY] * 4
    assert swept(reader, sweep)
    assert sweep.cells == "," * 36


def test_a_flickering_cell_is_reported_by_its_last_poll() -> None:
    reader = ScriptedReader()
    sweep = Sweep(reader)
    reader.script[5] = [UNREADABLE, UID, UNREADABLE, OTHER]
    assert swept(reader, sweep)
    assert sweep.cells.split(",")[5] == "04A1B2C3"


def test_the_pad_is_told_at_once_with_the_cells_of_the_last_whole_sweep() -> None:
    reader = ScriptedReader()
    sweep = Sweep(reader)
    reader.lying = {36: UID, PAD: OTHER}
    told: list[tuple[str, str, int]] = []
    assert sweep.run(lambda: told.append((sweep.pad, sweep.cells, len(reader.polls))))
    assert told == [("04A1B2C3", "," * 36, 4)]
    assert sweep.cells.endswith(",04A1B2C3D4E580")


def test_readings_as_fields() -> None:
    assert [field(reading) for reading in (EMPTY, UNREADABLE, COLLISION, OTHER)] == ["", "?", "!", "04A1B2C3"]


def test_places_have_the_names_players_use() -> None:
    names = [place_name(place) for place in range(38)]
    assert [names[0], names[18], names[36], names[37]] == ["a1", "d4", "g4", "pad"]
    assert len(set(names)) == 38
    with pytest.raises(ValueError, match="no place"):
        place_name(38)
