"""The 37 cells of the board: their names, soil, distances and neighbours.

Cells are named row by row, `a1` at the top left to `g4` at the bottom right, `d4` in the middle. Inside
the engine a cell is its place in that order (0…36) and a set of cells is an integer with one bit a cell.
Axial coordinates (q, r): r grows downwards, q to the right, `d4` is (0, 0).
"""

ROW_LENGTHS = (4, 5, 6, 7, 6, 5, 4)
RADIUS = 3

CELLS: tuple[str, ...] = tuple(
    f"{row}{column}"
    for row, length in zip("abcdefg", ROW_LENGTHS, strict=True)
    for column in range(1, length + 1)
)
INDEX: dict[str, int] = {cell: index for index, cell in enumerate(CELLS)}
ALL_CELLS = (1 << len(CELLS)) - 1

SUN_STOPS = ("E", "SE", "SW", "W", "NW", "NE")
"""The six corners in the order the sun visits them, clockwise."""

AWAY = ((-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1))
"""The axial step a shadow takes for each sun stop: straight away from that corner."""

AXIAL: tuple[tuple[int, int], ...] = tuple(
    (q, r) for r in range(-RADIUS, RADIUS + 1) for q in range(-RADIUS, RADIUS + 1) if abs(q + r) <= RADIUS
)
AT: dict[tuple[int, int], int] = {axial: index for index, axial in enumerate(AXIAL)}


def hex_length(q: int, r: int) -> int:
    """Steps from the centre to axial (q, r)."""
    return (abs(q) + abs(r) + abs(q + r)) // 2


DISTANCE: tuple[tuple[int, ...], ...] = tuple(
    tuple(hex_length(q - other_q, r - other_r) for other_q, other_r in AXIAL) for q, r in AXIAL
)
SOIL: tuple[int, ...] = tuple(RADIUS + 1 - hex_length(q, r) for q, r in AXIAL)


def _within(index: int, steps: int) -> int:
    return sum(1 << other for other, far in enumerate(DISTANCE[index]) if 0 < far <= steps)


REACH: tuple[tuple[int, ...], ...] = tuple(
    tuple(_within(index, size) for index in range(len(CELLS))) for size in range(RADIUS + 1)
)
"""`REACH[size][index]`: the mask of cells a tree of that size may seed (none for a seed)."""

OUTER = sum(1 << index for index, leaves in enumerate(SOIL) if leaves == 1)
OUTER_CELLS: tuple[str, ...] = tuple(CELLS[index] for index, leaves in enumerate(SOIL) if leaves == 1)


def soil(cell: str) -> int:
    """Leaves of the cell's soil: 1 on the outer ring to 4 in the centre. KeyError if the name is no cell."""
    return SOIL[INDEX[cell]]


def distance(a: str, b: str) -> int:
    """Steps between two cells on the board, in any direction. KeyError if a name is no cell."""
    return DISTANCE[INDEX[a]][INDEX[b]]


def neighbours(cell: str) -> tuple[str, ...]:
    """The cells next to this one, in cell order. KeyError if the name is no cell."""
    return tuple(CELLS[index] for index, far in enumerate(DISTANCE[INDEX[cell]]) if far == 1)
