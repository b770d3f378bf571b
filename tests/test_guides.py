"""`companion enroll` and `companion calibrate` as programs on a simulated table, led by what the page shows."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from running_table import Player, looking_at, program, running, simulated

from companion.app.effects import KeepMaps
from companion.app.guides.enrolment import Enrolment
from companion.app.guides.survey import Answer
from companion.config import RecordsSettings, Settings
from companion.daemon import Daemon, now_ms
from companion.drivers.lights import load_map
from companion.drivers.piece_set import PieceSetError, load_piece_set, load_tags, save_tags
from companion.drivers.store import StoreFault
from companion.drivers.table_map import SensorMapError, load_sensor_map, save_sensor_map
from companion.guided import (
    GuideError,
    GuideFiles,
    export_set,
    import_set,
    run_enrolment,
    settings_of_service,
)
from companion.rules import CELLS
from companion.simulator.board_process import BoardProcess
from companion.table.pieces import PIECES, PLACES, PieceSet
from companion.table.sensor_map import SensorMap

SIMULATED = PieceSet.simulated()
ALL = {piece: SIMULATED.tag_of(piece) for piece in PIECES}


async def tap(player: Player, piece: str, said: str) -> None:
    await player.do("tap", piece=piece)
    await player.until(lambda: said in player.display)


async def until_it_is_read(player: Player) -> None:
    """Wait for the first sweep: what lies on the pad before it was put there earlier, and is no tap."""
    asked = player.display
    await player.do("put", piece="3y2", cell="g4")
    await player.until(lambda: player.display != asked)
    await player.do("lift", piece="3y2")


async def test_pieces_are_enrolled_in_the_browser_left_and_taken_up_again(tmp_path: Path) -> None:
    enroll = ("enroll", "--simulated", "--port", "0", "--records", tmp_path)
    async with program(*enroll) as first, looking_at(await first.address()) as player:
        await player.until(lambda: player.newest["link"]["ok"] and "Green seed 1 of 6" in player.display)
        await until_it_is_read(player)
        await tap(player, "3y1", "Green seed 2 of 6")
        await tap(player, "0g1", "Green seed 3 of 6")
        assert list(player.newest["lights"]["cells"]) == ["a1", "a2", "a3", "a4", "b1", "b2"]
        await tap(player, "3y1", "This is green seed 1 already")
        await player.press("undo")
        await player.until(lambda: "Forgotten: green seed 1" in player.display)
        first.process.kill()
        await first.end()
    assert load_tags(tmp_path / "set.toml") == {"0g2": SIMULATED.tag_of("0g1")}
    save_tags(tmp_path / "set.toml", {piece: tag for piece, tag in ALL.items() if piece != "2b4"})
    async with program(*enroll) as second, looking_at(await second.address()) as player:
        await player.until(lambda: player.newest["link"]["ok"] and "79/80" in player.display)
        await until_it_is_read(player)
        await tap(player, "2b4", "All are enrolled")
        await player.press()
        assert await second.end() == 0
    assert load_tags(tmp_path / "set.toml") == ALL


async def breathe(player: Player) -> None:
    """Take as long as a tap does: two presses at once are one that bounces."""
    await player.do("tap", piece="0o1")
    await player.until(lambda: player.newest["hands"]["pad"] == "0o1")
    await player.until(lambda: player.newest["hands"]["pad"] is None)


async def follow(player: Player) -> str:
    """Do what the display asks, with one piece, and wait until it asks something else; returns what it asked."""
    asked = player.newest["display"]["text"]
    if wanted := re.fullmatch(r"Put a piece on (\w\d)", asked[0]):
        await player.do("put", piece="1g1", cell=wanted[1])
    elif asked[0] == "Lay a piece on the pad":
        await player.do("tap", piece="1g1")
    elif asked[0] == "Put a piece where it is lit":
        (cell,) = player.newest["lights"]["cells"]
        await player.do("put", piece="1g1", cell=cell)
    else:
        await breathe(player)
        await player.press()
    await player.until(lambda: player.newest["display"]["text"] != asked)
    return str(asked[0])


async def test_a_simulated_table_is_calibrated_in_the_browser(tmp_path: Path) -> None:
    calibrate = ("calibrate", "--simulated", "--port", "0", "--records", tmp_path)
    async with program(*calibrate) as guide, looking_at(await guide.address()) as player:
        await player.until(lambda: player.newest["link"]["ok"] and "Calibrate" in player.display)
        asked = []
        while "Try any cell" not in player.display:
            asked.append(await follow(player))
        assert "Put a piece on b1" in asked
        assert "Is it green?" in asked
        assert (tmp_path / "calibration.txt").read_text().splitlines()[-1] == "check g4 g4"
        await player.press()
        assert await guide.end() == 0
    assert load_sensor_map(tmp_path / "sensors.toml").as_planned
    assert load_map(tmp_path / "lights.toml").colour_order == "GRB"
    assert not (tmp_path / "calibration.txt").exists()


async def test_a_calibrated_table_plays_by_its_sensor_map(tmp_path: Path) -> None:
    """Every piece is read by the sensor of the cell opposite."""
    opposite = dict(zip(CELLS, reversed(CELLS), strict=True))
    save_sensor_map(tmp_path / "sensors.toml", SensorMap(opposite))
    save_tags(tmp_path / "set.toml", ALL)
    with BoardProcess(sweep_ms=20) as board:
        grid = {"driver": "serial", "port": board.port}
        async with running(simulated(tmp_path, grid=grid)) as daemon, looking_at(daemon.address) as player:
            await player.until(lambda: player.newest["link"]["ok"])
            await player.do("new", players=["g", "b"])
            await player.until(lambda: player.game["phase"] == "P")
            for cell, piece in {"a1": "1g1", "d7": "1b1"}.items():
                board.set_place(PLACES.index(opposite[cell]), [ALL[piece]])
            await player.until(lambda: player.game["board"] == {"a1": "1g", "d7": "1b"})


# --- the files ----------------------------------------------------------------------------------------------------


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return simulated(tmp_path / "records")


def test_a_set_is_exported_and_imported(settings: Settings, tmp_path: Path) -> None:
    said: list[str] = []
    save_tags(settings.set_file, {**ALL})
    assert export_set(settings, tmp_path / "copy.toml", said.append) == 0
    assert said == [f"{tmp_path / 'copy.toml'}: 80 pieces"]
    other = simulated(tmp_path / "other")
    assert import_set(other, tmp_path / "copy.toml", say=said.append) == 0
    assert load_tags(other.set_file) == ALL
    assert load_piece_set(other.set_file).identify([ALL["2y3"]]) == ("2y3",)


def test_importing_keeps_another_set_unless_told_to_give_it_up(settings: Settings, tmp_path: Path) -> None:
    save_tags(settings.set_file, {"0g1": ALL["0b1"]})
    save_tags(tmp_path / "new.toml", {"0g1": ALL["0g1"], "0g2": ALL["0g2"]})
    with pytest.raises(GuideError, match="holds another set: add --replace"):
        import_set(settings, tmp_path / "new.toml")
    assert load_tags(settings.set_file) == {"0g1": ALL["0b1"]}
    said: list[str] = []
    import_set(settings, tmp_path / "new.toml", replace=True, say=said.append)
    assert said == [f"{settings.set_file}: 2 pieces, missing Green 18"]


def test_what_is_no_set_is_not_imported(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('[tags]\n"XYZ" = "0g1"\n')
    with pytest.raises(PieceSetError, match='"XYZ" is no tag'):
        import_set(settings, tmp_path / "bad.toml")
    assert not settings.set_file.exists()


def test_an_export_that_cannot_be_written_says_so(settings: Settings, tmp_path: Path) -> None:
    save_tags(settings.set_file, ALL)
    (tmp_path / "file").touch()
    with pytest.raises(StoreFault, match="choose another file"):
        export_set(settings, tmp_path / "file" / "copy.toml")


def test_nothing_enrolled_is_nothing_to_export(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(PieceSetError, match="companion enroll"):
        export_set(settings, tmp_path / "copy.toml")


async def test_export_and_import_as_programs(tmp_path: Path) -> None:
    records, copy = tmp_path / "records", tmp_path / "copy.toml"
    save_tags(records / "set.toml", ALL)
    table = ("enroll", "--simulated", "--records")
    async with program(*table, records, "--export", copy) as exporting:
        assert await exporting.end() == 0
    async with program(*table, tmp_path / "new", "--import", copy) as importing:
        assert await importing.end() == 0
    assert load_tags(tmp_path / "new/set.toml") == ALL


@pytest.mark.parametrize("colours", ["", "gg", "gx"])
def test_letters_that_are_no_colours_are_refused(settings: Settings, colours: str) -> None:
    with pytest.raises(GuideError, match="write the letters of g, b, y, o"):
        run_enrolment(settings, colours)


def test_a_table_that_reads_no_pieces_has_none_to_enroll(settings: Settings) -> None:
    lights = settings.lights.model_copy(update={"driver": "ws281x"})
    with pytest.raises(GuideError, match="reads no pieces"):
        run_enrolment(settings.model_copy(update={"lights": lights}))


def test_the_guides_write_where_the_service_reads(tmp_path: Path) -> None:
    settings = Settings()
    assert settings_of_service(settings, tmp_path).set_file == tmp_path / "set.toml"
    assert settings_of_service(settings, tmp_path / "missing") == settings
    chosen = settings.model_copy(update={"records": RecordsSettings(folder=tmp_path / "own")})
    assert settings_of_service(chosen, tmp_path).records.folder == tmp_path / "own"


def test_a_file_that_cannot_be_written_is_named(settings: Settings) -> None:
    settings.records.folder.write_text("in the way")
    with pytest.raises(StoreFault, match=str(settings.records.folder)):
        GuideFiles(settings).keep(KeepMaps({}, None, None))


async def test_what_cannot_be_written_holds_the_end_back(tmp_path: Path) -> None:
    """The folder of the records is in the way of itself: nothing is lost, and the end waits until it can be kept."""
    settings = simulated(tmp_path / "records")
    save_tags(settings.set_file, {piece: tag for piece, tag in ALL.items() if piece != "2b4"})
    files = GuideFiles(settings)
    daemon = Daemon(settings, guide=lambda _code: Enrolment(files.tags(), at_ms=now_ms()), keep=files.keep)
    task = asyncio.create_task(daemon.run(started := asyncio.Event()))
    await started.wait()
    async with looking_at(daemon.address) as player:
        await player.until(lambda: player.newest["link"]["ok"] and "79/80" in player.display)
        await until_it_is_read(player)
        settings.set_file.rename(tmp_path / "aside")
        settings.set_file.mkdir()
        await tap(player, "2b4", "cannot be written")
        await breathe(player)
        await player.press()
        await breathe(player)
        assert not task.done()
        settings.set_file.rmdir()
        await breathe(player)
        await player.press()
        await task
    assert daemon.said == "80 of 80 pieces are enrolled"
    assert load_tags(settings.set_file) == ALL


def test_the_maps_are_written_and_the_lights_kept_where_they_were_right(settings: Settings) -> None:
    files = GuideFiles(settings)
    files.keep(KeepMaps({"a1": "b1", "b1": "a1"}, {"a1": (3,), "NE": (0,)}, "RGB"))
    files.keep(KeepMaps({"a1": "b1", "b1": "a1"}, None, "BRG"))
    sensors = load_sensor_map(settings.sensor_file)
    assert (sensors.sensor_of["a1"], sensors.sensor_of["b1"]) == ("b1", "a1")
    assert not sensors.as_planned
    lights = load_map(settings.lights_file)
    assert (lights.leds, lights.colour_order) == ({"a1": (3,), "NE": (0,)}, "BRG")


def test_answers_are_read_up_to_the_first_that_makes_no_sense(settings: Settings) -> None:
    files = GuideFiles(settings)
    assert files.answers() == ()
    settings.records.folder.mkdir()
    files.answers_file.write_text("sensor pad pad\nsensor a1 b1\nsen\nsensor b1 a1\n")
    assert files.answers() == (Answer("sensor", "pad", "pad"), Answer("sensor", "a1", "b1"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("sensors = 3", "one table"),
        ('[sensors]\na1 = "h9"', '"h9" is no place'),
        ('[sensors]\na1 = "b1"\na2 = "b1"', "sensor b1 is said to read two places"),
        ("[sensors]\na1 = 3", '"3" is no place'),
        ("[sens", "Expected"),
    ],
)
def test_a_sensor_map_that_cannot_be_used_names_the_file_and_the_remedy(
    tmp_path: Path, text: str, reason: str
) -> None:
    (tmp_path / "sensors.toml").write_text(text)
    with pytest.raises(SensorMapError, match="companion calibrate") as caught:
        load_sensor_map(tmp_path / "sensors.toml")
    assert reason in str(caught.value)


def test_places_that_a_sensor_map_leaves_out_get_what_is_left() -> None:
    sensors = SensorMap({"a1": "a2"})
    assert (sensors.sensor_of["a1"], sensors.sensor_of["a2"], sensors.sensor_of["a3"]) == ("a2", "a1", "a3")
    assert sensors.place_of("a2") == "a1"
    assert sensors.arranged([str(i) for i in range(38)])[:3] == ("1", "0", "2")
