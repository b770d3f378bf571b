"""Every kind of finding, provoked on the scripted table: nothing is committed, and three controls lead on."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from script_runs import Played, load, loaded

from companion.rules import Position
from companion.table.findings import KINDS


@dataclass(frozen=True)
class Case:
    """Commands after which `cell` has a finding of this kind, and those that put back what caused it."""

    kind: str
    cell: str
    start: str
    does: tuple[str, ...]
    puts_back: tuple[str, ...]
    name: str = ""


def case(kind: str, cell: str, start: Position | str, does: str, puts_back: str, name: str = "") -> Case:
    begin = start if isinstance(start, str) else load(start)
    return Case(kind, cell, begin, tuple(does.split("; ")), tuple(puts_back.split("; ")), name or kind)


ONE_SMALL = loaded({"d4": "1g", "a1": "1b"})
SOLD_OUT = loaded({"d4": "2g"}).with_player("g", available=(0, 0, 0, 0), board=(4, 4, 3, 0))

CASES = (
    case(
        "too_expensive",
        "d4",
        loaded({"d4": "1g"}, light=1),
        "lift d4; put d4 2g",
        "lift d4; put d4 1g",
    ),
    case(
        "too_expensive",
        "d4",
        loaded({"d4": "1g"}, light=3),
        "tap 1g; lift d4; put d4 2g",
        "lift d4; put d4 1g",
        "a purchase leaves too little",
    ),
    case(
        "too_expensive",
        "d4",
        loaded({"d4": "2g"}, light=6),
        "lift d4; put d4 3g",
        "lift d4; put d4 2g",
        "an implied purchase too dear",
    ),
    case(
        "cell_used",
        "d4",
        loaded({"d4": "0g"}),
        "lift d4; put d4 1g; lift d4; put d4 2g",
        "lift d4; put d4 1g",
    ),
    case(
        "cell_used",
        "a1",
        loaded({"a1": "1g"}),
        "put a2 0g; lift a1; put a1 2g",
        "lift a1; put a1 1g",
        "a seed's origin that grows later",
    ),
    case("cell_used", "d4", loaded({"d4": "3g", "d3": "1g"}), "lift d4; put d4 0g", "lift d4", "replanted"),
    case(
        "cell_used", "a3", loaded({"a1": "2g"}), "put a2 0g; put a3 0g", "lift a3", "second seed from a tree"
    ),
    case("skipped_size", "d4", loaded({"d4": "0g"}), "lift d4; put d4 2g", "lift d4; put d4 0g"),
    case("shrunk", "d4", loaded({"d4": "2g"}), "lift d4; put d4 1g", "lift d4; put d4 2g"),
    case("out_of_reach", "g4", loaded({"a1": "1g"}), "put g4 0g", "lift g4"),
    case(
        "in_shade",
        "d3",
        loaded({"d4": "1b", "d3": "0g"}, heavy="source", sun="E"),
        "lift d3; put d3 1g",
        "lift d3; put d3 0g",
    ),
    case(
        "in_shade",
        "d2",
        loaded({"d4": "2b", "d1": "1g"}, heavy="destination", sun="E"),
        "put d2 0g",
        "lift d2",
        "a seed into heavy shadow",
    ),
    case("not_available", "d4", SOLD_OUT, "lift d4; put d4 3g", "lift d4; put d4 2g"),
    case("wrong_colour", "d4", ONE_SMALL, "lift d4; put d4 1b", "lift d4; put d4 1g"),
    case(
        "out_of_turn",
        "d4",
        load(loaded({"d4": "1g", "a1": "1b"}), "player"),
        "press sun; lift d4; put d4 2g",
        "lift d4; put d4 1g",
    ),
    case(
        "out_of_turn",
        "d4",
        loaded({"d4": "3b", "d3": "1g"}),
        "lift d4; put d4 0g",
        "lift d4; put d4 3b",
        "collected too late for the seed",
    ),
    case(
        "out_of_turn",
        "d4",
        loaded({"d4": "1g", "a1": "1b"}, mover="b"),
        "lift d4; put d4 2g",
        "lift d4; put d4 1g",
        "an earlier seat after a load",
    ),
    case("not_outer", "b2", "new g b", "put b2 1g", "lift b2"),
    case("too_many", "a3", "new g b", "put a1 1g; put a2 1g; put a3 1g", "lift a3"),
    case("missing", "d4", ONE_SMALL, "lift d4; wait 10", "put d4 1g"),
    case("moved", "e4", ONE_SMALL, "move d4 e4", "move e4 d4"),
    case("unexpected", "e4", ONE_SMALL, "put e4 2g", "lift e4"),
    case("foreign", "e4", ONE_SMALL, "put e4 1y", "lift e4"),
    case("unreadable", "d4", ONE_SMALL, "fault dead d4; wait 3", "fault ok d4"),
    case("collision", "d4", ONE_SMALL, "put d4 2b", "lift d4"),
    case("board_lost", "board", ONE_SMALL, "fault unplug", "fault replug"),
)
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
at_the_table = pytest.mark.parametrize(
    "case", [case for case in CASES if case.kind != "board_lost"], ids=lambda case: case.name
)


def provoked(case: Case) -> Played:
    return Played(case.start, *case.does)


def test_every_kind_that_warns_is_provoked_here() -> None:
    assert {case.kind for case in CASES} == set(KINDS) - {"leaves_game"}


@every_case
def test_a_finding_names_its_cell_and_commits_nothing(case: Case) -> None:
    played = Played(case.start)
    before = played.position
    for command in case.does:
        assert played.do(command)["record"] == []
    assert played.findings[case.cell] == case.kind
    text = next(f["text"] for f in played.last["findings"] if f["cell"] == case.cell)
    assert text.startswith(f"{case.cell}:") or case.kind == "board_lost"
    if not played.last["reading"]:
        assert [(p.light, p.tokens) for p in played.position.players] == [
            (p.light, p.tokens) for p in before.players
        ]


@every_case
def test_putting_it_back_ends_the_finding(case: Case) -> None:
    played = provoked(case)
    played.do(*case.puts_back)
    assert case.cell not in played.findings


@at_the_table
def test_sun_twice_takes_the_table_as_it_lies_and_goes_on(case: Case) -> None:
    played = provoked(case)
    if case.start.startswith("new"):
        played.do("put d1 1g", "put d7 1b", "put g4 1b")
    light = {player.colour: player.light for player in played.position.players}
    assert played.do("press sun")["record"] == []
    assert case.cell in played.findings
    committed = played.do("press sun")["record"]
    assert committed[-1] in ("end", "sun")
    assert played.findings == {}
    for colour, gain in played.position.gains().items():
        earned = gain if committed[-1] == "sun" else 0
        assert played.position.player(colour).light == min(20, light[colour] + earned)


@at_the_table
def test_undo_then_sun_leads_on_too(case: Case) -> None:
    played = provoked(case)
    played.do("press undo", "press undo", "press undo")
    while played.position.phase == "P":
        played.do("put d1 1g", "put d7 1b", "put g4 1b", "put g1 1g", "press sun", "press sun")
    round_number = played.position.round
    for _ in range(4):
        if played.position.round == round_number:
            played.do("press sun", "press sun")
    assert played.position.round > round_number
    assert played.findings == {}


def test_a_piece_that_finds_no_free_slot_is_only_a_notice() -> None:
    full = loaded({"d4": "1g"}).with_player("g", board=(4, 4, 3, 2))
    played = Played(load(full), "lift d4", "put d4 2g")
    assert played.findings == {"d4": "leaves_game"}
    assert played.do("press sun")["record"] == ["^d4", "end", "end", "sun"]


def test_a_lost_board_refuses_sun_and_forgets_nothing() -> None:
    played = Played(load(ONE_SMALL), "lift d4", "put d4 2g")
    position = played.last["position"]
    played.do("fault unplug", "press sun", "press sun", "press sun")
    assert played.last["record"] == []
    played.do("fault replug")
    assert played.last["position"] == position
    assert played.do("press sun")["record"] == ["^d4", "end", "end", "sun"]


def test_a_finding_shows_within_two_seconds_and_a_gap_after_ten() -> None:
    played = Played(load(ONE_SMALL), "quick put e4 2g", "wait 2")
    assert played.findings == {"e4": "unexpected"}
    played.do("lift e4", "quick lift d4", "wait 9.9")
    assert played.findings == {}
    played.do("wait 1")
    assert played.findings == {"d4": "missing"}


def test_a_dead_cell_costs_its_two_presses_once() -> None:
    played = Played(load(ONE_SMALL), "fault dead d4", "wait 4", "press sun", "press sun")
    assert played.findings == {}
    assert "d4" in played.position.board
    assert played.do("press sun")["record"][-1] == "sun"
    played.do("fault ok d4")
    assert played.findings == {}
    played.do("fault dead d4", "wait 4")
    assert played.findings == {"d4": "unreadable"}
