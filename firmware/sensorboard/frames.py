"""The lines on the wire: `TYPE seq payload*crc32`, readable in any terminal, at most 1,024 bytes."""

from binascii import crc32

MAX_BYTES = 1024


def encode(kind: str, seq: str, payload: str) -> bytes:
    """One frame as the bytes to send, newline included."""
    body = ("%s %s %s" % (kind, seq, payload)).encode()
    return body + ("*%08x\n" % crc32(body)).encode()


def decode(line: bytes) -> list | None:
    """Take a line apart into (kind, seq, payload); None if it is damaged or no frame at all."""
    body, star, checksum = line.rpartition(b"*")
    if not star or checksum != b"%08x" % crc32(body):
        return None
    try:
        text = str(body, "ascii")
    except UnicodeError:
        return None
    parts = text.split(" ", 2)
    if len(parts) != 3 or len(text) != len(body):  # MicroPython takes UTF-8 for ASCII
        return None
    return parts


class Lines:
    """Cuts a stream of bytes into lines. Never holds more than one frame; a longer line is dropped whole."""

    def __init__(self, limit: int = MAX_BYTES):
        self._limit = limit
        self._partial = b""
        self._too_long = False

    def feed(self, data: bytes) -> list:
        """Take in what arrived; give back the lines it completed, without their ends, blank ones left out."""
        lines = []
        ended = data.split(b"\n")
        for end in ended[:-1]:
            self._keep(end)
            line = self._partial.strip()
            if line and not self._too_long:
                lines.append(line)
            self._partial = b""
            self._too_long = False
        self._keep(ended[-1])
        return lines

    def _keep(self, piece: bytes) -> None:
        if self._too_long or len(self._partial) + len(piece) > self._limit:
            self._partial = b""
            self._too_long = True
        else:
            self._partial += piece
