"""What the three controls do, in every state of the session. No state is a dead end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.controls import Gesture, HoldBegan, HoldEnded, Short, Turned
from companion.app.decision_words import decision_done_again, decision_taken_back
from companion.app.dialog_words import number_words
from companion.app.dialogs import (
    Accepting,
    ChoosingOptions,
    ConfirmingUndo,
    Menu,
    Picking,
    Resuming,
    Setting,
    SigningIn,
    pushed,
    turned,
)
from companion.app.entries import Committed, Decision, NumberSet, Redone, Undone
from companion.app.inputs import NewGame
from companion.app.pages import PAGES
from companion.app.steps import TreesMissing, stop, sun_step

if TYPE_CHECKING:
    from companion.app.session import Session

FEWEST_PLAYERS = 2


def made(session: Session, gesture: Gesture, at_ms: int) -> None:
    """Act on a gesture; the session holds back a short SUN until the board has settled."""
    match gesture:
        case Short("sun"):
            sun(session, at_ms)
        case HoldBegan("sun"):
            session.preview = int(session.game is not None and not session.game.state.over)
        case HoldEnded("sun"):
            session.preview = 0
        case HoldBegan("undo"):
            session.talk.hush()
            session.dialog = Menu()
        case Short("undo"):
            undo(session, at_ms)
        case Short("wheel"):
            _push(session, at_ms)
        case Turned(steps):
            _turn(session, steps, at_ms)


def sun(session: Session, at_ms: int) -> None:
    """SUN: confirm what is asked, or make the next step of the game."""
    match session.dialog:
        case SigningIn(colours):
            _confirm_players(session, colours, at_ms)
        case ConfirmingUndo():
            session.dialog = None
            _take_back(session, at_ms)
        case Resuming():
            session.dialog = None
        case Menu(_) as menu:
            _choose(session, menu, at_ms)
        case ChoosingOptions(_) as choosing:
            session.choose(choosing.option)
        case Picking(_):
            _push(session, at_ms)
        case Setting(colour, name, value):
            session.dialog = None
            session.write(NumberSet(colour, name, value), at_ms)
            session.talk.say([f"{number_words(colour, name, session.words)}: {value}"], at_ms)
        case _:
            _step(session, at_ms)


def _step(session: Session, at_ms: int) -> None:
    if session.game is None:
        session.dialog = SigningIn()
        return
    if not session.watch.present:
        session.talk.say([session.words.say("The board is not there: nothing was changed")], at_ms)
        return
    state = session.game.state
    step = sun_step(state)
    if isinstance(step, TreesMissing):
        session.talk.say([session.words.still_to_place(step.trees)], at_ms)
        return
    open_findings = tuple(f for f in session.findings(at_ms, at_sun=True) if not f.notice)
    if open_findings and session.dialog != Accepting(open_findings):
        session.talk.hush()
        session.dialog = Accepting(open_findings)
        return
    if step is None:
        session.dialog, session.attention.page = None, 0
    else:
        _commit(session, step, at_ms)


def _commit(session: Session, entry: Decision, at_ms: int) -> None:
    """Add a step of SUN, and show what it brought."""
    session.write(entry, at_ms)
    session.dialog, session.attention.page = None, 0
    session.talk.hush()
    if isinstance(entry, Committed):
        session.talk.celebrate(entry.gains, at_ms)
        lines = [session.words.gain(gain) for gain in entry.gains]
        if entry.reordered:
            lines.insert(0, session.words.reordered(entry.reordered))
        session.talk.say(lines, at_ms)


def _confirm_players(session: Session, colours: tuple[str, ...], at_ms: int) -> None:
    if len(colours) < FEWEST_PLAYERS:
        session.talk.say([session.words.say("Two to four players: each taps a piece")], at_ms)
        return
    options = session.options
    session.new_game(NewGame(colours, options.start, options.long, options.heavy, options.turns), at_ms)


def _choose(session: Session, menu: Menu, at_ms: int) -> None:
    session.dialog = None
    match menu.item:
        case "new":
            session.dialog = SigningIn()
        case "stop":
            if session.game is not None and not session.game.state.over:
                _commit(session, stop(session.game.state), at_ms)
        case "settings":
            session.dialog = ChoosingOptions()
        case "off":
            session.shut_down()


def undo(session: Session, at_ms: int) -> None:
    """UNDO: leave what is being asked, else take back the newest decision."""
    if session.dialog is not None:
        session.dialog = None
        return
    game = session.game
    if game is None or game.newest_decision is None:
        session.talk.say([session.words.say("There is nothing to take back")], at_ms)
        return
    if isinstance(game.newest_decision, Committed) and game.sun_undone:
        session.talk.hush()
        session.dialog = ConfirmingUndo()
        return
    _take_back(session, at_ms)


def _take_back(session: Session, at_ms: int) -> None:
    assert session.game is not None
    decision = session.game.newest_decision
    assert decision is not None
    session.write(Undone(), at_ms)
    session.attention.page = 0
    session.talk.hush()
    session.talk.say(decision_taken_back(decision, session.words), at_ms)
    session.attention.offer_redo(at_ms)


def _push(session: Session, at_ms: int) -> None:
    if isinstance(session.dialog, Setting | SigningIn | Menu | ChoosingOptions | ConfirmingUndo):
        sun(session, at_ms)
    elif session.game is not None and not isinstance(session.dialog, Resuming | Accepting):
        session.talk.hush()
        session.dialog = pushed(session.dialog, session.game.state.position)


def _turn(session: Session, steps: int, at_ms: int) -> None:
    game = session.game
    if session.preview:
        session.preview = (session.preview - 1 + steps) % 6 + 1
    elif session.dialog is not None:
        start, position = (game.state.start, game.state.position) if game else (None, None)
        session.dialog = turned(session.dialog, steps, start, position)
    elif (
        steps > 0
        and game is not None
        and game.redoable is not None
        and session.attention.redo_is_meant(at_ms)
    ):
        session.talk.hush()
        for _ in range(min(steps, 100)):
            if (decision := game.redoable) is not None:
                session.write(Redone(), at_ms)
                session.talk.say([decision_done_again(decision, session.words)], at_ms)
        session.attention.offer_redo(at_ms)
    else:
        session.attention.look((session.attention.page + steps) % len(PAGES), at_ms)
        session.talk.unsay()
