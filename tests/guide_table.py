"""A table on virtual time that a guide runs on: the real firmware, tags, hands, and a strip one can look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from companion.app.controls import Control
from companion.app.effects import Finish, Keep, KeepAnswers, KeepMaps, KeepSet, Send
from companion.app.guides.guide import Guide
from companion.app.inputs import Contact, Input, PortClosed, PortOpened, Received, WheelTurned, Woken
from companion.app.strip import Strip
from companion.app.view import View
from companion.simulator.virtual_board import VirtualBoard
from companion.table.link import UNPLUGGED
from companion.table.pieces import PAD, PLACES

SWEEP_MS = 100
Guided = TypeVar("Guided", bound=Guide)


def tag(number: int) -> str:
    """A tag's number, a different one for each number."""
    return f"04ABCDEF{number:06X}"


class GuideTable(Generic[Guided]):
    """`sensor_of`: which sensor really reads which place, where that is not the one of its name."""

    def __init__(self, guide: Guided, sensor_of: Mapping[str, str] | None = None) -> None:
        self.guide = guide
        self.strip = Strip()
        self.now_ms = 0
        self.board = VirtualBoard()
        self.kept: list[Keep] = []
        self.said: str | None = None
        self._sensor_of = {place: place for place in PLACES} | dict(sensor_of or {})
        self._lying: dict[str, list[str]] = {}
        self._next_sweep_ms = 0
        self.give(PortOpened("virtual"))
        self.wait(1)

    @property
    def view(self) -> View:
        return self.guide.view(self.now_ms, self.strip)

    @property
    def shown(self) -> str:
        """The display's text."""
        return " | ".join(self.view.page.text())

    def give(self, event: Input) -> None:
        for effect in self.guide.handle(event, self.now_ms):
            match effect:
                case Send(data):
                    self.board.write(data)
                case Finish(text):
                    self.said = text
                case KeepSet() | KeepAnswers() | KeepMaps():
                    self.kept.append(effect)

    def wait(self, seconds: float) -> None:
        end_ms = self.now_ms + round(seconds * 1000)
        while self.now_ms < end_ms:
            due_ms = self.guide.next_due_ms(self.now_ms)
            due_ms = end_ms if due_ms is None else max(due_ms, self.now_ms + 1)
            self.now_ms = min(due_ms, self._next_sweep_ms, end_ms)
            if self.now_ms >= self._next_sweep_ms:
                self._next_sweep_ms += SWEEP_MS
                self.give(Received(self.board.sweep(self.now_ms)))
            else:
                self.give(Woken())

    # --- hands ------------------------------------------------------------------------------------------------

    def put(self, number: int, place: str, seconds: float = 1.5) -> None:
        """Put a piece with that tag on a place."""
        self._lying.setdefault(place, []).append(tag(number))
        self._tell(place)
        self.wait(seconds)

    def clear(self, place: str, seconds: float = 1) -> None:
        """Take everything off a place."""
        self._lying[place] = []
        self._tell(place)
        self.wait(seconds)

    def tap(self, *numbers: int) -> None:
        """Lay pieces on the pad for a moment, together."""
        self._lying[PAD] = [tag(number) for number in numbers]
        self._tell(PAD)
        self.wait(0.4)
        self.clear(PAD, 0.7)

    def show_once(self, number: int, place: str) -> None:
        """Put a piece on a place and take it off again."""
        self.put(number, place)
        self.clear(place)

    def press(self, control: Control, seconds: float = 0.1) -> None:
        self.give(Contact(control, True))
        self.wait(seconds)
        self.give(Contact(control, False))
        self.wait(0.1)

    def turn(self, steps: int) -> None:
        self.give(WheelTurned(steps))
        self.wait(0.1)

    # --- faults -----------------------------------------------------------------------------------------------

    def unplug(self) -> None:
        self.board.unplug()
        self.give(PortClosed(UNPLUGGED))
        self.wait(1)

    def replug(self) -> None:
        self.board.replug()
        self.give(PortOpened("virtual again"))
        self.wait(1)

    def break_sensor(self, place: str) -> None:
        self.board.dead(PLACES.index(self._sensor_of[place]))
        self.wait(1)

    def _tell(self, place: str) -> None:
        self.board.set_place(PLACES.index(self._sensor_of[place]), self._lying[place])
