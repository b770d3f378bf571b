"""What a family chose in the menu outlives a restart, a power cut and a damaged file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.app.dialogs import OPTIONS, Options
from companion.drivers.choices import ChoicesFault, ChoicesFile

DEFAULTS = Options(start="SW")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records/choices.json"


@pytest.fixture
def file(path: Path) -> ChoicesFile:
    return ChoicesFile(path, DEFAULTS)


def test_before_anything_was_chosen_the_settings_hold(file: ChoicesFile) -> None:
    assert file.load() == DEFAULTS


def test_what_was_chosen_is_there_after_a_restart(file: ChoicesFile, path: Path) -> None:
    chosen = Options("SW", turns="player", evening=True, long=True, heavy="destination")
    file.save(chosen)
    assert ChoicesFile(path, DEFAULTS).load() == chosen


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_of_the_menu_is_kept(option: str, path: Path) -> None:
    chosen = DEFAULTS.changed(option)  # type: ignore[arg-type]  # parametrize gives plain strings
    ChoicesFile(path, DEFAULTS).save(chosen)
    assert ChoicesFile(path, DEFAULTS).load() == chosen


def test_choosing_against_the_settings_file_is_kept_too(path: Path) -> None:
    defaults = Options(long=True, heavy="both")
    ChoicesFile(path, defaults).save(Options(long=False, heavy=None))
    assert json.loads(path.read_text()) == {"long": False, "heavy": "off"}
    assert ChoicesFile(path, defaults).load() == Options(long=False, heavy=None)


def test_a_line_changed_in_the_settings_file_later_holds_where_nothing_was_chosen(path: Path) -> None:
    ChoicesFile(path, DEFAULTS).save(Options("SW", evening=True))
    assert ChoicesFile(path, Options("SE", turns="player")).load() == Options("SE", "player", evening=True)


@pytest.mark.parametrize(
    "torn", [b"", b'{"evening": tr', b"\xff\xfe", b'{"heavy": "lots"}', b'{"start": "N"}', b"[]"]
)
def test_a_damaged_file_is_told_and_the_next_choice_mends_it(
    file: ChoicesFile, path: Path, torn: bytes
) -> None:
    path.parent.mkdir()
    path.write_bytes(torn)
    with pytest.raises(ChoicesFault, match="the settings file holds until something is chosen") as caught:
        file.load()
    assert str(path) in str(caught.value)
    file.save(Options("SW", evening=True))
    assert file.load().evening


def test_a_choice_of_a_newer_version_is_passed_over(file: ChoicesFile, path: Path) -> None:
    path.parent.mkdir()
    path.write_text('{"language": "de", "evening": true}')
    assert file.load() == Options("SW", evening=True)


def test_where_nothing_can_be_written_the_remedy_is_told_and_the_old_choices_stay(
    file: ChoicesFile, path: Path
) -> None:
    path.parent.write_text("a file where the folder should be")
    with pytest.raises(ChoicesFault, match="make the folder writable"):
        file.save(Options("SW", evening=True))


def test_a_power_cut_leaves_no_part_of_a_file(file: ChoicesFile, path: Path) -> None:
    file.save(Options("SW", evening=True))
    file.save(Options("SW", long=True))
    assert [entry.name for entry in path.parent.iterdir()] == ["choices.json"]
