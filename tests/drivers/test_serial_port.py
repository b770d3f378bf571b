"""The serial driver on pseudo-terminals: finds the board, loses it, says why, and finds it again."""

from __future__ import annotations

import asyncio
import errno
import os
import pty
import termios
import tty
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import serial

from companion.drivers.serial_port import SerialGrid, find_ports
from companion.table.link import SILENT

PATIENCE_S = 20
SOON = (0.01,)


class Device:
    """A serial device with nobody behind it but the test."""

    def __init__(self, link: Path) -> None:
        self.board_end, self._device_end = pty.openpty()
        tty.setraw(self._device_end)
        self.name = os.ttyname(self._device_end)
        self.link = link
        link.symlink_to(self.name)

    def say(self, data: bytes) -> None:
        os.write(self.board_end, data)

    def vanish(self) -> None:
        self.link.unlink()
        os.close(self.board_end)
        os.close(self._device_end)


class Heard:
    """What the driver called back, to be waited for in order."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[tuple[str, str | bytes]] = asyncio.Queue()
        self.grids: list[SerialGrid] = []

    def grid(self, port: str | Path, silence_s: float = PATIENCE_S) -> SerialGrid:
        grid = SerialGrid(
            str(port),
            on_open=lambda path: self._queue.put_nowait(("open", path)),
            on_bytes=lambda data: self._queue.put_nowait(("bytes", data)),
            on_closed=lambda reason: self._queue.put_nowait(("closed", reason)),
            back_off_s=SOON,
            silence_s=silence_s,
        )
        self.grids.append(grid)
        return grid

    async def next(self) -> tuple[str, str | bytes]:
        return await asyncio.wait_for(self._queue.get(), PATIENCE_S)

    async def reason(self) -> str:
        what, reason = await self.next()
        assert what == "closed"
        assert isinstance(reason, str)
        return reason

    @property
    def empty(self) -> bool:
        return self._queue.empty()


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    device = Device(tmp_path / "board")
    yield device
    if device.link.is_symlink():
        device.vanish()


@pytest.fixture
async def heard() -> AsyncIterator[Heard]:
    heard = Heard()
    yield heard
    for grid in heard.grids:
        grid.close()


async def test_bytes_go_both_ways(device: Device, heard: Heard) -> None:
    grid = heard.grid(device.link)
    grid.write(b"lost: nothing is open yet")
    grid.start()
    assert await heard.next() == ("open", str(device.link))
    device.say(b"HELLO\n")
    assert await heard.next() == ("bytes", b"HELLO\n")
    grid.write(b"GET\n")
    assert os.read(device.board_end, 100) == b"GET\n"


async def test_a_missing_board_is_said_once_and_found_when_it_comes(tmp_path: Path, heard: Heard) -> None:
    port = tmp_path / "board"
    heard.grid(port).start()
    reason = await heard.reason()
    assert str(port) in reason
    assert "plug it in" in reason
    device = Device(port)
    assert await heard.next() == ("open", str(port))
    device.vanish()
    assert "unplugged" in await heard.reason()


async def test_a_pulled_cable_is_one_event_and_the_board_is_found_as_another_device(
    device: Device, heard: Heard, tmp_path: Path
) -> None:
    heard.grid(device.link).start()
    await heard.next()
    device.vanish()
    reason = await heard.reason()
    assert str(device.link) in reason
    assert "plug it in again" in reason
    assert "There is no sensor board" in await heard.reason()
    holding = Device(tmp_path / "somebody-else")  # takes the old name
    again = Device(device.link)
    assert again.name != holding.name
    assert await heard.next() == ("open", str(again.link))
    again.say(b"back\n")
    assert await heard.next() == ("bytes", b"back\n")
    holding.vanish()
    again.vanish()


async def test_a_busy_port_is_named_with_its_remedy_and_opened_when_it_is_free(
    device: Device, heard: Heard
) -> None:
    other = serial.Serial(str(device.link), exclusive=True)
    heard.grid(device.link).start()
    reason = await heard.reason()
    assert str(device.link) in reason
    assert "in use by another program" in reason
    assert "ModemManager" in reason
    other.close()
    assert await heard.next() == ("open", str(device.link))


async def test_while_it_has_the_port_nobody_else_gets_it(device: Device, heard: Heard) -> None:
    heard.grid(device.link).start()
    await heard.next()
    with pytest.raises(serial.SerialException, match="exclusively"):
        serial.Serial(str(device.link), exclusive=True)


@pytest.mark.parametrize(
    ("number", "remedy"),
    [(errno.EACCES, "udev rule"), (errno.EBUSY, "in use"), (errno.EIO, "unplug the sensor")],
)
async def test_a_port_that_cannot_be_opened_says_what_to_do(
    device: Device, heard: Heard, monkeypatch: pytest.MonkeyPatch, number: int, remedy: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise serial.SerialException(number, f"could not open port: {os.strerror(number)}")

    monkeypatch.setattr(serial, "Serial", refuse)
    heard.grid(device.link).start()
    reason = await heard.reason()
    assert str(device.link) in reason
    assert remedy in reason


@pytest.mark.parametrize(
    "error",
    [
        serial.SerialException("device reports readiness to read but returned no data"),
        OSError(errno.ENODEV, "No such device"),
        termios.error(errno.EIO, "Input/output error"),
        TypeError("an integer is required (got type NoneType)"),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_whatever_a_dying_port_raises_is_one_clear_sentence(
    device: Device, heard: Heard, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    heard.grid(device.link).start()
    await heard.next()

    def die(*_: object) -> bytes:
        raise error

    with monkeypatch.context() as dying:
        dying.setattr(serial.Serial, "read", die)
        device.say(b"x")
        assert str(device.link) in await heard.reason()
    assert (await heard.next())[0] == "open"


async def test_a_dying_port_is_noticed_when_writing_too(
    device: Device, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = heard.grid(device.link)
    grid.start()
    await heard.next()

    def die(*_: object) -> int:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as dying:
        dying.setattr(os, "write", die)
        grid.write(b"GET\n")
    assert "unplugged" in await heard.reason()


async def test_a_board_that_takes_nothing_does_not_hold_up_the_table(device: Device, heard: Heard) -> None:
    grid = heard.grid(device.link)
    grid.start()
    await heard.next()
    for _ in range(2000):
        grid.write(b"GET h1 *00000000\n" * 10)
    assert heard.empty


async def test_a_silent_port_is_given_up_for_the_next_that_matches(
    device: Device, heard: Heard, tmp_path: Path
) -> None:
    other = Device(tmp_path / "printer")
    heard.grid(tmp_path / "[bp]*", silence_s=0.1).start()
    assert await heard.next() == ("open", str(device.link))
    assert await heard.reason() == SILENT
    assert await heard.next() == ("open", str(other.link))
    other.say(b"HELLO\n")
    assert await heard.next() == ("bytes", b"HELLO\n")
    other.vanish()


async def test_closed_it_calls_nobody_back(device: Device, heard: Heard) -> None:
    grid = heard.grid(device.link)
    grid.start()
    await heard.next()
    grid.close()
    device.say(b"anybody?\n")
    await asyncio.sleep(0)
    assert heard.empty
    serial.Serial(str(device.link), exclusive=True).close()


def test_ports_are_found_by_name_and_by_pattern_but_not_where_a_link_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "usb-b").touch()
    (tmp_path / "usb-a").touch()
    (tmp_path / "usb-c").symlink_to(tmp_path / "gone")
    assert find_ports(str(tmp_path / "usb-*")) == [str(tmp_path / "usb-a"), str(tmp_path / "usb-b")]
    assert find_ports(str(tmp_path / "usb-b")) == [str(tmp_path / "usb-b")]
    assert find_ports(str(tmp_path / "usb-c")) == []
