"""A model of one MFRC522: its registers, its FIFO, its timer, and the exchange of frames with tags.

Only what an identifying reader uses; a register nobody should write is an error. Runs under MicroPython too.
"""

from tag_model import Tag, crc_a

MYPY = False  # mypy takes it for true; the import would go in a circle
if MYPY:
    from reader_model import ReaderBoard

COMMAND, IRQ, ERROR, FIFO, LEVEL, CONTROL, FRAMING, COLLISION = 0x01, 0x04, 0x06, 0x09, 0x0A, 0x0C, 0x0D, 0x0E
MODE, TX_MODE, RX_MODE, TX_CONTROL, TX_ASK = 0x11, 0x12, 0x13, 0x14, 0x15
TIMER_MODE, PRESCALER, RELOAD_HIGH, RELOAD_LOW, VERSION = 0x2A, 0x2B, 0x2C, 0x2D, 0x37
KNOWN = (1, 4, 6, 9, 10, 12, 13, 14, 17, 18, 19, 20, 21, 0x2A, 0x2B, 0x2C, 0x2D, 0x37)
READ_ONLY = (ERROR, VERSION)

TRANSCEIVE = 0x0C
START, CRC = 0x80, 0x80
TX_DONE, RX_DONE, IDLE_DONE, ERROR_DONE, TIMER_DONE = 0x40, 0x20, 0x10, 0x02, 0x01

CARRIER_MHZ = 13.56
BIT_US = 128 / CARRIER_MHZ
ANSWER_US = round(1236 / CARRIER_MHZ)  # a tag's pause before it answers
SEEN_BITS = 5  # of an answer, until the timer stops
FIFO_BYTES = 64


def frame_us(bits: int) -> int:
    """Time on the air of so many data bits: a parity bit to each byte, a start and an end."""
    return round((bits + bits // 8 + 2) * BIT_US)


class Chip:
    """One reader. Dead, it leaves its line to the pull-up. `version` is what its register says."""

    def __init__(self, board: "ReaderBoard", place: int) -> None:
        self.tags: list[Tag] = []
        self.dead = False
        self.version = 0x92
        self._board = board
        self._place = place
        self._lit_us: int | None = None
        self.reset()

    def reset(self) -> None:
        """Power-up, or the RST line: default registers, no field."""
        self._set_field(False)
        self._registers = {TX_CONTROL: 0x80, MODE: 0x3F, COLLISION: 0xA0, COMMAND: 0x20}
        self._fifo: list[int] = []
        self._address: int | None = None
        self._flags = 0x14
        self._coming: list[tuple[int, int]] = []  # (when, flag)
        self._arriving: tuple[int, list[int], int] | None = None  # (when, bytes, error)

    def deselect(self) -> None:
        """NSS went high: the next byte is an address again."""
        self._address = None

    def transfer(self, byte: int) -> int:
        """One byte over SPI: an address, or data to the register addressed before."""
        if self.dead:
            return 0xFF
        address = self._address
        if address is None:
            self._address = byte
            return 0
        register = address >> 1 & 0x3F
        if address & 0x80:
            self._address = byte
            return self._read(register)
        self._write(register, byte)
        return 0

    def _read(self, register: int) -> int:
        self._catch_up()
        if register == FIFO:
            return self._fifo.pop(0) if self._fifo else 0
        if register == LEVEL:
            return len(self._fifo)
        if register == IRQ:
            return self._flags
        if register == VERSION:
            return self.version
        return self._registers.get(register, 0)

    def _write(self, register: int, value: int) -> None:
        if register not in KNOWN or register in READ_ONLY:
            raise ValueError("nobody should write register", register)
        self._catch_up()
        if register == FIFO:
            if len(self._fifo) == FIFO_BYTES:
                raise ValueError("the FIFO overflows")
            self._fifo.append(value)
        elif register == LEVEL:
            self._fifo = [] if value & 0x80 else self._fifo
        elif register == IRQ:
            self._flags = self._flags | value & 0x7F if value & 0x80 else self._flags & ~value
        else:
            self._registers[register] = value
            if register == TX_CONTROL:
                self._set_field(value & 3 == 3)
            if register == COMMAND and value & 0x0F != TRANSCEIVE:
                self._coming, self._arriving = [], None
            self._maybe_send(register)

    def _maybe_send(self, register: int) -> None:
        """Both the command and the start bit are needed, whichever comes last."""
        framing = self._registers.get(FRAMING, 0)
        transceiving = self._registers[COMMAND] & 0x0F == TRANSCEIVE
        if register in (COMMAND, FRAMING) and transceiving and framing & START and self._fifo:
            self._exchange(bytes(self._fifo), framing & 7)

    def _exchange(self, frame: bytes, last_bits: int) -> None:
        self._fifo = []
        self._registers[ERROR] = 0
        if self._registers.get(TX_MODE, 0) & CRC:
            frame += crc_a(frame)
        bits = len(frame) * 8 - (8 - last_bits if last_bits else 0)
        now_us = self._board.now_us
        sent_us = now_us + frame_us(bits)
        self._coming = [(sent_us, TX_DONE)]
        answers = []
        if self._lit_us is not None and self._registers.get(TX_ASK) == 0x40:
            answers = [tag.hear(frame, bits, now_us, self._lit_us) for tag in self.tags]
        answers = [answer for answer in answers if answer]
        timeout_us = self._timeout_us()
        if answers and (timeout_us is None or timeout_us > ANSWER_US + SEEN_BITS * BIT_US):
            self._receive(answers, sent_us + ANSWER_US)
        elif timeout_us is not None:
            self._coming.append((sent_us + timeout_us, TIMER_DONE))

    def _receive(self, answers: list[bytes], begin_us: int) -> None:
        """Tags answer at the same time; where they differ, the reader sees a collision."""
        data = list(answers[0])
        end_us = begin_us + frame_us(8 * len(data))
        error = 0
        if any(answer != answers[0] for answer in answers):
            error = 0x08
        elif self._registers.get(RX_MODE, 0) & CRC:
            error = 0 if crc_a(bytes(data[:-2])) == bytes(data[-2:]) else 0x04
            data = data[:-2]
        flags = RX_DONE | (ERROR_DONE if error else 0)
        self._coming.append((end_us, flags))
        self._arriving = (end_us, data, error)

    def _timeout_us(self) -> int | None:
        mode = self._registers.get(TIMER_MODE, 0)
        if not mode & 0x80:
            return None
        prescaler = (mode & 0x0F) << 8 | self._registers.get(PRESCALER, 0)
        reload = self._registers.get(RELOAD_HIGH, 0) << 8 | self._registers.get(RELOAD_LOW, 0)
        return round((2 * prescaler + 1) * (reload + 1) / CARRIER_MHZ)

    def _catch_up(self) -> None:
        """Bring to pass what was to happen until now."""
        now_us = self._board.now_us
        for due in [due for due in self._coming if due[0] <= now_us]:
            self._coming.remove(due)
            self._flags |= due[1]
        if self._arriving and self._arriving[0] <= now_us:
            _, data, self._registers[ERROR] = self._arriving
            self._fifo += data
            self._arriving = None

    def _set_field(self, lit: bool) -> None:
        if lit == (self._lit_us is not None):
            return
        self._lit_us = self._board.now_us if lit else None
        self._board.field_changed(self._place, lit)
