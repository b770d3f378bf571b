"""A game is the sum of its entries: undo leaves a decision out, redo puts it back where it was."""

from __future__ import annotations

import pytest
from script_runs import loaded

from companion.app.entries import Begun, Committed, NumberSet, Redone, Undone
from companion.app.game import Game
from companion.app.steps import TreesMissing, stop, sun_step
from companion.rules import Position
from companion.table.sightings import Seen, Tapped, TurnEnded

START = loaded({"d4": "1g", "a1": "1b"})


def begun(turns: str = "round", position: Position = START) -> Game:
    base = tuple((cell, f"{piece}1") for cell, piece in position.board.items())
    return Game(Begun(position, "player" if turns == "player" else "round", base))


def press_sun(game: Game) -> Committed | TurnEnded:
    step = sun_step(game.state)
    assert isinstance(step, Committed | TurnEnded)
    game.take(step)
    return step


def test_an_undone_decision_is_left_out_and_what_was_seen_since_stays() -> None:
    game = begun()
    for line in (Seen("d4", "2g1"), Tapped("1g2"), Seen("e4", "0g1"), Undone()):
        game.take(line)
    assert [str(action) for action in game.state.reading.actions] == ["^d4"]
    assert game.state.reading.findings[0].place == "e4"
    game.take(Redone())
    assert [str(action) for action in game.state.reading.actions] == ["^d4", "+small"]


def test_undo_beyond_the_first_decision_and_redo_beyond_the_last_do_nothing() -> None:
    game = begun()
    game.take(Undone())
    game.take(Redone())
    assert game.state.position == START
    assert (game.newest_decision, game.redoable) == (None, None)


def test_sun_commits_what_was_read_and_begins_the_next_round() -> None:
    game = begun()
    game.take(Seen("d4", "2g1"))
    step = press_sun(game)
    assert isinstance(step, Committed)
    assert [str(action) for action in step.actions] == ["^d4", "end", "end", "sun"]
    assert [(gain.colour, gain.earned, gain.lost) for gain in step.gains] == [("g", 2, 0), ("b", 1, 0)]
    assert game.state.start == step.position
    assert game.state.sightings == ()


def test_light_over_twenty_is_named_as_lost() -> None:
    game = begun(position=loaded({"d4": "3g"}, light=19))
    step = press_sun(game)
    assert isinstance(step, Committed)
    assert [(gain.earned, gain.lost) for gain in step.gains] == [(3, 2), (0, 0)]


def test_setup_needs_two_trees_of_each_colour() -> None:
    game = Game(Begun(Position.initial("gb")))
    game.take(Seen("a1", "1g1"))
    assert sun_step(game.state) == TreesMissing({"g": 1, "b": 2})


def test_a_finished_game_has_no_next_step() -> None:
    game = begun()
    game.take(stop(game.state))
    assert game.state.over
    assert sun_step(game.state) is None


def test_where_turns_end_one_by_one_only_the_last_press_commits() -> None:
    game = begun("player")
    assert press_sun(game) == TurnEnded("g")
    assert game.state.turn == "b"
    assert isinstance(press_sun(game), Committed)
    assert game.state.start.round == 4


def test_accepting_in_the_middle_of_a_round_keeps_what_later_seats_did_early() -> None:
    game = begun("player")
    for line in (Tapped("0b1"), Seen("a1", "2b1"), Seen("e4", "2g1")):
        game.take(line)
    step = press_sun(game)
    assert isinstance(step, Committed)
    assert [str(change.cell) for change in step.corrections] == ["e4"]
    assert game.state.start.mover == "b"
    assert [str(action) for action in game.state.reading.actions] == ["+seed", "^a1"]
    assert game.state.reading.findings == ()


def test_a_number_corrected_counts_what_the_round_has_spent() -> None:
    game = begun()
    for line in (Tapped("1g2"), NumberSet("g", "light", 3)):
        game.take(line)
    assert game.state.position.player("g").light == 3
    assert game.state.start.player("g").light == 5


@pytest.mark.parametrize("line", [Tapped("1y1"), TurnEnded("o"), NumberSet("y", "light", 3)])
def test_lines_about_colours_that_do_not_play_are_left_out(line: Tapped | TurnEnded | NumberSet) -> None:
    game = begun()
    game.take(line)
    assert game.state.position == START
    assert game.newest_decision is None


def test_a_piece_bought_and_not_used_is_owned_until_it_stands() -> None:
    game = begun()
    game.take(Tapped("2g2"))
    press_sun(game)
    assert game.state.owned == {"2g2"}
    game.take(Seen("d4", "2g2"))
    press_sun(game)
    assert game.state.owned == frozenset()


def test_what_a_correction_makes_too_dear_for_a_later_seat_is_accepted_as_not_bought() -> None:
    game = begun("player")
    for line in (Tapped("3b2"), Seen("e4", "3b1")):
        game.take(line)
    assert [str(action) for action in game.state.reading.actions] == ["+large"]
    press_sun(game)
    assert game.state.position.player("b").board == (3, 3, 2, 0)
    assert (game.state.reading.actions, game.state.reading.findings) == ((), ())


def test_what_a_correction_leaves_unexplained_is_taken_as_it_lies_too() -> None:
    start = loaded({"d4": "1g", "a1": "2b"}).with_player("b", available=(0, 0, 0, 0), light=8)
    game = begun("player", start)
    for line in (Seen("a1", "3b1"), Seen("e4", "3b2")):
        game.take(line)
    assert [str(action) for action in game.state.reading.actions] == ["+large", "^a1"]
    press_sun(game)
    assert game.state.reading.findings == ()
    assert str(game.state.position.board["a1"]) == "3b"
    assert game.state.position.player("b").light == 8
