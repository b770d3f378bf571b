"""Make the drawings, the check list and the README's tables anew from the wiring table and the parts list.

`python -m hardware` renews what lies in this folder; `python -m hardware FOLDER` puts every drawing there,
those of the boards that are built alike too. Needs Graphviz.
"""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

from hardware import drawings, readme
from hardware.wiring import FOLDER, connections

DRAWINGS = FOLDER / "drawings"
ALIKE = tuple(f"{kind} {number}" for kind in ("board", "readers") for number in range(2, 6))


def check_list() -> str:
    """Every wire as one line of a CSV, with the numbers of its pins, to tick off at the bench."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("drawing", "from", "pin", "to", "pin", "signal", "colour"))
    writer.writerows(
        (wire.drawing, wire.start, wire.start.number, wire.end, wire.end.number, wire.signal, wire.colour)
        for wire in connections()
    )
    return text.getvalue()


def draw(names: list[str], folder: Path) -> None:
    """Write the WireViz file and the picture of each drawing."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        file = folder / f"{name.replace(' ', '-')}.yml"
        file.write_text(drawings.text(name), encoding="utf-8")
        file.with_suffix(".svg").write_text(drawings.svg(name), encoding="utf-8")


def renew() -> None:
    """Bring everything made in this folder up to date."""
    draw([name for name in drawings.names() if name not in ALIKE], DRAWINGS)
    (DRAWINGS / "check-list.csv").write_text(check_list(), encoding="utf-8")
    text = readme.README.read_text(encoding="utf-8")
    readme.README.write_text(readme.with_tables(text), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        draw(drawings.names(), Path(sys.argv[1]))
    else:
        renew()
