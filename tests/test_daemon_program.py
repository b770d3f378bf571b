"""`companion` as a program: killed and started again, stopped, and refused with a sentence instead of a traceback."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from running_table import looking_at, program


async def test_killed_at_any_moment_and_started_again_the_game_goes_on(tmp_path: Path) -> None:
    play = ("play", "--port", "0", "--records", tmp_path)
    async with program(*play) as first, looking_at(await first.address()) as player:
        await player.set_up()
        await player.put(c1="0g1")
        before = player.game
        first.process.kill()
        assert await first.end() == -9
    async with program(*play) as second, looking_at(await second.address()) as player:
        await player.until(lambda: player.newest["link"]["ok"] and player.game["board"].get("c1") == "0g")
        for part in ("players", "round", "phase", "first", "findings"):
            assert player.game[part] == before[part]
        await player.press()
        await player.until(lambda: player.game["round"] == 2)


@pytest.mark.parametrize("signal", ["terminate", "interrupt"])
async def test_told_to_end_it_ends_without_a_word(tmp_path: Path, signal: str) -> None:
    async with program("play", "--port", "0", "--records", tmp_path) as companion:
        async with looking_at(await companion.address()) as player:
            await player.set_up()
            companion.process.send_signal(15 if signal == "terminate" else 2)
            assert await companion.end() == 0
        assert "Traceback" not in companion.log
        assert "ERROR" not in companion.log


async def test_a_busy_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        async with program("play", "--port", port, "--records", tmp_path) as companion:
            assert await companion.end() == 1
            assert companion.log == (
                f"companion: The browser table cannot listen on 127.0.0.1 port {port}: another program uses it, "
                "perhaps another companion: stop that one, or choose another port.\n"
            )


async def test_a_typo_in_the_settings_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text('[grid]\ndriver = "serial"\nprot = "/dev/ttyACM0"\n')
    async with program("run", "--settings", file) as companion:
        assert await companion.end() == 1
    assert companion.log == (
        f"companion: {file}, line 3: grid.prot does not exist (did you mean 'port'?). "
        "Known here: driver, port. Correct or delete it\n"
    )


async def test_settings_that_are_not_there_are_named(tmp_path: Path) -> None:
    async with program("run", "--settings", tmp_path / "nowhere.toml") as companion:
        assert await companion.end() == 1
    assert "There are no settings at" in companion.log


async def test_two_companions_do_not_write_one_game(tmp_path: Path) -> None:
    play = ("play", "--port", "0", "--records", tmp_path)
    async with program(*play) as first, looking_at(await first.address()) as player:
        await player.set_up()
        async with program(*play) as second:
            assert await second.end() == 1
        assert second.log == (
            f"companion: The games in {tmp_path} are in the hands of a companion that runs already: stop that one "
            "(a service: sudo systemctl stop companion), or keep the games in another folder.\n"
        )
        async with program("doctor", "--simulated", "--records", tmp_path) as doctor:
            assert await doctor.end() == 0
        (record,) = tmp_path.glob("*.game")
        async with program("replay", record) as replay:
            assert await replay.end() == 0


async def test_a_script_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    script = tmp_path / "bug.script"
    script.write_text("new g b\n")
    settings = tmp_path / "companion.toml"
    settings.write_text(f'[grid]\ndriver = "browser"\n[records]\nfolder = "{tmp_path}"\n')
    async with program("record", script, "--settings", settings) as companion:
        assert await companion.end() == 1
    assert companion.log == (
        f"companion: The script {script} is there already, and is kept: choose another file.\n"
    )
    assert script.read_text() == "new g b\n"
