"""What the daemon costs: time to start, resident memory, and processor time while a blocked tree breathes.

`companion run` with its sensor board on a pseudo-terminal and a browser looking on, beside an empty interpreter
and beside one that only imports the packages it stands on. Linux: it reads /proc. `python -m bench.daemon`
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.yardsticks import head, row
from companion.app.entries import Begun
from companion.app.record import write_line
from companion.rules import Position
from companion.simulator.board_process import BoardProcess
from companion.table.pieces import PLACES, PieceSet

STARTS = 5
IDLE_S = 12.0
MEMORY_GOAL_MB, IDLE_GOAL_S = 64, 1.0
PACKAGES = "asyncio, aiohttp.web, pydantic, PIL.Image, serial, gpiozero.pins.mock, luma.core.device"
REPORT = "print(next(l for l in open('/proc/self/status') if l.startswith('VmRSS')).split()[1])"
BREATHING = "2g1b../...../....../......./....../...../.... A W 3 g g 3 g:5:2300:4432:- b:5:2310:4432:- 9750 -"
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


@dataclass
class Running:
    """A daemon that has said it is ready."""

    process_id: int
    port: int
    started_s: float

    def resident_mb(self) -> float:
        return _status_kb(self.process_id) / 1024

    def processor_s(self) -> float:
        """Time of the processor that it took so far."""
        fields = Path(f"/proc/{self.process_id}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * TICK_S


def _status_kb(process_id: int) -> int:
    lines = Path(f"/proc/{process_id}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


def interpreter(imports: str) -> tuple[float, float]:
    """Seconds and megabytes of an interpreter that only imports."""
    code = f"{imports}\n{REPORT}"
    times, resident_kb = [], 0
    for _ in range(STARTS):
        begin = perf_counter()
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        times.append(perf_counter() - begin)
        resident_kb = int(done.stdout)
    return median(times), resident_kb / 1024


@contextmanager
def daemon(folder: Path, board: BoardProcess) -> Iterator[Running]:
    """`companion run` on this board, from when it is ready."""
    port = _free_port()
    settings = folder / "companion.toml"
    settings.write_text(
        f'[grid]\ndriver = "serial"\nport = "{board.port}"\n[controls]\ndriver = "browser"\n'
        f'[display]\ndriver = "browser"\n[web]\nport = {port}\n[records]\nfolder = "{folder}"\n'
        f'[set]\nfile = "{folder / "set.toml"}"\n'
    )
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
        ready.bind(str(folder / "notify"))
        ready.settimeout(60)
        begin = perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "companion.cli", "run", "--settings", str(settings)],
            env={**os.environ, "NOTIFY_SOCKET": str(folder / "notify")},
            stderr=subprocess.DEVNULL,
        )
        try:
            ready.recv(1000)
            yield Running(process.pid, port, perf_counter() - begin)
        finally:
            process.terminate()
            process.wait()
            (folder / "notify").unlink()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def lay_out(folder: Path, board: BoardProcess) -> None:
    """A record of a game in which a tree is blocked, its pieces on the board, and the registry of their tags."""
    pieces, position = PieceSet.simulated(), Position.parse(BREATHING)
    lying = tuple((cell, f"{piece}1") for cell, piece in position.board.items())
    record = folder / "2024-01-01-000000-1.game"
    record.write_text(write_line(0, Begun(position, "round", lying)) + "\n")
    for cell, piece in lying:
        board.set_place(PLACES.index(cell), [pieces.tag_of(piece)])
    tags = [f'"{pieces.tag_of(piece)}" = "{piece}"' for _, piece in lying]
    (folder / "set.toml").write_text("\n".join(["[tags]", *tags]))


async def look_on(port: int, for_s: float) -> int:
    """Look at the table like a browser for so long; returns how many frames of light came."""
    from aiohttp import ClientSession

    frames = 0
    address = f"http://localhost:{port}"
    async with ClientSession() as session, session.ws_connect(f"{address}/table", origin=address) as browser:
        end = asyncio.get_running_loop().time() + for_s
        while (left := end - asyncio.get_running_loop().time()) > 0:
            try:
                message = await asyncio.wait_for(browser.receive_str(), left)
            except TimeoutError:
                break
            frames += json.loads(message)["type"] == "lights"
    return frames


def main() -> None:
    """Print the tables."""
    with tempfile.TemporaryDirectory() as name, BoardProcess() as board:
        folder = Path(name)
        lay_out(folder, board)
        starts = []
        for _ in range(STARTS):
            with daemon(folder, board) as running:
                starts.append(running.started_s)
        with daemon(folder, board) as running:
            frames = asyncio.run(look_on(running.port, 3))
            began_s, began = perf_counter(), running.processor_s()
            frames = asyncio.run(look_on(running.port, IDLE_S))
            idle_s = (running.processor_s() - began) * 60 / (perf_counter() - began_s)
            resident = running.resident_mb()
    if not frames:
        raise SystemExit("no tree was breathing")
    print(head("starting", "median", "resident", "goal"))
    for title, imports in (("an empty interpreter", ""), ("its packages imported", f"import {PACKAGES}")):
        seconds, megabytes = interpreter(imports)
        print(row(title, f"{seconds:.2f} s", f"{megabytes:.1f} MB"))
    ready = f"{median(starts):.2f} s"
    print(row("companion run, a browser looking on", ready, f"{resident:.1f} MB", f"< {MEMORY_GOAL_MB} MB"))
    print(head("idle, a blocked tree breathing", "a minute", "frames/s", "goal"))
    print(row("processor time", f"{idle_s:.2f} s", f"{frames / IDLE_S:.1f}", f"<= {IDLE_GOAL_S} s"))


if __name__ == "__main__":
    main()
