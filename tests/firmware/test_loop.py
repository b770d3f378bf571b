"""The firmware's loop: when it speaks, what it answers, and that no input can stop it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from sensorboard import PAD
from sensorboard.frames import Lines, decode, encode
from sensorboard.loop import Board
from sensorboard.simulated import SimulatedReader

UID = bytes.fromhex("04A1B2C3D4E580")
WRAP = 1 << 30


class Port:
    """What the host sent, and what it gets."""

    def __init__(self) -> None:
        self.arrived = b""
        self.sent = b""

    def read(self) -> bytes:
        data, self.arrived = self.arrived, b""
        return data

    def write(self, data: bytes) -> None:
        self.sent += data

    def take_frames(self) -> list[list[str]]:
        lines, self.sent = self.sent.split(b"\n"), b""
        assert lines.pop() == b""
        frames = [decode(line) for line in lines]
        return [frame for frame in frames if frame is not None]


class WrappingClock:
    """MicroPython's ticks, close to their end."""

    def __init__(self) -> None:
        self.ticks = WRAP - 500

    def ticks_ms(self) -> int:
        return self.ticks

    def ticks_diff(self, later: int, earlier: int) -> int:
        return (later - earlier + WRAP // 2) % WRAP - WRAP // 2


class Rig:
    def __init__(self) -> None:
        self.reader = SimulatedReader()
        self.port = Port()
        self.clock = WrappingClock()
        self.board = Board(self.reader, self.port, self.clock, "rig", "0badcafe")
        self.board.start()

    def run(self, duration_ms: int) -> list[list[str]]:
        for _ in range(duration_ms // 100):
            self.clock.ticks = (self.clock.ticks + 100) % WRAP
            self.board.step()
        return self.port.take_frames()

    def ask(self, request: bytes) -> list[list[str]]:
        self.port.take_frames()
        self.port.arrived += request
        self.board.serve()
        return self.port.take_frames()


def test_it_says_hello_then_sweeps_livelily_for_a_second_then_once_a_second() -> None:
    rig = Rig()
    first = rig.run(900)
    assert first[0] == [
        "HELLO",
        "0",
        "proto=1.1 fw=0.2.0 board=rig cells=37 boot=0badcafe dead=-",
    ]
    assert [frame[:2] for frame in first[1:]] == [["SNAP", str(number)] for number in range(1, 10)]
    quiet = rig.run(10_000)
    assert [frame[2].split()[1] for frame in quiet] == [str(ms) for ms in range(1900, 10_901, 1000)]


def test_its_clock_counts_on_where_the_ticks_wrap_around() -> None:
    rig = Rig()
    assert [frame[2].split()[:2] for frame in rig.run(800)[1:]][3:6] == [
        ["4", "400"],
        ["5", "500"],
        ["6", "600"],
    ]


def test_a_change_makes_it_speak_after_every_sweep_until_a_second_after() -> None:
    rig = Rig()
    rig.run(5000)
    rig.reader.lay(18, [UID])
    frames = rig.run(3000)
    assert [int(frame[2].split()[0]) for frame in frames] == [*range(51, 61), 70, 80]
    assert all(frame[2].split(",")[18] == "04A1B2C3D4E580" for frame in frames)


def test_the_pad_is_sent_at_once_and_again_with_the_sweep() -> None:
    rig = Rig()
    rig.run(5000)
    rig.reader.lay(PAD, [UID])
    frames = rig.run(100)
    assert [frame[2].split()[0] for frame in frames] == ["50", "51"]
    assert all(frame[2].endswith(",04A1B2C3D4E580") for frame in frames)


def test_before_the_first_sweep_it_claims_nothing_about_the_table() -> None:
    rig = Rig()
    rig.reader.lay(PAD, [UID])
    rig.reader.lay(0, [UID])
    assert rig.ask(encode("GET", "h1", "")) == []
    assert [frame[2].split()[0] for frame in rig.run(100)] == ["1"]


def test_requests_are_answered_with_their_number_as_often_as_they_come() -> None:
    rig = Rig()
    rig.run(1000)
    answers = rig.ask(encode("GET", "h1", "") * 2 + b"\r\n\x03" + b"\n" + encode("IDENT", "h2", ""))
    assert [frame[:2] for frame in answers] == [["SNAP", "h1"], ["SNAP", "h1"], ["HELLO", "h2"]]
    assert rig.run(1000)[0][1] == "10", "answers do not count among the board's own frames"


def test_the_self_test_is_fresh() -> None:
    rig = Rig()
    rig.reader.set_dead(PAD, True)
    rig.reader.set_dead(0, True)
    [hello] = rig.ask(encode("TEST", "h7", ""))
    assert hello[2].endswith("dead=a1,pad")
    assert rig.run(100)[-1][2].split()[2].startswith("?,")


def test_the_heartbeat_can_be_set_within_reason() -> None:
    rig = Rig()
    rig.run(5000)
    assert rig.ask(encode("RATE", "h1", "500")) == [["OK", "h1", "RATE 500"]]
    assert len(rig.run(5000)) == 10
    assert rig.ask(encode("RATE", "h2", "999999")) == [["OK", "h2", "RATE 2000"]]
    assert rig.ask(encode("RATE", "h3", "-5")) == [["OK", "h3", "RATE 100"]]
    assert rig.ask(encode("RATE", "h4", "often")) == []


def test_asked_for_the_prompt_it_agrees_and_wants_to_stop() -> None:
    rig = Rig()
    rig.run(1000)
    assert not rig.board.prompt_wanted
    assert rig.ask(encode("PROMPT", "h1", "")) == [["OK", "h1", "PROMPT"]]
    assert rig.board.prompt_wanted


def test_what_is_no_request_gets_no_answer() -> None:
    rig = Rig()
    rig.run(1000)
    for line in (
        encode("GET", "1", ""),
        encode("GET", "h", ""),
        encode("GET", "h" + "1" * 900, ""),
        encode("DANCE", "h1", ""),
        encode("GET", "h1", "").replace(b"h1", b"h2"),
        b"*\n",
        b"*00000000\n",
    ):
        assert rig.ask(line) == []


def test_a_line_too_long_is_dropped_whole() -> None:
    lines = Lines()
    assert lines.feed(b"x" * 2000) == []
    assert lines.feed(encode("GET", "h1", "")) == [], "it is still the same line"
    assert len(lines.feed(encode("GET", "h2", ""))) == 1


@given(st.lists(st.binary(max_size=2000) | st.just(encode("RATE", "h1", "9" * 600)), max_size=8))
def test_no_input_stops_the_board(noise: list[bytes]) -> None:
    rig = Rig()
    for piece in noise:
        rig.port.arrived += piece
        rig.run(100)
    rig.ask(b"\n")
    [snapshot] = rig.ask(encode("GET", "h5", "")) if noise else [["SNAP", "h5"]]
    assert snapshot[:2] == ["SNAP", "h5"]
