"""What a touch of the pad does to a session: signing in before a game, buying in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.dialogs import SigningIn
from companion.app.taps import answer_tap
from companion.table.pieces import is_piece, kind_of
from companion.table.sightings import Tapped

if TYPE_CHECKING:
    from companion.app.session import Session


def touched(session: Session, content: str, at_ms: int) -> None:
    """Something was put on the pad: a piece, or what is none."""
    if session.game is None or isinstance(session.dialog, SigningIn) or session.game.state.over:
        _sign_in(session, content, at_ms)
        return
    answer = answer_tap(session.game.state, content, session.words)
    if answer.counts:
        session.write(Tapped(content), at_ms)
        session.dialog = None
    if answer.text:
        session.talk.say([answer.text], at_ms)
    if answer.glow:
        session.talk.light_up(answer.glow, kind_of(content), at_ms)


def _sign_in(session: Session, content: str, at_ms: int) -> None:
    """A colour tapped once plays, in the order of the taps; tapped again it does not."""
    if not is_piece(content):
        session.talk.say([session.words.not_playing(content)], at_ms)
        return
    signed = session.dialog.colours if isinstance(session.dialog, SigningIn) else ()
    colour = content[1]
    colours = tuple(c for c in signed if c != colour) if colour in signed else (*signed, colour)
    session.dialog = SigningIn(colours)
