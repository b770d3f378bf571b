"""The words of the menu, the settings and the numbers to correct."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.dialogs import MENU, OptionName, Options
from companion.app.numbers import NOBODY, PILES
from companion.app.words import Words


def menu_words(index: int, words: Words) -> tuple[str, Sequence[str]]:
    """The menu with the chosen item as its title."""
    _ = words.say
    items = {
        "new": _("New game"),
        "stop": _("End the game now"),
        "settings": _("Settings"),
        "off": _("Shut down"),
    }
    return f"{index + 1}/{len(MENU)} {items[MENU[index]]}", [_("Turn to choose. SUN: do it. UNDO: leave.")]


def option_words(name: OptionName, options: Options, words: Words) -> tuple[str, Sequence[str]]:
    """One setting and its value."""
    _ = words.say
    heavy = {
        None: _("off"),
        "source": _("shaded trees do not sow"),
        "destination": _("nothing sown into shade"),
        "both": _("both"),
    }
    texts: dict[OptionName, tuple[str, str]] = {
        "turns": (_("SUN ends"), _("the round") if options.turns == "round" else _("a player's turn")),
        "light": (_("Lights"), _("evening") if options.evening else _("day")),
        "long": (_("Next game"), _("long, 24 rounds") if options.long else _("18 rounds")),
        "heavy": (_("Heavy shadow"), heavy[options.heavy]),
        "start": (_("Sun starts"), options.start),
    }
    title, value = texts[name]
    return f"{title}: {value}", [_("Turn for more. SUN: change. UNDO: leave.")]


def number_words(colour: str, name: str, words: Words) -> str:
    """`Green: light`, or of a pile: `Tokens, 2 leaves`."""
    _ = words.say
    if colour == NOBODY:
        leaves = PILES.index(name) + 1
        return words.plural("Tokens, {leaves} leaf", "Tokens, {leaves} leaves", leaves).format(leaves=leaves)
    names = {
        "light": _("light"),
        "seeds": _("seeds beside"),
        "small": _("small beside"),
        "medium": _("medium beside"),
        "large": _("large beside"),
        "board-seeds": _("seeds on board"),
        "board-small": _("small on board"),
        "board-medium": _("medium on board"),
        "board-large": _("large on board"),
        "points": _("points"),
    }
    return f"{words.colour(colour)}: {names[name]}"
