"""The yardstick of `bench.rules`: the game on bare 37-bit masks, changed in place, no names, no checks.

`light` computes the light of a board, `play_game` plays a random game of two to the end, without variants.
Written by the needs of speed alone: plain integers, tables computed once, loops over set bits.
"""

from collections.abc import Callable

AXIAL = [(q, r) for r in range(-3, 4) for q in range(-3, 4) if abs(q + r) <= 3]
NUMBER = {axial: number for number, axial in enumerate(AXIAL)}
AWAY = ((-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1))
BOARD = (1 << 37) - 1


def _ring(q: int, r: int) -> int:
    return max(abs(q), abs(r), abs(q + r))


def _shadow(stop: int, size: int, number: int) -> int:
    q, r = AXIAL[number]
    step_q, step_r = AWAY[stop]
    reached = (NUMBER.get((q + step * step_q, r + step * step_r)) for step in range(1, size + 1))
    return sum(1 << cell for cell in reached if cell is not None)


def _around(size: int, number: int) -> int:
    q, r = AXIAL[number]
    return sum(1 << cell for cell, (x, y) in enumerate(AXIAL) if 0 < _ring(x - q, y - r) <= size)


SHADOW = [[[_shadow(stop, size, number) for number in range(37)] for size in range(4)] for stop in range(6)]
REACH = [[_around(size, number) for number in range(37)] for size in range(4)]
PILE = [3 - _ring(q, r) for q, r in AXIAL]
OUTER = sum(1 << number for number in range(37) if PILE[number] == 0)
SLOTS = (4, 4, 3, 2)
PRICES = ((0, 2, 2, 1, 1), (0, 3, 3, 2, 2), (0, 4, 3, 3), (0, 5, 4))  # by pieces left on the column
TOKENS = (
    (0, 12, 12, 12, 12, 13, 13, 13, 14, 14),
    (0, 13, 13, 14, 14, 16, 16, 17),
    (0, 17, 17, 18, 18, 19),
    (0, 20, 21, 22),
)  # by tokens left on the pile

BUY, SEED, GROW, COLLECT, END = range(5)


Action = tuple[int, int, int]


def light(sizes: list[int], seats: list[int], stop: int) -> tuple[list[int], int, list[int]]:
    """Shade (masks of cells shaded by a tree of at least size 1, 2, 3), pieces blocked, light by seat."""
    shaded = [0, 0, 0, 0]
    for size in (3, 2, 1):
        table = SHADOW[stop][size]
        trees = sizes[size]
        shade = 0
        while trees:
            tree = trees & -trees
            trees ^= tree
            shade |= table[tree.bit_length() - 1]
        shaded[size] = shade
    shaded[2] |= shaded[3]
    shaded[1] |= shaded[2]
    seeds, small, medium, large = sizes
    blocked = (seeds | small) & shaded[1] | medium & shaded[2] | large & shaded[3]
    small, medium, large = small & ~shaded[1], medium & ~shaded[2], large & ~shaded[3]
    gains = [
        (seat & small).bit_count() + 2 * (seat & medium).bit_count() + 3 * (seat & large).bit_count()
        for seat in seats
    ]
    return shaded, blocked, gains


def legal(
    sizes: list[int], own: int, used: int, purse: int, stock: list[int], column: list[int]
) -> list[Action]:
    """The legal actions of a turn: (kind, cell or size, target)."""
    actions = []
    for size in (0, 1, 2, 3):
        left = column[size]
        if left and PRICES[size][left] <= purse:
            actions.append((BUY, size, 0))
    ready = own & ~used
    if purse and stock[0]:
        seeds(sizes, ready, BOARD & ~(sizes[0] | sizes[1] | sizes[2] | sizes[3] | used), actions)
    for size in (0, 1, 2):
        if purse > size and stock[size + 1]:
            trees = ready & sizes[size]
            while trees:
                tree = trees & -trees
                trees ^= tree
                actions.append((GROW, tree.bit_length() - 1, 0))
    if purse >= 4:
        trees = ready & sizes[3]
        while trees:
            tree = trees & -trees
            trees ^= tree
            actions.append((COLLECT, tree.bit_length() - 1, 0))
    actions.append((END, 0, 0))
    return actions


