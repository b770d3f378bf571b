"""What a browser's page shows of the game, as plain data for JSON."""

from __future__ import annotations

from typing import Any

from companion.app.scene import Scene
from companion.app.words import Words
from companion.rules import TOKENS, Position

STOPS = 6


def table_message(scene: Scene, words: Words) -> dict[str, Any]:
    """The message of type `table`: the whole game as believed now, None as its content if there is none."""
    position, on_table = scene.position, scene.on_table
    if position is None or on_table is None or scene.state is None:
        return {"type": "table", "table": None}
    number = max(position.round, 1)
    scores = position.scores()
    table = {
        "phase": "X" if scene.state.over else position.phase,
        "sun": position.sun,
        "stop": (number - 1) % STOPS + 1,
        "lap": (number - 1) // STOPS + 1,
        "laps": position.rounds // STOPS,
        "round": position.round,
        "rounds": position.rounds,
        "first": position.first,
        "mover": position.mover if scene.in_turn else None,
        "turns": scene.state.turns,
        "players": [
            {
                "colour": player.colour,
                "light": player.light,
                "tokens": list(player.tokens),
                "available": list(player.available),
                "board": list(player.board),
                "prices": list(position.next_prices(player.colour)),
                "score": scores[player.colour] if scene.state.over else None,
            }
            for player in position.players
        ],
        "piles": _piles(position),
        "board": {cell: str(piece) for cell, piece in position.board.items()},
        "shade": {cell: height for cell, height in on_table.shade().items() if height},
        "blocked": [cell for cell in on_table.blocked() if on_table.board[cell].size],
        "findings": [
            {"cell": finding.place, "kind": finding.kind, "text": words.finding(finding)}
            for finding in scene.findings
        ],
        "echo": " ".join(scene.echo),
    }
    return {"type": "table", "table": table}


def _piles(position: Position) -> list[list[int]]:
    """The tokens left on each pile, 1 leaf to 4, the next one first."""
    return [list(pile[max(0, len(pile) - left) :]) for pile, left in zip(TOKENS, position.piles, strict=True)]
