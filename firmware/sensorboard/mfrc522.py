"""The MFRC522: which tag lies in the field of the reader that the bus is switched to.

Register names and numbers are the data sheet's; the commands to tags are those of ISO/IEC 14443-3 A. Only
UIDs are read, of 4 or 7 bytes. Nothing here knows how a reader is chosen: `gate(0)` opens the way to it.
"""

from sensorboard.sweep import COLLISION, EMPTY, UNREADABLE

# The data sheet's version 1 and 2, an older one, and the clones that behave alike.
VERSIONS = (0x91, 0x92, 0x90, 0x88, 0x89, 0xB2, 0x12)

COMMAND = 0x01
IRQ = 0x04
ERROR = 0x06
FIFO = 0x09
LEVEL = 0x0A
FRAMING = 0x0D
MODE = 0x11
TX_MODE = 0x12
RX_MODE = 0x13
TX_CONTROL = 0x14
TX_ASK = 0x15
TIMER_MODE = 0x2A
TIMER_PRESCALER = 0x2B
TIMER_RELOAD_HIGH = 0x2C
TIMER_RELOAD_LOW = 0x2D
VERSION = 0x37

IDLE, TRANSCEIVE = 0x00, 0x0C
FLUSH = START = CRC = 0x80
RECEIVED, FAILED, TIMED_OUT = 0x30, 0x02, 0x01  # of IRQ; RECEIVED is the end of data, or of the command
NEVER = 0x80  # of IRQ: reads as 0, unless nobody is there
COLLIDED, GARBLED = 0x08, 0x17  # of ERROR: bit collision; buffer overflow, CRC, parity, protocol
FIELD_ON, FIELD_OFF = 0x83, 0x80

# A tag answers after 1,172 or 1,236 periods of 13.56 MHz, at most 91 µs, and the timer stops at the first
# bits of the answer (another 50 µs). 10 ticks of 25 µs are little more, as most cells are empty.
TIMER = ((TIMER_MODE, 0x80), (TIMER_PRESCALER, 0xA9), (TIMER_RELOAD_HIGH, 0), (TIMER_RELOAD_LOW, 9))
AIR = ((TX_ASK, 0x40), (MODE, 0x3D), (TX_MODE, 0), (RX_MODE, 0), (TX_CONTROL, FIELD_OFF))

STUCK_US = 5000  # the longest exchange takes 1.5 ms
LONGEST_ANSWER = 5

WAKE_UP = bytes((FIFO << 1, 0x52))
HALT = bytes((FIFO << 1, 0x50, 0x00))
LEVELS = (0x93, 0x95)  # the two halves of a long UID
CASCADE = 0x88  # stands where the first half is not all
SHORT_FRAME = 7  # a wake-up is 7 bits long


class Garbled(Exception):
    """An answer that is no UID. `reading` is what to make of it: COLLISION or UNREADABLE."""

    def __init__(self, reading: bytes) -> None:
        super().__init__()
        self.reading = reading


class Stuck(Exception):
    """The reader neither received anything nor gave up: it lost its settings, its power, or its wires."""