def seeds(sizes: list[int], ready: int, free: int, actions: list[Action]) -> None:
    """Add every throw of a seed from the trees that are ready to the cells that are free."""
    for size in (1, 2, 3):
        reach = REACH[size]
        trees = ready & sizes[size]
        while trees:
            tree = trees & -trees
            trees ^= tree
            origin = tree.bit_length() - 1
            targets = reach[origin] & free
            while targets:
                target = targets & -targets
                targets ^= target
                actions.append((SEED, origin, target.bit_length() - 1))


def play_game(random: Callable[[], float]) -> tuple[list[int], list[list[int]], int]:
    """A whole random game of two: each player's light and tokens at the end, and the number of actions."""
    sizes, seats, purses = [0, 0, 0, 0], [0, 0], [0, 0]
    stocks, columns = [[2, 4, 1, 0], [2, 4, 1, 0]], [[4, 4, 3, 2], [4, 4, 3, 2]]
    tokens: list[list[int]] = [[], []]
    piles = [9, 7, 5, 0]
    count = 4
    for seat in (0, 1, 0, 1):
        place(sizes, seats, seat, random)
        stocks[seat][1] -= 1
    for round_number in range(18):
        random()  # the sun moving is the only legal action, and is drawn as any other
        gains = light(sizes, seats, (5 + round_number) % 6)[2]
        count += 1
        for seat in (0, 1):
            purses[seat] = min(20, purses[seat] + gains[seat])
        for seat in (round_number % 2, 1 - round_number % 2):
            purses[seat], turns = play_turn(
                sizes, seats, seat, purses[seat], stocks[seat], columns[seat], piles, tokens[seat], random
            )
            count += turns
    return purses, tokens, count


def place(sizes: list[int], seats: list[int], seat: int, random: Callable[[], float]) -> None:
    """Put a small tree of this seat on any free outer cell."""
    places = []
    free = OUTER & ~sizes[1]
    while free:
        cell = free & -free
        free ^= cell
        places.append(cell)
    tree = places[int(random() * len(places))]
    sizes[1] |= tree
    seats[seat] |= tree


def play_turn(
    sizes: list[int],
    seats: list[int],
    seat: int,
    purse: int,
    stock: list[int],
    column: list[int],
    piles: list[int],
    tokens: list[int],
    random: Callable[[], float],
) -> tuple[int, int]:
    """One player's whole turn, at random until the end is picked: the light left, the number of actions.

    In one piece on purpose: a call for every action would slow the yardstick.
    """
    used = count = 0
    while True:
        actions = legal(sizes, seats[seat], used, purse, stock, column)
        kind, cell, target = actions[int(random() * len(actions))]
        count += 1
        if kind == BUY:
            purse -= PRICES[cell][column[cell]]
            column[cell] -= 1
            stock[cell] += 1
        elif kind == SEED:
            seed = 1 << target
            sizes[0] |= seed
            seats[seat] |= seed
            used |= seed | 1 << cell
            stock[0] -= 1
            purse -= 1
        elif kind == END:
            return purse, count
        else:
            tree = 1 << cell
            used |= tree
            size = 0 if sizes[0] & tree else 1 if sizes[1] & tree else 2 if sizes[2] & tree else 3
            sizes[size] ^= tree
            if column[size] < SLOTS[size]:
                column[size] += 1
            if kind == GROW:
                sizes[size + 1] |= tree
                stock[size + 1] -= 1
                purse -= size + 1
            else:
                seats[seat] ^= tree
                purse -= 4
                collect(cell, piles, tokens)


def collect(cell: int, piles: list[int], tokens: list[int]) -> None:
    """Take the top token of the cell's pile, else of the next lower one that has any."""
    for pile in range(PILE[cell], -1, -1):
        if piles[pile]:
            tokens.append(TOKENS[pile][piles[pile]])
            piles[pile] -= 1
            return
