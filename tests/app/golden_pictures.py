"""Pictures held against golden ones: GOLDEN=write draws them anew, to be looked at."""

from __future__ import annotations

import os
from pathlib import Path

from PIL import Image

GOLDEN = Path(__file__).parent / "golden"


def assert_golden(name: str, picture: Image.Image) -> None:
    """Compares pixel by pixel; a picture that differs is written beside as `name.new.png`."""
    golden = GOLDEN / f"{name}.png"
    if os.environ.get("GOLDEN") == "write":
        picture.save(golden)
        golden.with_suffix(".new.png").unlink(missing_ok=True)
    with Image.open(golden) as kept:
        same = kept.mode == picture.mode and kept.size == picture.size and kept.tobytes() == picture.tobytes()
    if not same:
        picture.save(golden.with_suffix(".new.png"))
    assert same, f"{name} looks different: compare golden/{name}.png with golden/{name}.new.png"


def golden_names(prefix: str = "") -> set[str]:
    """The pictures there are whose name opens with `prefix`; without one, those of no page of the session."""
    names = {path.stem for path in GOLDEN.glob("*.png") if ".new" not in path.name}
    return {name for name in names if (name.startswith(prefix) if prefix else not name.startswith("page-"))}
