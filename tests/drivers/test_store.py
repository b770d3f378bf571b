"""The records on disk: every line is there before anything goes on, and a full disk loses none."""

from __future__ import annotations

import errno
import os
from datetime import datetime
from pathlib import Path

import pytest

from companion.drivers.store import FolderTaken, RecordFolder, StoreFault

NOON = datetime(2024, 5, 17, 12, 0, 0)


class Disk:
    """The system's writing, which takes `room` more bytes and then is full. `log` is what happened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room = 1 << 30
        self.log: list[str] = []
        self._write, self._fsync = os.write, os.fsync
        monkeypatch.setattr(os, "write", self.write)
        monkeypatch.setattr(os, "fsync", self.fsync)

    def write(self, file: int, data: bytes) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        data = data[: self.room]
        self.room -= len(data)
        self.log.append("write")
        return self._write(file, data)

    def fsync(self, file: int) -> None:
        self.log.append("flush")
        self._fsync(file)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.fixture
def folder(tmp_path: Path) -> RecordFolder:
    return RecordFolder(tmp_path / "records", lambda: NOON)


def text(folder: RecordFolder) -> str:
    assert folder.path is not None
    return folder.path.read_text()


def test_a_game_is_a_file_named_by_when_it_began(folder: RecordFolder) -> None:
    folder.begin("start")
    folder.append("one")
    assert folder.path is not None
    assert folder.path.name == "2024-05-17-120000-1.game"
    assert text(folder) == "start\none\n"


def test_two_games_of_one_second_are_two_files_and_the_later_is_the_newest(
    folder: RecordFolder, tmp_path: Path
) -> None:
    folder.begin("first game")
    folder.begin("second game")
    assert len(list((tmp_path / "records").iterdir())) == 2
    assert RecordFolder(tmp_path / "records").newest() == "second game\n"


def test_without_a_record_there_is_nothing_to_go_on_with(folder: RecordFolder) -> None:
    assert folder.newest() == ""


def test_each_line_is_flushed_to_the_disk_before_append_returns(folder: RecordFolder, disk: Disk) -> None:
    folder.begin("start")
    disk.log.clear()
    folder.append("one")
    assert disk.log == ["write", "flush"]


def test_a_game_is_gone_on_with_after_a_restart(folder: RecordFolder, tmp_path: Path) -> None:
    folder.begin("start")
    folder.close()
    again = RecordFolder(tmp_path / "records")
    assert again.newest() == "start\n"
    again.append("more")
    assert text(again) == "start\nmore\n"


def test_a_line_that_was_torn_stays_alone_on_its_line(folder: RecordFolder, tmp_path: Path) -> None:
    folder.begin("start")
    folder.close()
    assert folder.path is not None
    with folder.path.open("a") as file:
        file.write("to")
    again = RecordFolder(tmp_path / "records")
    assert again.newest() == "start\nto"
    again.append("more")
    assert text(again) == "start\nto\nmore\n"


def test_what_is_no_text_in_a_record_is_marked_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "2024-01-01-000000-1.game").write_bytes(b"start\n\xff\xfe\nend\n")
    assert RecordFolder(tmp_path).newest() == "start\n��\nend\n"


@pytest.mark.parametrize("room", range(8))
def test_a_full_disk_is_told_and_loses_no_line(folder: RecordFolder, disk: Disk, room: int) -> None:
    folder.begin("start")
    disk.room = room
    for line in ("one two", "three"):
        with pytest.raises(StoreFault, match=r"No space left on device.*free some space"):
            folder.append(line)
        disk.room = min(disk.room, 3)
    disk.room = 1 << 30
    folder.append("four")
    assert text(folder) == "start\none two\nthree\nfour\n"


def test_lines_a_full_disk_refused_are_written_at_the_end(folder: RecordFolder, disk: Disk) -> None:
    folder.begin("start")
    disk.room = 0
    with pytest.raises(StoreFault):
        folder.append("one")
    disk.room = 1 << 30
    folder.close()
    assert text(folder) == "start\none\n"


def test_a_new_game_does_not_lose_the_last_lines_of_the_one_before(
    folder: RecordFolder, disk: Disk, tmp_path: Path
) -> None:
    folder.begin("first game")
    disk.room = 0
    with pytest.raises(StoreFault):
        folder.append("its end")
    disk.room = 1 << 30
    folder.begin("second game")
    games = sorted((tmp_path / "records").iterdir())
    assert [game.read_text() for game in games] == ["first game\nits end\n", "second game\n"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "records").write_text("a file is in the way")
    folder = RecordFolder(tmp_path / "records")
    with pytest.raises(StoreFault, match=f"record in {tmp_path / 'records'} cannot be written"):
        folder.begin("start")


def test_a_folder_is_held_by_one_at_a_time_and_read_by_all(folder: RecordFolder, tmp_path: Path) -> None:
    folder.hold()
    folder.begin("start")
    other = RecordFolder(tmp_path / "records")
    with pytest.raises(FolderTaken, match=rf"The games in {tmp_path}/records are .*stop that one"):
        other.hold()
    assert other.newest() == "start\n"
    folder.begin("the next game")
    with pytest.raises(FolderTaken):
        other.hold()
    folder.close()
    other.hold()
    other.close()


def test_a_folder_that_cannot_be_made_is_told_with_the_first_line(tmp_path: Path) -> None:
    (tmp_path / "records").write_text("a file is in the way")
    folder = RecordFolder(tmp_path / "records")
    folder.hold()
    with pytest.raises(StoreFault, match="cannot be written"):
        folder.begin("start")
