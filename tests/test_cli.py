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


@pytest.mark.parametrize("command", [["play"], ["record", "new.script"]])
def test_games_of_a_simulated_table_are_kept_apart_and_where_is_said(
    ran: list[Settings], capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    assert main(command) == 0
    folder = ran[0].records.folder
    assert folder == Settings().records.folder / "simulated"
    assert f"The games are kept in {folder}" in capsys.readouterr().out


def test_run_reads_its_settings(ran: list[Settings], tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text('[game]\nstart = "SW"\n')
    assert main(["run", "--settings", str(file)]) == 0
    assert ran[0].game.start == "SW"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["run", "--settings", "nowhere.toml"],
            "There are no settings at nowhere.toml: `sudo companion install`",
        ),
        (["calibrate", "--settings", "nowhere.toml"], "or add --simulated to try it in the browser"),
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


@pytest.mark.parametrize("option", [["play", "--port"], ["doctor", "--simulated", "--port"]])
@pytest.mark.parametrize("port", ["-1", "65536", "many"])
def test_a_port_that_is_none_is_refused(
    capsys: pytest.CaptureFixture[str], option: list[str], port: str
) -> None:
    with pytest.raises(SystemExit):
        main([*option, port])
    assert f"{port}: a port is a number from 0 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["dance"], ["script"]])
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
