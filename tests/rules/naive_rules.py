"""A second reading of the rules, slow and plain, to hold against the engine.

Nothing is shared with it: the game is a few dictionaries of names, read from and written to the notation;
cells are found by walking row by row; a cell is shaded by looking towards the sun from it.
"""

from __future__ import annotations

ROWS = {"a": 4, "b": 5, "c": 6, "d": 7, "e": 6, "f": 5, "g": 4}
STOPS = ["E", "SE", "SW", "W", "NW", "NE"]
TOWARDS = {"E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1), "NE": (1, -1)}
NAMES = ["seed", "small", "medium", "large"]
COLUMN_PRICES = {0: [2, 2, 1, 1], 1: [3, 3, 2, 2], 2: [4, 3, 3], 3: [5, 4]}  # dearest slot first
PILES = {
    1: [14, 14, 13, 13, 13, 12, 12, 12, 12],
    2: [17, 16, 16, 14, 14, 13, 13],
    3: [19, 18, 18, 17, 17],
    4: [22, 21, 20],
}

WHERE: dict[str, tuple[int, int]] = {}
for _r, (_row, _length) in enumerate(ROWS.items(), start=-3):
    for _i in range(_length):
        WHERE[f"{_row}{_i + 1}"] = (_i - 3 + max(0, -_r), _r)
CELL_AT = {place: cell for cell, place in WHERE.items()}


def steps_between(one: str, other: str) -> int:
    (q1, r1), (q2, r2) = WHERE[one], WHERE[other]
    return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))


