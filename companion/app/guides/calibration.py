"""Calibrating: a cell is named or lit, a piece is put there, and so the table learns its sensors and its lights.

Every answer is on disk before the next question, so the guide can be left and taken up again; UNDO takes back the
newest answer. The maps are written at the end only: until then the table plays by its old ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.app.controls import Gesture, Short, Turned
from companion.app.effects import Finish, KeepAnswers, KeepMaps
from companion.app.guides.calibration_words import step_words
from companion.app.guides.guide import Guide, Notice, guide_message
from companion.app.guides.survey import (
    NO,
    NOTHING,
    YES,
    Answer,
    AskColour,
    AskLight,
    AskPlace,
    Survey,
    Topic,
    TryOut,
)
from companion.app.lights import BELONGS, led_colour
from companion.app.page import Page
from companion.app.strip import Colour, Strip
from companion.app.view import View
from companion.app.words import Words
from companion.rules import CELLS, SUN_STOPS
from companion.table.pieces import COLLISION, PAD, UNREADABLE

SURE_MS: Final = 600
"""So long an answer waits: a second place that answers meanwhile makes both doubtful."""
DOUBT_MS: Final = 1_500
COLOUR_CELLS: Final = ("d3", "d4", "d5")
COLOUR_LEVEL: Final = 60


class Calibration(Guide):
    """survey: the strip as it is set up, and the answers that are kept from before."""

    def __init__(
        self, survey: Survey | None = None, words: Words | None = None, at_ms: int = 0, code: str = ""
    ) -> None:
        super().__init__(words, at_ms, code)
        self.survey = survey or Survey()
        self.begun = False
        self.tried = ""
        self.corner = ""
        self._heard = ""
        self._doubt_until_ms = 0

    # --- the sensors ----------------------------------------------------------------------------------------------

    def tag_seen(self, place: str, content: str, at_ms: int) -> None:
        """A sensor has read something: an answer, once no other has answered for a moment."""
        _ = self.words.say
        if not self.begun or isinstance(self.survey.step, AskColour) or at_ms < self._doubt_until_ms:
            return
        if content == COLLISION:
            self._doubt(_("Two pieces on one place: take one off"), at_ms)
        elif content == UNREADABLE:
            self._doubt(_("I cannot read this piece: nudge it, or take another"), at_ms)
        elif self._heard not in ("", place):
            self._doubt(_("Two places have answered: take both pieces off, then put one"), at_ms)
        else:
            self._heard = place
            self.later(at_ms + SURE_MS, self._sure)

    def _doubt(self, text: str, at_ms: int) -> None:
        self._forget()
        self._doubt_until_ms = at_ms + DOUBT_MS
        self.tell(text, at_ms, wrong=True)

    def _forget(self) -> None:
        self._heard = ""
        self.later(0, None)

    def _sure(self, at_ms: int) -> None:
        """The answer stood alone for long enough: it counts."""
        sensor, self._heard = self._heard, ""
        match self.survey.step:
            case AskPlace(place):
                self._place_answered(place, sensor, at_ms)
            case AskLight():
                cell = self.survey.sensors.place_of(sensor)
                if cell == PAD:
                    text = self.words.say("That is the pad: put the piece on the cell that is lit")
                    self.tell(text, at_ms, wrong=True)
                else:
                    self._light_answered(cell, at_ms)
            case TryOut():
                self.tried = self.survey.sensors.place_of(sensor)

    def _place_answered(self, place: str, sensor: str, at_ms: int) -> None:
        known = {said: what for what, said in self.survey.said("sensor").items()}
        if other := known.get(sensor):
            text = self.words.say("This place has answered for {other} already: put the piece on {place}")
            self.tell(text.format(other=other, place=place), at_ms, wrong=True)
        else:
            self._answer("sensor", place, sensor)
            if sensor != place:
                text = self.words.say("{place} is read by the sensor of {sensor}. A slip? UNDO")
                self.tell(text.format(place=place, sensor=sensor), at_ms)

    def _light_answered(self, place: str, at_ms: int) -> None:
        match self.survey.step:
            case AskLight(_leds, cell) if cell:
                self._answer("check", cell, place)
                if place != cell:
                    text = self.words.say("It was to be {cell}: now all LEDs are asked. A slip? UNDO")
                    self.tell(text.format(cell=cell), at_ms)
            case AskLight((led,)):
                self._answer("led", str(led), place)

    def _answer(self, topic: Topic, what: str, said: str) -> None:
        self._keep((*self.survey.answers, Answer(topic, what, said)))

    def _keep(self, answers: tuple[Answer, ...]) -> None:
        self.survey = replace(self.survey, answers=answers)
        self.tried = self.corner = ""
        self._forget()
        self.notice = Notice()
        self.want(KeepAnswers(tuple(map(str, answers))))

    # --- the controls ---------------------------------------------------------------------------------------------

    def gesture(self, made: Gesture, at_ms: int) -> None:
        """SUN says yes, or that nothing happens; UNDO no, or takes back; the wheel does what the display says."""
        match made:
            case _ if self.watch.problem:
                pass  # nobody can answer while the board is lost
            case Short("sun"):
                self._sun(at_ms)
            case Short("undo") if self.begun and isinstance(self.survey.step, AskColour):
                self._colour_answered(NO)
            case Short("undo"):
                self._take_back(at_ms)
            case Short("wheel"):
                self._push(at_ms)
            case Turned(steps):
                self._turn(steps, at_ms)

    def _sun(self, at_ms: int) -> None:
        if not self.begun:
            self.begun = True
            return
        match self.survey.step:
            case AskPlace(place):
                self._answer("sensor", place, NOTHING)
            case AskColour():
                self._colour_answered(YES)
            case AskLight():
                self._light_answered(NOTHING, at_ms)
            case TryOut():
                self._finish()

    def _colour_answered(self, said: str) -> None:
        step = self.survey.step
        assert isinstance(step, AskColour)
        self._answer("colour", f"{step.index}{step.letter}", said)

    def _take_back(self, at_ms: int) -> None:
        if not self.begun or not self.survey.answers:
            self.tell(self.words.say("There is nothing to take back. Hold UNDO to leave"), at_ms)
        else:
            self._keep(self.survey.answers[:-1])

    def _push(self, at_ms: int) -> None:
        match self.survey.step:
            case _ if not self.begun:
                self._keep(())
                self.begun = True
            case AskLight(_leds, "", number):
                same = self.survey.said("led").get(str(number - 2), NOTHING)
                self._light_answered(self.corner or same, at_ms)
            case TryOut():
                self._answer("walk", "all", YES)

    def _turn(self, steps: int, at_ms: int) -> None:
        match self.survey.step:
            case AskColour() if steps < 0:
                self._take_back(at_ms)
            case AskLight(_leds, ""):
                self.corner = _next(("", *SUN_STOPS), self.corner, steps)
            case TryOut():
                self.tried = _next(CELLS, self.tried, steps)

    def _finish(self) -> None:
        survey = self.survey
        order = survey.orders[0] if survey.leds is not None else None
        self.want(KeepMaps(survey.sensors.sensor_of, survey.found_leds, order))
        self.want(KeepAnswers(()))
        self.want(Finish(self.words.say("The table is calibrated")))

    # --- what there is to show ------------------------------------------------------------------------------------

    def parting(self) -> str:
        return self.words.say("Left before the end: what was answered is kept for the next time")

    def view(self, at_ms: int, strip: Strip) -> View:  # noqa: ARG002  # nothing here moves by itself
        """The question on the display, and the LEDs it is about; browsers see the cells these are thought to be."""
        lit = self._lit(strip)
        places = {place: lit[led] for place, leds in strip.leds.items() for led in leds if led in lit}
        return View(
            page=self._page(),
            lights=strip.limited(places),
            leds=None if self.survey.leds is None else lit,
            table=guide_message(self.words.say("Calibrating the table")),
            problem=self.watch.problem,
        )

    def _lit(self, strip: Strip) -> dict[int, Colour]:
        if not self.begun or self.survey.leds is None:
            return {}
        leds = self.survey.leds if self.survey.found_leds is None else self.survey.found_leds
        white = led_colour(BELONGS, strip.brightness)
        match self.survey.step:
            case AskColour(index):
                level = round(COLOUR_LEVEL * strip.brightness)
                red, green, blue = (level * (self.survey.order[index] == letter) for letter in "RGB")
                return {led: (red, green, blue) for cell in COLOUR_CELLS for led in leds.get(cell, ())}
            case AskLight(asked):
                return dict.fromkeys(asked, white)
            case TryOut() if self.tried:
                return dict.fromkeys(leds.get(self.tried, ()), white)
        return {}

    def _page(self) -> Page:
        _ = self.words.say
        if self.begun:
            title, body = step_words(self.survey.step, self.words, tried=self.tried, corner=self.corner)
            return self.page(title, body)
        body = [_("Take everything off the board and the pad.")]
        if self.survey.answers:
            kept = _("{count} answers are kept. SUN: go on. Push the wheel: begin anew.")
            body.append(kept.format(count=len(self.survey.answers)))
        else:
            body.append(_("SUN: begin. Hold UNDO: leave."))
        return self.page(_("Calibrate"), body)


def _next(names: Sequence[str], name: str, steps: int) -> str:
    """The name so many steps on, round; from none of them to the first."""
    return names[(names.index(name) + steps) % len(names)] if name in names else names[0]
