"""A whole table on virtual time: the real firmware, the session and the pieces, with a clock that only we advance."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.effects import Append, BeginRecord, Effect, Send
from companion.app.inputs import Contact, Input, PortClosed, PortOpened, Received, WheelTurned, Woken
from companion.app.record import read_record
from companion.app.scene import Scene
from companion.app.session import Session
from companion.rules import COLOURS
from companion.simulator.tabletop import Tabletop
from companion.simulator.virtual_board import VirtualBoard
from companion.table.link import UNPLUGGED
from companion.table.pieces import COUNTS, PAD, PLACES, PieceSet

SWEEP_MS = 100
PATIENCE_MS = 6_000
"""So long a command waits for the table to come to rest, at most."""
TAP_MS = 300
PAD_FREE_MS = 600
ROOM = 40
"""Pieces of a kind that exist: more than a box holds, for positions that never occur in a game."""

STUDY_PIECES = tuple(
    f"{size}{colour}{number}"
    for colour in COLOURS
    for size in range(len(COUNTS))
    for number in range(1, ROOM)
)


class ScriptedTable:
    """Hands, time and faults; the record is kept in memory and survives `restart`."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.board = VirtualBoard()
        self._pieces = PieceSet.simulated(STUDY_PIECES)
        self.tabletop = Tabletop(self._pieces, self.board.set_place)
        self.record: list[str] = []
        self.session = Session(self._pieces)
        self._next_sweep_ms = 0
        self._due_ms: int | None = None
        self._pad_until_ms: int | None = None
        self._pad_free_ms = 0
        self.give(PortOpened("virtual"))
        self.settle()

    @property
    def scene(self) -> Scene:
        return self.session.scene(self.now_ms)

    def give(self, event: Input) -> None:
        """Hand the session one input, now, and do what it asks for."""
        self._do(self.session.handle(event, self.now_ms))
        self._due_ms = self.session.next_due_ms(self.now_ms)

    def _do(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case BeginRecord(line):
                    self.record = [line]
                case Append(line):
                    self.record.append(line)
                case Send(data):
                    self.board.write(data)

    # --- time -------------------------------------------------------------------------------------

    def advance(self, for_ms: int) -> None:
        """Let so much time pass."""
        end = self.now_ms + for_ms
        while (step := min(self._next_event_ms(), end)) <= end:
            self.now_ms = max(self.now_ms, step)
            if self._pad_until_ms is not None and self.now_ms >= self._pad_until_ms:
                self._leave_pad()
            if self.now_ms >= self._next_sweep_ms:
                self._next_sweep_ms += SWEEP_MS
                if data := self.board.sweep(self.now_ms):
                    self.give(Received(data))
            if self._due_ms is not None and self.now_ms >= self._due_ms:
                self.give(Woken())
                if self._due_ms is not None and self._due_ms <= self.now_ms:
                    self._due_ms = self.now_ms + 1
            if step == end:
                break

    def _next_event_ms(self) -> int:
        events = [self._next_sweep_ms]
        if self._due_ms is not None:
            events.append(self._due_ms)
        if self._pad_until_ms is not None:
            events.append(self._pad_until_ms)
        return min(events)

    def settle(self) -> None:
        """Let enough time pass for everything to settle and for shows to end."""
        self.advance(2 * SWEEP_MS)
        until = self.now_ms + PATIENCE_MS
        while self.now_ms < until and (
            self.session.busy or self._pad_until_ms is not None or self.now_ms < self._pad_free_ms
        ):
            self.advance(SWEEP_MS)

    # --- hands ------------------------------------------------------------------------------------

    def tap(self, piece: str) -> None:
        """Tap a piece on the pad, once it is free: even in a hurry the piece lies there until it was read."""
        self.advance(max(0, self._pad_free_ms - self.now_ms))
        self._leave_pad()
        self.tabletop.lift(piece)
        self.tabletop.put(piece, PAD)
        self._pad_until_ms = self.now_ms + TAP_MS
        self._pad_free_ms = self._pad_until_ms + PAD_FREE_MS
        self.advance(SWEEP_MS)

    def tap_standing(self, piece: str, cell: str) -> None:
        """Tap a piece that stands on the board: it is carried to the pad and set back."""
        self.tap(piece)
        self.advance(TAP_MS)
        self._leave_pad()
        self.tabletop.put(piece, cell)

    def _leave_pad(self) -> None:
        for piece in self.tabletop.on(PAD):
            self.tabletop.lift(piece)
        self._pad_until_ms = None

    def contact(self, control: str, down: bool) -> None:
        match control:
            case "sun" | "undo" | "wheel":
                self.give(Contact(control, down))

    def turn(self, steps: int) -> None:
        self.give(WheelTurned(steps))

    # --- faults -----------------------------------------------------------------------------------

    def unplug(self) -> None:
        self.board.unplug()
        self.give(PortClosed(UNPLUGGED))

    def replug(self) -> None:
        if not self.board.connected:
            self.board.replug()
            self.give(PortOpened("virtual again"))

    def dead(self, cell: str) -> None:
        self.board.dead(PLACES.index(cell))

    def ok(self, cell: str) -> None:
        self.board.ok(PLACES.index(cell))

    def restart(self) -> None:
        """The process is killed, and started again on the same record and table."""
        lines, _ = read_record("".join(f"{line}\n" for line in self.record))
        options = self.session.options  # a real table keeps them on disk
        self.session = Session(self._pieces, options=options, record=lines, at_ms=self.now_ms)
        self._due_ms = None
        self.give(PortOpened("virtual") if self.board.connected else PortClosed(UNPLUGGED))
