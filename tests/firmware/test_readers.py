"""The firmware's drivers, from the pins up, over a register-level model of 38 MFRC522s behind 74HC595s."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from readers_rig import Rig
from sensorboard import CELLS, PAD, PLACES
from sensorboard.mfrc522 import VERSIONS
from sensorboard.readers import AHEAD, ReaderPerPlace

# What one call of the bus or of a pin costs under MicroPython on a Pico: an estimate, on the dear side.
PICO_CALL_US = 15

LONG = "04A1B2C3D4E580"
SHORT = "11223344"


def long_uid(number: int) -> str:
    return f"04{number:02X}B2C3D4E580"


def short_uid(number: int) -> str:
    return f"{number:02X}112233"


def test_every_place_reads_its_own_tag_of_either_length() -> None:
    rig = Rig()
    assert rig.readers.dead_readers() == []
    laid = [long_uid(place) if place % 2 else short_uid(place) for place in range(PLACES)]
    for place, uid in enumerate(laid):
        rig.lay(place, uid)
    assert [rig.swept() for _ in range(3)] == [laid] * 3
    assert not rig.sweep.run(lambda: None)
    assert [rig.readers.read(place) for place in rig.readers.order] == [
        bytes.fromhex(laid[place]) for place in rig.readers.order
    ], "at the first poll"
    rig.assert_clean()


def test_an_empty_table_reads_empty() -> None:
    rig = Rig()
    rig.readers.dead_readers()
    assert rig.swept() == [""] * PLACES
    rig.assert_clean()


@pytest.mark.parametrize(
    ("uids", "unreadable", "reading"),
    [
        pytest.param([LONG, long_uid(1)], False, "!", id="two long UIDs"),
        pytest.param([SHORT, short_uid(1)], False, "!", id="two short UIDs"),
        pytest.param([SHORT, LONG], False, "!", id="one of each"),
        pytest.param([LONG, "04A1B211223344"], False, "!", id="two that differ in their second half only"),
        pytest.param([long_uid(n) for n in range(5)], False, "!", id="five"),
        pytest.param(["04A1B2C3D4E580010203"], False, "?", id="a UID of ten bytes"),
        pytest.param([LONG], True, "?", id="a garbled long UID"),
        pytest.param([SHORT], True, "?", id="a garbled short UID"),
    ],
)
@pytest.mark.parametrize("place", [0, 18, PAD])
def test_several_tags_and_garbled_ones_are_told_apart(
    place: int, uids: list[str], unreadable: bool, reading: str
) -> None:
    rig = Rig()
    rig.readers.dead_readers()
    rig.lay(place, *uids, unreadable=unreadable)
    for _ in range(3):
        assert rig.swept() == [reading if at == place else "" for at in range(PLACES)]
    rig.lay(place, LONG)
    rig.swept()
    assert rig.swept()[place] == LONG


@pytest.mark.parametrize("uid", [LONG, SHORT])
def test_a_tag_on_the_pad_whose_field_stays_on_is_read_at_every_poll(uid: str) -> None:
    rig = Rig()
    rig.readers.dead_readers()
    rig.lay(PAD, uid)
    rig.board.pass_us(10_000)
    rig.readers.read(PAD)
    readings = []
    for _ in range(20):
        rig.board.pass_us(10_000)
        readings.append(rig.readers.read(PAD).hex().upper())
    assert readings == [uid] * 20


def test_hours_later_a_sweep_still_takes_as_long() -> None:
    """The clock's microseconds begin anew every 18 minutes, and their differences hold for half of that."""
    rig = Rig()
    rig.readers.dead_readers()
    rig.lay(PAD, LONG)
    rig.swept()
    usual_ms = rig.sweep_ms()
    for _ in range(40):
        rig.board.pass_us(5 * 60 * 1_000_000)
        assert abs(rig.sweep_ms() - usual_ms) < 10


def test_a_second_tag_beside_one_that_was_read_is_seen_with_it() -> None:
    rig = Rig()
    rig.readers.dead_readers()
    rig.lay(PAD, LONG)
    assert rig.swept()[PAD] == LONG
    rig.lay(PAD, LONG, SHORT)
    rig.swept()
    assert [rig.swept()[PAD] for _ in range(4)] == ["!"] * 4


# Readers that do not work


def test_the_self_test_names_the_dead_and_the_others_go_on() -> None:
    rig = Rig()
    for place in (0, 17, PAD):
        rig.board.chips[place].dead = True
    rig.board.chips[5].version = 0x00
    rig.board.chips[6].version = 0x42
    for place in range(PLACES):
        rig.lay(place, long_uid(place))
    assert rig.readers.dead_readers() == [0, 5, 6, 17, PAD]
    seen = rig.swept()
    assert [place for place in range(PLACES) if seen[place] == "?"] == [0, 5, 6, 17, PAD]
    assert [place for place in range(PLACES) if seen[place] == long_uid(place)] == [
        place for place in range(PLACES) if place not in (0, 5, 6, 17, PAD)
    ]
    rig.assert_clean()


def test_known_clones_pass_the_self_test_and_read() -> None:
    rig = Rig()
    for place, version in enumerate(VERSIONS):
        rig.board.chips[place].version = version
        rig.lay(place, LONG)
    assert rig.readers.dead_readers() == []
    assert rig.swept()[: len(VERSIONS)] == [LONG] * len(VERSIONS)


def test_a_reader_that_dies_and_comes_back_is_read_again_by_itself() -> None:
    rig = Rig()
    rig.readers.dead_readers()
    rig.lay(9, LONG)
    assert rig.swept()[9] == LONG
    rig.board.chips[9].dead = True
    assert rig.swept()[9] == "?"
    assert rig.readers.dead_readers() == [9]
    rig.board.chips[9].reset()
    rig.board.chips[9].dead = False
    assert rig.swept()[9] == LONG
    rig.assert_clean()


