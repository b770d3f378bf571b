"""The sensor board on virtual time: the same session every time, and faults that behave like real ones."""

from __future__ import annotations

from companion.simulator.virtual_board import VirtualBoard
from companion.table.wire import Decoder, Frame, Hello, LinkFault, Mark, Snapshot, encode

UID = "04A1B2C3D4E580"
OTHER = "04A1B2C3D4E680"


def run(board: VirtualBoard, from_ms: int, to_ms: int) -> bytes:
    return b"".join(board.sweep(at_ms) for at_ms in range(from_ms + 100, to_ms + 1, 100))


def frames(data: bytes) -> list[Frame | LinkFault]:
    return Decoder().receive(data)


def last_places(data: bytes) -> tuple[str, ...]:
    found = frames(data)[-1]
    assert isinstance(found, Snapshot)
    return found.places


def test_tags_are_read_where_they_lie() -> None:
    board = VirtualBoard()
    board.set_place(0, [UID])
    board.set_place(18, [UID, OTHER])
    board.set_place(37, [OTHER])
    places = last_places(run(board, 0, 100))
    assert (places[0], places[18], places[37]) == (UID, Mark.COLLISION, OTHER)
    board.set_place(18, [])
    assert last_places(run(board, 100, 200))[18] == Mark.EMPTY


def test_the_same_seed_gives_the_same_bytes() -> None:
    def session(seed: int) -> bytes:
        board = VirtualBoard(seed)
        board.set_place(3, [UID])
        board.dropout(30)
        board.corrupt(100)
        board.garbage(50)
        return run(board, 0, 20_000)

    assert session(7) == session(7)
    assert session(7) != session(8)


def test_unplugged_it_says_nothing_and_comes_back_with_a_new_boot_and_the_same_table() -> None:
    board = VirtualBoard()
    board.set_place(3, [UID])
    before = frames(run(board, 0, 500))
    board.unplug()
    assert not board.connected
    board.write(encode("GET", "h1"))
    assert run(board, 500, 5000) == b""
    board.replug()
    after = frames(run(board, 5000, 5100))
    assert isinstance(before[0], Hello)
    assert isinstance(after[0], Hello)
    assert before[0].boot != after[0].boot
    assert [frame.seq for frame in after if not isinstance(frame, LinkFault)] == ["0", "1"], "the GET is lost"
    assert isinstance(after[-1], Snapshot)
    assert after[-1].places[3] == UID


def test_reset_starts_the_counters_anew_and_an_unplugged_board_cannot_be_reset() -> None:
    board = VirtualBoard()
    run(board, 0, 5000)
    board.reset()
    hello, snapshot = frames(run(board, 5000, 5100))
    assert isinstance(hello, Hello)
    assert isinstance(snapshot, Snapshot)
    assert (hello.seq, snapshot.sweep, snapshot.at_ms) == ("0", 1, 100)
    board.unplug()
    board.reset()
    assert not board.connected


def test_garbage_comes_to_the_byte_and_only_once() -> None:
    quiet, noisy = VirtualBoard(), VirtualBoard()
    run(quiet, 0, 5000)
    run(noisy, 0, 5000)
    noisy.garbage(200)
    assert len(run(noisy, 5000, 6000)) - len(run(quiet, 5000, 6000)) == 200
    assert run(noisy, 6000, 9000) == run(quiet, 6000, 9000)


def test_a_dead_reader_is_unreadable_and_named_until_it_is_mended() -> None:
    board = VirtualBoard()
    board.set_place(18, [UID])
    board.dead(18)
    board.write(encode("TEST", "h1"))
    said = frames(run(board, 0, 100))
    [hello] = [frame for frame in said if isinstance(frame, Hello) and frame.seq == "h1"]
    assert hello.dead == ("d4",)
    assert isinstance(said[-1], Snapshot)
    assert said[-1].places[18] == Mark.UNREADABLE
    board.ok(18)
    assert last_places(run(board, 100, 200))[18] == UID


def test_with_a_twentieth_of_the_polls_missed_a_lying_tag_hardly_ever_disappears() -> None:
    board = VirtualBoard()
    for place in range(37):
        board.set_place(place, [f"04{place:02X}5EED000080"])
    run(board, 0, 1000)
    board.dropout(5)
    snapshots = [frame for frame in frames(run(board, 1000, 601_000)) if isinstance(frame, Snapshot)]
    full = [snapshot for snapshot in snapshots if Mark.EMPTY not in snapshot.places[:37]]
    assert len(snapshots) >= 600
    assert len(snapshots) - len(full) < 10
    assert all(snapshot.places.count(Mark.EMPTY) <= 2 for snapshot in snapshots), (
        "the pad and at most one more"
    )


def test_a_corrupted_wire_is_noticed() -> None:
    board = VirtualBoard()
    board.corrupt(200)
    found = frames(run(board, 0, 60_000))
    assert any(isinstance(fault, LinkFault) for fault in found)
    assert all(frame.places == ("",) * 38 for frame in found if isinstance(frame, Snapshot))
