"""A model of an NFC tag: the states and commands of ISO/IEC 14443-3 A up to the UID, and its faults.

Runs under MicroPython too.
"""

WAKE_US = 5000  # in a field, until a tag answers
CASCADE = 0x88

IDLE, HALTED, ACTIVE, READY = range(4)


def crc_a(data: bytes) -> bytes:
    """The CRC of ISO/IEC 14443-3 A, low byte first."""
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte ^= byte << 4 & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return bytes((crc & 0xFF, crc >> 8 & 0xFF))


def checked(part: bytes) -> bytes:
    """Four bytes of a UID and the checksum over them."""
    return part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],))


class Tag:
    """A tag lying in the field of one reader since `laid_us`. An unreadable one garbles its UID."""

    def __init__(self, uid: bytes, laid_us: int, unreadable: bool = False) -> None:
        self.state = IDLE
        self._powered_us = -1  # never yet
        self._was_halted = False
        self._laid_us = laid_us
        self._unreadable = unreadable
        self._level = 0  # which part of its UID it is asked for, while READY
        self._parts = []
        while len(uid) > 4:
            self._parts.append(checked(bytes((CASCADE,)) + uid[:3]))
            uid = uid[3:]
        self._parts.append(checked(uid))
        self._atqa = bytes((0x04 | len(self._parts) - 1 << 6, 0x00))

    def hear(self, frame: bytes, bits: int, now_us: int, lit_us: int) -> bytes:
        """What it answers to a frame of that many bits in a field on since `lit_us`; empty for silence."""
        powered_us = max(self._laid_us, lit_us)
        if now_us - powered_us < WAKE_US:
            return b""
        if powered_us != self._powered_us:  # without a field it forgot everything
            self.state, self._powered_us = IDLE, powered_us
        if bits == 7:
            return self._hear_short(frame[0])
        answer = self._hear_long(frame)
        if answer == b"" and self.state != HALTED:
            self._fall_silent()
        return answer

    def _hear_short(self, command: int) -> bytes:
        halted = self.state == HALTED
        if self.state == IDLE or (halted and command == 0x52):
            self._was_halted = halted
            self.state, self._level = READY, 0
            return self._atqa
        if not halted:
            self._fall_silent()
        return b""

    def _hear_long(self, frame: bytes) -> bytes:
        if frame == b"\x50\x00" + crc_a(b"\x50\x00") and self.state == ACTIVE:
            self.state = HALTED
        elif self.state == READY:
            code = bytes((0x93 + 2 * self._level,))
            if frame == code + b"\x20":
                return self._spoilt(self._parts[self._level])
            selected = code + b"\x70" + self._parts[self._level]
            if frame == selected + crc_a(selected):
                return self._selected()
        return b""

    def _selected(self) -> bytes:
        """Answer whether there is more of the UID."""
        self._level += 1
        more = self._level < len(self._parts)
        if not more:
            self.state = ACTIVE
        sak = b"\x04" if more else b"\x00"
        return sak + crc_a(sak)

    def _spoilt(self, answer: bytes) -> bytes:
        return bytes((answer[0] ^ 0x10,)) + answer[1:] if self._unreadable else answer

    def _fall_silent(self) -> None:
        """A command that was not expected: back to where it was woken from."""
        self.state = HALTED if self._was_halted else IDLE
