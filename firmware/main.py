"""The sensor board's program on a Pico: the one file that knows its hardware, and all it does is connect it.

Runs by itself at power-up. It gives way to MicroPython's prompt only when the host asks for that (`PROMPT`),
as `companion flash` does: the board then restarts, and stays at the prompt once.
"""

import os
import sys
import time
from binascii import hexlify

import micropython
from machine import SPI, WDT, Pin, reset, unique_id
from sensorboard import wiring
from sensorboard.loop import Board
from sensorboard.mfrc522 import Mfrc522
from sensorboard.port import StreamPort
from sensorboard.readers import ReaderPerPlace
from sensorboard.select595 import ShiftSelect

WATCHDOG_MS = 8000  # a sweep takes 0.3 s at most, a host that stops reading holds up one frame for seconds
STAY = "stay-at-prompt"  # a file that says so, for one start


def readers() -> ReaderPerPlace:
    """All readers, freshly reset. Another kind of board builds another reader here."""
    reset_line = Pin(wiring.RESET_PIN, Pin.OUT, value=0)
    gate = Pin(wiring.GATE_PIN, Pin.OUT, value=1)
    latch = Pin(wiring.LATCH_PIN, Pin.OUT, value=0)
    spi = SPI(
        wiring.SPI_BUS,
        baudrate=wiring.SPI_HZ,
        sck=Pin(wiring.SCK_PIN),
        mosi=Pin(wiring.MOSI_PIN),
        miso=Pin(wiring.MISO_PIN),
    )
    time.sleep_ms(1)
    reset_line(1)
    time.sleep_ms(50)  # their oscillators start
    select = ShiftSelect(spi, latch, gate)
    return ReaderPerPlace(Mfrc522(spi, gate, time), select, time)


def must_stay() -> bool:
    """Whether this start is the one that stays at the prompt."""
    try:
        os.remove(STAY)
    except OSError:
        return False
    return True


def run() -> None:
    """Sweep until the host wants the prompt, then restart into it."""
    micropython.kbd_intr(-1)  # a stray 0x03 from the host must not stop the loop
    port = StreamPort(sys.stdin.buffer, sys.stdout.buffer)
    board_id = hexlify(unique_id()).decode()
    board = Board(readers(), port, time, board_id, hexlify(os.urandom(4)).decode())
    watchdog = WDT(timeout=WATCHDOG_MS)
    board.start()
    while not board.prompt_wanted:
        board.step()
        watchdog.feed()
    open(STAY, "w").close()  # the watchdog cannot be stopped: only a restart is without it
    reset()


if __name__ == "__main__" and not must_stay():
    run()
