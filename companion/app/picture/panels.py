"""The players' panels: mark and letter of the colour, the light in big digits, who starts, who is acting."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from companion.app.page import PlayerPanel
from companion.app.picture import digits
from companion.app.picture.marks import FIRST, SPECIES
from companion.app.picture.sheet import Glyph, Glyphs, enlarge
from companion.app.picture.text import REGULAR, spelled

HEIGHT = 27
_BAR_TOP = digits.HEIGHT + 1
_BAR_GAP = 3


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where things stand in a panel at least `room` wide: offsets from its top left corner, and scales."""

    room: int
    marks: Glyphs
    letter_at: tuple[int, int]
    letter_scale: int
    first_at: tuple[int, int]
    light_left: int
    digits: Glyphs
    digit_gap: int


_BIG_SPECIES = {colour: enlarge(mark, 2) for colour, mark in SPECIES.items()}
_LAYOUTS = (
    _Layout(62, _BIG_SPECIES, (20, 0), 2, (21, 18), light_left=33, digits=digits.WIDE, digit_gap=2),
    _Layout(42, SPECIES, (2, 10), 1, (1, 18), light_left=11, digits=digits.WIDE, digit_gap=2),
    _Layout(0, SPECIES, (2, 10), 1, (1, 18), light_left=11, digits=digits.NARROW, digit_gap=1),
)


def draw_panels(picture: Image.Image, players: tuple[PlayerPanel, ...], first: str) -> None:
    """Draws the panels side by side at the picture's top, `first` being the colour that starts."""
    if not players:
        return
    room = picture.width // len(players)
    layout = next(layout for layout in _LAYOUTS if room >= layout.room)
    for seat, player in enumerate(players):
        left = seat * room
        _draw_colour(picture, left, layout, player.colour)
        _draw_light(picture, left, layout, player.light)
        if player.colour == first:
            _stamp(picture, left, layout.first_at, FIRST)
        if player.acting:
            picture.paste(255, (left, _BAR_TOP, left + room - _BAR_GAP, _BAR_TOP + 2))


def _draw_colour(picture: Image.Image, left: int, layout: _Layout, colour: str) -> None:
    if colour in layout.marks:
        _stamp(picture, left, (0, 0), layout.marks[colour])
    x, y = layout.letter_at
    REGULAR.write(picture, (left + x, y), spelled(colour.upper()), layout.letter_scale)


def _draw_light(picture: Image.Image, left: int, layout: _Layout, light: int) -> None:
    x = layout.light_left
    for digit in str(max(0, light)):
        _stamp(picture, left, (x, 0), layout.digits[digit])
        x += layout.digits[digit].width + layout.digit_gap


def _stamp(picture: Image.Image, left: int, at: tuple[int, int], glyph: Glyph) -> None:
    picture.paste(255, (left + at[0], at[1]), glyph)
