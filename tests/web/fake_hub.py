"""A stand-in for the daemon behind the browser table: it moves pieces and remembers what it was told.

`python tests/web/fake_hub.py [port]` serves the page with a made-up game, to work on its looks.
"""

from __future__ import annotations

import asyncio
import base64
import io
import sys

from PIL import Image, ImageDraw

from companion.web.messages import Bump, Incoming, Lift, New, Put, Tap
from companion.web.server import TableServer

PIECES = [
    f"{size}{colour}{number}"
    for colour in "gbyo"
    for size, count in enumerate((6, 8, 4, 2))
    for number in range(1, count + 1)
]


def display_png(lines: list[str]) -> str:
    """A display's picture as base64 PNG."""
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        draw.text((2, 1 + 12 * row), line, fill=1)
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return base64.b64encode(buffer.getvalue()).decode()


def display(lines: list[str]) -> dict[str, object]:
    """A display message."""
    return {"type": "display", "width": 128, "height": 64, "png": display_png(lines), "text": lines}


class FakeHub:
    """Keeps where each piece lies, as a table without rules would."""

    def __init__(self) -> None:
        self.server: TableServer | None = None
        self.at: dict[str, str] = {}
        self.pad: str | None = None
        self.heard: list[Incoming] = []
        self.origins: list[str] = []
        self.refusal: str | None = None
        self.latest: dict[str, dict[str, object]] = {
            "hello": {"type": "hello", "simulated": True, "unlocked": True, "pieces": PIECES},
            "lights": {"type": "lights", "cells": {}},
            "display": display(["Photosynthesis"]),
            "table": {"type": "table", "table": None},
            "link": {"type": "link", "ok": True, "text": ""},
        }

    async def submit(self, message: Incoming, origin: str) -> str | None:
        """Do what a hand did."""
        self.heard.append(message)
        self.origins.append(origin)
        if self.refusal is not None:
            return self.refusal
        match message:
            case Put(piece=piece, cell=cell):
                self.at[piece] = cell
                self.pad = None if self.pad == piece else self.pad
            case Lift(piece=piece):
                self.at.pop(piece, None)
            case Tap(piece=piece):
                self.pad = piece
            case New():
                self.at.clear()
                self.pad = None
            case Bump() if self.at:
                self.at[next(iter(self.at))] = "d4"
            case _:
                return None
        self.show(self.hands())
        return None

    def hands(self) -> dict[str, object]:
        """Where the pieces lie."""
        return {"type": "hands", "at": dict(self.at), "pad": self.pad}

    def snapshot(self) -> list[dict[str, object]]:
        """The newest of every message."""
        return [*self.latest.values(), self.hands()]

    def show(self, message: dict[str, object]) -> None:
        """Broadcast a message and keep it for browsers that come later."""
        if message["type"] != "hands":
            self.latest[str(message["type"])] = message
        if self.server is not None:
            self.server.broadcast(message)

    def player(self, colour: str, light: int = 0, **other: object) -> dict[str, object]:
        """One player's part of a table message, as after setup."""
        usual = {
            "tokens": [],
            "available": [2, 2, 1, 0],
            "board": [4, 4, 3, 2],
            "prices": [1, 2, 3, 4],
            "score": None,
        }
        return {"colour": colour, "light": light, **usual, **other}

    def game(self, **other: object) -> dict[str, object]:
        """A table message of a game between green and blue in round 3."""
        table: dict[str, object] = {
            **{"phase": "A", "sun": "NE", "stop": 1, "lap": 1, "laps": 3, "round": 3, "rounds": 18},
            **{"first": "g", "mover": None, "players": [self.player("g", 5), self.player("b", 7)]},
            "piles": [
                [14, 14, 13, 13, 13, 12, 12, 12, 12],
                [17, 16, 16, 14, 14, 13, 13],
                [19, 18, 18, 17, 17],
                [],
            ],
            "board": {cell: piece[:2] for piece, cell in self.at.items()},
            **{"shade": {}, "blocked": [], "findings": [], "echo": "", "winners": [], "preview": 0},
        }
        return {"type": "table", "table": {**table, **other}}


def made_up_game(hub: FakeHub) -> None:
    """A game with a bit of everything to look at."""
    hub.at = {
        **{"2g1": "d3", "1g1": "a2", "0g1": "c3", "3g1": "e4", "1b1": "g4", "2b1": "f3", "0b1": "e5"},
        **{
            "3b1": "c5",
            "1y1": "d1",
            "2y1": "b2",
            "0y1": "b4",
            "3y1": "d6",
            "1o1": "a4",
            "2o1": "f1",
            "0o1": "g2",
            "3o1": "e2",
        },
    }
    shade = {"d5": 1, "e5": 2, "f4": 3, "f3": 3, "c2": 2, "d2": 1, "e1": 3, "f1": 3, "g1": 3, "d3": 1}
    strengths = {1: "#0a0718", 2: "#150d34", 3: "#261860"}
    lights = {cell: strengths[height] for cell, height in shade.items()} | {"c4": "#0a3010", "b5": "#402400"}
    hub.show({"type": "lights", "cells": lights})
    hub.show(display(["G 5  B 7  Y 12  O 20", "sun NE 1/6  lap 1/3", "Green grew d3: -2", "5 left"]))
    text = "b5: blue small tree is missing. Put it back"
    finding = {"cell": "b5", "kind": "missing", "notice": False, "text": text}
    players = [
        hub.player("g", 5, tokens=[22, 17]),
        hub.player("b", 7),
        hub.player("y", 12, tokens=[14]),
        hub.player("o", 20, prices=[1, None, 3, 5]),
    ]
    hub.show(
        hub.game(
            **{"players": players, "shade": shade, "blocked": ["f3", "f1", "e5"], "findings": [finding]},
            **{"echo": "Green grew d3: 2 paid, 5 left", "mover": "g"},
        )
    )


async def _serve(port: int) -> None:
    hub = FakeHub()
    hub.server = TableServer(hub, code="1234")
    made_up_game(hub)
    print("serving on port", await hub.server.start("127.0.0.1", port))
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1]) if len(sys.argv) > 1 else 8080))
