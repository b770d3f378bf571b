"""The tables of `README.md` that are reckoned, not written: costs, currents, pins, and which reader hangs where."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.parts_list import BUILDS, RESERVE, items, loads, rail_ma, rated_ma, total_eur
from hardware.wiring import BOARDS, FOLDER, LINES, PLACES, connections

README = FOLDER / "README.md"


def with_tables(text: str) -> str:
    """The notes with every table between `<!-- name -->` and `<!-- end -->` made anew."""
    for name, table in TABLES.items():
        start, end = f"<!-- {name} -->\n", "<!-- end -->"
        before, found, rest = text.partition(start)
        if not found or end not in rest:
            raise ValueError(
                f"README.md has no place for the table {name}: it needs {start.strip()} and {end}"
            )
        text = before + start + table() + rest[rest.index(end) :]
    return text


def parts_table() -> str:
    """The bill of materials with its totals."""
    lines = [
        (item.part, item.what, item.quantity["full"], item.quantity["lights"], f"{item.each_eur}", item.note)
        for item in items()
    ]
    totals = ("**together**", "", *(f"**{total_eur(build):.0f} €**" for build in BUILDS), "", "")
    return _table(("part", "what", "full", "lights only", "€ each", "note"), [*lines, totals])


def power_table() -> str:
    """Who draws how much, on which rail, and what the supply must give."""
    cases = [(build, case) for build in BUILDS for case in ("typical", "worst")]
    lines: list[tuple[object, ...]] = [
        (f"{load.part}: {load.what}", load.rail, *(_ma(load.current_ma(*case)) for case in cases), load.basis)
        for load in loads()
    ]
    sums = {rail: [rail_ma(rail, *case) for case in cases] for rail in ("3V3", "5V")}
    lines.append(("**regulator's output**", "3V3", *map(_ma, sums["3V3"]), f"gives {rated_ma('regulator')}"))
    lines.append(("**supply**", "5V", *map(_ma, sums["5V"]), f"gives {rated_ma('supply')}"))
    reserve = [
        _ma(ma * RESERVE) if case == "worst" else "" for ma, (_, case) in zip(sums["5V"], cases, strict=True)
    ]
    lines.append(("supply, with a quarter to spare", "5V", *reserve, "so much it should give"))
    titles = (f"{build}, {case}" for build, case in cases)
    return _table(("what", "rail", *titles, "where the figure comes from"), lines)


def controls_table() -> str:
    """The contacts of the buttons and the wheel."""
    lines = [
        (
            str(wire.end).replace(".", ", "),
            f"`{wire.signal}`",
            wire.start.name.replace("GPIO", "GPIO "),
            wire.start.number,
        )
        for wire in connections()
        if wire.drawing == "controls" and wire.signal.endswith("_pin")
    ]
    return _table(("contact", "setting", "pin", "on the header"), lines)


def header_table() -> str:
    """Every pin of the Pi's header that is used, in order."""
    return _pins_table("pi", "on the header")


def pico_table() -> str:
    """Every pin of the Pico that is used, in order."""
    return _pins_table("pico", "on the Pico")


def readers_table() -> str:
    """Which place's reader hangs on which line of which board."""
    places = [*PLACES, *["–"] * (BOARDS * LINES - len(PLACES))]
    lines = [(f"board {n + 1}", *places[n * LINES : (n + 1) * LINES]) for n in range(BOARDS)]
    return _table(("", *(f"S{k}, M{k}" for k in range(1, LINES + 1))), lines)


TABLES = {
    "parts": parts_table,
    "power": power_table,
    "controls": controls_table,
    "header": header_table,
    "pico": pico_table,
    "readers": readers_table,
}


def _table(titles: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    shown = [list(titles)]
    rule = ["---"] * len(shown[0])
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in [*shown, rule, *lines])


def _pins_table(kind: str, title: str) -> str:
    ends = [(wire.start, wire.end, wire.signal) for wire in connections()]
    ends += [(end, start, signal) for start, end, signal in ends]
    used = [end for end in ends if end[0].kind == kind and end[0].number.isdigit()]
    used.sort(key=lambda end: int(end[0].number))
    lines = [(pin.number, pin.name, other, signal) for pin, other, signal in used]
    return _table((title, "pin", "goes to", "as"), lines)


def _ma(current_ma: float) -> str:
    return f"{current_ma:.0f} mA"
