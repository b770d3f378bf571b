"""`companion replay` walks a record that a played game left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.script import Script

GAME = """new g b
put a1 1g
put a4 1b
put g1 1g
put g4 1b
press sun
lift a1
put a1 2g
press sun
hold undo
turn wheel 1
press sun"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    script = Script()
    for printed in script.run(GAME.splitlines()):
        assert "error" not in printed
    path = tmp_path / "family.game"
    path.write_text("".join(f"{line}\n" for line in script.table.record), "utf-8")
    return path


def test_the_walk_shows_every_decision_and_the_score(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record)]) == 0
    said = capsys.readouterr().out
    assert [line.split(":")[0] for line in said.splitlines() if line.startswith("---")] == [
        "--- step 0",
        "--- step 1",
        "--- step 2",
        "--- step 3",
    ]
    assert "a        2g  .   :   1b" in said
    assert "sun E, round 2 of 18, b starts, b to move" in said


def test_one_step_alone(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--at", "1"]) == 0
    said = capsys.readouterr().out
    assert "a        1g  .   .   1b" in said
    assert "step 0" not in said


def test_a_picture_of_the_last_step(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--svg"]) == 0
    assert capsys.readouterr().out.startswith("<svg ")


def test_a_step_there_is_not(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--at", "9"]) == 1
    assert "has steps 0 to 3: there is no step 9" in capsys.readouterr().err


def test_a_file_that_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.game").write_bytes(b"\xff\x00 nothing\n")
    assert main(["replay", str(tmp_path / "x.game")]) == 1
    assert "holds no game: a record begins with" in capsys.readouterr().err
    assert main(["replay", str(tmp_path / "y.game")]) == 1
    assert "cannot be read (No such file or directory)" in capsys.readouterr().err
