"""The command line: what is asked for is done, and what cannot be done is one sentence and a status."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import __version__, daemon
from companion.cli import main
from companion.config import Settings


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings that a daemon was run with, instead of running one."""
    settings: list[Settings] = []

    def run_daemon(wanted: Settings, **_: Any) -> int:
        settings.append(wanted)
        return 0

    monkeypatch.setattr(daemon, "run_daemon", run_daemon)
    return settings


def test_play_is_the_whole_table_in_the_browser(ran: list[Settings], tmp_path: Path) -> None:
    assert main(["play", "--port", "0", "--records", str(tmp_path)]) == 0
    [settings] = ran
    assert (settings.grid.driver, settings.controls.driver, settings.display.driver) == ("browser",) * 3
    assert (settings.web.host, settings.web.port, settings.records.folder) == ("127.0.0.1", 0, tmp_path)


def test_play_without_a_port_is_on_the_usual_one(ran: list[Settings]) -> None:
    assert main(["play"]) == 0
    assert ran[0].web.port == 8137


def test_run_reads_its_settings(ran: list[Settings], tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text('[game]\nstart = "SW"\n')
    assert main(["run", "--settings", str(file)]) == 0
    assert ran[0].game.start == "SW"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "--port", "-1"], "companion: --port -1: a port is a number from 0 to 65535\n"),
        (["run", "--settings", "nowhere.toml"], "there is no such settings file. Name another"),
        (["script", "nowhere.script"], "The script nowhere.script cannot be read"),
    ],
)
def test_what_people_can_mend_is_a_sentence_and_status_1(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(arguments) == 1
    said = capsys.readouterr().err
    assert sentence in said
    assert said.startswith("companion: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["dance"], ["play", "--port", "many"], ["script"]])
def test_what_is_no_command_shows_how_it_is_written(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "usage: companion" in capsys.readouterr().err


def test_the_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"companion {__version__}\n"


def test_interrupted_by_the_keyboard_it_ends_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: Any, **__: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(daemon, "run_daemon", interrupted)
    assert main(["play"]) == 130


def test_a_script_is_run_from_its_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = tmp_path / "game.script"
    script.write_text("new g b\nput a1 1g\n")
    assert main(["script", str(script)]) == 0
    assert capsys.readouterr().out.count("\n") == 2
