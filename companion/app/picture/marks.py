"""The pictograms: a mark per species, told apart by its outline alone, and the signs of the status line."""

from __future__ import annotations

from companion.app.picture.sheet import Glyph, cut, glyph

# A linden's heart-shaped leaf, a fir, an oak's acorn, a maple's pointed leaf.
SPECIES = cut(
    ("gbyo", """
.##...##. ....#.... ...###... ....#....
####.#### ...###... .#######. .#.###.#.
######### ..#####.. ######### #########
######### ...###... ......... .#######.
######### ..#####.. .#######. #########
.#######. .#######. .#######. ..#####..
..#####.. ..#####.. .#######. .###.###.
...###... .#######. ..#####.. ....#....
....#.... ######### ....#.... ....#....
"""),
    width=9,
)  # fmt: skip

FIRST = glyph("""
##.....
####...
#######
####...
##.....
""")

REVOLUTION = glyph("""
..###.#
.#...##
#...###
#......
#.....#
.#...#.
..###..
""")

ROUND = glyph("""
#####
#...#
.#.#.
..#..
.#.#.
#.#.#
#####
""")

ALERT = glyph("""
.......
..###..
..###..
..###..
..###..
..###..
..###..
...#...
...#...
.......
..###..
..###..
.......
""")

BOARD = glyph("""
....#####....
...#.....#...
..#.......#..
..#.......#..
.#.........#.
..#.......#..
..#.......#..
...#.....#...
....#####....
""")

# Where the sun's middle stands on BOARD, by corner.
SUN_AT = {"E": (11, 4), "SE": (9, 7), "SW": (3, 7), "W": (1, 4), "NW": (3, 1), "NE": (9, 1)}


def board_with_sun(corner: str) -> Glyph:
    """The board's outline with the sun, a full square, at its corner. An unknown corner shows no sun."""
    picture = BOARD.copy()
    if corner in SUN_AT:
        x, y = SUN_AT[corner]
        picture.paste(0, (x - 2, y - 2, x + 3, y + 3))
        picture.paste(255, (x - 1, y - 1, x + 2, y + 2))
    return picture
