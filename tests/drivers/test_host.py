"""The machine's files and commands: what is said, what is left alone, and how a command's failure reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.drivers.host import CommandFailed, Host, SystemCommands
from companion.drivers.whole_file import write_whole


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def host(tmp_path: Path, said: list[str]) -> Host:
    return Host(tmp_path, None, said.append)


def test_a_file_is_written_once(host: Host, said: list[str], tmp_path: Path) -> None:
    host.write("/etc/one", "text\n")
    host.write("/etc/one", "text\n")
    assert (tmp_path / "etc/one").read_text() == "text\n"
    assert said == [f"  write {tmp_path}/etc/one", f"  {tmp_path}/etc/one is as it should be"]


def test_a_file_is_readable_for_everybody_whatever_it_was_before(host: Host, tmp_path: Path) -> None:
    (tmp_path / "one").touch(mode=0o600)
    host.write("/one", "text\n")
    assert (tmp_path / "one").stat().st_mode & 0o777 == 0o644


def test_a_link_that_points_elsewhere_stays(host: Host, said: list[str], tmp_path: Path) -> None:
    (tmp_path / "bin").symlink_to("/somewhere")
    host.link("/bin", "/opt/program")
    assert said == [f"  {tmp_path}/bin is there already, and stays as it is"]
    assert str((tmp_path / "bin").readlink()) == "/somewhere"


def test_what_is_not_there_need_not_be_removed(host: Host, said: list[str]) -> None:
    host.remove("/nothing")
    assert said == []


def test_a_command_that_fails_is_told_with_its_last_words() -> None:
    with pytest.raises(CommandFailed) as fault:
        SystemCommands().run("sh", "-c", "echo first >&2; echo the reason >&2; exit 3")
    assert str(fault.value) == "`sh -c 'echo first >&2; echo the reason >&2; exit 3'` failed (the reason)"


def test_a_command_that_says_nothing_is_told_with_its_status() -> None:
    with pytest.raises(CommandFailed, match=r"`false` failed \(exit status 1\)"):
        SystemCommands().run("false")


def test_a_command_that_does_not_exist_is_told() -> None:
    with pytest.raises(CommandFailed, match=r"`no-such-command` cannot be run \(No such file or directory\)"):
        SystemCommands().run("no-such-command")


def test_a_file_that_cannot_be_replaced_stays_whole_and_nothing_is_left_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_whole(tmp_path / "file", "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "file", "new")
    assert (tmp_path / "file").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
