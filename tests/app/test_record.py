"""The record: text to values and back, torn and damaged files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.entries import Begun, Committed, Gain, Line, NumberSet, Redone, Stopped, Undone
from companion.app.record import InvalidLine, Timed, read_line, read_record, replay, write_line
from companion.rules import Position, parse_action
from companion.table.correction import Correction
from companion.table.sightings import Seen, Tapped, TurnEnded

START = Position.initial("gb")
LIT = Position.parse(
    "1g..1b/...../....../......./....../...../1g..1b A NE 1 g g 3 g:2:2210:4432:- b:2:2210:4432:- 9750 -"
)
SETUP = [Seen("a1", "1g1"), Seen("a4", "1b1"), Seen("g1", "1g2"), Seen("g4", "1b2")]
SUN = Committed(
    tuple(parse_action(word) for word in ["@a1", "@a4", "@g1", "@g4", "sun"]),
    LIT,
    gains=(Gain("g", 2), Gain("b", 2)),
)
GROWN = [Seen("a1", "-"), Seen("a1", "2g1")]
LINES: list[Line] = [
    Begun(START, "player", (("d4", "2g1"), ("a1", "foreign"))),
    Begun(START),
    *SETUP,
    SUN,
    Tapped("3g2"),
    TurnEnded("g"),
    Committed(
        (),
        LIT,
        (Correction("d4", "-"), Correction("d5", "2g")),
        (("d1", "unreadable"),),
        (Gain("b", 3, 2),),
        ("g",),
    ),
    NumberSet("b", "board-large", 1),
    Stopped((parse_action("+seed"),), LIT.with_turn("g", phase="X")),
    Undone(),
    Redone(),
]


def text_of(*lines: Line) -> str:
    return "".join(f"{write_line(1000 * number, line)}\n" for number, line in enumerate(lines))


@pytest.mark.parametrize("line", LINES, ids=lambda line: type(line).__name__)
def test_every_kind_of_line_comes_back_as_it_was(line: Line) -> None:
    assert read_line(write_line(75_300, line)) == Timed(75_300, line)


def test_a_line_reads_like_what_happened() -> None:
    assert write_line(12_345, Seen("d4", "2g1")) == "12.3 see d4 2g1"
    assert write_line(0, SUN).startswith("0.0 sun @a1 @a4 @g1 @g4 sun |  |  | g+2 b+2 |  | = 1g..1b/")


def test_replaying_gives_the_position_and_the_running_round() -> None:
    lines, damages = read_record(text_of(Begun(START), *SETUP, SUN, *GROWN))
    assert damages == []
    game = replay(lines)
    assert game is not None
    assert [str(action) for action in game.state.reading.actions] == ["^a1"]
    assert str(game.state.position) == (
        "2g..1b/...../....../......./....../...../1g..1b A NE 1 g g 3 g:0:2200:4432:- b:2:2210:4432:- 9750 a1"
    )


def test_it_replays_to_any_point() -> None:
    lines, _ = read_record(text_of(Begun(START), *SETUP, SUN, *GROWN))
    game = replay(lines[:3])
    assert game is not None
    assert [str(action) for action in game.state.reading.actions] == ["@a1", "@a4"]


def test_a_torn_last_line_costs_that_line_only() -> None:
    whole = text_of(Begun(START), *SETUP, SUN)
    before = text_of(Begun(START), *SETUP)
    for end in range(len(before) + 1, len(whole)):
        lines, damages = read_record(whole[:end])
        assert len(damages) == 1
        game = replay(lines)
        assert game is not None
        assert game.state.position.phase == "S"
        assert game.state.start.phase == "P"


def test_damage_before_a_sun_line_costs_nothing_after_it() -> None:
    text = text_of(Begun(START), *SETUP, SUN, *GROWN).replace("see g1 1g2", "see g1 1\x00g2")
    lines, damages = read_record(text)
    assert [damage.number for damage in damages] == [4]
    game = replay(lines)
    assert game is not None
    assert game.state.start == LIT


def test_a_lost_first_line_is_made_up_for_by_the_first_position_stated() -> None:
    lines, _ = read_record(text_of(Begun(START), *SETUP, SUN, *GROWN).partition("\n")[2])
    game = replay(lines)
    assert game is not None
    assert [str(action) for action in game.state.reading.actions] == ["^a1"]


def test_a_record_of_nothing_is_no_game() -> None:
    assert replay(read_record("")[0]) is None
    assert replay(read_record("12.0 see d4 2g1\n")[0]) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "see d4 2g1",
        "1.0",
        "1.0 see z9 2g1",
        "1.0 see d4 4g1",
        "1.0 fly d4",
        "x.y see d4 -",
        "1.0 sun ^c4",
    ],
)
def test_what_is_no_line_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(InvalidLine, match=r"."):
        read_line(text)


@given(st.text(max_size=200))
def test_no_text_whatever_breaks_reading(text: str) -> None:
    lines, damages = read_record(text)
    assert len(lines) + len(damages) == sum(bool(line.strip()) for line in text.split("\n"))


@given(st.data())
def test_any_byte_changed_anywhere_still_gives_a_game_or_none(data: st.DataObject) -> None:
    text = text_of(Begun(START), *SETUP, SUN, *GROWN, Undone(), Redone())
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.characters(max_codepoint=255)) + text[at + 1 :]
    game = replay(read_record(changed)[0])
    assert game is None or game.state.position.phase in "PSAX"
