"""How a calibration asks: the display's title and lines for each of its steps."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.guides.survey import AskColour, AskLight, AskPlace, Step, TryOut
from companion.app.words import Words
from companion.rules import CELLS
from companion.table.pieces import PAD


def step_words(step: Step, words: Words, *, tried: str, corner: str) -> tuple[str, Sequence[str]]:
    """tried: the place tried last, if any. corner: the corner of the sun that the wheel is turned to, if any."""
    _ = words.say
    match step:
        case AskPlace(place, number, count):
            title = _("Lay a piece on the pad") if place == PAD else _("Put a piece on {cell}")
            body = [where(place, words), _("SUN: nothing happens. UNDO: back."), f"{number}/{count}"]
            return title.format(cell=place), body
        case AskColour(_index, letter):
            title = _("Is it red?") if letter == "R" else _("Is it green?")
            return title, [_("SUN: yes. UNDO: no. Wheel left: back.")]
        case AskLight(_leds, cell, number, count):
            body = [_("SUN: nothing is lit. UNDO: back."), f"{number}/{count}"]
            if not cell and corner:
                body.insert(0, _("Push the wheel: it is corner {corner}").format(corner=corner))
            elif not cell and number > 1:
                body.insert(0, _("Push the wheel: the same cell as before"))
            return _("Put a piece where it is lit"), body
        case TryOut():
            title = _("Try any cell") if not tried else _("This is {cell}").format(cell=tried)
            return title, [where(tried, words), _("SUN: right, end. Push the wheel: ask about everything.")]


def where(place: str, words: Words) -> str:
    """Where a cell lies, as the board has no letters printed on it; empty for the pad."""
    if place not in CELLS:
        return ""
    length = sum(cell[0] == place[0] for cell in CELLS)
    text = words.say("Row {row} of 7 from the top, space {space} of {length}")
    return text.format(row="abcdefg".index(place[0]) + 1, space=place[1:], length=length)
