"""How fast the rules engine is beside a bare loop on 37-bit masks, in the same interpreter and run.

Light: shade, blocked and gains of positions never seen before, through the public names. Games: whole random
games of two, the legal actions listed, one picked and applied, to the end. Both sides draw the same random
numbers and must come to the same results, so the bare loop checks the engine too. `python -m bench.rules`
"""

import random
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time

from bench import bare
from companion.rules import (
    CELLS,
    SUN_STOPS,
    Action,
    Buy,
    Collect,
    EndTurn,
    Grow,
    Photosynthesis,
    Position,
    Seed,
)

ROUNDS = 15  # of both sides in turn, in time of this process, so that a busy machine slows both; median
GAMES_A_ROUND = 8
LIGHT_GOAL, GAMES_GOAL = 0.3, 0.25

Move = tuple[Position, Action]
Masks = tuple[list[int], list[int], int]


def engine_game(draw: Callable[[], float], keep: Callable[[Position], object] | None = None) -> Position:
    """A whole random game of two with the engine; `keep` is shown every position but the first."""
    position = Position.initial("gb")
    while actions := position.legal_actions():
        position = position.apply(actions[int(draw() * len(actions))])
        if keep is not None:
            keep(position)
    return position


def masks(position: Position) -> Masks:
    """The position as the bare loop wants it."""
    sizes, seats = [0, 0, 0, 0], [0] * len(position.players)
    colours = [player.colour for player in position.players]
    for cell, piece in position.board.items():
        bit = 1 << CELLS.index(cell)
        sizes[piece.size] |= bit
        seats[colours.index(piece.colour)] |= bit
    return sizes, seats, SUN_STOPS.index(position.sun)


def compare(name: str, goal: float, measure: Callable[[int], tuple[float, float, int]]) -> str:
    """A line of the table. `measure` gives seconds of the bare loop and the engine, and for how many."""
    measure(-1)  # warm up
    times = [measure(round_) for round_ in range(ROUNDS)]
    ratio = median(bare_s / engine_s for bare_s, engine_s, _ in times)
    bare_us, engine_us = (median(line[side] / line[2] for line in times) * 1e6 for side in (0, 1))
    return f"{name:<28}{bare_us:>10.1f} µs{engine_us:>10.1f} µs{ratio:>8.2f}{goal:>8.2f}"


def measure_light(seed: int) -> tuple[float, float, int]:
    """Seconds for the light of every position of one random game, read anew from its text."""
    texts: list[str] = []
    engine_game(random.Random(seed).random, lambda position: texts.append(str(position)))
    positions = [Position.parse(text) for text in texts]
    bare_boards = [masks(position) for position in positions]
    start = process_time()
    bare_light = [bare.light(*board) for board in bare_boards]
    middle = process_time()
    light = [(position.shade(), position.blocked(), position.gains()) for position in positions]
    end = process_time()
    for (_, blocked, gains), (_, bare_blocked, bare_gains) in zip(light, bare_light, strict=True):
        if blocked.mask != bare_blocked or list(gains.values()) != bare_gains:
            raise SystemExit("the engine and the bare loop disagree about light")
    return middle - start, end - middle, len(positions)


def measure_games(seed: int) -> tuple[float, float, int]:
    """Seconds for whole random games, the same ones on both sides."""
    start = process_time()
    draw = random.Random(seed).random
    bare_games = [bare.play_game(draw) for _ in range(GAMES_A_ROUND)]
    middle = process_time()
    draw = random.Random(seed).random
    games = [engine_game(draw) for _ in range(GAMES_A_ROUND)]
    end = process_time()
    for game, (purses, tokens, _) in zip(games, bare_games, strict=True):
        if [(p.light, list(p.tokens)) for p in game.players] != list(zip(purses, tokens, strict=True)):
            raise SystemExit("the engine and the bare loop played different games")
    return middle - start, end - middle, GAMES_A_ROUND


def where_the_time_goes() -> Iterator[str]:
    """Microseconds an action of a random game costs: to list all that are legal, to check, to play it."""
    moves: list[Move] = []
    draw = random.Random(-2).random
    for _ in range(GAMES_A_ROUND):
        position = Position.initial("gb")
        while actions := position.legal_actions():
            action = actions[int(draw() * len(actions))]
            moves.append((position, action))
            position = position.apply(action)
    yield f"{'an action of such a game':<28}{'list':>13}{'check':>13}{'check and play':>16}"
    for kind in (None, Buy, Seed, Grow, Collect, EndTurn, Photosynthesis):
        of_kind = [move for move in moves if kind is None or isinstance(move[1], kind)]
        name = "any" if kind is None else f"{kind.__name__} ({len(of_kind) / len(moves):.0%})"
        steps = (
            lambda position, _: position.legal_actions(),
            lambda position, action: position.is_legal(action),
            lambda position, action: position.apply(action),
        )
        listing, checking, playing = (microseconds(step, of_kind) for step in steps)
        yield f"  {name:<26}{listing:>10.2f} µs{checking:>10.2f} µs{playing:>13.2f} µs"


def microseconds(step: Callable[[Position, Action], object], moves: list[Move]) -> float:
    """The least time the step took for one of the moves, over several runs."""
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        for position, action in moves:
            step(position, action)
        times.append(process_time() - start)
    return min(times) / len(moves) * 1e6


def main() -> None:
    """Print the tables."""
    print(f"{'rules engine':<28}{'bare loop':>13}{'engine':>13}{'ratio':>8}{'goal':>8}")
    print(compare("light of a new position", LIGHT_GOAL, measure_light))
    print(compare("a random game of two", GAMES_GOAL, measure_games))
    for line in where_the_time_goes():
        print(line)


if __name__ == "__main__":
    main()
