"""How a mistake in the settings file is worded: file, line, key, reason and remedy, every mistake at once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from companion.errors import CompanionError

Keys = Mapping[str, tuple[str, ...]]


class SettingsError(CompanionError, ValueError):
    """The settings file cannot be used; the message lists what to change, one line a mistake."""


class SettingsMissing(SettingsError, FileNotFoundError):
    """There is no settings file at that path."""


def explain_syntax(path: Path, error: tomllib.TOMLDecodeError) -> str:
    """A file that is not TOML. The parser's own message ends with the line and column."""
    return (
        f"{path}: this is not valid TOML: {error}. "
        'A line reads `key = value`; text stands in "quotes", a section in [brackets]'
    )


def explain_problems(path: Path, text: str, error: ValidationError, keys: Keys) -> str:
    """Each problem pydantic found, one a line, with the line of the file it is about."""
    found = []
    for problem in error.errors():
        place = [str(part) for part in problem["loc"]]
        line = line_of(text, place)
        where = f"{path}, line {line}" if line else str(path)
        found.append((line or 0, f"{where}: {_explain(place, dict(problem), keys)}"))
    return "\n".join(words for _, words in sorted(found))


def _explain(place: list[str], problem: dict[str, Any], keys: Keys) -> str:
    name = ".".join(place)
    if problem["type"] == "extra_forbidden":
        return _unknown(place, keys)
    if problem["type"] == "value_error":
        message = problem["msg"].removeprefix("Value error, ")
        return f"{name}: {message}" if name else message
    if problem["type"] in ("model_type", "model_attributes_type"):
        return f"{name} is a section: write [{name}] on a line of its own, its keys below it"
    return f"{name} is {_toml(problem['input'])}: {_reason(problem)}"


def _reason(problem: dict[str, Any]) -> str:
    reason = problem["msg"].replace("Input should", "it should")
    if problem["type"] == "path_type":
        reason = "it should be a path in quotes"
    if problem["type"] == "string_type":
        reason = "it should be text in quotes"
    choices = re.findall(r"'([^']*)'", problem.get("ctx", {}).get("expected", ""))
    guess = _did_you_mean(str(problem["input"]), choices)
    return f"{reason}{guess}. Change it, or delete the line for the default"


def _unknown(place: list[str], keys: Keys) -> str:
    """A key or section that does not exist, perhaps a typo, perhaps in the wrong section."""
    name, last = ".".join(place), place[-1]
    if homes := " or ".join(f"[{section}]" for section, names in keys.items() if last in names):
        return f"{name} does not exist: {last} belongs to {homes}. Move the line there"
    known = list(keys) if len(place) == 1 else keys.get(place[0], ())
    guess = _did_you_mean(last, known)
    return f"{name} does not exist{guess}. Known here: {', '.join(known)}. Correct or delete it"


def _did_you_mean(word: str, candidates: Iterable[str]) -> str:
    match = get_close_matches(word, list(candidates), n=1)
    return f" (did you mean {match[0]!r}?)" if match else ""


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def line_of(text: str, place: list[str]) -> int | None:
    """The line, from 1, where `[section]` or its `key` stands; None where the file says it another way."""
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if heading := re.match(r"\s*\[\s*([^\]]+?)\s*\]", line):
            section = heading[1]
            if place == [section]:
                return number
        key = re.match(r"\s*([\w.-]+)\s*=", line)
        if key and ".".join(place) == f"{section}.{key[1]}".lstrip("."):
            return number
    return None
