"""A position drawn for people: as text for a terminal or a diff, and as an SVG picture."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Final
from xml.sax.saxutils import escape

from companion.rules import CELLS, SUN_STOPS, Position, soil

ROWS: Final = (4, 5, 6, 7, 6, 5, 4)
WIDTH: Final = 4
"""Characters a cell takes in the text board."""
RADIUS: Final = 30.0
_FILLS: Final = {"g": "#009E73", "b": "#0072B2", "y": "#F0E442", "o": "#D55E00"}
_SOILS: Final = {1: "#f4e9cf", 2: "#e8d6ac", 3: "#d9bc82", 4: "#c29a5b"}
_SHADES: Final = {1: 0.25, 2: 0.4, 3: 0.55}


def board_text(position: Position) -> str:
    """The board as a hexagon of text.

    A cell is its piece (`2g`), followed by `!` if it is blocked; a free one is `.`, or `:` in the shade. Below stand
    the sun, the round and a line a player: light, what is available, what is on the player board, tokens.
    """
    shade, blocked, board = position.shade(), position.blocked(), position.board
    lines, cells = [], iter(CELLS)
    for row, length in zip("abcdefg", ROWS, strict=True):
        texts = []
        for _ in range(length):
            cell = next(cells)
            piece = board.get(cell)
            free = ":" if shade[cell] else "."
            texts.append(f"{piece}{'!' if cell in blocked else ''}" if piece else free)
        indent = " " * (WIDTH // 2 * (7 - length))
        lines.append(f"{row}  {indent}" + "".join(text.ljust(WIDTH) for text in texts).rstrip())
    mover = f", {position.mover} to move" if position.mover and position.phase in "PA" else ""
    lines.append(
        f"sun {position.sun}, round {position.round} of {position.rounds}, {position.first} starts{mover}"
    )
    for player in position.players:
        counts = ["".join(map(str, player.available)), "".join(map(str, player.board))]
        tokens = "+".join(map(str, player.tokens)) or "-"
        lines.append(
            f"{player.colour}  light {player.light}, beside {counts[0]}, board {counts[1]}, tokens {tokens}"
        )
    return "\n".join(lines)


def board_svg(position: Position) -> str:
    """The board as a stand-alone SVG picture: soil, shade, pieces with their letters, the sun at its corner."""
    shade, blocked, board = position.shade(), position.blocked(), position.board
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-260 -240 520 480" role="img">',
        f"<title>{escape(str(position))}</title>",
    ]
    for cell in CELLS:
        x, y = _centre(cell)
        parts.append(f'<polygon points="{_hexagon(x, y)}" fill="{_SOILS[soil(cell)]}" stroke="#8a6d3b"/>')
        if shade[cell]:
            parts.append(
                f'<polygon points="{_hexagon(x, y)}" fill="#3a2a8c" fill-opacity="{_SHADES[shade[cell]]}"/>'
            )
        parts.append(f'<text x="{x:.1f}" y="{y - 17:.1f}" font-size="7" text-anchor="middle">{cell}</text>')
        if (piece := board.get(cell)) is not None:
            parts.append(_piece_svg(x, y, piece.size, piece.colour, cell in blocked))
    angle = -pi / 3 + SUN_STOPS.index(position.sun) * pi / 3 - SUN_STOPS.index("NE") * pi / 3
    parts.append(f'<circle cx="{230 * cos(angle):.1f}" cy="{230 * sin(angle):.1f}" r="18" fill="#f0b400"/>')
    parts.append("</svg>")
    return "\n".join(parts)


def _centre(cell: str) -> tuple[float, float]:
    row = "abcdefg".index(cell[0])
    x = (int(cell[1]) - 1 - (ROWS[row] - 1) / 2) * sqrt(3) * RADIUS
    return x, (row - 3) * 1.5 * RADIUS


def _hexagon(x: float, y: float) -> str:
    corners = [(x + RADIUS * sin(k * pi / 3), y + RADIUS * cos(k * pi / 3)) for k in range(6)]
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)


def _piece_svg(x: float, y: float, size: int, colour: str, dark: bool) -> str:
    fill = f'fill="{_FILLS[colour]}" stroke="#222" stroke-width="{2.5 if dark else 1}"'
    dash = ' stroke-dasharray="3 2"' if dark else ""
    if size == 0:
        shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" {fill}{dash}/>'
    else:
        high, wide = 8 + 6 * size, 6 + 4 * size
        points = (
            f"{x:.1f},{y - high / 2:.1f} {x - wide:.1f},{y + high / 2:.1f} {x + wide:.1f},{y + high / 2:.1f}"
        )
        shape = f'<polygon points="{points}" {fill}{dash}/>'
    label = f"{size}{colour}"
    return shape + f'<text x="{x:.1f}" y="{y + 24:.1f}" font-size="10" text-anchor="middle">{label}</text>'
