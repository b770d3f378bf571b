"""The serial port made of two streams: standard input and output, on a Pico as on a computer."""

import select

BITE_BYTES = 256  # read at most so much at once, so that a flood of input cannot stop the sweeps


class Incoming:
    """A stream read without ever waiting. `closed` tells that its other end is gone."""

    def __init__(self, stream):
        self.closed = False
        self._in = stream
        self._readable = select.poll()
        self._readable.register(stream, select.POLLIN)

    def read(self) -> bytes:
        """What has arrived, at most BITE_BYTES; empty if nothing has."""
        data = b""
        try:
            while len(data) < BITE_BYTES and self._readable.poll(0):
                byte = self._in.read(1)
                if not byte:
                    self.closed = True
                    break
                data += byte
        except OSError:
            self.closed = True
        return data


class StreamPort(Incoming):
    """Reads and writes without ever waiting for the host."""

    def __init__(self, incoming, outgoing):
        super().__init__(incoming)
        self._out = outgoing
        self._writable = select.poll()
        self._writable.register(outgoing, select.POLLOUT)

    def write(self, data: bytes) -> None:
        """Send one frame, or drop it whole if nobody takes it: the host notices the gap and asks."""
        try:
            if self._writable.poll(0):
                while data:
                    sent = self._out.write(data)
                    if not sent:
                        break
                    data = data[sent:]
        except OSError:
            self.closed = True
