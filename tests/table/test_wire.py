"""The line protocol: what the board says is understood, and nothing else ever is."""

from __future__ import annotations

import pickle
from binascii import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sensorboard import frames as firmware

from companion.table.wire import (
    MAX_BYTES,
    PLACES,
    Decoder,
    FaultKind,
    Hello,
    LinkFault,
    Mark,
    Ok,
    Snapshot,
    encode,
)

UID = "04A1B2C3D4E580"
HELLO = "proto=1.0 fw=0.1.0 board=pico-1 cells=37 boot=0badcafe dead="


def line(body: str) -> bytes:
    return b"%b*%08x\n" % (body.encode(), crc32(body.encode()))


def snapshot_line(seq: int = 0, sweep: int = 5, **places: str) -> bytes:
    fields = [places.get(f"p{place}", "") for place in range(PLACES)]
    return line(f"SNAP {seq} {sweep} 1200 {','.join(fields)}")


def faults(data: bytes) -> list[FaultKind]:
    return [found.kind for found in Decoder().receive(data) if isinstance(found, LinkFault)]


readings = st.one_of(
    st.sampled_from(list(Mark)),
    st.binary(min_size=4, max_size=4).map(lambda uid: uid.hex().upper()),
    st.binary(min_size=7, max_size=7).map(lambda uid: uid.hex().upper()),
)
boards = st.lists(readings, min_size=PLACES, max_size=PLACES)


def test_a_snapshot_says_what_lies_on_every_place() -> None:
    [snapshot] = Decoder().receive(snapshot_line(p0=UID, p18="04A1B2C3", p19="?", p36="!", p37=UID))
    assert isinstance(snapshot, Snapshot)
    assert (snapshot.sweep, snapshot.at_ms, len(snapshot.places)) == (5, 1200, 38)
    assert snapshot.places[0] == snapshot.places[37] == UID
    assert snapshot.places[18:20] == ("04A1B2C3", Mark.UNREADABLE)
    assert snapshot.places[36] == Mark.COLLISION
    assert snapshot.places[1] == Mark.EMPTY


def test_a_hello_names_version_boot_and_dead_readers() -> None:
    [hello] = Decoder().receive(line(f"HELLO 0 {HELLO}d4,pad"))
    assert hello == Hello("0", "1.0", "0.1.0", "pico-1", "0badcafe", ("d4", "pad"))
    assert Decoder().receive(line(f"HELLO h3 {HELLO}-")) == [
        Hello("h3", "1.0", "0.1.0", "pico-1", "0badcafe", ())
    ]


def test_a_board_of_another_major_version_is_still_understood_when_it_says_so() -> None:
    [hello] = Decoder().receive(line("HELLO 0 proto=2.4 shape=other"))
    assert isinstance(hello, Hello)
    assert (hello.protocol, hello.compatible) == ("2.4", False)
    [newer] = Decoder().receive(line(f"HELLO 0 {HELLO}-".replace("1.0", "1.9", 1) + " colour=red"))
    assert isinstance(newer, Hello)
    assert newer.compatible


def test_the_answer_to_rate_is_ok() -> None:
    assert Decoder().receive(line("OK h4 RATE 500")) == [Ok("h4", "RATE 500")]


def test_unknown_types_and_blank_lines_are_skipped_but_counted() -> None:
    said = b"\r\n\n" + snapshot_line(7) + line("NEWS 8 something new") + b"\n" + snapshot_line(9)
    found = Decoder().receive(said)
    assert [type(frame) for frame in found] == [Snapshot, Snapshot]


def test_a_gap_in_the_numbers_is_a_fault_that_says_what_is_missing() -> None:
    found = Decoder().receive(snapshot_line(7) + snapshot_line(10))
    assert [type(frame) for frame in found] == [Snapshot, LinkFault, Snapshot]
    assert found[1] == LinkFault(FaultKind.GAP, "Frame 8 was due from the board, 10 came.")


