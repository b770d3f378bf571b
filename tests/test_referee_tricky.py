"""The tricky moments of a game, each as a short script: hands in the air, hurry, second thoughts."""

from __future__ import annotations

from script_runs import Played, load, loaded

FOUR = {"a1": "1g", "a4": "1b", "g1": "1y", "g4": "1o"}


def test_a_large_tree_in_a_hand_at_sun_is_collected() -> None:
    played = Played(load(loaded({"d4": "3g"})), "lift d4")
    assert played.last["reading"] == ["*d4"]
    assert played.do("press sun")["record"] == ["*d4", "end", "end", "sun"]
    assert played.position.player("g").tokens == (19,)


def test_a_large_tree_put_back_was_never_collected() -> None:
    played = Played(load(loaded({"d4": "3g"})), "lift d4", "put d4 3g")
    assert played.last["reading"] == []
    assert played.position.player("g").light == 10


def test_a_large_tree_that_cannot_be_paid_is_a_gap_that_sun_asks_about() -> None:
    played = Played(load(loaded({"d4": "3g"}, light=3)), "lift d4")
    assert played.findings == {}
    assert played.do("press sun")["record"] == []
    assert played.findings == {"d4": "too_expensive"}
    played.do("press sun")
    assert played.position.player("g").tokens == ()
    assert played.position.player("g").available == (2, 4, 1, 1)


def test_a_small_tree_in_a_hand_at_sun_is_asked_about_and_then_available() -> None:
    played = Played(load(loaded({"d4": "1g", "a1": "1b"})), "lift d4", "press sun")
    assert played.last["record"] == []
    assert played.findings == {"d4": "missing"}
    assert played.do("press sun")["record"] == ["end", "end", "sun"]
    assert "d4" not in played.position.board
    assert played.position.player("g").available == (2, 5, 1, 0)
    assert played.position.player("g").light == 10


def test_a_tree_that_was_slid_commits_nothing() -> None:
    played = Played(load(loaded({"d4": "1g", "a1": "1b"})), "quick move d4 e4", "wait 0.1", "move e4 d4")
    assert (played.last["reading"], played.findings) == ([], {})


def test_two_pieces_of_one_kind_exchanged_are_no_change() -> None:
    played = Played(load(loaded({"d4": "1g", "e4": "1g"})), "lift d4", "lift e4", "put d4 1g", "put e4 1g")
    assert (played.last["reading"], played.findings) == ([], {})


def test_a_small_tree_just_returned_may_grow_a_seed_at_once() -> None:
    start = loaded({"d4": "1g", "e4": "0g"}).with_player("g", available=(0, 0, 1, 0), board=(3, 0, 3, 2))
    played = Played(load(start), "lift d4", "put d4 2g", "lift e4", "put e4 1g")
    assert played.last["reading"] == ["^d4", "+small", "^e4"]
    assert played.findings == {}


def test_pressing_sun_by_accident_and_taking_it_back_keeps_what_was_moved_since() -> None:
    played = Played(load(loaded({"a1": "1g", "g4": "1b"})), "lift a1", "put a1 2g", "press sun")
    played.do("lift g4", "put g4 2b")
    assert played.last["reading"] == ["^g4"]
    played.do("press undo")
    assert played.last["reading"] == ["^a1", "^g4"]
    assert played.position.round == 3
    assert played.position.player("g").light == played.position.player("b").light == 8
    assert played.do("press sun")["record"] == ["^a1", "end", "^g4", "end", "sun"]


def test_light_lost_at_the_cap_does_not_come_back_with_undo() -> None:
    played = Played(load(loaded({"a1": "3g"}, light=19)), "press sun")
    assert played.position.player("g").light == 20
    played.do("press undo")
    assert played.position.player("g").light == 19


def test_four_hands_at_once() -> None:
    played = Played(
        load(loaded(FOUR, colours="gbyo")),
        "quick lift a1",
        "quick lift a4",
        "quick lift g1",
        "quick lift g4",
        "quick put a4 2b",
        "quick put g4 2o",
        "quick put a1 2g",
        "put g1 2y",
    )
    assert played.last["reading"] == ["^a1", "^a4", "^g1", "^g4"]
    assert played.findings == {}


