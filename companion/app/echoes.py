"""The echo: what was understood just now, in words, the newest first."""

from __future__ import annotations

from collections import Counter

from companion.app.game import GameState
from companion.app.words import Words
from companion.rules import Action, Seed


def echo(before: GameState, now: GameState, words: Words) -> list[str]:
    """A sentence for each action that `now` explains and `before` did not; none in setup or after the end."""
    if now.start.phase != "A" or before.over:
        return []
    known = Counter(map(_deed, before.reading.actions))
    lines: list[str] = []
    for (colour, actions), position in zip(now.reading.turns, now.reading.starts, strict=True):
        if not Counter(map(_deed, actions)) - known:
            known -= Counter(map(_deed, actions))
            continue
        for action in actions:
            then = position.apply(action)
            deed = _deed(action)
            if known[deed]:
                known[deed] -= 1
            else:
                lines.append(words.action(colour, action, position, then))
            position = then
    return [line for line in reversed(lines) if line]


def withdrawn(before: GameState, now: GameState) -> bool:
    """Whether something that was understood before is not so any more."""
    return bool(Counter(map(_deed, before.reading.actions)) - Counter(map(_deed, now.reading.actions)))


def _deed(action: Action) -> str:
    """The action as a player sees it: which tree threw a seed may be read otherwise later."""
    return f">{action.target}" if isinstance(action, Seed) else str(action)