def test_a_new_start_and_answers_to_requests_leave_no_gap() -> None:
    said = snapshot_line(7) + line(f"HELLO h1 {HELLO}-") + line(f"HELLO 0 {HELLO}-") + snapshot_line(1)
    assert faults(said) == []


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (snapshot_line()[:-2] + b"x\n", FaultKind.CHECKSUM),
        (b"hello, is this a printer?\n", FaultKind.CHECKSUM),
        (b"\xff\xfe\x00\n", FaultKind.CHECKSUM),
        (line("no frame"), FaultKind.FORM),
        (line("SNAP 1 2 3 " + "," * 36), FaultKind.FORM),
        (line("SNAP 1 2 3 04A1" + "," * 37), FaultKind.FORM),
        (line("SNAP 1 2 x " + "," * 37), FaultKind.FORM),
        (line(f"HELLO 0 {HELLO}-".replace("cells=37", "cells=19")), FaultKind.FORM),
        (line("HELLO 0 fw=1"), FaultKind.FORM),
        (b"A" * (MAX_BYTES + 1), FaultKind.LENGTH),
    ],
)
def test_what_is_damaged_or_senseless_is_a_fault_and_the_next_line_is_read(
    said: bytes, kind: FaultKind
) -> None:
    found = Decoder().receive(said.rstrip() + b"\n" + snapshot_line(1))
    assert next(frame.kind for frame in found if isinstance(frame, LinkFault)) is kind
    assert isinstance(found[-1], Snapshot)


def test_a_torn_frame_costs_only_itself() -> None:
    decoder = Decoder()
    whole = snapshot_line(3)
    assert decoder.receive(whole[:60]) == []
    found = decoder.receive(snapshot_line(4) + snapshot_line(5))
    assert [type(frame) for frame in found] == [LinkFault, Snapshot]


def test_a_flood_without_a_newline_is_one_fault_and_takes_no_memory() -> None:
    decoder = Decoder()
    found = [fault for _ in range(1000) for fault in decoder.receive(b"x" * 1000)]
    assert [fault.kind for fault in found if isinstance(fault, LinkFault)] == [FaultKind.LENGTH]
    assert len(pickle.dumps(decoder)) < 2 * MAX_BYTES
    assert [type(frame) for frame in decoder.receive(b"\n" + snapshot_line())] == [Snapshot]


@given(boards, st.integers(0, 10**9), st.integers(0, 10**12))
def test_what_the_firmware_writes_the_host_reads(places: list[str], sweep: int, at_ms: int) -> None:
    sent = firmware.encode("SNAP", "12", f"{sweep} {at_ms} {','.join(places)}")
    assert len(sent) <= MAX_BYTES
    assert Decoder().receive(sent) == [Snapshot("12", sweep, at_ms, tuple(places))]


@given(st.sampled_from(["GET", "IDENT", "TEST", "RATE"]), st.integers(0, 10**9), st.sampled_from(["", "500"]))
def test_what_the_host_asks_the_firmware_reads(verb: str, number: int, payload: str) -> None:
    [asked] = firmware.Lines().feed(encode(verb, f"h{number}", payload))
    assert firmware.decode(asked) == [verb, f"h{number}", payload]


@given(st.lists(st.binary(max_size=300)), st.lists(boards, max_size=3), st.data())
def test_no_bytes_in_any_pieces_raise_or_fill_the_memory(
    noise: list[bytes], sent: list[list[str]], data: st.DataObject
) -> None:
    lines = [firmware.encode("SNAP", "1", f"1 1 {','.join(places)}") for places in sent]
    decoder = Decoder()
    for piece in data.draw(st.permutations(noise + lines)):
        for found in decoder.receive(piece):
            assert isinstance(found, LinkFault) or (
                isinstance(found, Snapshot) and list(found.places) in sent
            )
    assert len(pickle.dumps(decoder)) < 2 * MAX_BYTES


@given(boards, st.data())
def test_a_frame_with_a_changed_byte_is_never_taken_for_another(
    places: list[str], data: st.DataObject
) -> None:
    sent = firmware.encode("SNAP", "1", f"1 1 {','.join(places)}")
    at = data.draw(st.integers(0, len(sent) - 1))
    flip = data.draw(st.integers(1, 255))
    damaged = sent[:at] + bytes([sent[at] ^ flip]) + sent[at + 1 :]
    for found in Decoder().receive(damaged + b"\n"):
        assert isinstance(found, LinkFault) or found == Snapshot("1", 1, 1, tuple(places))


@given(boards, st.lists(st.integers(1, 200)))
def test_the_pieces_in_which_bytes_arrive_make_no_difference(places: list[str], sizes: list[int]) -> None:
    rest = firmware.encode("SNAP", "1", f"1 1 {','.join(places)}") * 2 + b"\x00garbage\n" + line("OK h1 x")
    at_once = Decoder().receive(rest)
    decoder, found = Decoder(), []
    for size in sizes:
        found += decoder.receive(rest[:size])
        rest = rest[size:]
    assert found + decoder.receive(rest) == at_once
