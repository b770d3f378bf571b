"""A Pico's whole program, `main.py`, as a process over the model of the readers: what the host gets.

Under MicroPython with a Pico's heap, and on CPython.
"""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import tty
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sensorboard import PLACES

from companion.simulator.board_process import HEAP, MICROPYTHON
from companion.table.wire import Decoder, Hello, LinkFault, Ok, Snapshot, encode

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware"
INTERPRETERS = {"CPython": [sys.executable, "-S"]}
if MICROPYTHON.exists():  # on Linux on a PC
    INTERPRETERS["MicroPython"] = [str(MICROPYTHON), "-X", f"heapsize={HEAP}"]
LONG = "04A1B2C3D4E580"
SHORT = "11223344"


Step = tuple[int, int, int, list[str], bool]
"""In this sweep, so many µs after its start, on this place, lay these tags; are they garbled?"""


@dataclass(frozen=True)
class Outcome:
    """What the host received, and what the model counted."""

    frames: list[Hello | Snapshot | Ok | LinkFault]
    told: dict[str, Any]

    @property
    def snapshots(self) -> list[Snapshot]:
        return [frame for frame in self.frames if isinstance(frame, Snapshot)]

    def assert_clean(self) -> None:
        """Nothing was damaged, no reader got in another's way, and the heap would do on a Pico."""
        assert [frame for frame in self.frames if isinstance(frame, LinkFault)] == []
        assert (self.told["conflicts"], self.told["neighbours_lit"]) == (0, 0)
        assert self.told["free"] is None or self.told["free"] > 64_000


@pytest.fixture(params=INTERPRETERS)
def interpreter(request: pytest.FixtureRequest) -> list[str]:
    return INTERPRETERS[request.param]


def run(
    interpreter: list[str],
    folder: Path,
    lay: list[Step],
    sweeps: int,
    dead: tuple[int, ...] = (),
    says: bytes = b"",
    period: int = 1000,
) -> Outcome:
    """Run the program; the host says its words at the start, and reads everything."""
    plan = folder / "plan.json"
    said = {"dead": dead, "calls_us": 15, "lay": lay, "sweeps": sweeps, "period": period}
    plan.write_text(json.dumps(said))
    host, board = pty.openpty()
    tty.setraw(board)
    process = subprocess.Popen(
        [*interpreter, str(HERE / "run_on_model.py"), str(FIRMWARE), str(plan)],
        stdin=board,
        stdout=board,
        stderr=subprocess.PIPE,
        cwd=folder,
        env={**os.environ, "MICROPYPATH": str(HERE)},
    )
    os.close(board)
    os.write(host, says)
    received = read_all(host)
    _, errors = process.communicate()
    assert process.returncode == 0, errors.decode()
    return Outcome(Decoder().receive(received), json.loads(errors.splitlines()[-1]))


def read_all(host: int) -> bytes:
    """Until the other end is closed, which a pseudo-terminal tells by an error."""
    received = b""
    try:
        while data := os.read(host, 65536):
            received += data
    except OSError:
        pass
    finally:
        os.close(host)
    return received


def test_it_finds_every_tag_and_answers_whatever_comes_in_between(
    interpreter: list[str], tmp_path: Path
) -> None:
    uids = [f"04{place:02X}B2C3D4E580" if place % 2 else f"{place + 1:02X}112233" for place in range(PLACES)]
    says = b"\x03\x03noise" + bytes(range(128, 256)) + b"\n" + encode("IDENT", "h1") + encode("TEST", "h2")
    outcome = run(
        interpreter, tmp_path, [(2, 0, place, [uid], False) for place, uid in enumerate(uids)], 6, says=says
    )
    outcome.assert_clean()
    assert outcome.snapshots[0].places == ("",) * PLACES
    assert outcome.snapshots[-1].places == tuple(uids)
    hellos = [frame for frame in outcome.frames if isinstance(frame, Hello)]
    assert [hello.seq for hello in hellos] == ["0", "h1", "h2"]
    assert len({hello.boot for hello in hellos}) == 1
    assert hellos[0].board == "e6726967"
    assert outcome.told["watchdog_ms"] == 8000


