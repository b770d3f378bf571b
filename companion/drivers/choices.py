"""What a family chose in the menu, on disk beside the records: it outlives a restart and a power cut.

Only what differs from the settings file is kept, so that a line changed there later holds.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.app.dialogs import Options
from companion.drivers.store import StoreFault
from companion.drivers.whole_file import write_whole
from companion.rules import SUN_STOPS


class ChoicesFault(StoreFault):
    """The choices cannot be read or kept; names the file, the reason and the remedy."""


class Choices(BaseModel):
    """The file's content; None is as the settings say. What only a newer version knows is ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    turns: Literal["round", "player"] | None = None
    evening: bool | None = None
    long: bool | None = None
    heavy: Literal["off", "source", "destination", "both"] | None = None
    start: str | None = Field(default=None, pattern=f"^({'|'.join(SUN_STOPS)})$")

    @classmethod
    def between(cls, defaults: Options, chosen: Options) -> Choices:
        """What was chosen differently."""
        return cls(
            turns=chosen.turns if chosen.turns != defaults.turns else None,
            evening=chosen.evening if chosen.evening != defaults.evening else None,
            long=chosen.long if chosen.long != defaults.long else None,
            heavy=(chosen.heavy or "off") if chosen.heavy != defaults.heavy else None,
            start=chosen.start if chosen.start != defaults.start else None,
        )

    def over(self, defaults: Options) -> Options:
        """The defaults with these choices."""
        heavy = None if self.heavy == "off" else self.heavy
        return replace(
            defaults,
            turns=self.turns or defaults.turns,
            evening=defaults.evening if self.evening is None else self.evening,
            long=defaults.long if self.long is None else self.long,
            heavy=defaults.heavy if self.heavy is None else heavy,
            start=self.start or defaults.start,
        )


class ChoicesFile:
    """One small JSON file. defaults: the options as the settings file has them."""

    def __init__(self, path: Path, defaults: Options) -> None:
        self._path = path
        self._defaults = defaults

    def load(self) -> Options:
        """The defaults, with what was chosen. Raises ChoicesFault where the file is damaged."""
        try:
            choices = Choices.model_validate_json(self._path.read_bytes())
        except FileNotFoundError:
            return self._defaults
        except (OSError, ValidationError) as error:
            reason = getattr(error, "strerror", None) or "it is damaged"
            raise ChoicesFault(
                f"The choices in {self._path} cannot be read ({reason}): the settings file holds until "
                "something is chosen in the menu again."
            ) from error
        return choices.over(self._defaults)

    def save(self, options: Options) -> None:
        """Have these on disk on return. Raises ChoicesFault; the file then stays as it was."""
        chosen = Choices.between(self._defaults, options).model_dump_json(exclude_none=True)
        try:
            write_whole(self._path, f"{chosen}\n")
        except OSError as error:
            raise ChoicesFault(
                f"The choices in {self._path} cannot be kept ({error.strerror or error}): free some space or "
                "make the folder writable; they hold until the companion stops."
            ) from error
