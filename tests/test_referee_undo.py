"""UNDO to any depth, redo, numbers corrected by hand and ending early, through the three controls."""

from __future__ import annotations

from game_scripts import random_game
from script_runs import Played, load, loaded

ONE_TREE = load(loaded({"d4": "1g", "a1": "1b"}))


def played_game(rounds: int = 5) -> tuple[Played, list[str]]:
    """A game of a few rounds, and the position after each of its decisions that SUN made."""
    game = random_game(31, rounds=rounds)
    played, positions = Played(), []
    for number, line in enumerate(game.lines, 1):
        played.do(line)
        if number in game.expected:
            positions.append(played.last["position"])
    return played, positions


def test_every_decision_can_be_taken_back_to_the_first_and_done_again() -> None:
    played, positions = played_game()
    end = (played.last["position"], played.last["reading"])
    backwards = []
    while "There is nothing to take back" not in played.last["display"]:
        played.do("press undo")
        if "SUN: yes. UNDO: no." in played.last["display"]:
            played.do("press sun")
        backwards.append(played.last["position"])
    assert played.position.phase in "PS"
    played.do("turn wheel 90")
    assert (played.last["position"], played.last["reading"]) == end
    assert len(backwards) >= len(positions)


def test_a_second_sun_back_asks_first_and_undo_says_no() -> None:
    played = Played(ONE_TREE, "press sun", "press sun", "press undo")
    once_back = played.last["position"]
    played.do("press undo")
    assert played.last["position"] == once_back
    played.do("press undo")
    assert played.last["position"] == once_back
    played.do("press undo", "press sun")
    assert played.position.round == 3


def test_a_tap_taken_back_in_between_does_not_hide_that_it_is_the_second_sun() -> None:
    played = Played(ONE_TREE, "press sun", "tap 1g", "press sun", "press undo", "press undo")
    assert played.position.round == 4
    played.do("press undo")
    assert played.position.round == 4
    played.do("press sun")
    assert played.position.round == 3


def test_deciding_anew_ends_what_could_be_done_again() -> None:
    played = Played(ONE_TREE, "tap 1g", "press undo", "tap 0g", "turn wheel 1")
    assert played.last["reading"] == ["+seed"]


def test_what_was_put_on_the_table_since_is_shown_after_undo() -> None:
    played = Played(ONE_TREE, "press sun", "lift a1", "put a1 2b", "press sun", "lift a1", "put a1 3b")
    assert played.findings == {}
    played.do("press undo")
    assert played.findings == {"a1": "cell_used"}
    played.do("lift a1", "put a1 2b")
    assert (played.findings, played.last["reading"]) == ({}, ["^a1"])


def test_redo_keeps_what_was_moved_between() -> None:
    played = Played(ONE_TREE, "press sun", "press undo", "put e4 0g", "turn wheel 1")
    assert played.position.round == 4
    assert played.last["reading"] == ["d4>e4"]


def test_a_number_corrected_by_hand_is_on_the_record_and_can_be_taken_back() -> None:
    played = Played(ONE_TREE, "press wheel", "press wheel", "turn wheel 3", "press wheel")
    assert played.position.player("g").light == 13
    played.do("restart")
    assert played.position.player("g").light == 13
    played.do("press undo")
    assert played.position.player("g").light == 10


def test_any_number_of_any_player_can_be_corrected() -> None:
    played = Played(ONE_TREE)
    for index in range(2 * 10):
        played.do("press wheel", f"turn wheel {index}", "press wheel", "turn wheel 1", "press sun")
    for player in played.position.players:
        assert player.light == 11
        assert player.available == (3, 5, 2, 1)
        assert player.board == (4, 4, 3, 2)
        assert player.tokens == (1,)


def test_light_already_spent_cannot_be_corrected_away() -> None:
    played = Played(ONE_TREE, "tap 1g", "press wheel", "press wheel", "turn wheel -99", "press sun")
    assert played.position.player("g").light == 0
    assert played.last["reading"] == ["+small"]
    assert played.findings == {}


def test_ending_early_scores_and_packing_up_is_no_finding() -> None:
    played = Played(ONE_TREE, "hold undo", "turn wheel 1", "press sun", "lift d4", "lift a1", "wait 20")
    assert played.findings == {}
    before = played.last["position"]
    assert played.do("press sun")["record"] == []
    assert played.last["position"] == before
    played.do("press undo")
    assert played.position.phase == "A"


def test_an_accepted_table_can_be_taken_back() -> None:
    played = Played(ONE_TREE, "put e4 2g", "press sun", "press sun")
    assert str(played.position.board["e4"]) == "2g"
    played.do("press undo")
    assert played.findings == {"e4": "unexpected"}
    assert "e4" not in played.position.board
