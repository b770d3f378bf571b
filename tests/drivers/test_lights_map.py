"""The map of the lights on disk: written whole, read back the same, and mended by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.strip import in_rows
from companion.config import RecordsSettings, Settings
from companion.config_parts import LightsSettings
from companion.drivers.lights import LightMap, MapFileError, Pi, StripLights, load_map, save_map
from companion.outputs import open_lights
from companion.rules import CELLS


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "lights.toml"


def complaint(file: Path, text: str) -> str:
    file.write_text(text)
    with pytest.raises(MapFileError) as caught:
        load_map(file)
    return str(caught.value).replace(str(file), "FILE")


def test_a_map_is_read_as_it_was_written(file: Path) -> None:
    light_map = LightMap(in_rows(3, 1, "serpentine", (5,), True), "BRG")
    save_map(file, light_map)
    assert load_map(file) == light_map


def test_a_map_reads_like_this(file: Path) -> None:
    save_map(file, LightMap({"a1": (0, 1), "NE": (2,)}, "RGB"))
    assert file.read_text().splitlines()[1:] == [
        'colour_order = "RGB"', "", "[cells]", "a1 = [0, 1]", "", "[sun]", "NE = [2]",
    ]  # fmt: skip


def test_without_a_file_nothing_is_known(file: Path) -> None:
    assert load_map(file) == LightMap(None, None)


def test_a_file_that_says_the_order_alone_leaves_the_leds_to_the_settings(file: Path) -> None:
    save_map(file, LightMap(None, "RGB"))
    assert load_map(file) == LightMap(None, "RGB")


def test_the_old_map_stays_where_the_new_one_cannot_be_written(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_map(file, LightMap({"a1": (7,)}))

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save_map(file, LightMap({"a1": (8,)}))
    assert load_map(file) == LightMap({"a1": (7,)})
    assert [path.name for path in file.parent.iterdir()] == ["lights.toml"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[cells]\nz9 = [1]\n", '"z9" is no place of [cells]'),
        ("[sun]\na1 = [1]\n", '"a1" is no place of [sun]'),
        ("[cells]\na1 = 1\n", "a1 needs a list of LEDs, like a1 = [3, 4]"),
        ("[cells]\na1 = [-1]\n", "a1 needs a list of LEDs, like a1 = [3, 4]"),
        ("[cells]\na1 = [true]\n", "a1 needs a list of LEDs, like a1 = [3, 4]"),
        ("[lights]\na1 = [1]\n", "lights does not belong there: it has [cells] and [sun]"),
        ("cells = 3\n", "cells is no table: write [cells] on a line of its own"),
        ('colour_order = "RGBW"\n', "colour_order is 'RGBW', not one of RGB, RBG, GRB, GBR, BRG, BGR"),
        (
            "[cells\n",
            "it cannot be read (Expected ']' at the end of a table declaration (at line 1, column 7))",
        ),
    ],
)
def test_a_mistake_is_named_with_its_reason_and_the_remedy(file: Path, text: str, reason: str) -> None:
    assert complaint(file, text) == (
        f"The map of the lights FILE: {reason}. Mend it, or delete it and calibrate anew."
    )


# What a table makes of it


def table(folder: Path, **lights: object) -> Settings:
    return Settings(records=RecordsSettings(folder=folder), lights=LightsSettings.model_validate(lights))


def test_what_a_calibration_found_wins_over_the_settings(file: Path) -> None:
    found = {cell: (36 - at,) for at, cell in enumerate(CELLS)}
    save_map(file, LightMap(found))
    strip, lights = open_lights(table(file.parent, leds_a_cell=3), Pi(file.parent))
    assert strip.leds["a1"] == (36,)
    assert isinstance(lights, StripLights)


def test_where_no_strip_is_wired_no_map_is_read(file: Path) -> None:
    file.write_text("[cells\n")
    assert open_lights(table(file.parent, driver="browser"))[1] is None
    with pytest.raises(MapFileError):
        open_lights(table(file.parent, driver="auto"))
