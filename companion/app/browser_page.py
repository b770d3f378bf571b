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
    over = scene.state.over
    table = {
        "phase": "X" if over else position.phase,
        **_progress(scene, on_table),
        "first": position.first,
        "mover": position.mover if scene.in_turn else None,
        "turns": scene.state.turns,
        "players": _players(position, over),
        "winners": position.winners() if over else [],
        "piles": _piles(position),
        "board": {cell: str(piece) for cell, piece in position.board.items()},
        "shade": {cell: height for cell, height in on_table.shade().items() if height},
        "blocked": [cell for cell in on_table.blocked() if on_table.board[cell].size],
        "findings": _findings(scene, words),
        "echo": " ".join(scene.echo),
    }
    return {"type": "table", "table": table}


def _progress(scene: Scene, on_table: Position) -> dict[str, Any]:
    """Where the game and the sun stand; while SUN is held, the sun stands at the stop that is looked at."""
    laps = on_table.rounds // STOPS
    return {
        "sun": on_table.sun,
        "stop": scene.stops_made % STOPS + 1,
        "lap": min(scene.stops_made // STOPS + 1, laps),
        "laps": laps,
        "round": on_table.round,
        "rounds": on_table.rounds,
        "preview": scene.preview,
    }


def _players(position: Position, over: bool) -> list[dict[str, Any]]:
    """The players in seat order, with their score once the game is over."""
    scores = position.scores()
    return [
        {
            "colour": player.colour,
            "light": player.light,
            "tokens": list(player.tokens),
            "available": list(player.available),
            "board": list(player.board),
            "prices": list(position.next_prices(player.colour)),
            "score": scores[player.colour] if over else None,
        }
        for player in position.players
    ]


def _findings(scene: Scene, words: Words) -> list[dict[str, Any]]:
    """What to look at; `notice` marks what only informs and asks for nothing."""
    return [
        {
            "cell": finding.place,
            "kind": finding.kind,
            "notice": finding.notice,
            "text": words.finding(finding),
        }
        for finding in scene.findings
    ]


def _piles(position: Position) -> list[list[int]]:
    """The tokens left on each pile, 1 leaf to 4, the next one first."""
    return [list(pile[max(0, len(pile) - left) :]) for pile, left in zip(TOKENS, position.piles, strict=True)]