@pytest.mark.parametrize("place", [9, PAD])
def test_a_reader_that_lost_its_power_for_a_moment_is_set_up_again(place: int) -> None:
    rig = Rig()
    rig.readers.dead_readers()
    rig.lay(place, LONG)
    rig.swept()
    rig.board.chips[place].reset()
    rig.swept()
    assert rig.swept()[place] == LONG
    rig.assert_clean()


# Tags that come and go


@pytest.mark.parametrize("after_ms", range(0, 80, 7))
def test_tags_that_appear_and_leave_in_the_middle_of_a_sweep_are_right_two_sweeps_later(
    after_ms: int,
) -> None:
    rig = Rig(PICO_CALL_US)
    rig.readers.dead_readers()
    rig.lay(4, LONG)
    rig.lay(30, SHORT)
    rig.swept()
    now_us = rig.board.now_us
    rig.board.at(now_us + after_ms * 1000, lambda: rig.lay(4))
    rig.board.at(now_us + after_ms * 1000 + 300, lambda: rig.lay(20, LONG))
    rig.board.at(now_us + after_ms * 1000 + 900, lambda: rig.lay(30, SHORT, long_uid(9)))
    for _ in range(3):
        seen = rig.swept()
    assert {place: seen[place] for place in range(PLACES) if seen[place]} == {20: LONG, 30: "!"}
    rig.assert_clean()


@settings(max_examples=25)
@given(st.data())
def test_whatever_happens_on_the_table_no_two_readers_get_in_each_others_way(data: st.DataObject) -> None:
    rig = Rig(PICO_CALL_US)
    rig.readers.dead_readers()
    lying: dict[int, list[str]] = {}
    for _ in range(3):
        for place in data.draw(st.sets(st.integers(0, PAD), max_size=12)):
            lying[place] = data.draw(st.sampled_from([[], [LONG], [SHORT], [LONG, SHORT]]))
            at_us = rig.board.now_us + data.draw(st.integers(0, 100_000))
            rig.board.at(at_us, lambda place=place, uids=lying[place]: rig.lay(place, *uids))  # type: ignore[misc]  # bound now
        rig.board.chips[data.draw(st.integers(0, PAD))].reset()
        rig.swept()
    rig.board.pass_us(100_000)
    for _ in range(3):
        seen = rig.swept()
    expected = {place: uids[0] if len(uids) == 1 else "!" for place, uids in lying.items() if uids}
    assert {place: seen[place] for place in range(PLACES) if seen[place]} == expected
    rig.assert_clean()


# Time


@pytest.mark.parametrize(("tags", "goal_ms"), [(0, 150), (2, 150), (25, 250)])
@pytest.mark.parametrize("calls_us", [0, PICO_CALL_US])
def test_a_sweep_is_in_time(tags: int, goal_ms: int, calls_us: int) -> None:
    rig = Rig(calls_us)
    rig.readers.dead_readers()
    for number in range(tags):
        rig.lay(number * 3 % CELLS, long_uid(number))
    rig.swept()
    took_ms = rig.sweep_ms()
    print(f"{tags} tags, {calls_us} µs a call: {took_ms:.0f} ms a sweep (goal {goal_ms} ms)")
    assert took_ms <= goal_ms


# The model would notice


class TestTheModel:
    def test_notices_neighbouring_fields(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sensorboard.readers.STEP", 1)
        monkeypatch.setattr(ReaderPerPlace, "order", tuple(range(CELLS)))
        rig = Rig()
        rig.readers.dead_readers()
        rig.swept()
        assert rig.board.neighbours_lit > 0

    def test_notices_a_field_that_had_no_time_to_settle(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sensorboard.readers.SETTLE_US", 4000)
        rig = Rig()
        rig.readers.dead_readers()
        for place in range(CELLS):
            rig.lay(place, LONG)
        assert "" in rig.swept()[:CELLS]

    def test_notices_two_readers_selected_at_once(self) -> None:
        board = Rig().board
        board.set_gate(1)
        for byte in (0xFF, 0xFF, 0xFF, 0xFF, 0b1111_1001):
            board.transfer(byte)
        board.set_latch(1)
        board.set_gate(0)
        assert board.conflicts > 0

    def test_notices_a_tag_that_was_not_put_to_sleep(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sensorboard.mfrc522.Mfrc522._halt", lambda _: None)
        rig = Rig()
        rig.readers.dead_readers()
        rig.lay(PAD, LONG)
        rig.board.pass_us(10_000)
        assert [bool(rig.readers.read(PAD)) for _ in range(3)] == [True, False, True]

    def test_notices_a_timeout_too_short_for_any_answer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from sensorboard.mfrc522 import TIMER

        monkeypatch.setattr("sensorboard.mfrc522.TIMER", (*TIMER[:-1], (TIMER[-1][0], 4)))
        rig = Rig()
        rig.readers.dead_readers()
        rig.lay(0, LONG)
        assert rig.swept()[0] == ""


def test_the_order_keeps_every_lit_cell_away_from_its_neighbours() -> None:
    from reader_model import adjacent, coordinates

    at = coordinates()
    order = ReaderPerPlace.order
    assert sorted(order) == list(range(CELLS))
    for turn in range(CELLS):
        lit = [order[(turn + ahead) % CELLS] for ahead in range(AHEAD + 1)]
        assert not any(adjacent(at[one], at[other]) for one in lit for other in lit)
