"""The text of a position, both ways: `board phase sun round first mover variant player… piles used`.

Parsing checks the form of every field; whether the counts add up is told by `status`. Only canonical
text is taken: a text and its position are one and the same.
"""

import re
from typing import NoReturn

from companion.rules.cells import CELLS, INDEX, ROW_LENGTHS, SUN_STOPS
from companion.rules.cellset import CellSet
from companion.rules.errors import InvalidPosition, quote
from companion.rules.pieces import COLOUR_NAMES, VARIANTS, Counts, Player, Variant
from companion.rules.state import NOBODY, OVER, PHASES, Board, State, Turn

MIN_PLAYERS, MAX_PLAYERS = 2, 4
_FIELDS_BESIDES_PLAYERS = 9
_MAX_LENGTH = 1000
_ROUND = re.compile(r"0|[1-9][0-9]?")
_PLAYER = re.compile(r"([gbyo]):(0|[1-9][0-9]{0,2}):([0-9]{4}):([0-9]{4}):(-|[1-9][0-9]?(?:\+[1-9][0-9]?)*)")
_PILES = re.compile(r"[0-9]{4}")


def parse_state(text: str) -> State:
    """The state of a position text. Raises InvalidPosition, naming the field and quoting what it says."""
    fields = _fields(text)
    board, phase, sun, round_, first, mover, variant, *players, piles, used = fields
    seated = tuple(_player(player) for player in players)
    colours = "".join(player.colour for player in seated)
    if len(set(colours)) < len(colours):
        _refuse("players", colours, "each colour plays once")
    return State(
        _board(board, colours),
        seated,
        _turn(phase, sun, round_, first, mover, colours),
        _variant(variant),
        _counts(piles),
        _used(used),
    )


def format_state(state: State) -> str:
    """The text of a state; `parse_state` gives the state back."""
    turn, players = state.turn, state.players
    return " ".join(
        (
            _format_board(state.board, players),
            turn.phase,
            SUN_STOPS[turn.sun],
            str(turn.round),
            players[turn.first].colour,
            "-" if turn.mover == NOBODY else players[turn.mover].colour,
            str(state.variant),
            *map(_format_player, players),
            _digits(state.piles),
            str(CellSet(state.used)) or "-",
        )
    )


def _refuse(field: str, value: str, remedy: str) -> NoReturn:
    raise InvalidPosition(f"{field} {quote(value)}: {remedy}")


def _fields(text: str) -> list[str]:
    if not isinstance(text, str):
        raise InvalidPosition(f"{quote(text)} is no text: a position is one line of text")
    if len(text) > _MAX_LENGTH or not text.isascii():
        raise InvalidPosition(
            f"position {quote(text)}: it is one line of plain letters, at most {_MAX_LENGTH}"
        )
    fields = text.split(" ")
    if not MIN_PLAYERS <= len(fields) - _FIELDS_BESIDES_PLAYERS <= MAX_PLAYERS:
        raise InvalidPosition(
            f"position {quote(text)}: {len(fields)} fields, not 9 and one for each of 2 to 4 players: "
            "board phase sun round first mover variant player… piles used"
        )
    if "" in fields:
        raise InvalidPosition(
            f"position {quote(text)}: single spaces between the fields, and none around them"
        )
    return fields


def _board(text: str, colours: str) -> Board:
    rows = text.split("/")
    if len(rows) != len(ROW_LENGTHS):
        _refuse("board", text, f"{len(rows)} rows, but the board has 7, joined by /")
    sizes, seats = [0, 0, 0, 0], [0] * len(colours)
    index = 0
    for name, row, length in zip("abcdefg", rows, ROW_LENGTHS, strict=True):
        cells = re.findall(r"\.|[0-3][gbyo]", row)
        if len(cells) != length or "".join(cells) != row:
            _refuse(
                f"board, row {name}", row, f"it has {length} cells, each . or a size 0 to 3 and a colour: 2g"
            )
        for cell in cells:
            if cell != ".":
                if cell[1] not in colours:
                    _refuse(f"board, {CELLS[index]}", cell, f"{COLOUR_NAMES[cell[1]]} does not play")
                sizes[int(cell[0])] |= 1 << index
                seats[colours.index(cell[1])] |= 1 << index
            index += 1
    seeds, small, medium, large = sizes
    return Board((seeds, small, medium, large), tuple(seats))


def _turn(phase: str, sun: str, round_: str, first: str, mover: str, colours: str) -> Turn:
    if phase not in PHASES:
        _refuse("phase", phase, "P, S, A or X")
    if sun not in SUN_STOPS:
        _refuse("sun", sun, "one of " + " ".join(SUN_STOPS))
    if not _ROUND.fullmatch(round_):
        _refuse("round", round_, "a number from 0 to 99")
    if len(first) != 1 or first not in colours:
        _refuse("first", first, f"the colour of one of the players, {colours}")
    if (mover == "-") != (phase == OVER):
        _refuse("mover", mover, "- when the game is over (X), a colour in any other phase")
    if mover != "-" and (len(mover) != 1 or mover not in colours):
        _refuse("mover", mover, f"the colour of one of the players, {colours}")
    seat = NOBODY if mover == "-" else colours.index(mover)
    return Turn(phase, SUN_STOPS.index(sun), int(round_), colours.index(first), seat)


def _variant(text: str) -> Variant:
    if text not in VARIANTS:
        _refuse("variant", text, "3 or 4 revolutions, then s, d or b for heavy shadow: " + " ".join(VARIANTS))
    return VARIANTS[text]


def _player(text: str) -> Player:
    match = _PLAYER.fullmatch(text)
    if match is None:
        _refuse(
            "player",
            text,
            "colour:light:available:board:tokens, such as g:0:2410:4432:- or b:12:0110:4432:14+13",
        )
    colour, light, available, column, tokens = match.groups()
    won = () if tokens == "-" else tuple(map(int, tokens.split("+")))
    return Player(colour, int(light), _counts(available), _counts(column), won)


def _counts(text: str) -> Counts:
    if not _PILES.fullmatch(text):
        _refuse("piles", text, "four digits, the tokens left on soil of 1 to 4 leaves")
    first, second, third, fourth = map(int, text)
    return first, second, third, fourth


def _used(text: str) -> int:
    cells = [] if text == "-" else text.split(",")
    for cell in cells:
        if cell not in INDEX:
            _refuse("used", text, f"{quote(cell)} is no cell: cells are named a1 to g4, or - for none")
    if cells != sorted(set(cells)):
        _refuse("used", text, "each cell once, in order")
    return CellSet.of(cells).mask


def _format_board(board: Board, players: tuple[Player, ...]) -> str:
    cells = ["."] * len(CELLS)
    for seat, player in enumerate(players):
        for size, mask in enumerate(board.sizes):
            for cell in CellSet(mask & board.seats[seat]):
                cells[INDEX[cell]] = f"{size}{player.colour}"
    rows, start = [], 0
    for length in ROW_LENGTHS:
        rows.append("".join(cells[start : start + length]))
        start += length
    return "/".join(rows)


def _format_player(player: Player) -> str:
    tokens = "+".join(map(str, player.tokens)) or "-"
    return f"{player.colour}:{player.light}:{_digits(player.available)}:{_digits(player.board)}:{tokens}"


def _digits(counts: Counts) -> str:
    return "".join(map(str, counts))
