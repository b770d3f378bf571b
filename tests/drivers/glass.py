"""Panels at the end of a fake bus: each keeps what its controller was sent, as its data sheet says, to be looked at."""

from __future__ import annotations

from dataclasses import dataclass, field

from PIL import Image


@dataclass
class Sh1106:
    """An SH1106 on I2C. Its memory is 132 columns wide, of which the glass shows 128 from the third on."""

    memory: bytearray = field(default_factory=lambda: bytearray(132 * 8))
    lit: bool = False
    error: OSError | None = None
    set_up: int = 0
    turned: bool = False
    _page: int = 0
    _column: int = 0

    # So many bytes follow these commands; all others stand alone.
    ARGUMENTS = (0x81, 0x8D, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB)

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        if self.error is not None:
            raise self.error
        assert address == 0x3C
        if register == 0x00:
            self._obey(list(data))
            return
        for byte in data:
            self.memory[self._page * 132 + self._column] = byte
            self._column += 1

    def _obey(self, commands: list[int]) -> None:
        while commands:
            command = commands.pop(0)
            if command in self.ARGUMENTS and commands:
                commands.pop(0)
            elif command >> 4 == 0xB:
                self._page = command & 0x0F
            elif command >> 4 == 0x0:
                self._column = self._column & 0xF0 | command
            elif command >> 4 == 0x1:
                self._column = self._column & 0x0F | (command & 0x0F) << 4
            elif command in (0xAE, 0xAF):
                self.lit = command == 0xAF
                self.set_up += command == 0xAE and bool(commands)

    def picture(self) -> Image.Image:
        """What is seen: each byte eight pixels of a column, the least significant on top."""
        seen = Image.new("1", (128, 64))
        for x in range(128):
            for y in range(64):
                bit = self.memory[y // 8 * 132 + x + 2] >> y % 8 & 1
                seen.putpixel((x, y), 255 * (self.lit and bit))
        return seen


@dataclass
class St7789:
    """An ST7789 on SPI: spidev and RPi.GPIO in one. Data or command is told by a pin of its own."""

    size: tuple[int, int] = (240, 240)
    dc_pin: int = 24
    backlight_pin: int = 23
    error: OSError | None = None
    opened: tuple[int, int] | None = None
    backlight: bool = False
    lit: bool = False
    max_speed_hz: int = 0

    LOW, HIGH, OUT = 0, 1, 2

    def __post_init__(self) -> None:
        self._levels: dict[int, int] = {}
        self._command, self._data = 0, bytearray()
        self._seen = Image.new("RGB", self.size)

    # RPi.GPIO's side

    def setup(self, pin: int, direction: int) -> None:
        assert direction == self.OUT
        self._levels[pin] = self.LOW

    def output(self, pin: int, level: int) -> None:
        self._levels[pin] = level
        self.backlight = bool(self._levels.get(self.backlight_pin))

    def cleanup(self, pins: object = None) -> None:
        """Nothing is left to do for pins."""

    # spidev's side

    def open(self, bus: int, device: int) -> None:
        if self.error is not None:
            raise self.error
        self.opened = (bus, device)

    def writebytes(self, data: list[int]) -> None:
        if self.error is not None:
            raise self.error
        if self._levels[self.dc_pin] == self.LOW:
            for command in data:
                self._begin(command)
        else:
            self._data += bytes(data)

    def close(self) -> None:
        self.opened = None

    def _begin(self, command: int) -> None:
        self._end()
        self._command, self._data = command, bytearray()
        self.lit = {0x28: False, 0x29: True}.get(command, self.lit)

    def _end(self) -> None:
        """A command is known whole when the next one begins."""
        window = {0x2A: "_columns", 0x2B: "_rows"}.get(self._command)
        if window:
            data = bytes(self._data)
            setattr(self, window, (int.from_bytes(data[:2]), int.from_bytes(data[2:])))
        elif self._command == 0x2C and self._data:
            (left, right), (top, bottom) = self._columns, self._rows
            shape = (right - left + 1, bottom - top + 1)
            self._seen.paste(Image.frombytes("RGB", shape, bytes(self._data)), (left, top))

    _columns: tuple[int, int] = (0, 0)
    _rows: tuple[int, int] = (0, 0)

    def picture(self) -> Image.Image:
        """What is seen, in colour."""
        self._begin(0x00)
        return self._seen.copy()
