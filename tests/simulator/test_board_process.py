"""The firmware's real main loop as a process on a pseudo-terminal, under MicroPython and under CPython."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from companion.simulator.board_process import MICROPYTHON, BoardProcess
from companion.table.wire import Decoder, Frame, Hello, LinkFault, Mark, Snapshot, encode

UID = "04A1B2C3D4E580"
PATIENCE_S = 20
INTERPRETERS = [MICROPYTHON, None] if MICROPYTHON.exists() else [None]

Found = list[Frame | LinkFault]


@pytest.fixture(params=INTERPRETERS, ids=lambda path: "MicroPython" if path else "CPython")
def board(request: pytest.FixtureRequest) -> Iterator[BoardProcess]:
    with BoardProcess(sweep_ms=5, micropython=request.param) as board:
        yield board


class Host:
    """The other end of the wire, through pyserial."""

    def __init__(self, board: BoardProcess) -> None:
        self.serial = serial.Serial(board.port, timeout=0, exclusive=True)
        self.decoder = Decoder()

    def ask(self, *requests: bytes) -> None:
        rest = b"".join(requests)
        while rest:
            assert select.select([], [self.serial], [], PATIENCE_S)[1], "the board takes nothing any more"
            rest = rest[os.write(self.serial.fileno(), rest) :]

    def until(self, enough: Callable[[Found], bool]) -> Found:
        """Read until that is true of all that came."""
        found: Found = []
        give_up_s = time.monotonic() + PATIENCE_S
        while not enough(found):
            assert time.monotonic() < give_up_s, f"it never came; the last was {found[-1:]}"
            assert select.select([self.serial], [], [], PATIENCE_S)[0], "the board is silent"
            found += self.decoder.receive(self.serial.read(4096))
        return found


def answered(seq: str) -> Callable[[Found], bool]:
    return lambda found: any(not isinstance(frame, LinkFault) and frame.seq == seq for frame in found)


def snapshot(seq: str, found: Found) -> Snapshot:
    return next(frame for frame in found if isinstance(frame, Snapshot) and frame.seq == seq)


def hellos(found: Found) -> list[Hello]:
    return [frame for frame in found if isinstance(frame, Hello)]


def test_it_introduces_itself_and_reads_what_lies_on_the_table(board: BoardProcess) -> None:
    board.set_place(0, [UID])
    board.set_place(18, [UID, "04A1B2C3"])
    board.dead(36)
    host = Host(board)
    host.ask(b"\n", encode("IDENT", "h0"), encode("GET", "h1"))
    found = host.until(
        lambda found: any(
            isinstance(frame, Snapshot)
            and (frame.places[0], frame.places[18], frame.places[36])
            == (UID, Mark.COLLISION, Mark.UNREADABLE)
            for frame in found
        )
    )
    assert hellos(found)[-1].board == "simulated"
    host.ask(encode("TEST", "h2"))
    assert hellos(host.until(answered("h2")))[-1].dead == ("g4",)


def test_thousands_of_requests_among_damaged_ones_are_each_answered_once(board: BoardProcess) -> None:
    board.set_place(37, [UID])
    host = Host(board)
    host.ask(b"\n", encode("IDENT", "h0"))
    host.until(lambda found: answered("h0")(found) and isinstance(found[-1], Snapshot))
    seen: list[str] = []
    for batch in range(0, 3000, 20):
        sound = [encode("GET", f"h{number}") for number in range(batch + 1, batch + 21)]
        damaged = encode("GET", f"h{batch + 5}").replace(b"GET", b"G\x03T")
        host.ask(b"\x03\xff\x00noise\n", *sound[:10], damaged, *sound[10:])
        found = host.until(answered(f"h{batch + 20}"))
        assert not [frame for frame in found if isinstance(frame, LinkFault)]
        seen += [frame.seq for frame in found if isinstance(frame, Snapshot) and frame.seq.startswith("h")]
    assert seen == [f"h{number}" for number in range(1, 3001)]


def test_a_flood_of_garbage_does_not_stop_it(board: BoardProcess) -> None:
    host = Host(board)
    host.ask(bytes(range(256)) * 200, b"x" * 5000, b"\n", encode("IDENT", "h9"))
    assert hellos(host.until(answered("h9")))


def test_a_host_that_does_not_listen_does_not_stop_it(board: BoardProcess) -> None:
    host = Host(board)
    host.ask(*[encode("IDENT", f"h{number}") for number in range(3000)])
    host.until(
        lambda found: any(isinstance(frame, LinkFault) or answered("h2999")([frame]) for frame in found)
    )
    host.ask(b"\n", encode("IDENT", "h5000"))
    host.until(answered("h5000"))


def test_a_reset_is_a_new_boot_on_the_same_device_with_the_same_table(board: BoardProcess) -> None:
    host = Host(board)
    board.set_place(3, [UID])
    host.ask(b"\n", encode("IDENT", "h0"))
    [*_, before] = hellos(host.until(answered("h0")))
    device = board.device
    board.reset()
    found = host.until(lambda found: bool(hellos(found)) and isinstance(found[-1], Snapshot))
    [after] = hellos(found)
    assert after.boot != before.boot
    assert isinstance(found[-1], Snapshot)
    assert found[-1].places[3] == UID, "its first sweep already knows"
    assert board.device == device


def test_unplugged_the_device_is_gone_and_comes_back_as_another(board: BoardProcess) -> None:
    host = Host(board)
    host.until(lambda found: len(found) > 2)
    device, port = board.device, board.port
    board.unplug()
    assert not Path(port).exists()
    assert board.device == ""
    with pytest.raises((serial.SerialException, OSError)):
        host.until(lambda _: False)
    host.serial.close()
    board.set_place(7, [UID])
    board.replug()
    assert board.port == port
    assert board.device not in ("", device)
    host = Host(board)
    host.ask(b"\n", encode("IDENT", "h0"), encode("GET", "h1"))
    host.until(lambda found: any(isinstance(frame, Snapshot) and frame.places[7] == UID for frame in found))


def test_closed_it_leaves_nothing_behind() -> None:
    board = BoardProcess()
    folder = Path(board.port).parent
    assert folder.exists()
    board.close()
    assert not folder.exists()
    board.close()


def test_the_firmware_ends_when_its_parent_is_killed() -> None:
    program = (
        "from companion.simulator.board_process import BoardProcess\n"
        "import sys\n"
        "board = BoardProcess()\n"
        "print(board.process_id, board.port, flush=True)\n"
        "sys.stdin.read()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    process_id, port = parent.stdout.readline().split()
    firmware = os.pidfd_open(int(process_id))
    parent.send_signal(signal.SIGKILL)
    parent.communicate()
    assert select.select([firmware], [], [], PATIENCE_S)[0], "the firmware is still running"
    os.close(firmware)
    folder = Path(port).parent
    assert folder.exists()
    BoardProcess().close()
    assert not folder.exists(), "the next board tidies up"


def test_the_folder_of_another_board_that_runs_stays() -> None:
    with BoardProcess() as board:
        BoardProcess().close()
        assert Path(board.port).is_symlink()
