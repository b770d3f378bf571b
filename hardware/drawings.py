"""The wiring drawings: WireViz documents made from the wiring table, and the pictures WireViz makes of them.

Every drawing of the table becomes one document: a connector for each part, a bundle for each pair of parts.
"""

from __future__ import annotations

from typing import Any

import yaml
from wireviz.wireviz import parse

from hardware.parts_list import items
from hardware.wiring import Connection, Pin, connections, parts, pins

COLOURS = {
    "black": "BK",
    "blue": "BU",
    "brown": "BN",
    "green": "GN",
    "grey": "GY",
    "orange": "OG",
    "pink": "PK",
    "red": "RD",
    "violet": "VT",
    "white": "WH",
    "yellow": "YE",
}
Wire = tuple[Pin, Pin, Connection]


def names() -> list[str]:
    """The drawings there are, in the order of the table."""
    return list(dict.fromkeys(wire.drawing for wire in connections()))


def document(drawing: str) -> dict[str, Any]:
    """One drawing as WireViz reads it. Raises `KeyError` for a colour or part nobody knows."""
    wires = [wire for wire in connections() if wire.drawing == drawing]
    bundles = {f"W{number}": bundle for number, bundle in enumerate(_bundles(wires), 1)}
    return {
        "metadata": {"title": drawing},
        "connectors": {title(part): _connector(kind) for part, kind in parts(tuple(wires)).items()},
        "cables": {name: _cable(bundle) for name, bundle in bundles.items()},
        "connections": [_joined(name, bundle) for name, bundle in bundles.items()],
    }


def text(drawing: str) -> str:
    """One drawing as the text of a WireViz file."""
    return str(yaml.safe_dump(document(drawing), allow_unicode=True, sort_keys=False, width=110))


def svg(drawing: str) -> str:
    """One drawing as a picture. Needs Graphviz."""
    return str(parse(document(drawing), return_types="svg", output_name=drawing))


def title(part: str) -> str:
    """A part's name on the drawing. Graphviz takes a colon for a port."""
    return part.replace(":", " ")


def _bundles(wires: list[Connection]) -> list[list[Wire]]:
    """The wires of each pair of parts, all turned the way the first of them runs."""
    found: dict[tuple[str, str], list[Wire]] = {}
    for wire in wires:
        pair = (wire.start.part, wire.end.part)
        if pair[::-1] in found:
            found[pair[::-1]].append((wire.end, wire.start, wire))
        else:
            found.setdefault(pair, []).append((wire.start, wire.end, wire))
    return list(found.values())


def _connector(kind: str) -> dict[str, Any]:
    named = [name for part, name in pins() if part == kind]
    numbers = [_number(Pin(kind, name)) for name in named]
    labels = {} if named == numbers else {"pinlabels": named}
    what = next(item.what for item in items() if item.part == kind)
    return {"type": what.partition(",")[0], "pins": numbers, **labels, "hide_disconnected_pins": True}


def _cable(bundle: list[Wire]) -> dict[str, Any]:
    return {
        "category": "bundle",
        "wirecount": len(bundle),
        "colors": [COLOURS[wire.colour] for _, _, wire in bundle],
        "wirelabels": [wire.signal for _, _, wire in bundle],
        "show_name": False,
        "show_wirecount": False,
    }


def _joined(name: str, bundle: list[Wire]) -> list[dict[str, list[Any]]]:
    left, right = bundle[0][0].part, bundle[0][1].part
    return [
        {title(left): [_number(start) for start, _, _ in bundle]},
        {name: list(range(1, len(bundle) + 1))},
        {title(right): [_number(end) for _, end, _ in bundle]},
    ]


def _number(pin: Pin) -> int | str:
    """A pin's number, as WireViz expects it: it turns what looks like a number into one."""
    return int(pin.number) if pin.number.isdigit() else pin.number
