"""The words for decisions that are taken back and done again."""

from __future__ import annotations

from companion.app.dialog_words import number_words
from companion.app.entries import Committed, Decision, NumberSet, Stopped
from companion.app.words import Words
from companion.table.sightings import Tapped, TurnEnded


def decision_taken_back(decision: Decision, words: Words) -> list[str]:
    """What was taken back, and how to have it again."""
    text = words.say("Taken back: {what}").format(what=_decision(decision, words))
    return [text, words.say("Turn the wheel to redo")]


def decision_done_again(decision: Decision, words: Words) -> str:
    return words.say("Done again: {what}").format(what=_decision(decision, words))


def _decision(decision: Decision, words: Words) -> str:
    _ = words.say
    match decision:
        case Tapped(piece):
            return _("the tap of a {piece}").format(piece=words.piece(piece))
        case TurnEnded(colour):
            return _("the end of the turn of {who}").format(who=words.colour(colour))
        case Committed():
            return _("the press of SUN")
        case NumberSet(colour, name, _value):
            return _("the correction of {number}").format(number=number_words(colour, name, words))
        case Stopped():
            return _("the end of the game")
