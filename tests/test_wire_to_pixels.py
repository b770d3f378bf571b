"""From the bytes of the sensor board to the colours of the lights and the pixels of the display.

GOLDEN=write draws the golden picture anew, to be looked at.
"""

from __future__ import annotations

import os
from pathlib import Path

from PIL import Image

from companion.app.inputs import Contact, PortOpened, Received, Woken
from companion.app.picture import draw, parts
from companion.app.session import Session
from companion.app.strip import Strip
from companion.app.view import View
from companion.table.pieces import PLACES, PieceSet
from companion.table.wire import encode

GOLDEN = Path(__file__).parent / "golden" / "round-2.png"
HELLO = encode("HELLO", "0", "proto=1.0 fw=0.1.0 board=pico-1 cells=37 boot=0badcafe dead=-")
SWEEP_MS = 100
PIECES = PieceSet.simulated()
SHADE_1, SHADE_2 = (7, 4, 28), (14, 5, 62)


class Board:
    """What lies on the places, swept every 100 ms and sent as the firmware sends it, to a session."""

    def __init__(self) -> None:
        self.session = Session()
        self.at: dict[str, str] = {}
        self.now_ms = 0
        self.sweeps = 0
        self.session.handle(PortOpened("board"), 0)
        self.session.handle(Received(HELLO), 0)
        self.sweep()

    def sweep(self, times: int = 1) -> None:
        for _ in range(times):
            self.now_ms += SWEEP_MS
            self.sweeps += 1
            tags = [PIECES.tag_of(self.at[place]) if place in self.at else "" for place in PLACES]
            payload = f"{self.sweeps} {self.now_ms} {','.join(tags)}"
            self.session.handle(Received(encode("SNAP", str(self.sweeps), payload)), self.now_ms)
            self.session.handle(Woken(), self.now_ms)

    def put(self, **pieces: str) -> None:
        """Put pieces on cells and let them settle."""
        self.at |= pieces
        self.sweep(2)

    def tap(self, piece: str) -> None:
        self.at["pad"] = piece
        self.sweep(3)
        del self.at["pad"]
        self.sweep(6)

    def press_sun(self) -> None:
        for down in (True, False):
            self.session.handle(Contact("sun", down), self.now_ms)
            self.sweep()

    def view(self) -> View:
        return self.session.view(self.now_ms, Strip(brightness=0.5))


def played() -> Board:
    """Green and blue sign in, set up, play a round without acting; then blue lets a tree grow."""
    board = Board()
    board.tap("2g1")
    board.tap("0b1")
    board.press_sun()
    board.put(d1="1g1", d7="1b1")
    board.put(a1="1g2", e6="1b2")
    board.press_sun()
    board.sweep(40)
    board.press_sun()
    board.sweep(100)
    board.put(d7="2b1")
    return board


def test_a_settled_snapshot_becomes_the_colours_of_the_lights() -> None:
    lights = played().view().lights
    assert lights == {"d5": SHADE_2, "d6": SHADE_2, "e5": SHADE_1}


def test_a_settled_snapshot_becomes_the_pixels_of_the_display() -> None:
    page = played().view().page
    assert tuple(page.text()) == (
        "G 4  B 1",
        "sun E 2/6  lap 1/3  round 2/18  first B",
        "Blue grew d7: −2, 1 left",
        "d7: the blue small tree has no free slot and leaves the game",
    )
    picture = draw(parts(page)[0])
    if os.environ.get("GOLDEN") == "write":
        GOLDEN.parent.mkdir(exist_ok=True)
        picture.save(GOLDEN)
    with Image.open(GOLDEN) as golden:
        assert (picture.mode, picture.size) == (golden.mode, golden.size) == ("1", (128, 64))
        assert picture.tobytes() == golden.tobytes()


def test_one_snapshot_does_not_settle_and_changes_nothing() -> None:
    board = played()
    before = board.view()
    board.at["c4"] = "0g1"
    board.sweep()
    assert board.view().lights == before.lights
    assert draw(board.view().page).tobytes() == draw(before.page).tobytes()


def test_what_arrives_in_single_bytes_or_damaged_ends_in_the_same_light() -> None:
    board = played()
    tags = [PIECES.tag_of(board.at[place]) if place in board.at else "" for place in PLACES]
    frame = encode("SNAP", "900", f"900 {board.now_ms} {','.join(tags)}")
    for byte in b"\x00\xff*\n" + frame[:200] + b"\n" + frame:
        board.session.handle(Received(bytes([byte])), board.now_ms)
    assert board.view().lights == played().view().lights
