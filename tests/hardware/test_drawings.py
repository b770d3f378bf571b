"""The drawings: WireViz silently drops a connector without wires, so every part and wire is looked for."""

from __future__ import annotations

import html
import re
from collections import Counter

import pytest
from wireviz.wireviz import parse

from hardware.__main__ import ALIKE, DRAWINGS, check_list
from hardware.drawings import document, names, svg, text, title
from hardware.wiring import connections, parts

COMMITTED = [name for name in names() if name not in ALIKE]


def words(picture: str) -> Counter[str]:
    """The texts of an SVG: they stay the same where another Graphviz lays them out differently."""
    return Counter(map(html.unescape, re.findall(r"<text [^>]*>(.*?)</text>", picture)))


@pytest.mark.parametrize("name", names())
def test_every_part_and_every_wire_is_drawn(name: str) -> None:
    wires = tuple(wire for wire in connections() if wire.drawing == name)
    harness = parse(document(name), return_types="harness", output_name=name)
    assert set(harness.connectors) == {title(part) for part in parts(wires)}
    assert sum(len(cable.connections) for cable in harness.cables.values()) == len(wires)


def test_the_drawings_together_show_every_part_of_a_table() -> None:
    drawn = {part for name in names() for part in document(name)["connectors"]}
    assert drawn == {title(part) for part in parts(connections())}


@pytest.mark.parametrize("name", COMMITTED)
def test_the_picture_in_the_notes_shows_every_part_and_is_up_to_date(name: str) -> None:
    picture = (DRAWINGS / f"{name.replace(' ', '-')}.svg").read_text(encoding="utf-8")
    shown = words(picture)
    assert {part for part in document(name)["connectors"] if part not in shown} == set()
    assert shown == words(svg(name)), "run: python -m hardware"


@pytest.mark.parametrize("name", COMMITTED)
def test_the_wireviz_file_is_up_to_date(name: str) -> None:
    assert (DRAWINGS / f"{name.replace(' ', '-')}.yml").read_text(encoding="utf-8") == text(name)


def test_the_check_list_has_every_wire_on_a_line() -> None:
    written = (DRAWINGS / "check-list.csv").read_text(encoding="utf-8")
    assert written == check_list(), "run: python -m hardware"
    assert len(written.splitlines()) == len(connections()) + 1
    assert "readers 3,board:3.S3,S3,reader:d4.SDA,1,select,pink" in written.splitlines()


@pytest.mark.parametrize("number", range(2, 6))
def test_the_boards_that_are_not_drawn_in_the_notes_are_built_like_the_first(number: int) -> None:
    def built(board: int) -> Counter[tuple[str, str]]:
        return Counter(
            (re.sub(rf":{board}", ":", str(wire.start)), re.sub(rf":{board}", ":", str(wire.end)))
            for wire in connections()
            if wire.drawing == f"board {board}"
        )

    beyond = Counter({("board:.GND", f"board:.M{line}"): 1 for line in (7, 8)} if number == 5 else {})
    assert built(number) == built(1) + beyond
