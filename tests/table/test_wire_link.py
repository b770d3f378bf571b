"""The conversation with the board, on virtual time: lost, found, restarted, refused, asked again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sensorboard import frames

from companion.simulator.virtual_board import VirtualBoard
from companion.table.link import (
    NO_BOARD,
    RETRY_MS,
    SILENT,
    UNPLUGGED,
    BoardFound,
    BoardLost,
    BoardRestarted,
    Event,
    Link,
    WrongProtocol,
)
from companion.table.wire import PROTOCOL, Hello, LinkFault, Snapshot

UID = "04A1B2C3D4E580"


class Rig:
    """A virtual board and a link, joined by a cable, on one clock."""

    def __init__(self) -> None:
        self.board = VirtualBoard()
        self.link = Link()
        self.at_ms = 0
        self.plugged = False
        self.asked = b""

    def plug(self) -> list[Event]:
        if not self.board.connected:
            self.board.replug()
        self.plugged = True
        return self._pass_on(self.link.connected(self.at_ms))

    def unplug(self) -> list[Event]:
        self.plugged = False
        self.board.unplug()
        return self.link.disconnected(self.at_ms)

    def run(self, duration_ms: int) -> list[Event]:
        events: list[Event] = []
        for _ in range(duration_ms // 100):
            self.at_ms += 100
            sent = self.board.sweep(self.at_ms)
            heard = self.link.receive(sent, self.at_ms) if sent else self.link.tick(self.at_ms)
            events += self._pass_on(heard)
        return events

    def _pass_on(self, events: list[Event]) -> list[Event]:
        sent = self.link.take_outgoing()
        self.asked += sent
        self.board.write(sent)
        return events


@pytest.fixture
def rig() -> Rig:
    rig = Rig()
    rig.plug()
    return rig


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def snapshots(events: list[Event]) -> list[Snapshot]:
    return [event for event in events if isinstance(event, Snapshot)]


def test_a_board_is_greeted_and_found_with_its_first_sweep(rig: Rig) -> None:
    events = rig.run(100)
    assert kinds(events) == ["Hello", "Hello", "BoardFound", "Snapshot"]
    assert rig.link.present


def test_a_piece_put_down_is_in_the_next_snapshot(rig: Rig) -> None:
    rig.run(3000)
    rig.board.set_place(18, [UID])
    [first, *_] = snapshots(rig.run(200))
    assert first.places[18] == UID


def test_a_quiet_board_is_heard_once_a_second_and_never_lost(rig: Rig) -> None:
    rig.run(5000)
    events = rig.run(60_000)
    assert len(snapshots(events)) == len(events) == 60


def test_no_board_at_all_is_said_once_after_three_seconds() -> None:
    link = Link()
    assert link.next_due_ms() == 3000
    assert link.tick(2999) == []
    assert link.tick(3000) == [BoardLost(3000, NO_BOARD)]
    assert link.tick(9000) == []
    assert link.next_due_ms() is None


def test_an_unplugged_board_is_lost_at_once_and_found_when_it_is_back(rig: Rig) -> None:
    rig.board.set_place(0, [UID])
    rig.run(1000)
    assert rig.unplug() == [BoardLost(1000, UNPLUGGED)]
    assert not rig.link.present
    assert rig.run(10_000) == []
    rig.plug()
    events = rig.run(100)
    assert kinds(events) == ["Hello", "BoardRestarted", "Hello", "BoardFound", "Snapshot"]
    assert snapshots(events)[0].places[0] == UID


def test_a_silent_board_is_lost_after_three_seconds_and_found_when_it_speaks(rig: Rig) -> None:
    rig.run(900)
    heard_ms = rig.at_ms
    assert rig.link.tick(heard_ms + 2999) == []
    assert rig.link.tick(heard_ms + 3000) == [BoardLost(heard_ms + 3000, SILENT)]
    assert rig.link.tick(heard_ms + 60_000) == []
    rig.at_ms = heard_ms + 60_000
    assert kinds(rig.run(100)) == ["BoardFound", "Snapshot"]


def test_a_port_that_cannot_be_opened_tells_its_new_reason() -> None:
    link = Link()
    assert link.disconnected(0, "The port is busy.") == [BoardLost(0, "The port is busy.")]
    assert link.disconnected(500, "The port is busy.") == []
    assert link.disconnected(900, UNPLUGGED) == [BoardLost(900, UNPLUGGED)]


def test_a_new_boot_is_a_restart_and_the_counters_begin_afresh(rig: Rig) -> None:
    rig.run(5000)
    rig.board.reset()
    events = rig.run(300)
    assert kinds(events)[:3] == ["Hello", "BoardRestarted", "Snapshot"]
    assert [snapshot.sweep for snapshot in snapshots(events)][:2] == [1, 1]
    assert not any(isinstance(event, LinkFault) for event in events)


def test_a_restart_whose_hello_was_lost_is_found_out(rig: Rig) -> None:
    rig.run(5000)
    rig.board.reset()
    rig.board.sweep(rig.at_ms + 100)  # the HELLO and the first sweep never arrive
    events = rig.run(600)
    assert "BoardRestarted" in kinds(events)
    boots = [index for index, event in enumerate(events) if isinstance(event, BoardRestarted)]
    assert all(isinstance(event, LinkFault) for event in events[: boots[0] - 1]), (
        "nothing was believed before"
    )
    assert snapshots(events)


def test_the_same_board_back_without_a_restart_goes_on_as_if_nothing_had_happened(rig: Rig) -> None:
    rig.run(2000)
    rig.link.disconnected(rig.at_ms)
    rig.at_ms += 1000
    rig.plug()
    assert kinds(rig.run(1000)) == ["Hello", "BoardFound", "Snapshot"]


def test_after_damage_a_snapshot_is_asked_for(rig: Rig) -> None:
    rig.run(5000)
    rig.asked = b""
    rig.board.garbage(100)
    rig.board.sweep(rig.at_ms)
    events = rig.link.receive(b"SNAP 99 damaged*00000000\n", rig.at_ms)
    assert kinds(events) == ["LinkFault"]
    assert rig.link.take_outgoing().startswith(b"GET h")


def test_damage_without_end_is_not_answered_by_questions_without_end(rig: Rig) -> None:
    rig.run(5000)
    asked = b""
    for at_ms in range(5000, 15_000, 10):
        rig.link.receive(b"\x00\xff damaged\n", at_ms)
        asked += rig.link.take_outgoing()
    assert asked.count(b"GET") <= 26


def test_a_question_is_repeated_three_times_with_its_number() -> None:
    link = Link()
    link.connected(0)
    asked = link.take_outgoing()
    for at_ms in range(0, 4 * RETRY_MS, 50):
        link.tick(at_ms)
        asked += link.take_outgoing()
    lines = asked.split()
    assert lines[0] == b"IDENT"
    assert lines.count(b"IDENT") == asked.count(lines[1]) == 4


def test_a_board_that_understands_late_is_asked_again_until_it_answers() -> None:
    link = Link()
    link.connected(0)
    sent = b""
    for at_ms in range(0, 60_000, 100):
        link.tick(at_ms)
        sent += link.take_outgoing()
    assert 40 < sent.count(b"IDENT") < 140
    assert len({line.split()[1] for line in sent.split(b"\n") if line}) > 10


def test_another_protocol_is_refused_with_both_versions_and_the_remedy(rig: Rig) -> None:
    rig.run(1000)
    hello = frames.encode("HELLO", "0", "proto=2.0 fw=9.9.9 board=x cells=37 boot=00000001 dead=-")
    [wrong, lost] = rig.link.receive(hello, rig.at_ms)
    assert isinstance(wrong, WrongProtocol)
    assert (wrong.ours, wrong.theirs) == (PROTOCOL, "2.0")
    assert isinstance(lost, BoardLost)
    for text in (wrong.remedy, lost.reason):
        assert "2.0" in text
        assert "companion flash" in text
    assert rig.run(10_000) == [], "nothing it says is believed"


def test_a_board_that_was_updated_is_welcome(rig: Rig) -> None:
    hello = frames.encode("HELLO", "0", "proto=2.0 fw=9.9.9 board=x cells=37 boot=00000001 dead=-")
    rig.link.receive(hello, 0)
    rig.unplug()
    rig.plug()
    assert kinds(rig.run(100))[-2:] == ["BoardFound", "Snapshot"]


def test_duplicates_and_old_sweeps_are_harmless(rig: Rig) -> None:
    rig.run(2000)
    old = frames.encode("SNAP", "h99", "3 300 " + "," * 37)
    assert rig.link.receive(old, rig.at_ms) == []
    current = frames.encode("SNAP", "h99", "20 2000 " + "," * 37)
    assert len(snapshots(rig.link.receive(current * 2, rig.at_ms))) == 2


def test_the_self_test_names_a_reader_that_died(rig: Rig) -> None:
    rig.run(1000)
    rig.board.dead(18)
    rig.board.dead(37)
    rig.link.ask_self_test(rig.at_ms)
    rig.board.write(rig.link.take_outgoing())
    [hello] = [event for event in rig.run(100) if isinstance(event, Hello)]
    assert hello.dead == ("d4", "pad")


def test_an_hour_on_a_bad_cable_loses_nothing_and_believes_nothing_false(rig: Rig) -> None:
    rig.run(1000)
    rig.board.corrupt(2000)
    table = [""] * 38
    for minute in range(60):
        place = minute % 38
        table[place] = "" if table[place] else UID
        rig.board.set_place(place, [table[place]] if table[place] else [])
        events = rig.run(60_000)
        assert not any(isinstance(event, BoardLost | BoardFound) for event in events)
        assert snapshots(events)[-1].places == tuple(table)


@given(
    st.lists(st.sampled_from(["unplug", "plug", "reset", "garbage", "corrupt", "move", "wait"]), max_size=20)
)
def test_whatever_happens_to_the_cable_the_truth_is_known_five_seconds_later(happenings: list[str]) -> None:
    rig = Rig()
    for number, happening in enumerate(happenings):
        match happening:
            case "unplug":
                rig.unplug()
            case "plug":
                rig.plug()
            case "reset":
                rig.board.reset()
            case "garbage":
                rig.board.garbage(300)
            case "corrupt":
                rig.board.corrupt(50)
            case "move":
                rig.board.set_place(3, [UID] if number % 2 else [])
            case "wait":
                rig.run(4000)
        rig.run(100 * (number % 3))
    rig.board.corrupt(0)
    rig.board.set_place(3, [UID])
    rig.run(100)
    if not rig.plugged:
        rig.plug()
    events = rig.run(5000)
    assert rig.link.present
    assert snapshots(events)[-1].places[3] == UID
