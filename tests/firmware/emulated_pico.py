"""The model of the readers on the pins of an emulated RP2040, and the firmware packed into its flash."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable
from pathlib import Path

from littlefs import LittleFS, UserContext
from reader_model import ReaderBoard
from rp2040py.boards import BOARDS, FlashLayout, resolve_layout
from rp2040py.device import MicroPythonDevice
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040
from sensorboard import wiring

FIRMWARE = Path(__file__).parents[2] / "firmware"
FILES = [FIRMWARE / "main.py", *sorted((FIRMWARE / "sensorboard").glob("*.py"))]
DISK_VERSION = 0x00020000  # every MicroPython reads it; older ones hang at a newer one
BITS = 8


class Readers:
    """38 MFRC522s and five 74HC595s wired to an emulated RP2040, as `wiring.py` says."""

    def __init__(self, board: ReaderBoard) -> None:
        board.byte_us = board.call_us = 0  # here the emulated chip takes the time
        self._board = board
        self._byte = 0

    def attach(self, rp2040: RP2040) -> None:
        """Listen to the pins and the bus. What rp2040py calls an external device."""
        self._clock = rp2040.clock
        self._spi = rp2040.spi[wiring.SPI_BUS]
        self._sent = rp2040.clock.create_alarm(self._complete)
        self._spi.on_transmit = self._begin
        for pin, set_level in (
            (wiring.LATCH_PIN, self._board.set_latch),
            (wiring.GATE_PIN, self._board.set_gate),
            (wiring.RESET_PIN, self._board.set_reset),
        ):
            rp2040.gpio[pin].add_listener(self._follow(set_level))

    def _follow(self, set_level: Callable[[int], None]) -> Callable[[GPIOPinState, GPIOPinState], None]:
        def changed(state: GPIOPinState, _: GPIOPinState) -> None:
            self._catch_up()
            if state in (GPIOPinState.LOW, GPIOPinState.HIGH):
                set_level(int(state))

        return changed

    def _begin(self, byte: int) -> None:
        """A byte takes its time on the bus, as the emulated bus itself would be done at once."""
        self._byte = byte
        self._sent.schedule(BITS * 1e9 / self._spi.clock_frequency)

    def _complete(self) -> None:
        self._catch_up()
        self._spi.complete_transmit(self._board.transfer(self._byte))

    def _catch_up(self) -> None:
        self._board.pass_us(int(self._clock.nanos / 1000) - self._board.now_us)


def pack_firmware(image: Path, layout: FlashLayout) -> None:
    """Write the firmware as the file system of a Pico."""
    context = UserContext(buffsize=layout.fs_blocksize * layout.fs_blockcount)
    files = LittleFS(
        context=context,
        block_size=layout.fs_blocksize,
        block_count=layout.fs_blockcount,
        prog_size=256,
        disk_version=DISK_VERSION,
    )
    files.mkdir("sensorboard")
    for file in FILES:
        with files.open(file.relative_to(FIRMWARE).as_posix(), "wb") as packed:
            packed.write(file.read_bytes())
    files.unmount()
    image.write_bytes(bytes(context.buffer))


class EmulatedPico:
    """A Pico with MicroPython's image `uf2` and the firmware, on readers: `start()`, then `until(…)`."""

    def __init__(self, uf2: Path, board: ReaderBoard, folder: Path) -> None:
        layout = resolve_layout(BOARDS["pico"], "micropython")
        assert layout is not None
        packed = folder / "littlefs.img"
        pack_firmware(packed, layout)
        self.device = MicroPythonDevice(
            board=dataclasses.replace(BOARDS["pico"], image=uf2, layout=layout), filesystem=packed
        )
        Readers(board).attach(self.device.mcu)
        self.received = b""
        self._arrived = asyncio.Event()

    async def start(self, timeout_s: float) -> None:
        """Boot until the host knows the serial port."""
        self.device.cdc.on_serial_data = self._receive
        await self.device.astart(timeout_s)

    def say(self, data: bytes) -> None:
        """What the host sends; the emulated port holds 512 bytes."""
        for byte in data:
            self.device.cdc.send_serial_byte(byte)

    async def until(self, enough: Callable[[bytes], bool], timeout_s: float) -> None:
        """Run until what was received is enough. Raises TimeoutError, by the clock on the wall."""
        async with asyncio.timeout(timeout_s):
            while not enough(self.received):
                self._arrived.clear()
                await self.device.simulator.wait_for(self._arrived, timeout_s)

    def _receive(self, data: bytes | bytearray) -> None:
        self.received += data
        self._arrived.set()
