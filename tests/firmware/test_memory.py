"""The firmware on a Pico's heap: noise, changes and thousands of frames, and nothing grows."""

from __future__ import annotations

import subprocess
from pathlib import Path

from companion.simulator.board_process import HEAP, MICROPYTHON

FIRMWARE = Path(__file__).parents[2] / "firmware"
PROGRAM = """
import gc, sys, time
sys.path.insert(0, sys.argv[1])
from sensorboard.frames import encode
from sensorboard.loop import Board
from sensorboard.simulated import SimulatedReader

class Port:
    def read(self):
        return NOISE
    def write(self, data):
        pass

NOISE = encode("GET", "h1", "") + bytes(range(256)) + b"x" * 300 + encode("TEST", "h2", "")
reader = SimulatedReader()
board = Board(reader, Port(), time, "rig", "00000000")
board.start()

def held(steps):
    for number in range(steps):
        reader.lay(number % 38, [bytes([4, number % 256, 1, 2, 3, 4, 5])])
        board.step()
    gc.collect()
    return gc.mem_alloc()

print(held(100), held(5000))
"""


def test_after_five_thousand_noisy_sweeps_it_holds_no_more_than_after_a_hundred(tmp_path: Path) -> None:
    script = tmp_path / "rig.py"
    script.write_text(PROGRAM)
    said = subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={HEAP}", script, FIRMWARE], capture_output=True, text=True, check=True
    )
    early, late = map(int, said.stdout.split())
    assert late < 32_000
    assert late - early < 2_000
