"""What `companion doctor` prints, in words and for programs, and what it says without settings."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from doctored_pi import FakePi
from running_table import program, simulated

from companion.app.strip import Strip
from companion.doctor import Place, run_doctor
from companion.doctor.round import walk_lights


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    return FakePi(tmp_path)


def test_one_line_a_part_its_remedy_below_and_exit_status_1_if_any_failed(pi: FakePi) -> None:
    said: list[str] = []
    assert run_doctor(pi.place, None, pi.settings, say=said.append) == 1
    assert said[0] == "ok    settings: simulated: every part is in the browser"
    assert (
        "FAIL  serial port: there is none at /dev/photosynthesis-board\n"
        "      to do: plug the sensor board in" in said
    )
    assert "-     sensor board: its port cannot be used" in said


def test_for_programs_it_is_json(tmp_path: Path) -> None:
    said: list[str] = []
    assert run_doctor(Place(root=tmp_path), None, simulated(tmp_path), in_json=True, say=said.append) == 0
    (text,) = said
    told = json.loads(text)
    assert told["ok"] is True
    assert {"part": "lights", "state": "skipped", "text": "in the browser", "remedy": ""} in told["checks"]


def test_settings_with_a_mistake_are_all_that_is_examined(pi: FakePi) -> None:
    pi.write("bad.toml", "[grid]\nprot = 3\n")
    said: list[str] = []
    assert run_doctor(pi.place, pi.root / "bad.toml", say=said.append) == 1
    (line,) = said
    assert "line 2: grid.prot does not exist" in line


def test_settings_that_were_named_must_be_there(pi: FakePi) -> None:
    said: list[str] = []
    assert run_doctor(pi.place, pi.root / "nowhere.toml", say=said.append) == 1
    problem, remedy = said[0].split("\n")
    assert problem == f"FAIL  settings: There are no settings at {pi.root}/nowhere.toml"
    assert remedy.strip().startswith("to do: `sudo companion install` writes some")


def test_without_the_service_s_settings_it_looks_at_a_simulated_table(tmp_path: Path) -> None:
    said: list[str] = []
    assert run_doctor(Place(root=tmp_path), None, say=said.append) == 0
    assert said[0].startswith("-     settings: /etc/photosynthesis/companion.toml is not there")


def test_the_service_s_settings_are_read_where_they_are(pi: FakePi) -> None:
    pi.write("etc/photosynthesis/companion.toml", f'[records]\nfolder = "{pi.records}"\n')
    said: list[str] = []
    run_doctor(pi.place, None, say=said.append)
    assert said[0] == "ok    settings: /etc/photosynthesis/companion.toml"
    assert f"ok    pieces: 80 in {pi.records}/set.toml" in said


def test_walking_names_the_lights_one_by_one(pi: FakePi) -> None:
    said: list[str] = []
    waited: list[float] = []
    strip = Strip(leds={"a1": (3, 4), "d4": (0,), "NE": (9,)})
    place = replace(pi.place, lights=lambda _settings, _pi: (strip, pi.lights))
    walk_lights(place, pi.settings, said.append, waited.append)
    assert said == ["a1: LED 3, 4", "d4: LED 0", "NE: LED 9"]
    assert [list(frame) for frame in pi.lights.shown] == [["a1"], ["d4"], ["NE"], []]
    assert len(waited) == 3
    assert pi.lights.closed


def test_walking_without_lights_says_so(pi: FakePi) -> None:
    said: list[str] = []
    place = replace(pi.place, lights=lambda _settings, _pi: (Strip(), None))
    walk_lights(place, pi.settings, said.append)
    assert said == ["There are no lights to walk along: lights.driver is browser or none"]


async def test_as_a_program_it_ends_well_on_a_simulated_table(tmp_path: Path) -> None:
    async with program("doctor", "--simulated", "--records", tmp_path) as doctor:
        assert await doctor.end() == 0
    assert "Traceback" not in doctor.log
