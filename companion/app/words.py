"""Every sentence the table says, worded through gettext: kind, short, and naming the one thing to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from gettext import NullTranslations

from companion.app.entries import Gain
from companion.rules import Action, Buy, Collect, Grow, Position, Seed
from companion.table.findings import Finding
from companion.table.pieces import EMPTY, PAD, is_piece


class Words:
    """The table's language. Without translations it is English."""

    def __init__(self, translations: NullTranslations | None = None) -> None:
        translations = translations or NullTranslations()
        self.say = _ = translations.gettext
        self.plural = translations.ngettext
        self._colours = {"g": _("Green"), "b": _("Blue"), "y": _("Yellow"), "o": _("Orange")}
        self._sizes = (_("seed"), _("small tree"), _("medium tree"), _("large tree"))
        self.contents = {
            EMPTY: _("nothing"),
            "foreign": _("an unknown piece"),
            "unreadable": _("a piece I cannot read"),
            "collision": _("two pieces"),
        }

    def colour(self, colour: str) -> str:
        return self._colours[colour]

    def size(self, size: int) -> str:
        return self._sizes[size]

    def piece(self, content: str) -> str:
        """`green medium tree` for `2g` or `2g1`; words for what is no piece."""
        if content in self.contents:
            return self.contents[content]
        return f"{self.colour(content[1]).lower()} {self.size(int(content[0]))}"

    # --- what players did -------------------------------------------------------------------------

    def action(self, colour: str, action: Action, before: Position, after: Position) -> str:
        """The echo of one action: who, what, what it cost, what is left."""
        _ = self.say
        spent = before.player(colour).light - after.player(colour).light
        left = after.player(colour).light
        who = self.colour(colour)
        match action:
            case Buy(size):
                return self.bought(f"{size}{colour}", spent, left)
            case Seed(_origin, target):
                text = _("{who} planted {cell}: −{spent}, {left} left")
                return text.format(who=who, cell=target, spent=spent, left=left)
            case Grow(cell):
                text = _("{who} grew {cell}: −{spent}, {left} left")
                return text.format(who=who, cell=cell, spent=spent, left=left)
            case Collect(cell):
                return self._collected(who, cell, before)
        return ""

    def _collected(self, who: str, cell: str, before: Position) -> str:
        token = before.next_token(cell)
        if not token:
            return self.say("{who} collects {cell}: no token is left").format(who=who, cell=cell)
        return self.say("{who} collects {cell}: take {token}").format(who=who, cell=cell, token=token)

    def bought(self, piece: str, spent: int, left: int) -> str:
        text = self.say("{who} bought a {size}: −{spent}, {left} left")
        return text.format(who=self.colour(piece[1]), size=self.size(int(piece[0])), spent=spent, left=left)

    def taken_back(self, piece: str) -> str:
        return self.say("Taken back: {piece}").format(piece=self.piece(piece))

    def already_yours(self, piece: str) -> str:
        return self.say("You already have this {piece}").format(piece=self.piece(piece))

    def standing(self, piece: str, cell: str) -> str:
        return self.say("This {piece} stands on {cell}").format(piece=self.piece(piece), cell=cell)

    def not_playing(self, content: str) -> str:
        if not is_piece(content):
            return self.say("I do not know this piece: enroll it, or use another")
        return self.say("{who} does not play in this game").format(who=self.colour(content[1]))

    def cannot_buy(self, finding: Finding) -> str:
        """Why a tap bought nothing."""
        who, size = self.colour(finding.lies[1]), self.size(int(finding.lies[0]))
        if finding.kind == "too_expensive":
            return self.say("{who}: {size} is too dear, {short} short").format(
                who=who, size=size, short=finding.short_by
            )
        if finding.kind == "not_available":
            return self.say("{who}: no {size} is left to buy").format(who=who, size=size)
        return self.say("{who}: it is not your turn to buy").format(who=who)

    def buying_later(self) -> str:
        return self.say("Buying starts after the first photosynthesis")

    def gain(self, gain: Gain) -> str:
        """`Green +5, 2 lost at the cap`."""
        who = self.colour(gain.colour)
        if gain.lost:
            return self.say("{who} +{earned}, {lost} lost at 20").format(
                who=who, earned=gain.earned, lost=gain.lost
            )
        return self.say("{who} +{earned}").format(who=who, earned=gain.earned)

    # --- findings ---------------------------------------------------------------------------------

    def finding(self, finding: Finding) -> str:
        """What is wrong and the one thing to do about it, opening with the cell."""
        if finding.kind == "board_lost":
            return finding.lies
        if finding.place == PAD:
            return f"{self.say('pad')}: {self.cannot_buy(finding)}"
        text = self._finding_text(finding)
        return text.format(
            cell=finding.place,
            lies=self.piece(finding.lies),
            expected=self.piece(finding.expected),
            who=self.colour(finding.colour) if finding.colour else "",
            short=finding.short_by,
            belongs=finding.belongs,
            size=self.size(int(finding.lies[0])) if is_piece(finding.lies) or len(finding.lies) == 2 else "",
        )

    def _finding_text(self, finding: Finding) -> str:
        _ = self.say
        own_remedy: Mapping[str, str] = {
            "out_of_reach": _("{cell}: no tree of {who} reaches here. Take the seed back"),
            "not_outer": _("{cell}: the first trees stand on the outer ring. Move it there"),
            "too_many": _("{cell}: {who} has two trees already. Take this one back"),
            "missing": _("{cell}: {expected} is missing. Put it back"),
            "moved": _("{cell}: {lies} belongs on {belongs}. Move it there"),
            "foreign": _("{cell}: I do not know this piece. Take it off"),
            "unreadable": _("{cell}: I cannot read this piece. Nudge it"),
            "collision": _("{cell}: two pieces. Take one off"),
            "leaves_game": _("{cell}: the {lies} has no free slot and leaves the game"),
        }
        if finding.kind in own_remedy:
            return own_remedy[finding.kind]
        wrong: Mapping[str, str] = {
            "too_expensive": _("{cell}: {who} is {short} light short."),
            "cell_used": _("{cell}: already used this turn."),
            "skipped_size": _("{cell}: a tree grows one size at a time."),
            "shrunk": _("{cell}: trees do not shrink."),
            "in_shade": _("{cell}: in the shade nothing grows or is sown."),
            "not_available": _("{cell}: {who} has no {size} left to buy."),
            "wrong_colour": _("{cell}: {lies} in the place of {expected}."),
            "out_of_turn": _("{cell}: it was not the turn of {who}."),
            "unexpected": _("{cell}: {lies} was not expected."),
        }
        if finding.orphan:
            return _("{cell}: no tree of {who} in reach is left this turn. Take it back")
        remedy = _("Take it back") if finding.expected == EMPTY else _("Put back: {expected}")
        return f"{wrong[finding.kind]} {remedy}"

    def still_to_place(self, missing: Mapping[str, int]) -> str:
        """Setup is not complete: who still places how many trees."""
        parts = [f"{self.colour(colour)} {count}" for colour, count in missing.items()]
        return self.say("Still to place: {trees}").format(trees=", ".join(parts))

    def reordered(self, colours: Iterable[str]) -> str:
        who = ", ".join(self.colour(colour) for colour in colours)
        return self.say("Seat order decides the tokens: check {who}").format(who=who)
