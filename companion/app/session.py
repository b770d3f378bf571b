"""The session: one input after the other, with its time, and what is to be done about it.

It owns the board's watch, the controls, the game and what is being asked. It reads no clock and touches nothing: the
daemon, the script and the tests drive it alike. After each input `scene` says all there is to show.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.app import gestures, pad
from companion.app.attention import Attention
from companion.app.controls import Controls, Gesture, Short, Turned
from companion.app.dialogs import Accepting, ConfirmingUndo, Dialog, OptionName, Options, Resuming
from companion.app.echoes import echo, withdrawn
from companion.app.effects import Append, BeginRecord, Effect, Remember, Send, ShutDown
from companion.app.entries import Begun, Line
from companion.app.game import Game
from companion.app.hands import Hands
from companion.app.inputs import (
    Contact,
    Input,
    LoadGame,
    NewGame,
    PartFailed,
    PartWorks,
    PortClosed,
    PortOpened,
    Received,
    WheelTurned,
    Woken,
)
from companion.app.record import Timed, replay, write_line
from companion.app.scene import Scene
from companion.app.strip import Strip
from companion.app.table_talk import TableTalk
from companion.app.taps import places_for
from companion.app.view import GameViewer, View
from companion.app.watch import BoardWatch
from companion.app.words import Words
from companion.rules import Position
from companion.table.findings import Finding
from companion.table.pieces import EMPTY, PieceSet, is_piece, kind_of
from companion.table.sensor_map import SensorMap
from companion.table.settle import PadTouched
from companion.table.sightings import Seen

SWEEP_WAIT_MS = 300
"""SUN waits so long for sweeps that were under way when it was pressed: they may know of a piece set down before."""
SETTLE_WAIT_MS = 1_500
"""How long SUN waits for the board to settle, at most."""


class Session:
    """A table with its players.

    record: the lines of the game to go on with. code, address: what a browser elsewhere must give, and where to.
    """

    def __init__(
        self,
        pieces: PieceSet | None = None,
        words: Words | None = None,
        options: Options | None = None,
        record: Sequence[Timed] = (),
        at_ms: int = 0,
        code: str = "",
        sensors: SensorMap | None = None,
        address: str = "",
    ) -> None:
        self.words = words or Words()
        self.code = code
        self.address = address
        self.faults: dict[str, str] = {}
        self.options = options or Options()
        self.game: Game | None = replay(record)
        self._began_ms = at_ms - (record[-1].at_ms if record else 0)
        state = self.game.state if self.game else None
        lying = state.lying if state else None
        self.watch = BoardWatch(pieces or PieceSet.simulated(), lying, at_ms, sensors)
        self.talk = TableTalk()
        self.hands = Hands()
        self.dialog: Dialog | None = None
        self.preview = 0
        self.attention = Attention(at_ms)
        self._controls = Controls()
        self._viewer = GameViewer(self.words)
        # SUN waits for the board to settle, and what is done after it waits for SUN.
        self._waiting: list[Gesture] = []
        self._sun_from_ms = self._sun_by_ms = at_ms
        self._inviting = True
        self._check_empty = bool(state and state.position.board)
        self._effects: list[Effect] = []

    # --- inputs -----------------------------------------------------------------------------------

    def handle(self, event: Input, at_ms: int) -> list[Effect]:
        """Take one input; returns what is to be done, in order."""
        self._effects = []
        self._before(at_ms)
        self._dispatch(event, at_ms)
        self._after(at_ms)
        return self._effects

    def _dispatch(self, event: Input, at_ms: int) -> None:
        match event:
            case Received(data):
                self._settled(self.watch.received(data, at_ms), at_ms)
            case PortOpened():
                self._settled(self.watch.opened(at_ms), at_ms)
            case PortClosed(reason):
                self._settled(self.watch.closed(reason, at_ms), at_ms)
            case Contact(control, down):
                self._gestures(self._controls.edge(control, down, at_ms), at_ms)
            case WheelTurned(steps):
                self._gestures([Turned(steps)], at_ms)
            case NewGame():
                self.new_game(event, at_ms)
            case LoadGame(position, turns):
                self._begin(Begun(position, turns, self._as_believed(position)), at_ms)
                self._inviting = False
            case PartFailed(name, reason):
                self.faults[name] = reason
            case PartWorks(name):
                self.faults.pop(name, None)
            case Woken():
                pass

    def _before(self, at_ms: int) -> None:
        self._settled(self.watch.tick(at_ms), at_ms)
        self._gestures(self._controls.tick(at_ms), at_ms)
        self.talk.tick(at_ms)

    def _after(self, at_ms: int) -> None:
        while self._waiting and at_ms >= (self._sun_by_ms if self.watch.moving else self._sun_from_ms):
            gestures.made(self, self._waiting.pop(0), at_ms)
        self._offer_resuming()
        self.attention.lead(self.findings(at_ms))
        if data := self.watch.take_outgoing():
            self._effects.append(Send(data))

    def _gestures(self, made: Sequence[Gesture], at_ms: int) -> None:
        for gesture in made:
            if gesture == Short("sun") and not self._waiting:
                self._sun_from_ms, self._sun_by_ms = at_ms + SWEEP_WAIT_MS, at_ms + SETTLE_WAIT_MS
            if gesture == Short("sun") or self._waiting:
                self._waiting.append(gesture)
            else:
                gestures.made(self, gesture, at_ms)

    # --- what settles on the table ----------------------------------------------------------------

    def _settled(self, events: Sequence[Seen | PadTouched], at_ms: int) -> None:
        for event in events:
            match event:
                case Seen():
                    self._seen(event, at_ms)
                case PadTouched(content):
                    pad.touched(self, content, at_ms)

    def _seen(self, sighting: Seen, at_ms: int) -> None:
        self.hands.seen(sighting.cell, sighting.content, at_ms)
        if self.game is None:
            return
        self._inviting = True
        before = self.game.state
        lifted = before.lying.get(sighting.cell, EMPTY)
        self.write(sighting, at_ms)
        self.attention.look_up(at_ms)
        if isinstance(self.dialog, Accepting | ConfirmingUndo | Resuming):
            self.dialog = None
        if sighting.content != EMPTY:
            self.talk.set_down(kind_of(sighting.content), sighting.cell)
        elif is_piece(lifted) and not before.over and lifted not in self.game.state.lying.values():
            kind = kind_of(lifted)
            stood_well = str(before.position.board.get(sighting.cell)) == kind
            back = {sighting.cell} if stood_well else set()
            self.talk.light_up(places_for(before.reading, lifted) | back, kind, at_ms)
        if before.start.phase == "P" or withdrawn(before, self.game.state):
            self.talk.unsay()
        if lines := echo(before, self.game.state, self.words):
            self.talk.say(lines, at_ms)

    def _offer_resuming(self) -> None:
        """After a start, once the board has been seen: is there a game but nothing on the table?"""
        if not self._check_empty or not self.watch.present or self.watch.pending or self.game is None:
            return
        self._check_empty = False
        if not self.watch.lying() and not self.game.state.over:
            self.dialog = Resuming()

    # --- the game ---------------------------------------------------------------------------------

    def write(self, line: Line, at_ms: int) -> None:
        """Add a line to the game and to its record."""
        assert self.game is not None
        self.game.take(line)
        self._effects.append(Append(write_line(at_ms - self._began_ms, line)))

    def new_game(self, wanted: NewGame, at_ms: int) -> None:
        """Begin a game; what already lies on the table is seen at once."""
        if wanted.packed_up:
            self.watch.packed_up(at_ms)
        start = wanted.start or self.options.start
        position = Position.initial(wanted.colours, start=start, long=wanted.long, heavy=wanted.heavy)
        self._begin(Begun(position, wanted.turns), at_ms)

    def _as_believed(self, position: Position) -> tuple[tuple[str, str], ...]:
        board = position.board
        return tuple(
            (cell, content)
            for cell, content in self.watch.lying().items()
            if kind_of(content) == str(board.get(cell) or EMPTY)
        )

    def _begin(self, begun: Begun, at_ms: int) -> None:
        self.game = Game(begun)
        self._inviting = True
        self._check_empty = False
        self._began_ms = at_ms
        self.dialog, self.attention.page = None, 0
        self.talk.hush()
        self._effects.append(BeginRecord(write_line(0, begun)))
        base, lying = dict(begun.base), self.watch.lying()
        for cell in {**lying, **begun.position.board}:
            content = lying.get(cell, EMPTY)
            if base.get(cell, EMPTY) != content or (content == EMPTY and cell in begun.position.board):
                self.write(Seen(cell, content), at_ms)

    # --- what there is to show --------------------------------------------------------------------

    def findings(self, at_ms: int, *, at_sun: bool = False) -> tuple[Finding, ...]:
        """What is not explained now; at SUN pieces in hand count too. A board that is lost comes first."""
        found: tuple[Finding, ...] = ()
        if self.game is not None:
            found = self.game.state.reading.findings
            if not at_sun and not isinstance(self.dialog, Accepting):
                found = self.hands.patient(found, at_ms)
        if self.watch.problem:
            return (Finding("board", "board_lost", self.watch.problem), *found)
        return found

    def scene(self, at_ms: int) -> Scene:
        """All there is to show now, as one value."""
        state = self.game.state if self.game else None
        return Scene(
            at_ms=at_ms,
            state=state,
            findings=self.findings(at_ms),
            dialog=self.dialog,
            echo=self.talk.echo.lines,
            glow=self.talk.glow.cells,
            inviting=self._inviting,
            leading=self.attention.leading,
            looking=self.attention.looking(at_ms),
            show=self.talk.show,
            page=self.attention.page,
            preview=self.preview,
            problem=self.watch.problem,
            options=self.options,
            code=self.code,
            address=self.address,
            faults=tuple(self.faults.values()),
        )

    def view(self, at_ms: int, strip: Strip) -> View:
        """The scene as lights, display and browsers show it."""
        return self._viewer.view(self.scene(at_ms), strip)

    def next_due_ms(self, at_ms: int) -> int | None:
        """When `handle(Woken())` has something to do next if nothing else happens before; None for never."""
        due = [
            self.watch.next_due_ms(),
            self._controls.next_due_ms(),
            self.talk.next_due_ms(),
            self._sun_due_ms(at_ms),
            self.attention.next_due_ms(at_ms),
        ]
        if self.game is not None:
            due.append(self.hands.next_due_ms(self.game.state.reading.findings, at_ms))
        return min((ms for ms in due if ms is not None), default=None)

    def _sun_due_ms(self, at_ms: int) -> int | None:
        if not self._waiting:
            return None
        return self._sun_from_ms if at_ms < self._sun_from_ms else self._sun_by_ms

    @property
    def busy(self) -> bool:
        """Whether something is settling, waiting or being shown: tools wait for it to end."""
        return self.watch.pending or bool(self._waiting) or bool(self.talk.show.colours)

    def choose(self, option: OptionName) -> None:
        """Take the next value of an option, and keep it for the next start."""
        self.options = self.options.changed(option)
        self._effects.append(Remember(self.options))

    def shut_down(self) -> None:
        """Ask for the table to be switched off."""
        self._effects.append(ShutDown())
