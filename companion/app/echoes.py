"""The echo: what was understood just now, in words, the newest first."""

from __future__ import annotations

from companion.app.game import GameState
from companion.app.words import Words


def echo(before: GameState, now: GameState, words: Words) -> list[str]:
    """A sentence for each action that `now` explains and `before` did not; none in setup or after the end."""
    known = before.reading.actions
    new = [action for action in now.reading.actions if action not in known]
    if not new or now.start.phase != "A" or before.over:
        return []
    lines, position = [], now.start
    for colour, actions in now.reading.turns:
        position = position.with_turn(colour)
        for action in actions:
            then = position.apply(action)
            if action in new:
                lines.append(words.action(colour, action, position, then))
            position = then
    return [line for line in reversed(lines) if line]
