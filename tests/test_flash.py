"""`companion flash`: the right files go to the right board, and every mishap says what to do.

The board is the simulated one behind a real pseudo-terminal; `mpremote` is a stand-in that notes its words.
"""

from __future__ import annotations

import os
import pty
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
from serial import Serial

from companion.cli import main
from companion.flash import FlashFault, Waits, board_port, copy_command, firmware_files, run_flash
from companion.simulator.board_process import BoardProcess


class Patience:
    """Time that passes by being looked at, and a board that goes away and comes back while we wait."""

    def __init__(self, board: BoardProcess | None = None, gone_for: int = 3) -> None:
        self._board = board
        self._gone_for = gone_for
        self._pauses = 0
        self.now_s = self.waited_s = 0.0

    def now(self) -> float:
        self.now_s += 0.5
        return self.now_s

    def pause(self, seconds: float) -> None:
        self.now_s += seconds
        self.waited_s += seconds
        self._pauses += 1
        if self._board is None:
            return
        if self._pauses % self._gone_for == 1:
            self._board.unplug()
        elif self._pauses % self._gone_for == 0:
            self._board.replug()

    @property
    def waits(self) -> Waits:
        return Waits(self.now, self.pause)


@pytest.fixture
def board() -> Iterator[BoardProcess]:
    with BoardProcess() as board:
        yield board


@pytest.fixture
def called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the stand-in for mpremote notes its words, one a line."""
    return fake_mpremote(tmp_path, monkeypatch, "exit 0")


def fake_mpremote(folder: Path, monkeypatch: pytest.MonkeyPatch, end: str) -> Path:
    note = folder / "called"
    program = folder / "bin/mpremote"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {note}\n{end}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    return note


def test_it_copies_the_firmware_after_the_board_gave_way_and_hears_it_run(
    board: BoardProcess, called: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board.dead(0)
    assert run_flash(board.port, waits=Patience(board).waits) == 0
    words = called.read_text().splitlines()
    assert words[:3] == ["connect", board.port, "exec"]
    names = [Path(word).name for word in words if word.endswith(".py")]
    assert names[-2:] == ["main.py", ":main.py"], "the program comes last"
    assert {"loop.py", "mfrc522.py", "readers.py", "wiring.py"} <= set(names)
    assert "simulated.py" not in names
    assert words[-1] == "reset"
    said = capsys.readouterr().out
    assert "The board runs firmware 0.2.0. Readers that do not answer: a1." in said


def test_every_file_that_the_board_needs_is_there() -> None:
    program, files = firmware_files()
    assert program.read_text().startswith('"""The sensor board\'s program on a Pico')
    assert all(file.exists() for file in files)
    assert "__init__.py" in {file.name for file in files}


def test_a_dry_run_says_it_all_and_touches_nothing(
    board: BoardProcess, called: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["flash", "--port", board.port, "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert f"connect {board.port}" in said
    assert ":main.py" in said
    assert not called.exists()


def test_a_board_at_its_prompt_is_not_waited_for(called: Path) -> None:
    """A new Pico: it echoes, complains and prompts again."""
    host, device = pty.openpty()
    tty.setraw(device)
    os.write(host, b"\r\n>>> ")
    patience = Patience()
    with pytest.raises(FlashFault, match="says nothing"):
        run_flash(os.ttyname(device), waits=patience.waits)
    assert called.exists()
    assert patience.waited_s < 1, "for one restart, after the copy"
    os.close(host)
    os.close(device)


def test_no_board_is_told_with_what_a_new_one_needs(tmp_path: Path) -> None:
    with pytest.raises(FlashFault, match=r"no sensor board at .*none: plug it in.*BOOTSEL"):
        board_port(str(tmp_path / "none"))


def test_of_several_boards_one_must_be_named(tmp_path: Path) -> None:
    (tmp_path / "one").touch()
    (tmp_path / "two").touch()
    with pytest.raises(FlashFault, match=r"several boards: .*/one, .*/two\. Name one with --port"):
        board_port(str(tmp_path / "*"))


def test_two_names_of_one_board_are_one_board(tmp_path: Path) -> None:
    (tmp_path / "ttyACM0").touch()
    (tmp_path / "by-id").symlink_to(tmp_path / "ttyACM0")
    assert Path(board_port(str(tmp_path / "*"))).resolve() == (tmp_path / "ttyACM0").resolve()


def test_without_mpremote_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(FlashFault, match="pip install mpremote"):
        copy_command("/dev/ttyACM0")


def test_a_busy_port_names_the_companion_as_the_likely_holder(
    board: BoardProcess, called: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Serial(board.port, exclusive=True):
        assert main(["flash", "--port", board.port]) == 1
    assert "sudo systemctl stop companion" in capsys.readouterr().err
    assert not called.exists()


def test_what_mpremote_complains_of_is_passed_on(
    board: BoardProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_mpremote(tmp_path, monkeypatch, 'echo "could not enter raw repl" >&2; exit 1')
    with pytest.raises(FlashFault, match=r"\(could not enter raw repl\): replug the board"):
        run_flash(board.port, waits=Patience(board).waits)


def test_a_board_that_does_not_come_back_is_told(board: BoardProcess, called: Path) -> None:
    with pytest.raises(FlashFault, match="does not come back"):
        run_flash(board.port, waits=Patience(board, gone_for=100_000).waits)
    assert not called.exists()
