"""One line of the doctor's: a part, how it is, and what to do about it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final, Literal

State = Literal["ok", "warn", "fail", "skipped"]
SIGNS: Final = {"ok": "ok  ", "warn": "warn", "fail": "FAIL", "skipped": "-   "}


@dataclass(frozen=True, slots=True)
class Check:
    """How a part is. text: what was found, or why it was not looked at. remedy: the one thing to do."""

    part: str
    state: State
    text: str
    remedy: str = ""

    def __str__(self) -> str:
        remedy = f"\n{'':6}to do: {self.remedy}" if self.remedy else ""
        return f"{SIGNS[self.state]}  {self.part}: {self.text}{remedy}"


def ok(part: str, text: str) -> Check:
    return Check(part, "ok", text)


def warn(part: str, text: str, remedy: str) -> Check:
    return Check(part, "warn", text, remedy)


def fail(part: str, text: str, remedy: str) -> Check:
    return Check(part, "fail", text, remedy)


def skipped(part: str, reason: str) -> Check:
    return Check(part, "skipped", reason)


def fault(part: str, error: Exception) -> Check:
    """What a driver says in one sentence, `this is wrong: do that.`, as a line."""
    text, _, remedy = str(error).partition(": ")
    return Check(part, "fail", text, remedy)


def status(checks: Sequence[Check]) -> int:
    """The exit status: 1 if anything failed."""
    return int(any(check.state == "fail" for check in checks))


def as_json(checks: Sequence[Check]) -> str:
    """All of it for programs: `ok` as a whole, and the list of `checks`."""
    return json.dumps({"ok": not status(checks), "checks": [asdict(check) for check in checks]}, indent=1)
