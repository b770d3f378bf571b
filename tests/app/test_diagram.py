"""The position drawn for people."""

from __future__ import annotations

from xml.etree import ElementTree

from companion.app.diagram import board_svg, board_text
from companion.rules import Position

POSITION = Position.parse(
    "...1b/.2b.../.....1g/1g....../....../...1b./.... A W 5 g b 3 g:2:2210:4432:14+13 b:4:2310:4332:- 8750 d1"
)


def test_the_text_board_shows_pieces_shade_players_and_who_is_to_move() -> None:
    assert board_text(POSITION).splitlines() == [
        "a        .   .   .   1b",
        "b      .   2b  :   :   .",
        "c    .   .   .   .   .   1g",
        "d  1g  :   .   .   .   .   .",
        "e    .   .   .   .   .   .",
        "f      .   .   .   1b  :",
        "g        .   .   .   .",
        "sun W, round 5 of 18, g starts, b to move",
        "g  light 2, beside 2210, board 4432, tokens 14+13",
        "b  light 4, beside 2310, board 4332, tokens -",
    ]


def test_a_blocked_piece_is_marked_in_the_text_board() -> None:
    blocked = POSITION.with_cell("d2", POSITION.board["d1"])
    assert "1g  1g!" in board_text(blocked)


def test_the_picture_has_every_cell_every_piece_and_the_sun() -> None:
    picture = ElementTree.fromstring(board_svg(POSITION))
    texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"a1", "d4", "g4"} <= set(texts)
    assert sorted(text for text in texts if text and text[0].isdigit()) == ["1b", "1b", "1g", "1g", "2b"]
    suns = [c for c in picture.iter("{http://www.w3.org/2000/svg}circle") if c.get("r") == "18"]
    assert [float(sun.get("cx", "0")) for sun in suns] == [-230.0]
