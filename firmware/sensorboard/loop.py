"""The main loop: sweep, answer the host, and send snapshots while something happens or the heartbeat is due.

`port` has `read() -> bytes`, which never waits, and `write(bytes)`. `clock` has `ticks_ms()` and
`ticks_diff(later, earlier)` as MicroPython's `time` does, and may wrap around.
"""

import gc

from sensorboard import CELLS, PROTOCOL, __version__, place_name
from sensorboard.frames import Lines, decode, encode
from sensorboard.sweep import Sweep

LIVELY_MS = 1000  # a snapshot after every sweep until nothing has changed for so long
HEARTBEAT_MS = 1000
FASTEST_HEARTBEAT_MS = 100
SLOWEST_HEARTBEAT_MS = 2000  # the host takes 3 s of silence for a lost board


def is_request(seq: str) -> bool:
    """Whether the host numbered it: `h0`, `h1`, … The board's own frames are plain numbers."""
    return seq.startswith("h") and seq[1:].isdigit() and len(seq) < 12


def free_memory() -> str:
    """The last word of a HELLO: the bytes left on the heap, where MicroPython knows them."""
    if not hasattr(gc, "mem_free"):
        return ""
    gc.collect()
    return " free=%d" % gc.mem_free()


class Board:
    """The sensor board: `start()` once, then `step()` for ever; `serve()` whenever there is time to spare.

    `prompt_wanted` turns true when the host asks for MicroPython's prompt, to renew the firmware.
    """

    def __init__(self, reader, port, clock, board_id: str, boot_id: str):
        self._reader = reader
        self._port = port
        self._clock = clock
        self._id = board_id
        self._boot_id = boot_id
        self._sweep = Sweep(reader)
        self._lines = Lines()
        self._frames = 0
        self._sweeps = 0
        self.prompt_wanted = False
        self._heartbeat_ms = HEARTBEAT_MS
        self._ticks = clock.ticks_ms()
        self._now_ms = self._swept_ms = self._changed_ms = self._sent_ms = 0

    def start(self) -> None:
        """Test the readers and say hello."""
        self._send("HELLO", self._introduction())

    def step(self) -> None:
        """Answer what the host asked, sweep once, and report if something changed or a report is due."""
        self.serve()
        changed = self._sweep.run(self._pad_changed)
        self._sweeps += 1
        now_ms = self._swept_ms = self._uptime_ms()
        if changed:
            self._changed_ms = now_ms
        if now_ms - self._changed_ms < LIVELY_MS or now_ms - self._sent_ms >= self._heartbeat_ms:
            self._snap()

    def serve(self) -> None:
        """Answer the host's requests that have arrived. Whatever else arrived is ignored."""
        data = self._port.read()
        if not data:
            return
        for line in self._lines.feed(data):
            frame = decode(line)
            if frame and is_request(frame[1]):
                self._answer(*frame)

    def _answer(self, kind: str, seq: str, payload: str) -> None:
        if kind == "GET" and self._sweeps:  # before the first sweep nothing is known; the host asks again
            self._send("SNAP", self._snapshot(), seq)
        elif kind in ("IDENT", "TEST"):
            self._send("HELLO", self._introduction(), seq)
        elif kind == "PROMPT":
            self.prompt_wanted = True
            self._send("OK", "PROMPT", seq)
        elif kind == "RATE":
            try:
                wanted_ms = int(payload)
            except ValueError:
                return
            self._heartbeat_ms = min(max(wanted_ms, FASTEST_HEARTBEAT_MS), SLOWEST_HEARTBEAT_MS)
            self._send("OK", "RATE %d" % self._heartbeat_ms, seq)

    def _pad_changed(self) -> None:
        if self._sweeps:
            self._snap()

    def _snap(self) -> None:
        self._sent_ms = self._uptime_ms()
        self._send("SNAP", self._snapshot())

    def _snapshot(self) -> str:
        return "%d %d %s,%s" % (self._sweeps, self._swept_ms, self._sweep.cells, self._sweep.pad)

    def _introduction(self) -> str:
        dead = ",".join([place_name(place) for place in self._reader.dead_readers()]) or "-"
        about = (PROTOCOL, __version__, self._id, CELLS, self._boot_id, dead)
        return "proto=%s fw=%s board=%s cells=%d boot=%s dead=%s" % about + free_memory()

    def _send(self, kind: str, payload: str, seq: str = "") -> None:
        if not seq:
            seq = str(self._frames)
            self._frames += 1
        self._port.write(encode(kind, seq, payload))

    def _uptime_ms(self) -> int:
        ticks = self._clock.ticks_ms()
        self._now_ms += self._clock.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now_ms
