"""How long a settled change takes from the board's last byte to light and picture, and how long a scripted game.

Measured in one process, beside a bare echo of the same bytes over a pseudo-terminal in the same minute: the last
byte of the SNAP that completes settling is handed to a session, and the light frame and the display's picture are
ready. Once on a young table, once with 25 pieces and 40 sightings in the running round. `python -m bench.table`
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter, sleep

from bench.yardsticks import Echo, head, milliseconds, row
from companion.app.effects import Append, BeginRecord, Effect
from companion.app.inputs import LoadGame, PortOpened, Received, Woken
from companion.app.picture import draw, parts
from companion.app.record import read_record
from companion.app.session import Session
from companion.app.strip import Strip
from companion.rules import CELLS, Grow, Position, Seed
from companion.script import Script
from companion.table.pieces import COUNTS, PLACES, PieceSet
from companion.table.wire import encode

YOUNG = "1g.../...../....../1g.....1b/....../...../...1b A NE 1 g g 3 g:2:2210:4432:- b:2:2210:4432:- 9750 -"
FULL = (
    "2g..1g/0b1g0g.1g/1b0b...0g/1y0b.0y.0o0o/0y2y0y..2o/2y0b0y../3b0o1o2o A W 17 g g 3 g:20:0301:4131:- "
    "b:14:1410:1331:- y:17:2101:0421:- o:20:1200:1322:- 9753 -"
)
SIGHTINGS = 40
SAMPLES = 60
GOAL_ECHOES = 10
BETWEEN_S = 0.1
HELLO = encode("HELLO", "0", "proto=1.0 fw=0.1.0 board=bench cells=37 boot=0badcafe dead=-")
PIECES = PieceSet.simulated()
STRIP = Strip()


class Swept:
    """A session with a board that sweeps when told, and the record it keeps."""

    def __init__(self, record: list[str], lying: dict[str, str]) -> None:
        self.record = list(record)
        lines, _ = read_record("".join(f"{line}\n" for line in record))
        self.now_ms = lines[-1].at_ms + 1000 if lines else 0
        self.session = Session(record=lines, at_ms=self.now_ms)
        self.lying = dict(lying)
        self._sweeps = 0
        self.handle(PortOpened("bench"))
        self.handle(Received(HELLO))
        self.sweep(2)

    def handle(self, event: PortOpened | Received | LoadGame | Woken) -> None:
        self._keep(self.session.handle(event, self.now_ms))

    def _keep(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case BeginRecord(line):
                    self.record = [line]
                case Append(line):
                    self.record.append(line)

    def frame(self) -> bytes:
        """The next SNAP, 100 ms later."""
        self._sweeps += 1
        self.now_ms += 100
        tags = [PIECES.tag_of(self.lying[place]) if place in self.lying else "" for place in PLACES]
        return encode("SNAP", str(self._sweeps), f"{self._sweeps} {self.now_ms} {','.join(tags)}")

    def sweep(self, times: int) -> None:
        for _ in range(times):
            self.handle(Received(self.frame()))
            self.handle(Woken())

    def put(self, cell: str, kind: str) -> None:
        """Put a piece of this kind on the cell, if one lies nowhere."""
        numbered = (f"{kind}{number}" for number in range(1, COUNTS[int(kind[0])] + 1))
        free = [piece for piece in numbered if piece not in self.lying.values()]
        if free:
            self.lying[cell] = free[0]


def begun(text: str) -> Swept:
    """A table on which the game of this position has just been loaded."""
    position = Position.parse(text)
    table = Swept([], {})
    for cell, piece in position.board.items():
        table.put(cell, str(piece))
    table.sweep(3)
    table.handle(LoadGame(position))
    return table


def seen(table: Swept) -> int:
    """How many sightings the running round has."""
    assert table.session.game is not None
    return len(table.session.game.state.sightings)


def busy(text: str, sightings: int) -> Swept:
    """The same with so many sightings in the round: pieces planted and grown, and taken off and put back."""
    table = begun(text)
    lots = random.Random(7)
    while seen(table) < sightings:
        legal = list(legal_changes(table))
        if legal and lots.random() < 0.4:
            before = dict(table.lying)
            table.put(*lots.choice(legal))
            table.sweep(3)
            if not wrong(table):
                continue
            table.lying = before  # what looked legal alone was not beside what others did: put back
        else:
            cell = lots.choice(sorted(table.lying))
            piece = table.lying.pop(cell)
            table.sweep(6)
            table.lying[cell] = piece
        table.sweep(6)
    return table


def wrong(table: Swept) -> bool:
    return any(not finding.notice for finding in table.session.findings(table.now_ms, at_sun=True))


def legal_changes(table: Swept) -> Iterator[tuple[str, str]]:
    """Cell and new kind of what a player may plant or grow, were it their turn."""
    position = position_of(table)
    for player in position.players:
        for action in position.with_turn(player.colour).legal_actions():
            match action:
                case Seed(_, target):
                    yield target, f"0{player.colour}"
                case Grow(cell):
                    yield cell, f"{position.board[cell].size + 1}{player.colour}"


def seeds(table: Swept, legal: bool) -> list[tuple[str, str]]:
    """Seeds to plant that the companion then explains, or does not; only of kinds that the box still has."""
    lying = [piece[:2] for piece in table.lying.values()]
    kinds = [f"0{player.colour}" for player in position_of(table).players]
    kinds = [kind for kind in kinds if lying.count(kind) < COUNTS[0]]
    found = []
    for cell in CELLS:
        for kind in kinds if cell not in table.lying else ():
            trial = Swept(table.record, table.lying)
            trial.put(cell, kind)
            trial.sweep(3)
            if wrong(trial) != legal:
                found.append((cell, kind))
    return found


def position_of(table: Swept) -> Position:
    assert table.session.game is not None
    return table.session.game.state.position


@dataclass
class Measured:
    """Seconds for each change from the settling SNAP to frame and picture, and of echoes of that SNAP.

    echoes: as they come, 10 a second as a board's frames do; warm: once more, straight after.
    """

    took: list[float] = field(default_factory=list)
    echoes: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        echo, warm = median(self.echoes), median(self.warm)
        ratios = (f"{median(self.took) / seconds:.1f}" for seconds in (echo, warm))
        echoes = (f"{seconds * 1e3:.2f} ms" for seconds in (echo, warm))
        return row(name, *milliseconds(self.took), *echoes, *ratios, f"<= {GOAL_ECHOES}")


def measure(table: Swept, changes: list[tuple[str, str]], echo: Echo) -> Measured:
    """Measure these changes of the table, each from the same state."""
    measured = Measured()
    for number in range(SAMPLES):
        one = Swept(table.record, table.lying)
        one.put(*changes[number % len(changes)])
        one.sweep(1)
        one.session.view(one.now_ms, STRIP)  # as it stands on the table before
        frame = one.frame()
        lines = len(one.record)
        sleep(BETWEEN_S)
        measured.echoes.append(echo.seconds(frame))
        measured.warm.append(echo.seconds(frame))
        begin = perf_counter()
        one.handle(Received(frame))
        view = one.session.view(one.now_ms, STRIP)
        draw(parts(view.page)[0])
        measured.took.append(perf_counter() - begin)
        if len(one.record) == lines:
            raise SystemExit("the measured SNAP settled nothing")
    return measured


def main() -> None:
    """Print the tables."""
    print(
        head(
            "settling SNAP to light and picture",
            "median",
            "worst",
            "echo",
            "warm echo",
            "echoes",
            "warm",
            "goal",
        )
    )
    young, full = begun(YOUNG), busy(FULL, SIGHTINGS)
    with Echo() as echo:
        for table, name, legal in (
            (young, "a seed", True),
            (full, "a seed", True),
            (full, "a wrong seed", False),
        ):
            title = f"{len(position_of(table).board)} pieces, {seen(table)} sightings, {name}"
            print(measure(table, seeds(table, legal), echo).row(title))
    print(head("a whole game by script", "wall", "commands"))
    print(row(*scripted_game()))


def scripted_game() -> tuple[str, str, str]:
    """A game of 18 rounds in which everybody plants and grows what they may, by the table script."""
    script = Script()
    lines = [
        "new g b y",
        "put a1 1g",
        "put d1 1b",
        "put g1 1y",
        "put a4 1g",
        "put d7 1b",
        "put g4 1y",
        "press sun",
    ]
    begin = perf_counter()
    for line in lines:
        state = next(script.run([line]))
    lots, count = random.Random(3), len(lines)
    while Position.parse(state["position"]).phase != "X":
        for line in (*commands(Position.parse(state["position"]), lots), "press sun"):
            state = next(script.run([line]))
            count += 1
    return "18 rounds, everybody acts", f"{perf_counter() - begin:.2f} s", str(count)


def commands(position: Position, lots: random.Random) -> Iterator[str]:
    """A few of the seeds and growths that are legal at the start of a round, each by another player."""
    for player in position.players:
        changes = [
            (a.target, 0) if isinstance(a, Seed) else (a.cell, position.board[a.cell].size + 1)
            for a in position.with_turn(player.colour).legal_actions()
            if isinstance(a, Seed | Grow)
        ]
        if changes:
            cell, size = lots.choice(changes)
            if size:
                yield f"quick lift {cell}"
            yield f"put {cell} {size}{player.colour}"


if __name__ == "__main__":
    main()
