"""A Pico's `machine`, `time` and `micropython` over the model of the readers: `main.py` runs on it unchanged.

Runs under CPython and MicroPython.
"""

from reader_model import ReaderBoard

MYPY = False  # mypy takes it for true; MicroPython has nothing to annotate with
if MYPY:
    from collections.abc import Callable


TICKS = 1 << 30  # where MicroPython's ticks begin anew


class Done(Exception):
    """The board restarts, or the watchdog was fed as often as was wanted."""


class Module:
    """Stands in `sys.modules`."""

    def __init__(self, members: "dict[str, object]") -> None:
        for name in members:
            setattr(self, name, members[name])


class Pin:
    """A pin; one that leads to the readers moves their line."""

    OUT = 1
    board: "ReaderBoard"
    lines: "dict[int, Callable[[int], None]]"

    def __init__(self, number: int, mode: "int | None" = None, value: "int | None" = None) -> None:
        self.number = number
        self._is_output = mode == Pin.OUT
        if value is not None:
            self(value)

    def __call__(self, level: int) -> None:
        if not self._is_output:
            raise ValueError("this pin is no output", self.number)
        self.board.call()
        self.lines[self.number](level)


class SPI:
    """The bus to the readers and the registers."""

    board: "ReaderBoard"
    pins: "tuple[int, ...]" = ()

    def __init__(self, bus: int, baudrate: int, sck: Pin, mosi: Pin, miso: Pin) -> None:
        self.board.byte_us = 8_000_000 // baudrate
        SPI.pins = (bus, sck.number, mosi.number, miso.number)

    def write(self, data: bytes) -> None:
        self.board.call()
        for byte in data:
            self.board.transfer(byte)

    def write_readinto(self, data: bytes, answer: bytearray) -> None:
        self.board.call()
        if len(data) != len(answer):
            raise ValueError("buffers must be the same length")
        for at in range(len(data)):
            answer[at] = self.board.transfer(data[at])


class WDT:
    """The watchdog. `on_feed()` is called at every feeding, so after every sweep."""

    timeout_ms = 0
    on_feed: "Callable[[], None]"

    def __init__(self, timeout: int) -> None:
        WDT.timeout_ms = timeout

    def feed(self) -> None:
        WDT.on_feed()


def restart() -> None:
    """In place of `machine.reset`."""
    raise Done


def clock(board: ReaderBoard) -> Module:
    """MicroPython's functions of `time`, on the model's time."""

    def sleep_ms(ms: int) -> None:
        board.pass_us(ms * 1000)

    return Module(
        {
            "ticks_us": lambda: board.now_us % TICKS,
            "ticks_ms": lambda: board.now_us // 1000 % TICKS,
            "ticks_diff": lambda later, earlier: (later - earlier + TICKS // 2) % TICKS - TICKS // 2,
            "sleep_us": board.pass_us,
            "sleep_ms": sleep_ms,
        }
    )


def modules(board: ReaderBoard, pins: "dict[str, int]") -> "dict[str, Module]":
    """The modules that `main.py` imports, by name. `pins` is the wiring's table."""
    Pin.board = SPI.board = board
    Pin.lines = {
        pins["LATCH"]: board.set_latch,
        pins["GATE"]: board.set_gate,
        pins["RESET"]: board.set_reset,
    }
    machine = {"Pin": Pin, "SPI": SPI, "WDT": WDT, "reset": restart, "unique_id": lambda: b"\xe6rig"}
    return {
        "machine": Module(machine),
        "time": clock(board),
        "micropython": Module({"kbd_intr": lambda _: None}),
    }
