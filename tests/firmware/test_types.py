"""Every firmware file passes the type checker against the modules of a Pico's own MicroPython.

The stubs name modules that this Python has too (`time`, `os`), so they are copied out of its way first.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

FIRMWARE = Path(__file__).parents[2] / "firmware"
FILES = sorted(path for path in FIRMWARE.rglob("*.py") if path.name != "simulated.py")  # which no Pico runs
STUBS = ("micropython-rp2-rpi-pico-stubs", "micropython-stdlib-stubs")
ALLOWED = ("--allow-untyped-defs", "--allow-incomplete-defs", "--allow-untyped-calls", "--allow-any-generics")


def copy_stubs(folder: Path) -> None:
    for name in STUBS:
        files = distribution(name).files
        assert files is not None
        for file in files:
            if file.suffix == ".pyi" or file.name == "VERSIONS":
                target = folder / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(Path(str(file.locate())), target)


def faults(folder: Path, *files: Path) -> list[str]:
    """What mypy finds in these files, not in the stubs; the firmware may be as loosely typed as elsewhere."""
    settings = folder / "mypy.ini"
    stubs = folder / "stubs"
    copy_stubs(stubs)
    settings.write_text(
        f"[mypy]\nmypy_path = {stubs}:{FIRMWARE}\ncustom_typeshed_dir = {stubs}\nno_site_packages = True\n"
        f"follow_imports = silent\nstrict = True\ncache_dir = {folder / 'cache'}\nplatform = linux\n"
    )
    verdict = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", settings, *ALLOWED, *files],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert verdict.stderr == ""
    assert "checked" in verdict.stdout
    return [line for line in verdict.stdout.splitlines() if line.startswith(tuple(map(str, files)))]


def test_the_firmware_fits_a_picos_micropython(tmp_path: Path) -> None:
    assert faults(tmp_path, *FILES) == []


def test_the_stubs_know_what_a_pico_has_not(tmp_path: Path) -> None:
    wrong = tmp_path.parent / "wrong.py"
    wrong.write_text("from machine import SPI, Pin\n\nSPI(0).write_all(b'')\nPin(3, Pin.OUTWARD)\n")
    said = "\n".join(faults(tmp_path, wrong))
    assert "write_all" in said
    assert "OUTWARD" in said
