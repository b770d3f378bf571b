"""What makes the daemon a good service: it switches the table off, remembers choices, and keeps a readable journal."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path

import pytest
from fake_machine import RecordedCommands
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from running_table import PATIENCE_S, looking_at, program, running, simulated

from companion.app.dialogs import MENU, OPTIONS, ChoosingOptions, Menu
from companion.daemon import Daemon
from companion.drivers.host import CommandFailed


async def shut_down_from_the_menu(
    commands: RecordedCommands, records: Path, **sections: Mapping[str, object]
) -> None:
    """Choose "Shut down" in the menu of a table, and wait for the daemon's end."""
    settings = simulated(records, **sections)
    daemon, started = Daemon(settings, commands=commands), asyncio.Event()
    task = asyncio.create_task(daemon.run(started))
    async with asyncio.timeout(PATIENCE_S):
        await started.wait()
        assert daemon.session is not None
        daemon.session.dialog = Menu(MENU.index("off"))
        async with looking_at(daemon.address) as player:
            await player.press("wheel")
            await task


REAL: dict[str, Mapping[str, object]] = {
    "grid": {"driver": "serial", "port": "/dev/no-board"},
    "controls": {"driver": "gpio"},
    "display": {"driver": "ssd1306", "i2c_bus": 97},
}


@pytest.mark.parametrize("parts", [["grid"], ["controls", "display"], ["display"]], ids="+".join)
async def test_shut_down_in_the_menu_switches_a_real_table_off_after_everything_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parts: list[str]
) -> None:
    """With readers, or with lights and buttons only."""
    monkeypatch.setattr(Device, "pin_factory", MockFactory())
    commands = RecordedCommands()
    await shut_down_from_the_menu(commands, tmp_path, **{part: REAL[part] for part in parts})
    assert commands.ran == [("systemctl", "poweroff")]


async def test_a_pretended_table_only_ends(tmp_path: Path) -> None:
    commands = RecordedCommands()
    await shut_down_from_the_menu(commands, tmp_path)
    assert commands.ran == []


async def test_a_machine_that_cannot_be_switched_off_says_so_and_the_service_comes_back(
    tmp_path: Path,
) -> None:
    with pytest.raises(CommandFailed) as fault:
        await shut_down_from_the_menu(RecordedCommands(fails="systemctl"), tmp_path, grid=REAL["grid"])
    assert str(fault.value) == (
        "The table cannot be switched off: `systemctl` failed (it is tired). "
        "Run `companion install` again, or pull the plug: the game is on disk."
    )


async def test_what_was_chosen_in_the_menu_holds_after_a_restart(tmp_path: Path) -> None:
    async with running(simulated(tmp_path)) as daemon, looking_at(daemon.address) as player:
        assert daemon.session is not None
        daemon.session.dialog = ChoosingOptions(OPTIONS.index("light"))
        await player.press()
        await player.until(lambda: "evening" in player.display)
    async with running(simulated(tmp_path)) as daemon:
        assert daemon.session is not None
        assert daemon.session.options.evening


async def test_the_sun_starts_where_the_menu_says_also_for_a_game_begun_on_the_page(tmp_path: Path) -> None:
    async with (
        running(simulated(tmp_path, game={"start": "W"})) as daemon,
        looking_at(daemon.address) as player,
    ):
        assert daemon.session is not None
        daemon.session.dialog = ChoosingOptions(OPTIONS.index("start"))
        await player.press()
        await player.until(lambda: "Sun starts: NW" in player.display)
        await player.do("new", players=["g", "b"])
        await player.until(lambda: player.game["sun"] == "NW")


async def test_choices_that_are_damaged_are_told_and_the_settings_hold(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "choices.json").write_text('{"long": tr')
    with caplog.at_level(logging.WARNING):
        daemon = Daemon(simulated(tmp_path, game={"heavy": "both"}))
    assert daemon.session is not None
    assert (daemon.session.options.long, daemon.session.options.heavy) == (False, "both")
    assert f"The choices in {tmp_path}/choices.json cannot be read (it is damaged)" in caplog.text


async def test_choices_that_cannot_be_kept_are_told_and_hold_until_the_end(tmp_path: Path) -> None:
    async with running(simulated(tmp_path)) as daemon, looking_at(daemon.address) as player:
        (tmp_path / "choices.json").mkdir()
        assert daemon.session is not None
        daemon.session.dialog = ChoosingOptions(OPTIONS.index("long"))
        await player.press()
        await player.until(lambda: "24 rounds" in player.display)
        assert "make the folder writable" in daemon.session.faults["choices"]


async def test_in_the_journal_every_line_is_an_event_with_its_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", "8:1234")
    file = tmp_path / "companion.toml"
    file.write_text('[web]\nport = 0\n[grid]\nprot = "x"\n')
    async with program("run", "--settings", file) as companion:
        assert await companion.end() == 1
    lines = companion.log.splitlines()
    assert len(lines) == 2
    assert all(line.startswith(f"<3>{file}, line ") for line in lines)
