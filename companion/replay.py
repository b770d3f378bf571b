"""`companion replay`: walk through the record of a game, and draw the board as text or as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.app.diagram import board_svg, board_text
from companion.app.entries import Begun, Line
from companion.app.game import Game
from companion.app.record import Timed, read_record, replay, write_line
from companion.errors import CompanionError
from companion.rules import Position
from companion.table.sightings import Seen


class ReplayError(CompanionError, ValueError):
    """A record that cannot be replayed; names the file, the reason and the remedy."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a record that decided something, with where it led. `number` counts from 0, the start."""

    number: int
    at_ms: int
    line: Line
    position: Position


def steps(lines: list[Timed]) -> Iterator[Step]:
    """Every decision of a record (sightings go into the next one), and the last position if more was seen after it."""
    game: Game | None = None
    number, unseen = 0, False
    for timed in lines:
        if game is None:
            game = replay([timed])
            if game is None:
                continue
        elif not isinstance(timed.line, Begun):
            game.take(timed.line)
        unseen = isinstance(timed.line, Seen)
        if not unseen:
            yield Step(number, timed.at_ms, timed.line, game.state.position)
            number += 1
    if game is not None and unseen:
        yield Step(number, lines[-1].at_ms, lines[-1].line, game.state.position)


def run_replay(path: Path, out: Callable[[str], object], *, at: int | None = None, svg: bool = False) -> int:
    """Print the whole walk, or with `at` one step of it; damaged lines are named first. Raises ReplayError."""
    try:
        text = path.read_bytes().decode(errors="replace")
    except OSError as error:
        raise ReplayError(f"The record {path} cannot be read ({error.strerror}): check its name.") from error
    lines, damages = read_record(text)
    walk = list(steps(lines))
    if not walk:
        raise ReplayError(f"{path} holds no game: a record begins with a line like `0.0 game round …`.")
    if at is not None and not 0 <= at < len(walk):
        raise ReplayError(f"{path} has steps 0 to {len(walk) - 1}: there is no step {at}.")
    if svg:
        out(board_svg(walk[-1 if at is None else at].position))
        return 0
    for damage in damages:
        out(f"line {damage.number} is left out ({damage.reason}): {damage.text:.80}")
    for step in walk if at is None else [walk[at]]:
        out(f"--- step {step.number}: {write_line(step.at_ms, step.line)}")
        out(f"{board_text(step.position)}\n")
    last = walk[-1].position
    if at is None and last.phase == "X":
        scores = ", ".join(f"{colour} {score}" for colour, score in last.scores().items())
        out(f"score: {scores}; won by {' and '.join(last.winners())}")
    return 0
