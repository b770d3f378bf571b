"""Pixel art as text: cuts sheets of `#` and `.` into glyphs, which are masks to stamp onto a picture."""

from __future__ import annotations

from typing import TypeAlias

from PIL import Image

Glyph: TypeAlias = Image.Image
Glyphs: TypeAlias = dict[str, Glyph]


def glyph(art: str) -> Glyph:
    """One glyph from lines of equal length, `#` a lit pixel; ValueError when the lines differ."""
    rows = art.split()
    if len({len(row) for row in rows}) != 1:
        raise ValueError(f"the lines of a glyph differ in length, draw them equally long: {rows}")
    mask = Image.new("1", (len(rows[0]), len(rows)))
    mask.putdata([255 * (pixel == "#") for row in rows for pixel in row])
    return mask


def cut(*sheets: tuple[str, str], width: int) -> Glyphs:
    """Glyphs by character, from sheets of (characters, art): cells `width` wide, one blank between them."""
    glyphs: Glyphs = {}
    for characters, art in sheets:
        rows = art.strip("\n").splitlines()
        for at, character in enumerate(characters):
            left = at * (width + 1)
            glyphs[character] = glyph("\n".join(row[left : left + width] for row in rows))
    return glyphs


def trim(cell: Glyph) -> Glyph:
    """The glyph without the empty columns to its left and right."""
    box = cell.getbbox()
    return cell if box is None else cell.crop((box[0], 0, box[2], cell.height))


def enlarge(mask: Glyph, factor: int) -> Glyph:
    """Every pixel of the mask as a square of `factor` by `factor`."""
    return mask.resize((mask.width * factor, mask.height * factor), Image.Resampling.NEAREST)


def embolden(mask: Glyph) -> Glyph:
    """The mask struck twice, one pixel apart: one pixel wider."""
    bold = Image.new("1", (mask.width + 1, mask.height))
    for x in (0, 1):
        bold.paste(255, (x, 0), mask)
    return bold
