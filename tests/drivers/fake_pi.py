"""A pretended Raspberry Pi: a root with its devices, and a subprocess in which the strip's C code believes in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PRELOAD = Path(__file__).parent / "preload"
PI_3 = "Raspberry Pi 3 Model B Rev 1.2"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
PI_3_REVISION = "a02082"

Pixels = list[tuple[int, ...]]
BLINKA_ON_A_PI_3 = {"BLINKA_FORCECHIP": "BCM2XXX", "BLINKA_FORCEBOARD": "RASPBERRY_PI_3B"}


def build_preload(folder: Path) -> Path:
    """Compile the shim."""
    library = folder / "fake_pi.so"
    flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Wextra"]
    subprocess.run(["gcc", *flags, "-o", library, PRELOAD / "fake_pi.c", "-ldl"], check=True)
    return library


def pi_root(folder: Path, model: str, *devices: str) -> Path:
    """A root below which that Pi has these devices."""
    tree = folder / "proc/device-tree"
    tree.mkdir(parents=True)
    (tree / "model").write_text(model + "\0")
    (folder / "dev").mkdir()
    for device in devices:
        (folder / "dev" / device).touch()
    return folder


@dataclass
class Outcome:
    """What came of the jobs: per job and frame the fault or "", what went over SPI, and how the process ended."""

    told: list[list[str]]
    sent: list[Pixels] = field(default_factory=list)
    spi: list[Pixels] = field(default_factory=list)
    clock_hz: set[int] = field(default_factory=set)
    spi_bytes: set[int] = field(default_factory=set)
    status: int = 0


def show_on_pi(
    preload: Path,
    folder: Path,
    jobs: Sequence[Mapping[str, Any]],
    model: str = PI_3,
    revision: str = PI_3_REVISION,
    **environment: str,
) -> Outcome:
    """Run `show_frames.py` in a subprocess on the pretended Pi. No revision: the C code finds no Pi."""
    root = pi_root(folder / "root", model, "spidev0.0", "gpiomem", "pio0")
    log = folder / "spi.log"
    environment |= {"LD_PRELOAD": str(preload), "FAKE_PI_LOG": str(log)}
    environment |= {"FAKE_PI_BROKEN": str(folder / "broken")}
    if revision:
        environment["FAKE_PI_REVISION"] = revision
    done = subprocess.run(
        [sys.executable, PRELOAD / "show_frames.py"],
        input=json.dumps({"root": str(root), "jobs": jobs}),
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    answer = json.loads(done.stdout.splitlines()[-1])
    lines = [line.split() for line in log.read_text().splitlines()] if log.exists() else []
    return Outcome(
        told=answer["told"],
        sent=[triples(bytes.fromhex(data)) for data in answer["sent"]],
        spi=[decoded(bytes.fromhex(data)) for _, data in lines],
        clock_hz={int(clock) for clock, _ in lines},
        spi_bytes={len(data) // 2 for _, data in lines},
        status=done.returncode,
    )


def decoded(data: bytes) -> Pixels:
    """The bytes a WS2812 strip sees in SPI bytes: each of its bits is 110 (one) or 100 (zero), then silence."""
    bits = "".join(f"{byte:08b}" for byte in data).rstrip("0")
    bits += "0" * (-len(bits) % 3)
    symbols = [bits[at : at + 3] for at in range(0, len(bits), 3)]
    assert set(symbols) <= {"110", "100"}, "no other pulse is a bit"
    ones = "".join("1" if symbol == "110" else "0" for symbol in symbols)
    return triples(bytes(int(ones[at : at + 8], 2) for at in range(0, len(ones), 8)))


def triples(data: bytes) -> Pixels:
    """Three bytes a pixel, as they go along the wire."""
    assert len(data) % 3 == 0
    return [tuple(data[at : at + 3]) for at in range(0, len(data), 3)]