def test_collecting_and_then_a_seed_by_somebody_who_sits_later() -> None:
    played = Played(load(loaded({"d4": "3g", "d3": "1b"})), "quick lift d4", "put d4 0b")
    assert played.last["reading"] == ["*d4", "d3>d4"]
    assert played.findings == {}
    assert played.do("press sun")["record"] == ["*d4", "end", "d3>d4", "end", "sun"]


def test_a_seed_before_its_cell_is_collected_by_somebody_who_sits_later_is_out_of_turn() -> None:
    played = Played(load(loaded({"d4": "3b", "d3": "1g"})), "lift d4", "wait 1", "put d4 0g")
    assert played.findings == {"d4": "out_of_turn"}
    assert played.position.player("b").tokens == ()


def test_seat_order_decides_who_gets_which_token_and_the_display_says_so() -> None:
    played = Played(load(loaded({"c4": "3g", "d5": "3b"})), "lift d5", "lift c4")
    assert played.last["reading"] == ["*c4", "*d5"]
    assert played.position.player("g").tokens == (19,)
    played.do("press sun")
    assert any("Seat order" in line for line in played.last["display"])


def test_under_heavy_shadow_a_later_seat_may_not_clear_the_light_for_an_earlier_one() -> None:
    start = loaded({"d5": "3b", "d3": "1g"}, heavy="source", sun="E")
    played = Played(load(start), "lift d5", "wait 1", "lift d3", "put d3 2g", "wait 10")
    assert played.findings == {"d5": "out_of_turn", "d3": "in_shade"}


def test_under_heavy_shadow_growing_the_tree_that_shades_comes_too_late() -> None:
    start = loaded({"d5": "1b", "d3": "1g"}, heavy="source", sun="E")
    played = Played(load(start), "lift d5", "put d5 2b", "lift d3", "put d3 2g")
    assert played.last["reading"] == ["^d3", "^d5"]
    assert played.findings == {}


def test_where_turns_end_one_by_one_a_later_seat_may_act_early() -> None:
    played = Played(load(loaded({"a1": "1g", "g4": "1b"}), "player"), "lift g4", "put g4 2b", "press sun")
    assert played.findings == {}
    assert played.do("press sun")["record"] == ["end", "^g4", "end", "sun"]


def test_where_turns_end_one_by_one_nobody_acts_after_their_turn() -> None:
    played = Played(load(loaded({"a1": "1g", "g4": "1b"}), "player"), "press sun", "lift a1", "put a1 2g")
    assert played.findings == {"a1": "out_of_turn"}
    played.do("lift a1", "put a1 1g")
    assert played.findings == {}


def test_a_piece_taken_up_and_set_back_after_the_turn_is_no_new_action() -> None:
    played = Played(load(loaded({"a1": "1g", "g4": "1b"}), "player"), "lift a1", "put a1 2g", "press sun")
    played.do("lift a1", "put a1 2g")
    assert played.last["reading"] == ["^a1"]
    assert played.findings == {}


def test_a_game_loaded_in_the_middle_of_a_round_knows_what_was_done_in_it() -> None:
    start = loaded({"a1": "1g", "g4": "1b", "g1": "1b"}, mover="b", used=("g4",))
    played = Played(load(start), "lift g4", "put g4 2b")
    assert played.findings == {"g4": "cell_used"}
    played.do("lift g4", "put g4 1b", "lift g1", "put g1 2b")
    assert (played.last["reading"], played.findings) == (["^g1"], {})
    played.do("lift a1", "put a1 2g")
    assert played.findings == {"a1": "out_of_turn"}


