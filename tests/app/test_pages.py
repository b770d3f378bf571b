"""Every page the display can show, as text and as a golden picture, reached as players reach it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from golden_pictures import assert_golden, golden_names

from companion.app.dialogs import SigningIn
from companion.app.pages import display_page
from companion.app.picture import draw
from companion.app.scene import Scene
from companion.app.words import Words
from companion.script import Script

SETUP = ["new g b", "put a1 1g", "put a4 1b", "put g1 1g", "put g4 1b"]
MIDDLE = (
    "load 1g2g.1b/..1o.2y/..3g.../.1b2y.0o2b./..1g2o../.1y..1b/2g..1o A W 10 y y 3 "
    "g:12:1210:3331:14 b:3:2101:3322:- o:20:0300:4222:17+16 y:7:1110:4331:- 8653 -"
)
END = (
    "load 3g.../...../....../..../....../...../1b..1b A NE 18 b b 3 g:4:0000:4432:22 b:13:0000:4432:19 9753 -"
)
END = END.replace("/..../....../", "/......./....../", 1)

PAGES: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "welcome": ([], ["Welcome", "Each player taps a piece on the pad, the first player first."]),
    "signing-in": (["tap 1b", "tap 2g"], ["Who plays?", "1. Blue 2. Green", "SUN: begin"]),
    "placing": (SETUP[:2], ["Setup", "Blue places a small tree on the outer ring"]),
    "still-to-place": ([*SETUP[:3], "press sun"], ["Still to place: Green 1, Blue 1"]),
    "placed": (SETUP, ["SUN: let the sun shine"]),
    "gains": ([*SETUP, "press sun"], ["Green +2", "Blue +2"]),
    "round": ([*SETUP, "press sun", "wait 6"], ["Green starts", "SUN: end of the round"]),
    "turn": (
        ["new g b turns=player", *SETUP[1:], "press sun", "wait 6"],
        ["Green, your turn", "SUN: end of the turn"],
    ),
    "echo": (
        [*SETUP, "press sun", "lift a1", "put a1 2g"],
        ["Green grew a1: −2, 0 left", "a1: the green small tree has no free slot and leaves the game"],
    ),
    "finding": (
        [*SETUP, "press sun", "put d4 0b", "wait 6"],
        ["Look here", "d4: no tree of Blue reaches here. Take the seed back"],
    ),
    "accepting": (
        [*SETUP, "press sun", "put d4 0b", "wait 6", "press sun"],
        ["SUN: accept", "d4: no tree of Blue reaches here. Take the seed back"],
    ),
    "recovery": (
        [MIDDLE, "lift a1", "lift a2", "lift a4", "wait 11"],
        ["3 to put back", "a1: green small tree is missing. Put it back"],
    ),
    "preview": ([MIDDLE, "hold sun"], ["Next shadows", "G+8 B+5 O+0 Y+5"]),
    "light-earned": (
        [*SETUP, "press sun", "wait 6", "turn wheel 1"],
        ["Light earned", "Green +2", "Blue +2"],
    ),
    "beside": (
        [MIDDLE, "turn wheel 2"],
        [
            "Beside (price)",
            "G 1(1) 2(2) 1(3) 0(5)",
            "B 2(1) 1(2) 0(3) 1(4)",
            "O 0(1) 3(3) 0(3) 0(4)",
            "Y 1(1) 1(2) 1(3) 0(5)",
        ],
    ),
    "dark": ([MIDDLE, "turn wheel 3"], ["In the dark"]),
    "forecast": ([MIDDLE, "turn wheel 4"], ["Next six stops"]),
    "tokens": (
        [MIDDLE, "turn wheel 5"],
        ["Leaves: next token", "1: 14 (8)  2: 16 (6)", "3: 19 (5)  4: 22 (3)"],
    ),
    "if-it-ended": (
        [MIDDLE, "turn wheel 6"],
        ["If it ended now", "Green 18 = 14 + 12/3", "Blue 1 = 0 + 3/3"],
    ),
    "about": ([MIDDLE, "turn wheel 7"], ["This table", "Open to this machine only", "All parts work"]),
    "menu": ([MIDDLE, "hold undo"], ["1/4 New game", "Turn to choose. SUN: do it. UNDO: leave."]),
    "settings": ([MIDDLE, "hold undo", "turn wheel 2", "press sun"], ["SUN ends: the round"]),
    "picking": (
        [MIDDLE, "press wheel"],
        ["Correct a number", "Green: light", "Turn, then push. UNDO: leave."],
    ),
    "setting": ([MIDDLE, "press wheel", "press wheel", "turn wheel 3"], ["Green: light: 15"]),
    "one-more-sun-back": (
        [*SETUP, "press sun", "press sun", "press sun", "press undo", "press undo"],
        ["One more SUN back?", "SUN: yes. UNDO: no."],
    ),
    "board-lost": (
        [MIDDLE, "fault unplug"],
        ["Board lost", "The sensor board was unplugged: plug it in again."],
    ),
    "score": (
        [END, "press sun"],
        [
            "Blue wins",
            "Tie: pieces on the board decide: Green 1, Blue 2",
            "Green 23 = 22 + 4/3",
            "Blue 23 = 19 + 13/3",
        ],
    ),
    "ended-early": (
        [MIDDLE, "hold undo", "turn wheel 1", "press sun"],
        ["Orange wins", "Green 18 = 14 + 12/3"],
    ),
    "empty-table": (
        [*SETUP, "press sun", "quick lift a1", "quick lift a4", "quick lift g1", "quick lift g4", "restart"],
        ["The table is empty", "SUN: go on, put the pieces back. Hold UNDO: new game."],
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_the_page_says_and_looks_what_it_should(name: str) -> None:
    commands, expected = PAGES[name]
    script = Script()
    for printed in script.run(commands):
        assert "error" not in printed, printed
    scene = script.table.scene
    page = display_page(scene, Words())
    said = [page.title, *page.body] if page.title else list(page.body)
    assert said[: len(expected)] == list(expected)
    assert_golden(f"page-{name}", draw(page))


def test_light_stop_lap_and_round_are_on_every_page_of_a_game() -> None:
    for name, (commands, _) in PAGES.items():
        script = Script()
        list(script.run(commands))
        page = display_page(script.table.scene, Words())
        if script.table.session.game is not None:
            assert page.status is not None, name
            assert len(page.players) == len(script.table.session.game.state.position.players), name


def test_no_golden_page_is_left_over() -> None:
    assert golden_names("page-") == {f"page-{name}" for name in PAGES}


def test_the_code_for_browsers_elsewhere_is_shown_before_there_is_a_game() -> None:
    for dialog in (None, SigningIn(("g",))):
        page = display_page(Scene(dialog=dialog, code="0417", address="http://table.local:8137"), Words())
        assert "http://table.local:8137 code 0417" in page.body
