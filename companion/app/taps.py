"""What a tap on the pad means in a running game."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from companion.app.game import GameState, after
from companion.app.words import Words
from companion.rules import Collect, Grow, Position, Seed
from companion.table.pieces import PAD, is_piece, kind_of
from companion.table.reading import Reading
from companion.table.sightings import Tapped


@dataclass(frozen=True, slots=True)
class TapAnswer:
    """Whether the tap counts (and is recorded), what is said, and where the piece may go."""

    counts: bool
    text: str
    glow: frozenset[str] = frozenset()


def answer_tap(state: GameState, content: str, words: Words) -> TapAnswer:
    """Answer a piece tapped on the pad, given where the game stands before it."""
    playing = {player.colour for player in state.start.players}
    if not is_piece(content) or content[1] not in playing:
        return TapAnswer(False, words.not_playing(content))
    if state.over:
        return TapAnswer(False, "")
    where = next((cell for cell, lies in state.lying.items() if lies == content), None)
    if where is not None:
        return TapAnswer(False, words.standing(content, where), places_for(state.reading, content))
    if state.start.phase != "A":
        return TapAnswer(False, words.buying_later())
    if content in state.bought:
        return TapAnswer(True, words.taken_back(content))
    if content in state.owned and _still_there(state, kind_of(content)):
        return TapAnswer(False, words.already_yours(content), places_for(state.reading, content))
    return _buy(state, content, words)


def _still_there(state: GameState, kind: str) -> bool:
    """Whether every piece of this kind that was bought by a tap and stands nowhere is still available.

    If fewer are, others of the kind were used in their place, and nobody can tell which.
    """
    idle = {piece for piece in state.owned | state.bought if kind_of(piece) == kind} - set(
        state.lying.values()
    )
    return len(idle) <= state.position.player(kind[1]).available[int(kind[0])]


def _buy(state: GameState, content: str, words: Words) -> TapAnswer:
    before, then = state.reading, after(state, Tapped(content)).reading
    refused = next((f for f in then.findings if f.place == PAD and f not in before.findings), None)
    if refused is not None:
        return TapAnswer(False, words.cannot_buy(refused))
    player = then.position.player(content[1])
    text = words.bought(content, before.position.player(content[1]).light - player.light, player.light)
    return TapAnswer(True, text, places_for(then, content))


def places_for(reading: Reading, content: str) -> frozenset[str]:
    """Where a piece may go in its colour's turn, as the round is read; nowhere if it does not play."""
    position = reading.position
    colour, size = content[1], int(content[0])
    if colour not in {player.colour for player in position.players}:
        return frozenset()
    if position.phase == "P":
        return frozenset(str(a)[1:] for a in position.legal_actions()) if size == 1 else frozenset()
    if position.phase != "A":
        return frozenset()
    if position.mover != colour:
        position = position.with_turn(colour, _activated(reading, colour))
    available = list(position.player(colour).available)
    available[size] = max(1, available[size])
    return frozenset(_targets(position.with_player(colour, available=available), size))


def _activated(reading: Reading, colour: str) -> set[str]:
    """The cells this colour has activated in the running round."""
    cells: set[str] = set()
    for action in dict(reading.turns).get(colour, ()):
        match action:
            case Seed(origin, target):
                cells |= {origin, target}
            case Grow(cell) | Collect(cell):
                cells.add(cell)
    return cells


def _targets(position: Position, size: int) -> Set[str]:
    board = position.board
    return {
        action.target if isinstance(action, Seed) else action.cell
        for action in position.legal_actions()
        if (isinstance(action, Seed) and size == 0)
        or (isinstance(action, Grow) and board[action.cell].size == size - 1)
    }