def test_three_pieces_astray_are_led_back_one_by_one() -> None:
    played = Played(load(loaded({"d4": "2g", "c3": "1b", "e2": "1g"})))
    played.do("quick move d4 d5", "quick move c3 b3", "move e2 f2")
    assert played.findings == {"d5": "moved", "b3": "moved", "f2": "moved"}
    for here, there in (("d5", "d4"), ("b3", "c3"), ("f2", "e2")):
        assert played.last["lights"][there].startswith("#")
        played.do(f"move {here} {there}")
    assert played.findings == {}
    assert played.last["reading"] == []


def test_three_pieces_missing_are_asked_for_after_ten_seconds() -> None:
    played = Played(load(loaded({"d4": "2g", "c3": "1b", "e2": "1g"})), "quick lift d4", "quick lift c3")
    played.do("lift e2")
    assert played.findings == {}
    played.do("wait 10")
    assert played.findings == {"c3": "missing", "d4": "missing", "e2": "missing"}
    played.do("put d4 2g", "put c3 1b", "put e2 1g")
    assert played.findings == {}


class TestTaps:
    """The pad: buying, taking back, and everything it refuses."""

    def test_a_piece_whose_kind_was_used_up_by_others_can_be_bought_again(self) -> None:
        """The tapped piece never stood on the board: another large one did, and one of them is on the player board."""
        start = (
            "2g..1b/...../....../...2g.../....../...2b./1g..1b A NE 3 g g 3 "
            "g:20:2220:4312:- b:15:2220:4321:- 9750 -"
        )
        twice = ["tap 3g", "press sun", "tap 3g", "press sun"]
        grown = ["lift a1", "put a1 3g", "press sun", "lift a1", "wait 1", "press sun"]
        again = ["lift d4", "put d4 3g", "press sun", "lift d4", "press sun"]
        played = Played(f"load {start}", *twice, *grown, *again, "tap 3g", "press sun", "tap 3g")
        assert played.last["reading"] == ["+large"]

    def test_a_tap_buys_and_the_same_tap_again_takes_back(self) -> None:
        played = Played(load(loaded({"d4": "1g"})), "tap 1g")
        assert played.last["reading"] == ["+small"]
        played.do("tap 1g again")
        assert played.last["reading"] == []
        assert played.position.player("g").light == 10

    def test_the_same_piece_in_a_later_round_is_yours_already(self) -> None:
        played = Played(load(loaded({"d4": "1g"})), "tap 1g", "press sun", "tap 1g again")
        assert played.last["reading"] == []
        assert any("already" in line for line in played.last["display"])

    def test_a_piece_used_since_may_be_bought_again(self) -> None:
        start = loaded({"d4": "0g"}).with_player("g", available=(0, 0, 2, 0))
        played = Played(load(start), "tap 1g", "press sun", "lift d4", "put d4 1g", "press sun")
        played.do("lift d4", "put d4 2g", "press sun", "tap 1g")
        assert played.last["reading"] == ["+small"]

    def test_a_standing_piece_buys_nothing_and_stays(self) -> None:
        played = Played(load(loaded({"d4": "1g"})), "tap 2g", "lift d4", "put d4 2g")
        reading = played.last["reading"]
        assert reading == ["+medium", "^d4"]
        played.do("tap 2g again")
        assert played.last["reading"] == reading
        assert any("stands on d4" in line for line in played.last["display"])

    def test_what_cannot_be_paid_is_refused_and_not_recorded(self) -> None:
        played = Played(load(loaded({"d4": "1g"}, light=1)), "tap 1g")
        assert (played.last["reading"], played.last["record"], played.findings) == ([], [], {})
        assert any("short" in line for line in played.last["display"])
        played.do("press sun", "press undo", "press undo")
        assert played.findings == {}

    def test_a_sold_out_column_sells_nothing(self) -> None:
        start = loaded({"d4": "1g"}).with_player("g", board=(4, 0, 3, 2))
        played = Played(load(start), "tap 1g")
        assert played.last["reading"] == []

    def test_undo_takes_back_the_tap(self) -> None:
        played = Played(load(loaded({"d4": "1g"})), "tap 1g", "press undo")
        assert played.last["reading"] == []
        played.do("turn wheel 1")
        assert played.last["reading"] == ["+small"]
