"""Costs, currents and the building notes: everything reckoned agrees with everything written."""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal

import pytest
from sensorboard.readers import AHEAD

from companion.config import Settings
from companion.rules.cells import SUN_STOPS
from hardware.parts_list import BUILDS, RESERVE, items, loads, rail_ma, rated_ma, total_eur
from hardware.readme import README, with_tables
from hardware.wiring import FOLDER, connections, parts

NOTES = README.read_text(encoding="utf-8")


def test_the_tables_of_the_notes_are_up_to_date() -> None:
    assert with_tables(NOTES) == NOTES, "run: python -m hardware"


def test_a_table_without_its_place_in_the_notes_is_named() -> None:
    with pytest.raises(ValueError, match="no place for the table parts"):
        with_tables("no tables here")


@pytest.mark.parametrize(("build", "most_eur"), [("full", 400), ("lights", 150)])
def test_the_totals_are_the_sum_of_the_parts_and_what_a_family_was_told(build: str, most_eur: int) -> None:
    assert total_eur(build) == sum(item.each_eur * item.quantity[build] for item in items())
    assert Decimal(50) < total_eur(build) < most_eur
    assert f"**{total_eur(build):.0f} €**" in NOTES


def test_nothing_is_bought_for_less_than_no_build() -> None:
    assert [item.part for item in items() if item.quantity["full"] < item.quantity["lights"]] == []
    assert [item.part for item in items() if item.quantity["full"] < 1] == []


def test_there_is_a_tag_for_each_of_the_80_pieces_and_a_cable_for_each_reader() -> None:
    needed = {item.part: item.quantity["full"] for item in items()}
    assert needed["tags"] == 4 * (6 + 8 + 4 + 2)
    assert needed["reader cables"] == needed["reader"]


def test_every_chip_has_its_capacitor() -> None:
    kinds = list(parts(connections()).values())
    chips = sum(kinds.count(chip) for chip in ("register", "gates", "buffer", "level shifter"))
    assert kinds.count("capacitor 100 nF") == chips


# Currents


@pytest.mark.parametrize("build", BUILDS)
def test_the_supply_gives_a_quarter_more_than_the_worst_case(build: str) -> None:
    assert rail_ma("5V", build, "worst") * RESERVE <= rated_ma("supply")


def test_the_regulator_carries_all_readers_with_a_quarter_to_spare() -> None:
    assert 1000 < rail_ma("3V3", "full", "worst") * RESERVE <= rated_ma("regulator")


def test_the_lights_are_reckoned_with_the_budget_of_the_settings() -> None:
    (lights,) = (load for load in loads() if load.part == "lights")
    assert lights.each_ma["worst"] == Settings().lights.budget_ma


def test_as_many_fields_are_reckoned_as_the_firmware_has_on() -> None:
    (fields,) = (
        load
        for load in loads()
        if "fields on" in load.what and load.part == "reader" and load.each_ma["worst"] == 100
    )
    assert fields.quantity["full"] == AHEAD + 2, "the pad, the cell being read, and those ahead"


def test_a_lights_only_table_draws_nothing_from_the_regulator() -> None:
    assert rail_ma("3V3", "lights", "worst") == 0


# The notes' settings


def test_the_lights_settings_of_the_notes_fit_the_string_that_is_bought() -> None:
    (example,) = re.findall(r"(?s)```toml\n(.*?)```", NOTES)
    strip = Settings.model_validate(tomllib.loads(example)).lights.strip()
    (on_the_string,) = (
        int(found[1]) for item in items() if (found := re.match(r"string of (\d+) WS2812B", item.what))
    )
    assert strip.length == on_the_string
    assert set(SUN_STOPS) < set(strip.leds)
    assert strip.leds["b5"] == (4,), "there and back"


def test_the_notes_name_the_reader_that_fits_the_printed_ring() -> None:
    parameters = (FOLDER / "parts/parameters.scad").read_text()
    size = [re.search(rf"reader_{axis}_mm = (\d+)", parameters) for axis in "xy"]
    room = " × ".join(found[1] for found in size if found) + " mm"
    (reader,) = (item for item in items() if item.part == "reader")
    assert room == "37 × 26 mm"
    assert room in reader.what
    assert room in NOTES
