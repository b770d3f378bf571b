"""Watching the sensor board: bytes in, settled changes of the table out, and whether the board is there at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from companion.table.link import (
    BoardFound,
    BoardLost,
    BoardRestarted,
    Event,
    Link,
    WrongProtocol,
)
from companion.table.pieces import EMPTY, PAD, PLACES
from companion.table.sensor_map import SensorMap
from companion.table.settle import PadTouched, Settler
from companion.table.sightings import Seen
from companion.table.wire import Hello, Reading, Snapshot


class Identifier(Protocol):
    """Says what lies on each of the 38 places: a set of pieces, for one."""

    def identify(self, places: Sequence[Reading]) -> tuple[str, ...]: ...


_PAD = PLACES.index(PAD)
PACKING_MS: Final = 500
"""So long after a table was packed up a sweep from before may still come in."""


class BoardWatch:
    """One sensor board, the set of pieces on it, and what is believed to lie where.

    problem: why the table cannot be seen now, in a sentence, or nothing. dead: places whose readers the board says
    are broken. pad: what the pad reads just now, unsettled. hello: how the board introduced itself last.
    """

    def __init__(
        self,
        pieces: Identifier,
        lying: Mapping[str, str] | None = None,
        at_ms: int = 0,
        sensors: SensorMap | None = None,
    ) -> None:
        self._pieces = pieces
        self._sensors = sensors or SensorMap()
        self._link = Link(at_ms)
        self._settler = Settler(lying)
        self._packing_until_ms = at_ms
        self.problem = ""
        self.dead: tuple[str, ...] = ()
        self.pad = EMPTY
        self.hello: Hello | None = None

    @property
    def present(self) -> bool:
        return self._link.present

    @property
    def moving(self) -> bool:
        """Whether a piece is being put or taken right now."""
        return self._settler.moving

    @property
    def pending(self) -> bool:
        """Whether any cell has yet to settle."""
        return self._settler.pending

    def lying(self) -> dict[str, str]:
        """What lies on the cells, as settled."""
        return self._settler.lying()

    def packed_up(self, at_ms: int) -> None:
        """Believe at once that nothing lies on the cells any more."""
        self._settler.clear()
        self._packing_until_ms = at_ms + PACKING_MS

    def opened(self, at_ms: int) -> list[Seen | PadTouched]:
        return self._digest(self._link.connected(at_ms), at_ms)

    def closed(self, reason: str, at_ms: int) -> list[Seen | PadTouched]:
        return self._digest(self._link.disconnected(at_ms, reason), at_ms)

    def received(self, data: bytes, at_ms: int) -> list[Seen | PadTouched]:
        return self._digest(self._link.receive(data, at_ms), at_ms)

    def tick(self, at_ms: int) -> list[Seen | PadTouched]:
        return self._digest(self._link.tick(at_ms), at_ms)

    def take_outgoing(self) -> bytes:
        return self._link.take_outgoing()

    def next_due_ms(self) -> int | None:
        return self._link.next_due_ms()

    def _digest(self, events: Sequence[Event], at_ms: int) -> list[Seen | PadTouched]:
        settled: list[Seen | PadTouched] = []
        for event in events:
            match event:
                case Snapshot():
                    settled += self._look(event, at_ms)
                case BoardLost():
                    self.problem = event.reason
                case WrongProtocol():
                    self.problem = event.remedy
                case BoardFound():
                    self.problem = ""
                case Hello():
                    self.hello = event
                    self.dead = tuple(self._sensors.place_of(sensor) for sensor in event.dead)
                case BoardRestarted():
                    pass  # the link asks again by itself; the game knows nothing of it
        return settled

    def _look(self, snapshot: Snapshot, at_ms: int) -> list[Seen | PadTouched]:
        contents = self._pieces.identify(self._sensors.arranged(snapshot.places))
        self.pad = contents[_PAD]
        if at_ms < self._packing_until_ms:
            contents = (EMPTY,) * _PAD + contents[_PAD:]
        return self._settler.snapshot(snapshot.sweep, contents, at_ms)
