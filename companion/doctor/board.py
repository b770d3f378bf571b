"""The sensor board: its port, its greeting, its readers, and how often it looks."""

from __future__ import annotations

import os
import select
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Final

import serial

from companion.config import Settings
from companion.daemon import now_ms
from companion.doctor.check import Check, fail, fault, ok, skipped, warn
from companion.doctor.place import Place
from companion.drivers.piece_set import PieceSetError, load_piece_set
from companion.drivers.serial_port import BITE_BYTES, PORT_ERRORS, open_port
from companion.drivers.table_map import SensorMapError, load_sensor_map
from companion.simulator.board_process import BoardProcess
from companion.table.link import BoardLost, Event, Link, WrongProtocol
from companion.table.pieces import EMPTY, FOREIGN, PLACES, SPECIAL, PieceSet
from companion.table.sensor_map import SensorMap
from companion.table.wire import Hello, Snapshot

PATIENCE_MS: Final = 5_000
SLOW_MS: Final = 500
"""A sweep that takes longer makes the table feel slow."""
BYPASSES: Final = ("/dev/serial/by-id/*", "/dev/ttyACM*", "/dev/ttyUSB*")


@dataclass
class Heard:
    """What the board has said: its greeting, its first and newest snapshot, and why it cannot be used."""

    hello: Hello | None = None
    snapshots: list[Snapshot] = field(default_factory=list)
    refused: str = ""
    lost: str = ""

    @property
    def sweep_ms(self) -> float | None:
        """How long a sweep takes, by the board's own clock; None until two were seen."""
        sweeps = {snapshot.sweep: snapshot.at_ms for snapshot in self.snapshots}
        if len(sweeps) < 2:
            return None
        first, last = min(sweeps), max(sweeps)
        return (sweeps[last] - sweeps[first]) / (last - first)

    def take(self, event: Event) -> None:
        match event:
            case Hello():
                self.hello = event
            case Snapshot():
                self.snapshots = [*self.snapshots[:1], event]
            case WrongProtocol():
                self.refused = event.remedy
            case BoardLost():
                self.lost = event.reason


def board(place: Place, settings: Settings) -> Iterator[Check]:
    """The port, the board behind it, and its readers; the simulated board where the grid is in the browser."""
    if settings.grid.driver == "browser":
        with BoardProcess() as simulated:
            yield skipped("serial port", "in the browser")
            yield from _board(simulated.port, SensorMap(), PieceSet.simulated(), "simulated, ")
        return
    port = yield from _port(place, settings.grid.port)
    if not port:
        yield skipped("sensor board", "its port cannot be used")
        return
    yield from _board(str(place.path(port)), _sensors(settings), _pieces(settings), "")


def _sensors(settings: Settings) -> SensorMap:
    try:
        return load_sensor_map(settings.sensor_file)
    except SensorMapError:
        return SensorMap()  # that has a line of its own


def _pieces(settings: Settings) -> PieceSet | None:
    try:
        return load_piece_set(settings.set_file)
    except PieceSetError:
        return None  # so has that


# --- the port -----------------------------------------------------------------------------------------------------


def _port(place: Place, pattern: str) -> Generator[Check, None, str]:
    """Look at the port; returns its name if it can be used."""
    found = place.find(pattern)
    if not found:
        yield _no_port(place, pattern)
        return ""
    port = found[0]
    if not place.may_use(place.path(port)):
        remedy = "install the udev rule (sudo companion install), or sudo usermod -aG dialout $USER"
        yield fail("serial port", f"{port} may not be used by this user", remedy)
        return ""
    if holders := place.holders(port):
        remedy = "end that program; the companion's service: sudo systemctl stop companion"
        yield warn("serial port", f"{port} is held by {', '.join(holders)}", remedy)
        return ""
    yield ok("serial port", port)
    return port


def _no_port(place: Place, pattern: str) -> Check:
    others = [name for bypass in BYPASSES for name in place.find(bypass)]
    if not others:
        return fail("serial port", f"there is none at {pattern}", "plug the sensor board in")
    return fail(
        "serial port",
        f"there is none at {pattern}, but at {', '.join(others)}",
        "install the udev rule (sudo companion install), or name that port in the settings under [grid]",
    )


# --- the conversation ---------------------------------------------------------------------------------------------


def _board(port: str, sensors: SensorMap, pieces: PieceSet | None, kind: str) -> Iterator[Check]:
    try:
        with closing(open_port(port)) as wire:
            heard = _listen(wire)
    except PORT_ERRORS as error:
        yield fail(
            "sensor board", f"{port} cannot be read ({error})", "unplug the board and plug it in again"
        )
        return
    if heard.refused:
        yield fault("sensor board", ValueError(heard.refused))
        return
    if heard.hello is None or not heard.snapshots:
        remedy = "press its reset button; is it flashed? see firmware/README.md"
        yield fail("sensor board", heard.lost or "it does not answer", remedy)
        return
    hello = heard.hello
    yield ok("sensor board", f"{kind}firmware {hello.firmware}, protocol {hello.protocol}, {hello.board}")
    yield _readers(hello, sensors)
    yield _sweeps(heard.sweep_ms)
    yield _lying(heard.snapshots[-1], sensors, pieces)


def _listen(wire: serial.Serial) -> Heard:
    """Greet the board, have it test its readers, and listen until it has said all there is to know."""
    heard, link = Heard(), Link(now_ms())
    events = [*link.connected(now_ms()), *link.ask_self_test(now_ms())]
    end_ms = now_ms() + PATIENCE_MS
    while now_ms() < end_ms:
        for event in events:
            heard.take(event)
        if heard.refused or (heard.hello and heard.sweep_ms is not None):
            break
        if data := link.take_outgoing():
            os.write(wire.fileno(), data)
        ready, _, _ = select.select([wire], [], [], 0.1)
        events = link.receive(wire.read(BITE_BYTES), now_ms()) if ready else link.tick(now_ms())
    return heard


def _readers(hello: Hello, sensors: SensorMap) -> Check:
    if not hello.dead:
        return ok("readers", "all 38 answer")
    cells = ", ".join(sensors.place_of(sensor) for sensor in hello.dead)
    return fail("readers", f"no answer from {cells}", "check power, select wire and MISO of each")


def _sweeps(sweep_ms: float | None) -> Check:
    if sweep_ms is None:
        return warn("sweeps", "the board has not looked twice in 5 s", "press its reset button")
    if sweep_ms > SLOW_MS:
        return warn("sweeps", f"one takes {sweep_ms:.0f} ms", "update the firmware: companion flash")
    return ok("sweeps", f"one takes {sweep_ms:.0f} ms")


def _lying(snapshot: Snapshot, sensors: SensorMap, pieces: PieceSet | None) -> Check:
    """What lies on the table; without a set every piece is unknown, which has a line of its own."""
    contents = (pieces or PieceSet({})).identify(sensors.arranged(snapshot.places))
    at: Mapping[str, str] = {p: c for p, c in zip(PLACES, contents, strict=True) if c != EMPTY}
    odd = {p: c for p, c in at.items() if c in SPECIAL and (pieces or c != FOREIGN)}
    if odd:
        said = ", ".join(f"{place} {content}" for place, content in odd.items())
        return warn("table", said, "nudge it, take the second piece off, or enroll it: companion enroll")
    return ok("table", f"{len(at)} pieces lie on it, all can be read" if at else "nothing lies on it")
