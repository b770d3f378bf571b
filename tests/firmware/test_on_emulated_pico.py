"""The firmware on an emulated RP2040, over the model of the readers.

Where `MPY_RP2_UF2` names a Pico's MicroPython image, the whole program runs on it, and the emulated time per
sweep and the free heap are told. The wiring between the emulated chip and the model is tried without an image.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from emulated_pico import FILES, EmulatedPico, Readers
from reader_model import ReaderBoard
from rp2040py.rp2040 import RP2040
from sensorboard import PLACES, wiring
from sensorboard.mfrc522 import Mfrc522
from sensorboard.readers import ReaderPerPlace
from sensorboard.select595 import ShiftSelect
from sensorboard.sweep import Sweep

from companion.table.wire import Decoder, Snapshot, encode

GOALS_MS = {2: 150, 25: 250}
PATIENCE_S = 600.0  # of the wall, for an emulator on a slow machine

SPI0, DATA, STATUS, CONTROL_0, CONTROL_1, PRESCALER = 0x4003_C000, 0x08, 0x0C, 0x00, 0x04, 0x10
BUSY, NOT_FULL = 0x10, 0x02  # of STATUS
IO_BANK0, FUNCTION_SIO = 0x4001_4000, 5
OUT_SET, OUT_CLEAR, ENABLE_SET = 0xD000_0014, 0xD000_0018, 0xD000_0024


def uid(number: int) -> bytes:
    return bytes((4, number, 0xB2, 0xC3, 0xD4, 0xE5, 0x80))


class Registers:
    """The firmware's bus, pins and clock by the registers of the emulated chip, as compiled code has them."""

    def __init__(self, rp2040: RP2040) -> None:
        self._rp2040 = rp2040
        rp2040.write_uint32(SPI0 + PRESCALER, 2)
        rp2040.write_uint32(SPI0 + CONTROL_0, 30 << 8 | 7)  # 125 MHz / (2 × 31), 8 bits
        rp2040.write_uint32(SPI0 + CONTROL_1, 2)

    def pin(self, number: int) -> Callable[[int], None]:
        self._rp2040.write_uint32(IO_BANK0 + 8 * number + 4, FUNCTION_SIO)
        self._rp2040.write_uint32(ENABLE_SET, 1 << number)

        def set_level(level: int) -> None:
            self._rp2040.write_uint32(OUT_SET if level else OUT_CLEAR, 1 << number)

        return set_level

    def write(self, data: bytes) -> None:
        self.write_readinto(data, bytearray(len(data)))

    def write_readinto(self, data: bytes, answer: bytearray) -> None:
        for byte in data:  # at most 8, as many as the FIFO holds
            assert self._rp2040.read_uint32(SPI0 + STATUS) & NOT_FULL
            self._rp2040.write_uint32(SPI0 + DATA, byte)
        while self._rp2040.read_uint32(SPI0 + STATUS) & BUSY:
            self._rp2040.clock.tick(1000)
        for at in range(len(data)):
            answer[at] = self._rp2040.read_uint32(SPI0 + DATA)

    def ticks_us(self) -> int:
        return int(self._rp2040.clock.nanos / 1000)

    def ticks_diff(self, later: int, earlier: int) -> int:
        return later - earlier

    def sleep_us(self, us: int) -> None:
        self._rp2040.clock.tick(us * 1000)


def test_the_emulated_chips_bus_and_pins_reach_all_readers() -> None:
    board, rp2040 = ReaderBoard(), RP2040()
    Readers(board).attach(rp2040)
    registers = Registers(rp2040)
    gate = registers.pin(wiring.GATE_PIN)
    reset = registers.pin(wiring.RESET_PIN)
    reset(0)
    reset(1)
    select = ShiftSelect(registers, registers.pin(wiring.LATCH_PIN), gate)
    readers = ReaderPerPlace(Mfrc522(registers, gate, registers), select, registers)
    board.chips[11].dead = True
    for place in range(0, PLACES, 3):
        board.lay(place, [uid(place)])
    assert readers.dead_readers() == [11]
    sweep = Sweep(readers)
    sweep.run(lambda: None)
    expected = [uid(place).hex().upper() if place % 3 == 0 else "" for place in range(PLACES - 1)]
    expected[11] = "?"
    assert sweep.cells.split(",") == expected
    assert (board.conflicts, board.neighbours_lit) == (0, 0)


async def test_the_firmware_is_packed_into_the_emulated_flash(tmp_path: Path) -> None:
    image = tmp_path / "nothing.uf2"
    magic = (0x0A324655, 0x9E5D5157, 0, 0x1000_0000, 256, 0, 1, 0)
    image.write_bytes(struct.pack("<8I", *magic).ljust(508, b"\0") + struct.pack("<I", 0x0AB16F30))
    pico = EmulatedPico(image, ReaderBoard(), tmp_path)
    flash = bytes(pico.device.mcu.flash)
    for file in FILES:
        assert file.read_bytes()[:300] in flash, file.name


def snapshots(received: bytes) -> list[Snapshot]:
    return [frame for frame in Decoder().receive(received) if isinstance(frame, Snapshot)]


async def sweep_ms(pico: EmulatedPico, board: ReaderBoard, tags: int) -> float:
    """Lay so many tags, wait until all are found (the pad is dead), and tell the time of the sweeps from then on."""
    for number in range(tags):
        board.lay(number, [uid(number)])

    def told(received: bytes, beyond: int = 0) -> list[Snapshot]:
        full = [shot for shot in snapshots(received) if shot.places.count("") == PLACES - 1 - tags]
        return full if len(full) > beyond and full[-1].sweep >= full[0].sweep + beyond else []

    await pico.until(lambda received: bool(told(received, beyond=5)), PATIENCE_S)
    full = told(pico.received)
    assert full[-1].places[:tags] == tuple(uid(number).hex().upper() for number in range(tags))
    return (full[-1].at_ms - full[0].at_ms) / (full[-1].sweep - full[0].sweep)


@pytest.mark.needs_pico_image
async def test_a_picos_image_runs_the_firmware_in_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = ReaderBoard()
    board.chips[PLACES - 1].dead = True
    pico = EmulatedPico(Path(os.environ["MPY_RP2_UF2"]), board, tmp_path)
    took_ms = {}
    try:
        await pico.start(PATIENCE_S)
        pico.say(b"\n" + encode("IDENT", "h1"))
        await pico.until(lambda received: b"HELLO h1 " in received, PATIENCE_S)
        for tags in GOALS_MS:
            took_ms[tags] = await sweep_ms(pico, board, tags)
    finally:
        pico.device.stop()
    hello = re.search(rb"HELLO h1 .* dead=(\S+) free=(\d+)\*", pico.received)
    assert hello is not None
    with capsys.disabled():
        told = ", ".join(f"{took_ms[tags]:.0f} ms a sweep with {tags} tags" for tags in took_ms)
        print(f"\nOn the emulated Pico: {told}; {int(hello[2])} bytes of heap free")
    assert hello[1] == b"pad"
    assert (board.conflicts, board.neighbours_lit) == (0, 0)
    assert int(hello[2]) > 64_000
    for tags, goal_ms in GOALS_MS.items():
        assert took_ms[tags] <= goal_ms