def test_it_tells_apart_what_cannot_be_read_and_names_dead_readers(
    interpreter: list[str], tmp_path: Path
) -> None:
    lay: list[Step] = [(0, 0, 4, [LONG], False), (0, 0, 5, [LONG, SHORT], False)]
    lay += [(0, 0, 6, [LONG], True), (0, 0, 3, [LONG], False)]
    lay += [(3, 0, 4, [], False), (3, 0, 5, [SHORT], False)]
    outcome = run(interpreter, tmp_path, lay, 6, dead=(3, 37))
    outcome.assert_clean()
    hello = outcome.frames[0]
    assert isinstance(hello, Hello)
    assert hello.dead == ("a4", "pad")
    assert outcome.snapshots[1].places[3:7] == ("?", LONG, "!", "?")
    assert outcome.snapshots[-1].places[3:7] == ("?", "", SHORT, "?")


def test_tags_that_come_and_go_in_the_middle_of_sweeps_are_right_when_it_is_calm(
    interpreter: list[str], tmp_path: Path
) -> None:
    lay: list[Step] = [(0, 0, place, [LONG], False) for place in range(0, PLACES, 3)]
    for turn, place in enumerate(range(0, PLACES, 3)):
        lay.append((2 + turn // 4, turn * 7919 % 80_000, place, [], False))
        lay.append((2 + turn // 4, turn * 6007 % 80_000, place + 1, [SHORT], False))
    outcome = run(interpreter, tmp_path, lay, 9)
    outcome.assert_clean()
    assert outcome.snapshots[1].places == tuple(LONG if place % 3 == 0 else "" for place in range(PLACES))
    assert outcome.snapshots[-1].places == tuple(SHORT if place % 3 == 1 else "" for place in range(PLACES))


def test_its_sweeps_are_in_time(interpreter: list[str], tmp_path: Path) -> None:
    lay: list[Step] = [(0, 0, place, [f"04{place:02X}B2C3D4E580"], False) for place in (0, 20)]
    lay += [(8, 0, place, [f"04{place:02X}B2C3D4E580"], False) for place in range(0, 25)]
    outcome = run(interpreter, tmp_path, lay, 16)
    swept_us = outcome.told["swept_us"]
    with_2_ms, with_25_ms = ((swept_us[at + 3] - swept_us[at]) / 3000 for at in (3, 12))
    print(
        f"2 tags: {with_2_ms:.0f} ms a sweep, 25 tags: {with_25_ms:.0f} ms; free heap {outcome.told['free']}"
    )
    assert with_2_ms <= 150
    assert with_25_ms <= 250
    assert outcome.snapshots[-1].places.count("") == PLACES - 25


def test_asked_for_the_prompt_it_restarts_and_stays_there_once(
    interpreter: list[str], tmp_path: Path
) -> None:
    outcome = run(interpreter, tmp_path, [], 50, says=encode("PROMPT", "h1"))
    assert [frame.what for frame in outcome.frames if isinstance(frame, Ok)] == ["PROMPT"]
    assert outcome.told["restarted"]
    assert (tmp_path / "stay-at-prompt").exists()
    assert run(interpreter, tmp_path, [], 1).told["stayed"]
    assert not (tmp_path / "stay-at-prompt").exists()
    assert not run(interpreter, tmp_path, [], 1).told["stayed"]


def test_a_hundred_busy_sweeps_leave_the_heap_as_it_was(tmp_path: Path) -> None:
    """Every sweep one of twenty tags comes or goes."""
    lay: list[Step] = [(step, 0, step % 10 * 3, [LONG] if step < 10 else [], False) for step in range(20)]
    interpreter = INTERPRETERS.get("MicroPython", INTERPRETERS["CPython"])
    short, long = (run(interpreter, tmp_path, lay, sweeps, period=20) for sweeps in (20, 100))
    long.assert_clean()
    assert len(long.snapshots) == 100
    if interpreter is not INTERPRETERS["CPython"]:
        assert short.told["free"] - long.told["free"] < 4_000
