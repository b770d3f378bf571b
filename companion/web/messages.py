"""What a browser may say to the table: one small model per message, told apart by `do`.

Anything else is refused with a sentence that names the field and the reason; see `read_message`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    field_validator,
)

from companion.errors import CompanionError

PieceName = Annotated[
    str, StringConstraints(pattern=r"^(0[gbyo][1-6]|1[gbyo][1-8]|2[gbyo][1-4]|3[gbyo][12])$")
]
"""An individual piece: size, colour letter, number from 1 (6 seeds, 8 small, 4 medium, 2 large a colour)."""

CellName = Annotated[str, StringConstraints(pattern=r"^([ag][1-4]|[bf][1-5]|[ce][1-6]|d[1-7])$")]

Colour = Literal["g", "b", "y", "o"]


class MessageError(CompanionError, ValueError):
    """A browser sent something that is not one of the messages below."""


class Message(BaseModel):
    """Strict and closed: no conversions, no unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Put(Message):
    """A piece is put on a cell: from the stock, or slid from another cell."""

    do: Literal["put"]
    piece: PieceName
    cell: CellName


class Lift(Message):
    """A piece is taken off the board, back to its owner's stock."""

    do: Literal["lift"]
    piece: PieceName


class Tap(Message):
    """A piece is tapped on the pad."""

    do: Literal["tap"]
    piece: PieceName


class Control(Message):
    """A button goes down or comes up again; how long it is held matters."""

    do: Literal["control"]
    control: Literal["sun", "undo", "wheel"]
    down: bool


class Turn(Message):
    """The wheel is turned one step, clockwise if positive."""

    do: Literal["turn"]
    steps: Literal[1, -1]


class Bump(Message):
    """Somebody bumps the table: a few pieces slip to neighbouring cells."""

    do: Literal["bump"]


class New(Message):
    """A new game. `players` in seat order, the first player first."""

    do: Literal["new"]
    players: tuple[Colour, ...] = Field(min_length=2, max_length=4)
    long: bool = False
    heavy: Literal["off", "source", "destination", "both"] = "off"
    turns: Literal["round", "player"] = "round"

    @field_validator("players")
    @classmethod
    def _each_once(cls, players: tuple[Colour, ...]) -> tuple[Colour, ...]:
        if len(set(players)) < len(players):
            raise ValueError("a colour can play only once")
        return players


class Unlock(Message):
    """A browser on another machine gives the code that the table's display shows."""

    do: Literal["unlock"]
    code: Annotated[str, StringConstraints(pattern=r"^[0-9]{4}$")]


Incoming = Annotated[Put | Lift | Tap | Control | Turn | Bump | New | Unlock, Field(discriminator="do")]

_ADAPTER: TypeAdapter[Put | Lift | Tap | Control | Turn | Bump | New | Unlock] = TypeAdapter(Incoming)


def read_message(text: str) -> Incoming:
    """The message in a JSON text; raises `MessageError` naming the first thing that is wrong with it."""
    try:
        return _ADAPTER.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "the message"
        raise MessageError(
            f"That was not understood ({field}: {first['msg']}); nothing was changed."
        ) from None
