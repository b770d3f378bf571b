"""Enrolling on a virtual table: the guide asks for one piece after the other, and has an answer to everything else."""

from __future__ import annotations

from guide_table import GuideTable, tag

from companion.app.effects import KeepSet
from companion.app.guides.enrolled import KINDS, Enrolled, count_of
from companion.app.guides.enrolment import Enrolment
from companion.app.inputs import NewGame, PartFailed, PartWorks
from companion.app.strip import Strip
from companion.table.pieces import PIECES, PieceSet


def table(tags: dict[str, str] | None = None, colours: str = "gbyo") -> GuideTable[Enrolment]:
    return GuideTable(Enrolment(tags, colours))


def kept(table: GuideTable[Enrolment]) -> dict[str, str]:
    """The set as it was written last."""
    newest = table.kept[-1]
    assert isinstance(newest, KeepSet)
    return dict(newest.tags)


def test_it_asks_for_the_first_piece_and_says_how_many_there_are() -> None:
    assert table().shown == "Green seed 1 of 6 | Tap it on the pad. | 0/80"


def test_all_80_pieces_are_enrolled_kind_after_kind_and_sun_ends_it() -> None:
    enrolling = table()
    for number, piece in enumerate(PIECES):
        assert piece[:2] == enrolling.guide.kind
        enrolling.tap(number)
    assert "All are enrolled" in enrolling.shown
    assert "80/80" in enrolling.shown
    enrolling.press("sun")
    assert enrolling.said == "80 of 80 pieces are enrolled"
    assert kept(enrolling) == {piece: tag(number) for number, piece in enumerate(PIECES)}


def test_what_was_enrolled_names_the_pieces_of_a_game() -> None:
    enrolling = table()
    enrolling.tap(1)
    enrolling.tap(2)
    pieces = PieceSet({number: piece for piece, number in kept(enrolling).items()})
    assert pieces.identify([tag(2), tag(1), tag(3)]) == ("0g2", "0g1", "foreign")


def test_each_tap_is_written_before_it_is_shown() -> None:
    enrolling = table()
    for number in (1, 2, 3):
        enrolling.tap(number)
        assert len(kept(enrolling)) == number
        assert f"Enrolled: green seed {number}" in enrolling.shown
        assert f"{number}/80" in enrolling.shown


def test_a_tag_that_is_enrolled_already_is_named_and_enrolled_nothing() -> None:
    enrolling = table({"1b2": tag(5)})
    enrolling.tap(5)
    assert "This is blue small tree 2 already." in enrolling.shown
    assert enrolling.view.page.alert
    assert enrolling.kept == []


def test_undo_after_that_forgets_the_piece_that_was_named() -> None:
    enrolling = table({"1b2": tag(5), "0g1": tag(1)})
    enrolling.tap(5)
    enrolling.press("undo")
    assert kept(enrolling) == {"0g1": tag(1)}
    assert "Forgotten: blue small tree 2" in enrolling.shown
    assert "Blue small tree 1 of 8" in enrolling.shown


def test_undo_takes_the_newest_back_again_and_again() -> None:
    enrolling = table()
    for number in (1, 2, 3):
        enrolling.tap(number)
    enrolling.press("undo")
    enrolling.press("undo")
    assert kept(enrolling) == {"0g1": tag(1)}
    assert "Green seed 2 of 6" in enrolling.shown
    enrolling.tap(3)
    assert kept(enrolling) == {"0g1": tag(1), "0g2": tag(3)}


def test_with_nothing_enrolled_undo_says_so() -> None:
    enrolling = table()
    enrolling.press("undo")
    assert "There is nothing to take back" in enrolling.shown


def test_it_goes_on_where_it_was_left() -> None:
    first = table()
    for number in range(7):
        first.tap(number)
    again = table(kept(first))
    assert "Green small tree 2 of 8" in again.shown
    assert "7/80" in again.shown
    again.press("undo")
    assert "0g6" in kept(again)
    assert "1g1" not in kept(again)


def test_the_wheel_goes_to_another_kind_and_pushed_to_another_colour() -> None:
    enrolling = table()
    enrolling.turn(2)
    assert "Green medium tree 1 of 4" in enrolling.shown
    enrolling.tap(1)
    enrolling.press("wheel")
    assert "Blue seed 1 of 6" in enrolling.shown
    enrolling.turn(-1)
    assert "Green large tree 1 of 2" in enrolling.shown
    enrolling.tap(2)
    assert kept(enrolling) == {"2g1": tag(1), "3g1": tag(2)}


def test_a_kind_that_is_complete_takes_no_further_piece() -> None:
    enrolling = table({"3g1": tag(1), "3g2": tag(2)})
    enrolling.turn(3)
    assert "Green large tree: all 2" in enrolling.shown
    enrolling.tap(3)
    assert "All of this kind are enrolled" in enrolling.shown
    assert enrolling.kept == []


def test_a_number_that_was_left_out_is_asked_for_first() -> None:
    enrolling = table({"0g1": tag(1), "0g3": tag(3)})
    assert "Green seed 2 of 6" in enrolling.shown


def test_two_pieces_at_once_are_not_enrolled() -> None:
    enrolling = table()
    enrolling.tap(1, 2)
    assert "Two pieces at once: take one away" in enrolling.shown
    assert enrolling.kept == []
    enrolling.tap(1)
    assert kept(enrolling) == {"0g1": tag(1)}


