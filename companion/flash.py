"""`companion flash`: put the firmware on the sensor board, with `mpremote`, and hear whether it runs there.

The firmware holds the serial port against stray bytes, so it is asked for MicroPython's prompt first (`PROMPT`):
the board restarts and waits there once. A board without firmware is at its prompt already.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import sensorboard

from companion.config import Settings
from companion.drivers.serial_port import PORT_ERRORS, find_ports, open_port
from companion.errors import CompanionError
from companion.table.wire import Decoder, Frame, Hello, Ok, encode

PORTS: Final = ("/dev/serial/by-id/*MicroPython*", "/dev/cu.usbmodem*")
"""Where a Pico with MicroPython shows up, on Linux and on macOS, beside the name the settings give it."""
PACKED_MAIN: Final = "photosynthesis_pico_main.py"  # what an installed package calls firmware/main.py
NOT_FOR_THE_BOARD: Final = "simulated.py"
MAKE_FOLDER: Final = 'import os\nif "sensorboard" not in os.listdir(): os.mkdir("sensorboard")'
PROMPT: Final = b">>> "
REQUEST: Final = "h0"  # the number of ours

ANSWER_S: Final = 2.0
START_S: Final = 10.0  # a Pico compiles its program at every start
LEAVE_S: Final = 3.0
RETURN_S: Final = 15.0
LOOK_S: Final = 0.1


class FlashFault(CompanionError, OSError):
    """The firmware is not on the board; says why, and what to do."""


@dataclass(frozen=True)
class Waits:
    """Clock and patience, so that tests need neither."""

    now_s: Callable[[], float] = time.monotonic
    pause: Callable[[float], None] = time.sleep


def run_flash(port: str | None, *, dry_run: bool = False, waits: Waits | None = None) -> int:
    """The command. `port` is a path or pattern; without it the board is looked for. Returns the exit status.

    Raises FlashFault.
    """
    waits = waits or Waits()
    path = board_port(port)
    command = copy_command(path)
    if dry_run:
        print(f"Would ask the board at {path} for its prompt, then run:\n{shlex.join(command)}")
        return 0
    print(f"The board at {path}: asking for its prompt.")
    if _ask_for_prompt(path, waits):
        _await_restart(path, waits)
    print(f"Copying firmware {sensorboard.__version__}.")
    _run(command, path)
    _await_restart(path, waits)
    hello = _introduction(path, waits)
    dead = f"Readers that do not answer: {', '.join(hello.dead)}." if hello.dead else "All readers answer."
    print(f"The board runs firmware {hello.firmware}. {dead}")
    return 0


def board_port(port: str | None) -> str:
    """The one port to use. Raises FlashFault if there is none, or a choice."""
    patterns = (port,) if port else (Settings().grid.port, *PORTS)
    by_device = {
        str(Path(path).resolve()): path for pattern in reversed(patterns) for path in find_ports(pattern)
    }
    found = sorted(by_device.values())
    if not found:
        raise FlashFault(
            f"There is no sensor board at {' or '.join(patterns)}: plug it in. If it is new, hold its BOOTSEL button "
            "while plugging it in and copy MicroPython's image for the Pico onto the drive that appears."
        )
    if len(found) > 1:
        raise FlashFault(
            f"There are several boards: {', '.join(found)}. Name one with --port, or unplug the others."
        )
    return found[0]


def firmware_files() -> tuple[Path, list[Path]]:
    """The program and the package's files that belong on the board."""
    package = Path(sensorboard.__file__).parent
    packed = package.parent / PACKED_MAIN
    files = sorted(file for file in package.glob("*.py") if file.name != NOT_FOR_THE_BOARD)
    return packed if packed.exists() else package.parent / "main.py", files


def copy_command(port: str) -> list[str]:
    """The call of mpremote; the program comes last, so that half a copy does not start. Raises FlashFault."""
    mpremote = shutil.which("mpremote") or shutil.which("mpremote", path=str(Path(sys.executable).parent))
    if mpremote is None:
        raise FlashFault(
            "mpremote, which copies the firmware, is not installed: pip install mpremote, then try again."
        )
    main, files = firmware_files()
    copy = ["cp", *map(str, files), ":sensorboard/", "+", "cp", str(main), ":main.py"]
    return [mpremote, "connect", port, "exec", MAKE_FOLDER, "+", *copy, "+", "reset"]


def _run(command: Sequence[str], port: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise FlashFault(
            f"mpremote could not copy the firmware to {port} ({said[-1] if said else 'it said nothing'}): replug "
            "the board and try again. If that does not help, start afresh as firmware/README.md says."
        )


def _ask_for_prompt(path: str, waits: Waits) -> bool:
    """Whether firmware answered, and now restarts. False if the board is at its prompt, or says nothing."""
    return bool(_exchange(path, b"\r\n" + encode("PROMPT", REQUEST), Ok, waits, ANSWER_S, end=PROMPT))


def _introduction(path: str, waits: Waits) -> Hello:
    found = _exchange(path, b"\n" + encode("IDENT", REQUEST), Hello, waits, START_S)
    if not isinstance(found, Hello):
        raise FlashFault(
            f"The firmware is copied, but the board at {path} says nothing: replug it, then look with "
            "`companion doctor`."
        )
    return found


def _exchange(
    path: str, request: bytes, wanted: type[Frame], waits: Waits, limit_s: float, end: bytes = b"\0"
) -> Frame | None:
    """Send a request; the answer of that kind, or None when `end` or nothing comes."""
    decoder, received = Decoder(), b""
    try:
        with closing(open_port(path)) as port:
            port.write(request)
            port.timeout = LOOK_S
            until_s = waits.now_s() + limit_s
            while waits.now_s() < until_s and end not in received:
                data = port.read(4096)
                received += data
                for frame in decoder.receive(data):
                    if isinstance(frame, wanted) and frame.seq == REQUEST:
                        return frame
    except PORT_ERRORS as error:
        raise FlashFault(
            f"The board's port {path} cannot be used ({error}): end what else uses it (the companion: "
            "`sudo systemctl stop companion`), and see that you may use it."
        ) from error
    return None


def _await_restart(path: str, waits: Waits) -> None:
    """Until the port has gone, has come back and may be used. It may have gone and come unseen."""
    _wait_until(lambda: not Path(path).exists(), LEAVE_S, waits)
    if not _wait_until(lambda: _usable(path), RETURN_S, waits):
        raise FlashFault(
            f"The board does not come back at {path} after its restart: replug it and try again."
        )


def _usable(path: str) -> bool:
    try:
        open_port(path).close()
    except PORT_ERRORS:
        return False
    return True


def _wait_until(true: Callable[[], bool], limit_s: float, waits: Waits) -> bool:
    until_s = waits.now_s() + limit_s
    while not true():
        if waits.now_s() >= until_s:
            return False
        waits.pause(LOOK_S)
    return True
