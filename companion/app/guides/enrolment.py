"""Enrolling: each piece is tapped on the pad once, kind after kind, and its tag is known from then on.

Every tap is on disk before it is shown, so the guide can be left and taken up again at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.app.controls import Gesture, Short, Turned
from companion.app.effects import Finish, KeepSet
from companion.app.guides.enrolled import KINDS, Enrolled, count_of
from companion.app.guides.guide import Guide, guide_message
from companion.app.lights import ASKING, PULSE_MS, led_colour, swing
from companion.app.page import Page
from companion.app.strip import Colour, Strip
from companion.app.view import View
from companion.app.words import Words
from companion.rules import CELLS, COLOURS
from companion.table.pieces import COLLISION, COUNTS, PAD, UNREADABLE, kind_of
from companion.table.sensor_map import SensorMap

SPECIES: Final[Mapping[str, Colour]] = {
    "g": (0, 158, 115),
    "b": (0, 114, 178),
    "y": (240, 228, 66),
    "o": (213, 94, 0),
}
"""Colours that the colour-blind can tell apart."""
TO_COME: Final = 0.15


class Enrolment(Guide):
    """colours: those that the wheel walks through. tags: what is enrolled already, from piece to tag."""

    def __init__(
        self,
        tags: Mapping[str, str] | None = None,
        colours: str = "".join(COLOURS),
        words: Words | None = None,
        at_ms: int = 0,
        code: str = "",
        sensors: SensorMap | None = None,
    ) -> None:
        super().__init__(words, at_ms, code, sensors)
        self.enrolled = Enrolled(tags or {})
        self.colours = colours
        self.kinds = [kind for kind in KINDS if kind[1] in colours]
        self.kind = self.enrolled.next_kind(self.kinds[0], colours=colours)
        self.ending = False
        self._named: str | None = None

    @property
    def total(self) -> int:
        """How many pieces there are to enroll."""
        return sum(COUNTS) * len(self.colours)

    @property
    def done(self) -> int:
        """How many of them are enrolled."""
        return sum(piece[1] in self.colours for piece in self.enrolled.tags)

    # --- the pad ----------------------------------------------------------------------------------

    def tag_seen(self, place: str, content: str, at_ms: int) -> None:
        """A tag on the pad is enrolled as the piece that is asked for; whatever else is there is answered."""
        _ = self.words.say
        self.ending, self._named = False, None
        if content == COLLISION:
            self.tell(_("Two pieces at once: take one away"), at_ms, wrong=True)
        elif content == UNREADABLE:
            self.tell(_("I cannot read this tag: turn the piece, or take another tag"), at_ms, wrong=True)
        elif known := self.enrolled.piece_of(content):
            self._named = known
            text = _("This is {piece} already. UNDO: forget it").format(piece=self._name(known))
            self.tell(text, at_ms, wrong=True)
        elif place != PAD:
            self.tell(_("{cell}: I do not know this piece yet. Tap it on the pad").format(cell=place), at_ms)
        elif piece := self.enrolled.next_piece(self.kind):
            self._enroll(piece, content, at_ms)
        else:
            text = _("All of this kind are enrolled. Turn the wheel to another")
            self.tell(text, at_ms, wrong=True)

    def _enroll(self, piece: str, tag: str, at_ms: int) -> None:
        self._keep(self.enrolled.with_piece(piece, tag))
        self.tell(self.words.say("Enrolled: {piece}").format(piece=self._name(piece)), at_ms)
        self.kind = self.enrolled.next_kind(self.kind, colours=self.colours)

    def _keep(self, enrolled: Enrolled) -> None:
        self.enrolled = enrolled
        self.want(KeepSet(enrolled.tags))

    # --- the controls -----------------------------------------------------------------------------

    def gesture(self, made: Gesture, at_ms: int) -> None:
        """SUN ends, UNDO takes back, the wheel goes to another kind and, pushed, to another colour."""
        match made:
            case Short("sun"):
                self._end()
            case Short("undo") if self.ending:
                self.ending = False
            case Short("undo"):
                self._take_back(at_ms)
            case Short("wheel"):
                self._next_colour()
            case Turned(steps):
                self.ending = False
                self.kind = self.kinds[(self.kinds.index(self.kind) + steps) % len(self.kinds)]

    def _end(self) -> None:
        if self.ending or (self.enrolled and not self.enrolled.missing()):
            self.want(KeepSet(self.enrolled.tags))  # once more: it may not have been possible before
            self.want(Finish(self.parting()))
        else:
            self.ending = True

    def _take_back(self, at_ms: int) -> None:
        piece = self._named or self.enrolled.newest
        self._named = None
        if piece is None:
            self.tell(self.words.say("There is nothing to take back"), at_ms)
            return
        self._keep(self.enrolled.without(piece))
        self.tell(self.words.say("Forgotten: {piece}").format(piece=self._name(piece)), at_ms)
        if kind_of(piece) in self.kinds:
            self.kind = kind_of(piece)

    def _next_colour(self) -> None:
        self.ending = False
        at = self.colours.index(self.kind[1])
        first = f"0{self.colours[(at + 1) % len(self.colours)]}"
        kind = self.enrolled.next_kind(first, colours=self.colours)
        self.kind = kind if kind[1] == first[1] else first

    # --- what there is to show --------------------------------------------------------------------

    def parting(self) -> str:
        """How far it went."""
        text = self.words.say("{done} of {total} pieces are enrolled")
        return text.format(done=self.done, total=self.total)

    def view(self, at_ms: int, strip: Strip) -> View:
        """The piece that is asked for, on the display and as a row of lights."""
        frame = {cell: led_colour(c, s * strip.brightness) for cell, (c, s) in self._lights(at_ms).items()}
        wrong = self.notice.wrong and not self.watch.problem
        return View(
            page=self._page(),
            lights=strip.limited(frame),
            frame_ms=100 if wrong else None,
            table=guide_message(self.words.say("Enrolling the pieces")),
            problem=self.watch.problem,
        )

    def _lights(self, at_ms: int) -> dict[str, tuple[Colour, float]]:
        """As many cells as the kind has pieces: bright the enrolled ones, faint those to come."""
        done, count = len(self.enrolled.numbers(self.kind)), count_of(self.kind)
        colour, bright = SPECIES[self.kind[1]], 1.0
        if self.notice.wrong:
            colour, bright = ASKING, swing(at_ms, PULSE_MS)
        return {cell: (colour, bright if i < done else TO_COME) for i, cell in enumerate(CELLS[:count])}

    def _page(self) -> Page:
        _ = self.words.say
        progress = f"{self.done}/{self.total}"
        if self.ending:
            lacking = [f"{self.words.colour(c)} {n}" for c, n in self.enrolled.missing().items()]
            text = _("Still missing: {pieces}").format(pieces=", ".join(lacking) or self.total - self.done)
            page = self.page(_("End here?"), (text, _("SUN: end. UNDO: go on.")))
            return replace(page, alert=True)
        if self.enrolled and self.done == self.total:
            return self.page(_("All are enrolled"), (_("SUN: end"), progress))
        piece = self.enrolled.next_piece(self.kind)
        if piece is None:
            title = _("{kind}: all {count}").format(kind=self._kind(), count=count_of(self.kind))
            return self.page(title, (_("Turn the wheel to another. SUN: end."), progress))
        title = _("{kind} {number} of {count}").format(
            kind=self._kind(), number=piece[2:], count=count_of(self.kind)
        )
        return self.page(title, (_("Tap it on the pad."), progress))

    def _kind(self) -> str:
        return self.words.piece(self.kind).capitalize()

    def _name(self, piece: str) -> str:
        return f"{self.words.piece(piece)} {piece[2:]}"