class NaiveGame:
    """A game read from a position text; `apply` changes it in place."""

    def __init__(self, text: str) -> None:
        board, self.phase, self.sun, round_, self.first, self.mover, self.variant, *players, piles, used = (
            text.split(" ")
        )
        self.round = int(round_)
        self.board: dict[str, tuple[int, str]] = {}
        for row, content in zip(ROWS, board.split("/"), strict=True):
            column = 1
            while content:
                if content[0] == ".":
                    content = content[1:]
                else:
                    self.board[f"{row}{column}"] = (int(content[0]), content[1])
                    content = content[2:]
                column += 1
        self.seats = [player[0] for player in players]
        self.light, self.beside, self.column, self.tokens = {}, {}, {}, {}
        for player in players:
            colour, light, beside, column_, tokens = player.split(":")
            self.light[colour] = int(light)
            self.beside[colour] = [int(digit) for digit in beside]
            self.column[colour] = [int(digit) for digit in column_]
            self.tokens[colour] = [] if tokens == "-" else [int(token) for token in tokens.split("+")]
        self.piles = {leaves: int(digit) for leaves, digit in enumerate(piles, 1)}
        self.used = set() if used == "-" else set(used.split(","))

    def text(self) -> str:
        rows = [
            "".join(
                "{}{}".format(*self.board[cell]) if (cell := f"{row}{i + 1}") in self.board else "."
                for i in range(n)
            )
            for row, n in ROWS.items()
        ]
        players = [
            ":".join(
                [
                    colour,
                    str(self.light[colour]),
                    "".join(map(str, self.beside[colour])),
                    "".join(map(str, self.column[colour])),
                    "+".join(map(str, self.tokens[colour])) or "-",
                ]
            )
            for colour in self.seats
        ]
        fields = ["/".join(rows), self.phase, self.sun, str(self.round), self.first, self.mover, self.variant]
        piles = "".join(str(self.piles[leaves]) for leaves in (1, 2, 3, 4))
        return " ".join([*fields, *players, piles, ",".join(sorted(self.used)) or "-"])

    # Light

    def shade(self, cell: str) -> int:
        q, r = WHERE[cell]
        step_q, step_r = TOWARDS[self.sun]
        tallest = 0
        for far in (1, 2, 3):
            toward = CELL_AT.get((q + far * step_q, r + far * step_r))
            if toward in self.board and self.board[toward][0] >= far:
                tallest = max(tallest, self.board[toward][0])
        return tallest

    def blocked(self, cell: str) -> bool:
        size, shade = self.board[cell][0], self.shade(cell)
        return shade >= size if size else shade > 0

    def gains(self) -> dict[str, int]:
        return {
            colour: sum(
                size
                for cell, (size, owner) in self.board.items()
                if owner == colour and not self.blocked(cell)
            )
            for colour in self.seats
        }

    # Legal actions

    def legal(self) -> set[str]:
        if self.phase == "X":
            return set()
        if self.phase == "S":
            return {"sun"}
        if self.phase == "P":
            return {f"@{c}" for c in WHERE if self.leaves(c) == 1 and c not in self.board}
        found = {"end"}
        for size, name in enumerate(NAMES):
            left = self.column[self.mover][size]
            if left and COLUMN_PRICES[size][left - 1] <= self.light[self.mover]:
                found.add(f"+{name}")
        for cell, (size, owner) in self.board.items():
            if owner == self.mover and cell not in self.used:
                found |= self.with_piece(cell, size)
        return found

    def with_piece(self, cell: str, size: int) -> set[str]:
        found = set()
        light, beside, heavy = self.light[self.mover], self.beside[self.mover], self.variant[1:]
        if size == 3 and light >= 4:
            found.add(f"*{cell}")
        if size < 3 and light >= size + 1 and beside[size + 1] and not (heavy and self.shade(cell)):
            found.add(f"^{cell}")
        if size and light and beside[0] and not (heavy in ("s", "b") and self.shade(cell)):
            for target in WHERE:
                if (
                    target not in self.board
                    and target not in self.used
                    and steps_between(cell, target) <= size
                    and not (heavy in ("d", "b") and self.shade(target))
                ):
                    found.add(f"{cell}>{target}")
        return found

    @staticmethod
    def leaves(cell: str) -> int:
        return 4 - steps_between(cell, "d4")

    # Playing

    def apply(self, action: str) -> None:
        if action == "sun":
            self.photosynthesis()
        elif action == "end":
            self.end()
        elif action[0] == "@":
            self.place(action[1:])
        elif action[0] == "+":
            size = NAMES.index(action[1:])
            self.light[self.mover] -= COLUMN_PRICES[size][self.column[self.mover][size] - 1]
            self.column[self.mover][size] -= 1
            self.beside[self.mover][size] += 1
        elif action[0] == "^":
            self.grow(action[1:])
        elif action[0] == "*":
            self.collect(action[1:])
        else:
            origin, target = action.split(">")
            self.light[self.mover] -= 1
            self.beside[self.mover][0] -= 1
            self.board[target] = (0, self.mover)
            self.used |= {origin, target}

    def place(self, cell: str) -> None:
        self.board[cell] = (1, self.mover)
        self.beside[self.mover][1] -= 1
        if len(self.board) == 2 * len(self.seats):
            self.phase, self.round, self.mover = "S", 1, self.first
        else:
            self.mover = self.after(self.mover)

    def photosynthesis(self) -> None:
        if self.round > 1:
            self.sun = STOPS[(STOPS.index(self.sun) + 1) % 6]
        for colour, gain in self.gains().items():
            self.light[colour] = min(20, self.light[colour] + gain)
        self.phase = "A"

    def grow(self, cell: str) -> None:
        size, colour = self.board[cell]
        self.light[colour] -= size + 1
        self.beside[colour][size + 1] -= 1
        self.board[cell] = (size + 1, colour)
        self.give_back(size)
        self.used.add(cell)

    def collect(self, cell: str) -> None:
        del self.board[cell]
        self.light[self.mover] -= 4
        self.give_back(3)
        self.used.add(cell)
        for leaves in range(self.leaves(cell), 0, -1):
            if self.piles[leaves]:
                self.tokens[self.mover].append(PILES[leaves][-self.piles[leaves]])
                self.piles[leaves] -= 1
                return

    def give_back(self, size: int) -> None:
        if self.column[self.mover][size] < len(COLUMN_PRICES[size]):
            self.column[self.mover][size] += 1

    def end(self) -> None:
        self.used = set()
        following = self.after(self.mover)
        if following != self.first:
            self.mover = following
        elif self.round == 6 * int(self.variant[0]):
            self.phase, self.mover = "X", "-"
        else:
            self.round += 1
            self.phase, self.first = "S", self.after(self.first)
            self.mover = self.first

    def after(self, colour: str) -> str:
        return self.seats[(self.seats.index(colour) + 1) % len(self.seats)]
