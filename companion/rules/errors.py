"""What the rules raise: one root, and an error each for a bad move, a bad position and a bad action."""

from companion.errors import CompanionError

QUOTE_LENGTH = 120


def quote(value: object) -> str:
    """The input as an error may show it: its repr, cut to a readable length."""
    if isinstance(value, str) and len(value) > QUOTE_LENGTH:
        return f"{value[:QUOTE_LENGTH]!r}… ({len(value)} characters)"
    if isinstance(value, str | int | None) and not (isinstance(value, int) and value.bit_length() > 64):
        return repr(value)
    return f"a {type(value).__name__}"


class RulesError(CompanionError, ValueError):
    """Any error of the rules engine."""


class InvalidPosition(RulesError):
    """A position text, or a number put into a position, that has not the form of `Position.parse`."""


class InvalidAction(RulesError):
    """An action that is none: a text or a value that is not in the notation of `parse_action`."""


class IllegalAction(RulesError):
    """An action the rules do not allow now, in the players' words.

    kind: the reason, for programs: wrong_phase, not_outer, occupied, no_tree, not_yours, cell_used,
        out_of_reach, in_shade, fully_grown, not_large, not_available, sold_out or too_expensive.
    cell: the cell it is about, if it is about one.
    short_by: how many light points are missing (too_expensive), else 0.
    """

    def __init__(self, kind: str, message: str, *, cell: str | None = None, short_by: int = 0) -> None:
        super().__init__(message)
        self.kind = kind
        self.cell = cell
        self.short_by = short_by
