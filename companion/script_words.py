"""The words of a table script's line: each reader gives the value, or says what is wrong with the word."""

from __future__ import annotations

import re
from typing import Final, get_args

from companion.app.controls import CONTROLS, Control
from companion.app.entries import Turns
from companion.errors import CompanionError
from companion.rules import CELLS, COLOURS, Heavy
from companion.table.pieces import COUNTS

MOST = 1_000_000
HEAVY: Final[tuple[Heavy, ...]] = get_args(Heavy)


class ScriptError(CompanionError, ValueError):
    """A line of a script that cannot be done; says what is wrong with it."""


def one_word(words: list[str], form: str) -> str:
    if len(words) != 1:
        raise ScriptError(f"write it as `{form}`")
    return words[0]


def two_words(words: list[str], form: str) -> tuple[str, str]:
    if len(words) != 2:
        raise ScriptError(f"write it as `{form}`")
    return words[0], words[1]


def no_words(words: list[str], verb: str) -> None:
    if words:
        raise ScriptError(f"`{verb}` stands alone")


def read_cell(word: str) -> str:
    if word not in CELLS:
        raise ScriptError(f"`{word}` is no cell: cells are named a1 to g4")
    return word


def read_kind(word: str) -> str:
    if len(word) != 2 or word[0] not in "0123" or word[1] not in COLOURS:
        raise ScriptError(f"`{word}` is no piece: write its size 0 to 3 and its colour, as in 2g")
    return word


def numbered(kind: str) -> list[str]:
    return [f"{kind}{number}" for number in range(1, COUNTS[int(kind[0])] + 1)]


def read_control(word: str) -> Control:
    for control in CONTROLS:
        if word == control:
            return control
    raise ScriptError(f"`{word}` is no control: sun, undo or wheel")


def read_turns(word: str) -> Turns:
    if word == "round":
        return "round"
    if word == "player":
        return "player"
    raise ScriptError(f"turns are round or player, not `{word}`")


def read_heavy(word: str) -> Heavy:
    for heavy in HEAVY:
        if word == heavy:
            return heavy
    raise ScriptError(f"heavy shadow is {', '.join(HEAVY)}, not `{word}`")


def read_count(word: str) -> int:
    if not re.fullmatch("[0-9]{1,7}", word) or int(word) > MOST:
        raise ScriptError(f"`{word}` is no count")
    return int(word)


def read_steps(words: list[str]) -> int:
    """The detents of `turn wheel -1`."""
    what, steps = two_words(words, "turn wheel 1")
    if what != "wheel" or not re.fullmatch("[+-]?[0-9]{1,3}", steps):
        raise ScriptError("turn: write `turn wheel 1`, or -1")
    return int(steps)


def read_seconds(word: str) -> float:
    if not re.fullmatch(r"[0-9]+(\.[0-9]*)?|\.[0-9]+", word) or float(word) > MOST:
        raise ScriptError(f"wait: `{word}` is no number of seconds")
    return float(word)
