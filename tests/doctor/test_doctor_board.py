"""The doctor and the sensor board: its port, its readers, and what lies on them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from doctored_pi import TAGS, FakePi

from companion.drivers.table_map import save_sensor_map
from companion.simulator.board_process import BoardProcess
from companion.table.pieces import PLACES
from companion.table.sensor_map import SensorMap


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    return FakePi(tmp_path)


@pytest.fixture
def board() -> Iterator[BoardProcess]:
    with BoardProcess(sweep_ms=20) as board:
        yield board


def test_no_board_at_all(pi: FakePi) -> None:
    found = pi.examine()
    port = found["serial port"]
    assert (port.state, port.text) == ("fail", "there is none at /dev/photosynthesis-board")
    assert port.remedy == "plug the sensor board in"
    assert found["sensor board"].state == "skipped"


def test_a_board_without_its_udev_alias_is_found_and_the_rule_named(pi: FakePi) -> None:
    pi.write("dev/ttyACM1", "")
    port = pi.examine()["serial port"]
    assert port.text == "there is none at /dev/photosynthesis-board, but at /dev/ttyACM1"
    assert "udev rule" in port.remedy


def test_a_port_that_this_user_may_not_use(pi: FakePi, board: BoardProcess) -> None:
    pi.plug_in(board)
    closed = replace(pi.place, may_use=lambda path: "board" not in path.name)
    port = pi.examine(place=closed)["serial port"]
    assert (port.state, port.text) == ("fail", "/dev/photosynthesis-board may not be used by this user")
    assert "dialout" in port.remedy


def test_a_port_that_another_program_holds_names_it(pi: FakePi, board: BoardProcess) -> None:
    pi.plug_in(board)
    pi.write("proc/812/comm", "ModemManager\n")
    (pi.root / "proc/812/fd").mkdir()
    (pi.root / "proc/812/fd/7").symlink_to(os.path.realpath(board.port))
    found = pi.examine()
    assert found["serial port"].text == "/dev/photosynthesis-board is held by ModemManager (process 812)"
    assert found["sensor board"].state == "skipped"


def test_dead_readers_are_named_as_cells(pi: FakePi, board: BoardProcess) -> None:
    save_sensor_map(pi.records / "sensors.toml", SensorMap({"a1": "c3", "c3": "a1"}))
    pi.plug_in(board)
    board.dead(PLACES.index("c3"))
    board.dead(PLACES.index("pad"))
    found = pi.examine()
    assert (found["readers"].state, found["readers"].text) == ("fail", "no answer from a1, pad")
    assert found["sensor map"].text.startswith("as calibrated")


def test_pieces_that_cannot_be_read_or_are_unknown_are_named(pi: FakePi, board: BoardProcess) -> None:
    pi.plug_in(board)
    board.set_place(PLACES.index("d4"), ["04FFFFFF000000"])
    board.set_place(PLACES.index("e4"), [TAGS["0g1"], TAGS["0g2"]])
    board.set_place(PLACES.index("g1"), [TAGS["0g3"]])
    table = pi.examine()["table"]
    assert (table.state, table.text) == ("warn", "d4 foreign, e4 collision")


def test_a_port_that_is_silent_is_no_board(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.doctor.board.PATIENCE_MS", 200)
    silent, device = os.openpty()
    (pi.root / "dev/photosynthesis-board").symlink_to(os.ttyname(device))
    found = pi.examine()
    os.close(silent)
    os.close(device)
    assert (found["sensor board"].state, found["sensor board"].text) == ("fail", "it does not answer")
    assert "reset button" in found["sensor board"].remedy