def test_a_tag_that_cannot_be_read_is_answered() -> None:
    enrolling = table()
    enrolling.break_sensor("pad")
    enrolling.wait(2)
    assert "I cannot read this tag" in enrolling.shown
    assert enrolling.view.page.alert


def test_a_piece_put_on_a_cell_is_named_or_sent_to_the_pad() -> None:
    enrolling = table({"1b2": tag(5)})
    enrolling.put(5, "c3")
    assert "This is blue small tree 2 already" in enrolling.shown
    enrolling.put(6, "c4")
    assert "c4: I do not know this piece yet. Tap it on the pad" in enrolling.shown
    assert enrolling.kept == []


def test_a_piece_left_on_the_pad_is_enrolled_once() -> None:
    enrolling = table()
    enrolling.put(1, "pad", seconds=10)
    assert kept(enrolling) == {"0g1": tag(1)}


def test_ending_early_names_what_is_missing_and_asks_again() -> None:
    enrolling = table({piece: tag(n) for n, piece in enumerate(PIECES) if piece[1] == "g" and piece != "3g2"})
    enrolling.press("sun")
    assert "End here? | Still missing: Green 1" in enrolling.shown
    enrolling.press("undo")
    assert enrolling.said is None
    enrolling.press("sun")
    enrolling.press("sun")
    assert enrolling.said == "19 of 80 pieces are enrolled"


def test_a_set_of_whole_colours_ends_without_asking() -> None:
    enrolling = table({piece: tag(n) for n, piece in enumerate(PIECES) if piece[1] in "gb"})
    enrolling.press("sun")
    assert enrolling.said == "40 of 80 pieces are enrolled"


def test_a_tap_while_it_asks_goes_on() -> None:
    enrolling = table()
    enrolling.press("sun")
    assert "End here?" in enrolling.shown
    enrolling.tap(1)
    assert "Green seed 2 of 6" in enrolling.shown


def test_a_family_of_two_colours_walks_through_those_only() -> None:
    enrolling = table(colours="yb")
    assert "0/40" in enrolling.shown
    seen = set()
    for _ in range(8):
        seen.add(enrolling.guide.kind)
        enrolling.turn(1)
    assert seen == {kind for kind in KINDS if kind[1] in "yb"}
    enrolling.press("wheel")
    assert enrolling.guide.kind[1] in "yb"


def test_undo_held_leaves_with_everything_kept() -> None:
    enrolling = table()
    enrolling.tap(1)
    enrolling.press("undo", seconds=3.2)
    assert enrolling.said == "1 of 80 pieces are enrolled"
    assert kept(enrolling) == {"0g1": tag(1)}


def test_a_lost_board_is_said_and_nothing_is_forgotten() -> None:
    enrolling = table()
    enrolling.tap(1)
    enrolling.unplug()
    assert "Board lost" in enrolling.shown
    assert enrolling.view.problem
    enrolling.replug()
    enrolling.tap(2)
    assert kept(enrolling) == {"0g1": tag(1), "0g2": tag(2)}


def test_a_file_that_cannot_be_written_is_said_until_it_can() -> None:
    enrolling = table()
    enrolling.give(PartFailed("record", "the set cannot be written: free some space"))
    assert "the set cannot be written" in enrolling.shown
    enrolling.give(PartWorks("record"))
    assert "the set cannot be written" not in enrolling.shown


def test_a_new_game_has_to_wait() -> None:
    enrolling = table()
    enrolling.give(NewGame(("g", "b")))
    assert "First end this: hold UNDO" in enrolling.shown


def test_the_code_for_browsers_elsewhere_is_shown() -> None:
    assert "Code for browsers: 1234" in GuideTable(Enrolment(code="1234")).shown


def test_as_many_cells_glow_as_the_kind_has_pieces_and_the_enrolled_ones_brighter() -> None:
    enrolling = table({"0g1": tag(1), "0g2": tag(2)})
    lights = enrolling.view.lights
    assert list(lights) == ["a1", "a2", "a3", "a4", "b1", "b2"]
    bright, faint = sum(lights["a2"]), sum(lights["a3"])
    assert lights["a1"] == lights["a2"]
    assert bright > 3 * faint > 0
    enrolling.turn(3)
    assert list(enrolling.view.lights) == ["a1", "a2"]


def test_a_wrong_tap_pulses_amber_slowly() -> None:
    enrolling = table({"0g1": tag(1)})
    calm = enrolling.view
    enrolling.tap(1)
    assert calm.frame_ms is None
    assert enrolling.view.frame_ms == 100
    red, green, blue = enrolling.view.lights["a1"]
    assert red > green > blue == 0
    enrolling.wait(6)
    assert enrolling.view.frame_ms is None


def test_browsers_are_told_that_this_is_no_game() -> None:
    assert table().view.table == {"type": "table", "table": None, "guide": "Enrolling the pieces"}


def test_the_lights_stay_within_the_budget() -> None:
    enrolling = table({piece: tag(n) for n, piece in enumerate(PIECES) if piece[:2] == "1y"})
    enrolling.turn(9)
    strip = Strip(brightness=1.0, budget_ma=100)
    lights = enrolling.guide.view(enrolling.now_ms, strip).lights
    drawn_ma = 37 + sum(map(sum, lights.values())) * 60 / 765
    assert 90 < drawn_ma <= 100


def test_every_kind_counts_to_what_the_box_holds() -> None:
    assert sum(map(count_of, KINDS)) == 80
    assert Enrolled().next_kind("3o", colours="gbyo") == "3o"
