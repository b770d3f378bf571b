"""The printed parts: every one renders, is whole, and is as big as it says, whatever the board measures."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest
import trimesh

from hardware.wiring import FOLDER

PARTS = FOLDER / "parts"
NAMES = sorted(file.stem for file in PARTS.glob("*.scad") if file.stem != "parameters")
A_BED_MM = 220


def openscad(part: str, target: Path, **measures: float) -> subprocess.CompletedProcess[str]:
    """Render a part, with some measures other than its own."""
    changed = [word for name, value in measures.items() for word in ("-D", f"{name}={value}")]
    return subprocess.run(
        ["openscad", "-o", str(target), *changed, str(PARTS / f"{part}.scad")],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )


def rendered(part: str, folder: Path, **measures: float) -> tuple[trimesh.Trimesh, list[float]]:
    """A part as a mesh, and the size that it states."""
    target = folder / f"{part}.stl"
    said = openscad(part, target, **measures).stdout
    stated = re.search(r"ECHO: size_mm = (\[.*\])", said)
    assert stated, said
    assert "WARNING" not in said, said
    mesh = trimesh.load_mesh(target)
    assert isinstance(mesh, trimesh.Trimesh)
    size: list[float] = ast.literal_eval(stated[1])
    return mesh, size


def test_there_are_a_ring_a_pad_and_a_frame() -> None:
    assert NAMES == ["cell_ring", "frame_segment", "pad"]


@pytest.mark.parametrize(
    "measures", [{}, {"pitch_mm": 55, "board_mm": 3}], ids=["as given", "a bigger board"]
)
@pytest.mark.parametrize("part", NAMES)
def test_a_part_is_watertight_and_as_big_as_it_says(
    part: str, measures: dict[str, float], tmp_path: Path
) -> None:
    mesh, size_mm = rendered(part, tmp_path, **measures)
    assert mesh.is_watertight
    assert mesh.volume > 0
    assert list(mesh.extents) == pytest.approx(size_mm, abs=0.01)
    assert max(size_mm) < A_BED_MM


def test_rings_leave_each_other_room_at_every_pitch(tmp_path: Path) -> None:
    for pitch_mm in (45, 50):
        _, (across_mm, _, _) = rendered("cell_ring", tmp_path, pitch_mm=pitch_mm)
        assert 0 < pitch_mm - across_mm < 1


@pytest.mark.parametrize(("pitch_mm", "fits"), [(45, False), (68, False), (69, True)])
def test_a_ring_refuses_a_reader_that_does_not_fit_as_the_notes_say(
    pitch_mm: int, fits: bool, tmp_path: Path
) -> None:
    done = openscad("cell_ring", tmp_path / "ring.stl", reader_x_mm=60, reader_y_mm=40, pitch_mm=pitch_mm)
    assert (done.returncode == 0) == fits
    assert ("The reader does not fit" in done.stdout) != fits
    assert "from 69 mm a cell on" in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_the_frame_is_high_enough_for_the_rings_below_the_board(tmp_path: Path) -> None:
    _, (_, _, ring_mm) = rendered("cell_ring", tmp_path)
    _, (_, _, frame_mm) = rendered("frame_segment", tmp_path, board_mm=0, lip_mm=0)
    assert frame_mm > ring_mm
