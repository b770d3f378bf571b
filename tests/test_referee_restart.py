"""Killed at any moment and started again: the record, torn or damaged, and the table give the game back."""

from __future__ import annotations

from random import Random

import pytest
from game_scripts import random_game
from script_runs import Played

from companion.app.record import Timed, read_record, replay, write_line
from companion.rules import Position
from companion.table.sightings import Seen

PASSES_NO_SETTLING_TIME = ("quick", "wait")


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_a_restart_at_every_line_changes_nothing(seed: int) -> None:
    played = Played()
    for line in random_game(seed).lines:
        before = played.do(line)
        if not line.startswith(PASSES_NO_SETTLING_TIME):
            after = played.do("restart")
            for what in ("position", "reading", "findings"):
                assert after[what] == before[what], line
            assert after["record"] == []


def restarted_on(played: Played, text: str) -> None:
    """Start again on what is left of the record."""
    lines, _ = read_record(text)
    played.script.table.record = [write_line(timed.at_ms, timed.line) for timed in lines]
    played.do("restart")


def without_decisions(lines: list[Timed], kept: int) -> str:
    """Where the game would be had the decisions after the first `kept` lines not been made."""
    game = replay(timed for n, timed in enumerate(lines) if n < kept or isinstance(timed.line, Seen))
    assert game is not None
    return str(game.state.position)


@pytest.mark.parametrize("seed", [6, 7, 8, 9])
def test_a_record_cut_at_every_byte_of_its_last_two_lines_costs_only_what_was_cut(seed: int) -> None:
    random, played = Random(seed), Played()
    for line in random_game(seed, rounds=8).lines:
        played.do(line)
        whole = [f"{line}\n" for line in played.script.table.record]
        moment = len(whole) > 3 and (line == "press sun" or random.random() < 0.1)
        if moment and not line.startswith(PASSES_NO_SETTLING_TIME):
            text = "".join(whole)
            lines, _ = read_record(text)
            # A torn line is left out wherever it was torn, so starting again once for each count will do.
            left = {
                len(read_record(text[:cut])[0]): cut for cut in range(len("".join(whole[:-2])), len(text))
            }
            assert sorted(left) == [len(lines) - 2, len(lines) - 1]
            for kept, cut in left.items():
                restarted_on(played, text[:cut])
                expected = without_decisions(lines, kept)
                if kept < len(lines) - 1 and all(isinstance(timed.line, Seen) for timed in lines[-2:]):
                    # Which of two changes came first is lost with them.
                    assert str(played.position.board) == str(Position.parse(expected).board)
                else:
                    assert played.last["position"] == expected, text[:cut]
            restarted_on(played, text)


def test_damage_in_the_middle_goes_on_from_the_next_sun() -> None:
    game = random_game(12, rounds=4)
    played = Played(*game.lines)
    right = played.last["position"]
    record = played.script.table.record
    suns = [number for number, line in enumerate(record) if " sun " in line]
    for number in range(1, suns[-2]):
        damaged = [*record[:number], "?" + record[number][1:].replace(" ", "\x00"), *record[number + 1 :]]
        restarted_on(played, "".join(f"{line}\n" for line in damaged))
        assert played.last["position"] == right
        assert played.findings == {}


def test_a_record_whose_first_line_is_lost_goes_on_from_the_first_position_it_states() -> None:
    played = Played(*random_game(13, rounds=2).lines)
    position = played.last["position"]
    restarted_on(played, "".join(f"{line}\n" for line in played.script.table.record[1:]))
    assert played.last["position"] == position
    assert played.findings == {}


def test_what_was_moved_while_it_was_off_shows_as_findings() -> None:
    played = Played("new g b", "put a1 1g", "put a2 1b", "put g1 1g", "put g4 1b", "press sun")
    table = played.script.table
    table.tabletop.lift(table.tabletop.on("a1")[0])
    played.do("restart", "wait 10")
    assert played.findings == {"a1": "missing"}


def test_an_empty_table_is_asked_whether_to_go_on() -> None:
    played = Played("new g b", "put a1 1g", "put a2 1b", "put g1 1g", "put g4 1b", "press sun")
    played.script.table.tabletop.clear()
    played.do("restart")
    shown = " ".join(played.last["display"])
    played.do("press sun", "put a1 1g", "put a2 1b", "put g1 1g", "put g4 1b")
    assert "UNDO" in shown
    assert played.findings == {}
    assert played.position.phase == "A"


def test_a_record_mended_by_hand_with_colours_that_do_not_play_harms_nothing() -> None:
    played = Played("new g b", "put a1 1g", "put a2 1b", "put g1 1g", "put g4 1b", "press sun")
    position = played.last["position"]
    text = "".join(f"{line}\n" for line in played.script.table.record)
    restarted_on(played, text + "9.0 tap 1y1\n9.1 end o\n9.2 set y light 9\n")
    assert played.last["position"] == position
    assert played.findings == {}
    assert played.do("press sun")["record"] == ["end", "end", "sun"]
