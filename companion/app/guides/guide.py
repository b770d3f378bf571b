"""What all guides share: the board's watch, the controls, what is said for a while, and the way out.

A guide reads tags, not pieces: what lies somewhere is the tag's own number, or one of the words for what is no tag.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.app.controls import Controls, Gesture, HoldBegan, Turned
from companion.app.effects import Effect, Finish, Send
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
)
from companion.app.page import Page
from companion.app.strip import Strip
from companion.app.view import View
from companion.app.watch import BoardWatch
from companion.app.words import Words
from companion.table.pieces import COLLISION, EMPTY, UNREADABLE
from companion.table.sensor_map import SensorMap
from companion.table.settle import PadTouched
from companion.table.sightings import Seen
from companion.table.wire import Mark, Reading

NOTICE_MS: Final = 5_000
UNREADABLE_MS: Final = 1_500
"""So long the pad may fail to read a tag before that is said: a tag that comes or goes is half in the field."""

_WORDS: Final[Mapping[Reading, str]] = {
    Mark.EMPTY: EMPTY,
    Mark.UNREADABLE: UNREADABLE,
    Mark.COLLISION: COLLISION,
}


class Tags:
    """Takes every tag for what it is: its number is its name."""

    def identify(self, places: Sequence[Reading]) -> tuple[str, ...]:
        """What lies on each place: a tag's number, or a word of `pieces`."""
        return tuple([_WORDS.get(reading, reading) for reading in places])


@dataclass(frozen=True, slots=True)
class Notice:
    """Said until then. wrong: it asks for something to be done otherwise."""

    text: str = ""
    wrong: bool = False
    until_ms: int = 0


def guide_message(name: str) -> dict[str, Any]:
    """The browser's message of type `table` while there is no game but this guide."""
    return {"type": "table", "table": None, "guide": name}


class Guide(ABC):
    """Takes inputs, and leaves to each guide what a tag, a button and the time mean."""

    def __init__(
        self, words: Words | None = None, at_ms: int = 0, code: str = "", sensors: SensorMap | None = None
    ) -> None:
        self.words = words or Words()
        self.code = code
        self.faults: dict[str, str] = {}
        self.watch = BoardWatch(Tags(), None, at_ms, sensors)
        self.notice = Notice()
        self._controls = Controls()
        self._unreadable_since: int | None = None
        self._timer: tuple[int, Callable[[int], None]] | None = None
        self._effects: list[Effect] = []

    def handle(self, event: Input, at_ms: int) -> list[Effect]:
        """Take one input; returns what is to be done, in order."""
        self._effects = []
        self._settled(self.watch.tick(at_ms), at_ms)
        self._gestures(self._controls.tick(at_ms), at_ms)
        self._dispatch(event, at_ms)
        self._look_at_pad(at_ms)
        if self.notice.text and at_ms >= self.notice.until_ms:
            self.notice = Notice()
        self._ring(at_ms)
        if data := self.watch.take_outgoing():
            self._effects.append(Send(data))
        return self._effects

    def next_due_ms(self, at_ms: int) -> int | None:
        """When there is something to do next, should nothing happen before; None for never."""
        due = [self.watch.next_due_ms(), self._controls.next_due_ms()]
        if self._timer is not None:
            due.append(self._timer[0])
        if self.notice.text:
            due.append(self.notice.until_ms)
        if self._unreadable_since is not None and (pad_ms := self._unreadable_since + UNREADABLE_MS) > at_ms:
            due.append(pad_ms)
        return min((ms for ms in due if ms is not None), default=None)

    # --- what each guide says about it ------------------------------------------------------------

    @abstractmethod
    def tag_seen(self, place: str, content: str, at_ms: int) -> None:
        """Something was put on a place: a tag's number, `unreadable` or `collision`."""

    @abstractmethod
    def gesture(self, made: Gesture, at_ms: int) -> None:
        """A control was used; UNDO held is dealt with already."""

    @abstractmethod
    def parting(self) -> str:
        """What to say when the guide is left."""

    @abstractmethod
    def view(self, at_ms: int, strip: Strip) -> View:
        """What to show now."""

    # --- helpers ----------------------------------------------------------------------------------

    def tell(self, text: str, at_ms: int, *, wrong: bool = False) -> None:
        """Say something for a while."""
        self.notice = Notice(text, wrong, at_ms + NOTICE_MS)

    def later(self, due_ms: int, then: Callable[[int], None] | None) -> None:
        """Call `then` with the time when it is `due_ms`, in place of what was to be called; None: nothing."""
        self._timer = None if then is None else (due_ms, then)

    def want(self, effect: Effect) -> None:
        """Have something done."""
        self._effects.append(effect)

    def page(self, title: str, body: Sequence[str]) -> Page:
        """The page: why the board cannot be seen, else what was said just now, then what is asked."""
        _ = self.words.say
        if self.watch.problem:
            return Page(title=_("Board lost"), body=(self.watch.problem,), alert=True)
        said = (self.notice.text,) if self.notice.text else ()
        code = (_("Code for browsers: {code}").format(code=self.code),) if self.code else ()
        return Page(
            title=title,
            body=(*said, *filter(None, body), *self.faults.values(), *code),
            alert=self.notice.wrong,
        )

    # --- inputs -----------------------------------------------------------------------------------

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
            case PartFailed(name, reason):
                self.faults[name] = reason
            case PartWorks(name):
                self.faults.pop(name, None)
            case NewGame() | LoadGame():
                self.tell(self.words.say("First end this: hold UNDO"), at_ms, wrong=True)

    def _settled(self, events: Sequence[Seen | PadTouched], at_ms: int) -> None:
        for event in events:
            match event:
                case Seen(place, content) if content != EMPTY:
                    self.tag_seen(place, content, at_ms)
                case PadTouched(content):
                    self.tag_seen("pad", content, at_ms)

    def _gestures(self, made: Sequence[Gesture], at_ms: int) -> None:
        for gesture in made:
            if gesture == HoldBegan("undo"):
                self.want(Finish(self.parting()))
            else:
                self.gesture(gesture, at_ms)

    def _ring(self, at_ms: int) -> None:
        if self._timer is not None and at_ms >= self._timer[0]:
            (_, then), self._timer = self._timer, None
            then(at_ms)

    def _look_at_pad(self, at_ms: int) -> None:
        if self.watch.pad != UNREADABLE:
            self._unreadable_since = None
        elif self._unreadable_since is None:
            self._unreadable_since = at_ms
        elif self._unreadable_since <= at_ms - UNREADABLE_MS:
            self._unreadable_since = at_ms + NOTICE_MS
            self.tag_seen("pad", UNREADABLE, at_ms)
