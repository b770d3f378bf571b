"""What the display says: the page of one moment, most urgent first.

A lost board, then what is being asked, then findings, then the echo, then the page the wheel is turned to. The
players' light and where the game stands are on every page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from companion.app.dialog_words import menu_words, number_words, option_words
from companion.app.dialogs import (
    Accepting,
    ChoosingOptions,
    ConfirmingUndo,
    Dialog,
    Menu,
    Picking,
    Resuming,
    Setting,
    SigningIn,
)
from companion.app.page import Page, PlayerPanel, Status
from companion.app.scene import Scene
from companion.app.words import Words
from companion.rules import SUN_STOPS, TOKENS, Position

STOPS: Final = 6


def display_page(scene: Scene, words: Words) -> Page:
    """The page of this moment."""
    title, body, alert = _message(scene, words)
    if scene.position is None:
        return Page(title=title, body=tuple(body), alert=alert)
    return Page(_panels(scene), _status(scene), title, tuple(body), alert)


def _panels(scene: Scene) -> tuple[PlayerPanel, ...]:
    position = scene.position
    assert position is not None
    return tuple(
        PlayerPanel(player.colour, player.light, scene.in_turn and player.colour == position.mover)
        for player in position.players
    )


def _status(scene: Scene) -> Status:
    assert scene.state is not None
    position = scene.on_table
    assert position is not None
    return Status(
        sun=position.sun,
        stop=scene.stops_made % STOPS + 1,
        lap=min(scene.stops_made // STOPS + 1, position.rounds // STOPS),
        laps=position.rounds // STOPS,
        round=position.round,
        rounds=position.rounds,
        first=position.first,
    )


def _message(scene: Scene, words: Words) -> tuple[str, Sequence[str], bool]:
    _ = words.say
    in_menu = isinstance(scene.dialog, Menu | ChoosingOptions)  # a table can be shut down without a board too
    if scene.problem and not in_menu:
        return _("Board lost"), [scene.problem, *scene.echo], True
    if scene.preview:
        return _("Next shadows"), _forecast(scene), False
    if scene.dialog is not None:
        title, body = _asked(scene.dialog, scene, words)
        return title, [*scene.echo, *body], isinstance(scene.dialog, Accepting)
    if scene.position is None:
        return (
            _("Welcome"),
            [
                *scene.echo,
                _("Each player taps a piece on the pad, the first player first."),
                *_browsers(scene, words),
                *scene.faults,
            ],
            False,
        )
    if scene.astray and not scene.looking:
        title = _("{left} to put back").format(left=len(scene.astray))
        return title, [words.finding(scene.astray[0])], True
    open_findings = [finding for finding in scene.findings if not finding.notice]
    if open_findings and not scene.looking:
        lines = [words.finding(finding) for finding in open_findings]
        return _("Look here"), [*lines, *scene.echo], True
    if scene.echo:
        notices = [words.finding(finding) for finding in scene.findings if finding.notice]
        return "", [*scene.echo, *notices], False
    title, body = PAGES[scene.page](scene, words)
    return title, body, False


def _asked(dialog: Dialog, scene: Scene, words: Words) -> tuple[str, Sequence[str]]:
    _ = words.say
    match dialog:
        case SigningIn(colours):
            names = [f"{seat}. {words.colour(colour)}" for seat, colour in enumerate(colours, 1)]
            hint = (
                _("SUN: begin")
                if len(colours) > 1
                else _("Each player taps a piece, the first player first.")
            )
            return _("Who plays?"), [*([" ".join(names)] if names else []), hint, *_browsers(scene, words)]
        case Accepting(findings):
            return _("SUN: accept"), [words.finding(finding) for finding in findings]
        case ConfirmingUndo():
            return _("One more SUN back?"), [_("SUN: yes. UNDO: no.")]
        case Resuming():
            return _("The table is empty"), [_("SUN: go on, put the pieces back. Hold UNDO: new game.")]
        case Menu(index):
            return menu_words(index, words)
        case ChoosingOptions(_index):
            return option_words(dialog.option, scene.options, words)
        case Picking(_index):
            assert scene.position is not None
            colour, name = dialog.target(scene.position)
            return _("Correct a number"), [
                number_words(colour, name, words),
                _("Turn, then push. UNDO: leave."),
            ]
        case Setting(colour, name, value):
            return f"{number_words(colour, name, words)}: {value}", [_("Turn, then SUN. UNDO: leave.")]


# --- the pages of the wheel -----------------------------------------------------------------------


def _now(scene: Scene, words: Words) -> tuple[str, Sequence[str]]:
    _ = words.say
    position = scene.position
    assert position is not None
    assert scene.state is not None
    notices = [*scene.faults, *(words.finding(finding) for finding in scene.findings if finding.notice)]
    if scene.state.over:
        return _score(position, words)
    if position.phase == "P":
        who = words.colour(position.mover or position.first)
        return _("Setup"), [_("{who} places a small tree on the outer ring").format(who=who)]
    if position.phase == "S":
        return _("SUN: let the sun shine"), notices
    if scene.state.turns == "player":
        who = words.colour(position.mover or position.first)
        return _("{who}, your turn").format(who=who), [*notices, _("SUN: end of the turn")]
    who = words.colour(position.first)
    return _("{who} starts").format(who=who), [*notices, _("SUN: end of the round")]


def _gains(scene: Scene, words: Words) -> tuple[str, Sequence[str]]:
    assert scene.state is not None
    return words.say("Light earned"), [words.gain(gain) for gain in scene.state.gains] or ["-"]


def _stock(scene: Scene, words: Words) -> tuple[str, Sequence[str]]:
    position = scene.position
    assert position is not None
    lines = []
    for player in position.players:
        prices = position.next_prices(player.colour)
        pairs = [
            f"{count}({'-' if price is None else price})"
            for count, price in zip(player.available, prices, strict=True)
        ]
        lines.append(f"{player.colour.upper()} {' '.join(pairs)}")
    return words.say("Beside (price)"), lines


def _dark(scene: Scene, words: Words) -> tuple[str, Sequence[str]]:
    position = scene.position
    assert position is not None
    board = position.board
    lines = []
    for cell in position.blocked():
        if board[cell].size:
            shaders = [tree for tree, size in position.shaders(cell).items() if size >= board[cell].size]
            lines.append(words.say("{cell} by {trees}").format(cell=cell, trees=", ".join(shaders)))
    return words.say("In the dark"), lines or [words.say("Every tree earns")]


def _forecast(scene: Scene) -> Sequence[str]:
    position = scene.position
    assert position is not None
    stops = position.forecast()
    if scene.preview:
        gains = stops[(scene.preview - 1) % STOPS].gains
        return [" ".join(f"{colour.upper()}+{light}" for colour, light in gains.items())]
    return [
        f"{player.colour.upper()} " + " ".join(str(stop.gains[player.colour]) for stop in stops)
        for player in position.players
    ]


def _next_stops(scene: Scene, words: Words) -> tuple[str, Sequence[str]]:
    return words.say("Next six stops"), _forecast(scene)


def _tokens(scene: Scene, words: Words) -> tuple[str, Sequence[str]]:
    position = scene.position
    assert position is not None
    lines = []
    for leaves, left in enumerate(position.piles, 1):
        pile = TOKENS[leaves - 1]
        top = str(pile[len(pile) - left]) if 0 < left <= len(pile) else "-"
        lines.append(f"{leaves}: {top} ({left})")
    return words.say("Leaves: next token"), ["  ".join(lines[:2]), "  ".join(lines[2:])]


def _score(position: Position, words: Words) -> tuple[str, Sequence[str]]:
    _ = words.say
    winners = position.winners()
    scores = position.scores()
    if len(winners) == 1:
        title = _("{who} wins").format(who=words.colour(winners[0]))
    else:
        title = _("Shared: {who}").format(who=", ".join(words.colour(colour) for colour in winners))
    lines = [
        _("{who} {score} = {tokens} + {light}/3").format(
            who=words.colour(player.colour),
            score=scores[player.colour],
            tokens=sum(player.tokens),
            light=player.light,
        )
        for player in position.players
    ]
    best = max(scores.values())
    tied = [colour for colour, score in scores.items() if score == best]
    if len(tied) > 1:
        count = {colour: sum(piece.colour == colour for piece in position.board.values()) for colour in tied}
        pieces = ", ".join(f"{words.colour(colour)} {count[colour]}" for colour in tied)
        lines.insert(0, _("Tie: pieces on the board decide: {pieces}").format(pieces=pieces))
    return title, lines


def _score_page(scene: Scene, words: Words) -> tuple[str, Sequence[str]]:
    assert scene.position is not None
    title, lines = _score(scene.position, words)
    if scene.state is not None and not scene.state.over:
        title = words.say("If it ended now")
    return title, lines


def _browsers(scene: Scene, words: Words) -> list[str]:
    """Where browsers on other machines find the table, and the code they must give to play."""
    if not scene.code:
        return []
    return [words.say("{address} code {code}").format(address=scene.address, code=scene.code).strip()]


def _about(scene: Scene, words: Words) -> tuple[str, Sequence[str]]:
    _ = words.say
    open_to = _browsers(scene, words) or [_("Open to this machine only")]
    return _("This table"), [*open_to, *(scene.faults or [_("All parts work")])]


PAGES: Final[tuple[Callable[[Scene, Words], tuple[str, Sequence[str]]], ...]] = (
    _now,
    _gains,
    _stock,
    _dark,
    _next_stops,
    _tokens,
    _score_page,
    _about,
)
"""The pages in the order the wheel turns them."""

assert len(SUN_STOPS) == STOPS