class Mfrc522:
    """The reader the bus is switched to. `clock` has `ticks_us()` and `ticks_diff(later, earlier)`."""

    def __init__(self, spi, gate, clock) -> None:
        self._spi = spi
        self._gate = gate
        self._clock = clock
        self._out = bytearray(2)
        self._in = bytearray(2)
        # To read several bytes ask again while each arrives; a last zero ends it.
        self._ask = memoryview(bytes([0x80 | FIFO << 1] * LONGEST_ANSWER + [0]))
        self._answer = memoryview(bytearray(LONGEST_ANSWER + 1))

    def version(self) -> int:
        """What the version register says; 0x00 or 0xFF where there is no reader."""
        return self._read(VERSION)

    def configure(self) -> None:
        """Set up a reader that was just reset: tuned timer, modulation, field off."""
        for register, value in TIMER + AIR:
            self._write(register, value)

    def set_field(self, on: bool) -> None:
        """Switch the field. A tag needs 5 ms in it before it answers, and forgets everything without it."""
        self._write(TX_CONTROL, FIELD_ON if on else FIELD_OFF)

    def read_tag(self, roused: bool) -> bytes:
        """A UID, EMPTY, COLLISION or UNREADABLE. `roused`: a tag was spoken to since the field came on.

        Such a tag is put to sleep first, as it would take the wake-up for a mistake and fall silent.
        Raises Stuck.
        """
        if roused:
            self._halt()
        if not self._exchange(WAKE_UP, SHORT_FRAME):
            return EMPTY
        try:
            return self._uid()
        except Garbled as garbled:
            return garbled.reading

    def _uid(self) -> bytes:
        first = self._half(0)
        if first[0] != CASCADE:
            return first[:4]
        self._select(first)
        second = self._half(1)
        if second[0] == CASCADE:  # a third half: no tag we know
            raise Garbled(UNREADABLE)
        return first[1:4] + second[:4]

    def _half(self, level: int) -> bytes:
        """Four bytes of the UID and their checksum."""
        self._exchange(bytes((FIFO << 1, LEVELS[level], 0x20)), 0)
        half = self._received()
        if len(half) != 5 or half[0] ^ half[1] ^ half[2] ^ half[3] ^ half[4]:
            raise Garbled(UNREADABLE)
        return half

    def _select(self, half: bytes) -> None:
        """Turn to the tag with this first half, which makes it ready to tell the second."""
        self._set_crc(CRC)
        try:
            self._exchange(bytes((FIFO << 1, LEVELS[0], 0x70)) + half, 0)
            answer = self._received()
        finally:
            self._set_crc(0)
        if not answer or not answer[0] & 0x04:
            raise Garbled(UNREADABLE)

    def _halt(self) -> None:
        self._set_crc(CRC)
        self._exchange(HALT, 0)  # silence means yes
        self._set_crc(0)

    def _set_crc(self, crc: int) -> None:
        self._write(TX_MODE, crc)
        self._write(RX_MODE, crc)

    def _exchange(self, frame: bytes, last_bits: int) -> bool:
        """Send a frame (the FIFO's address before it) and wait for the answer. False if none came."""
        self._write(COMMAND, IDLE)
        self._write(IRQ, 0x7F)
        self._write(LEVEL, FLUSH)
        self._send(frame)
        self._write(FRAMING, last_bits)
        self._write(COMMAND, TRANSCEIVE)
        self._write(FRAMING, START | last_bits)
        began = self._clock.ticks_us()
        while True:
            irq = self._read(IRQ)
            if irq & NEVER:
                raise Stuck
            if irq & (RECEIVED | FAILED):
                return True
            if irq & TIMED_OUT:
                return False
            if self._clock.ticks_diff(self._clock.ticks_us(), began) > STUCK_US:
                raise Stuck

    def _received(self) -> bytes:
        """The answer to the last exchange, empty if there was none. Raises Garbled."""
        error = self._read(ERROR)
        if error & COLLIDED:
            raise Garbled(COLLISION)
        count = self._read(LEVEL)
        if error & GARBLED or count > LONGEST_ANSWER:
            raise Garbled(UNREADABLE)
        answer = self._answer[: count + 1]
        self._gate(0)
        self._spi.write_readinto(self._ask[LONGEST_ANSWER - count :], answer)
        self._gate(1)
        return bytes(answer[1:])

    def _write(self, register: int, value: int) -> None:
        self._out[0] = register << 1
        self._out[1] = value
        self._gate(0)  # as in _send, which takes a call
        self._spi.write(self._out)
        self._gate(1)

    def _send(self, data) -> None:
        self._gate(0)
        self._spi.write(data)
        self._gate(1)

    def _read(self, register: int) -> int:
        self._out[0] = 0x80 | register << 1
        self._out[1] = 0
        self._gate(0)
        self._spi.write_readinto(self._out, self._in)
        self._gate(1)
        return self._in[1]
