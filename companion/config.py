"""The settings: one TOML file, one model a section, defaults that fit the reference table.

`Settings.load(path)` reads a file, `Settings.simulated()` puts every part in the browser, and
`example_toml()` writes a commented file that says exactly the defaults. How mistakes are worded lives
in `companion.config_errors`.
"""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, Field, ValidationError, model_validator
from pydantic.fields import FieldInfo

from companion.config_errors import SettingsError, SettingsMissing, explain_problems, explain_syntax
from companion.config_parts import (
    ControlsSettings,
    DisplaySettings,
    GridSettings,
    LightsSettings,
    Section,
    clash_of,
)

UserPath = Annotated[Path, AfterValidator(Path.expanduser)]


def default_records_folder() -> Path:
    """The folder systemd made for the service, else the user's own data folder."""
    if state := os.environ.get("STATE_DIRECTORY"):
        return Path(state.split(":")[0])
    return Path.home() / ".local/share/photosynthesis-companion"


class WebSettings(Section):
    """The page for browsers."""

    enabled: bool = Field(default=True, description="false: no page at all")
    host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description='this machine only; "0.0.0.0" opens it to the whole home network',
    )
    port: int = Field(default=8137, ge=1, le=65535, description="http://localhost:8137")


class GameSettings(Section):
    """How a new game begins, unless the menu or the page says otherwise."""

    turns: Literal["round", "player"] = Field(default="round", description="what a press of SUN ends")
    start: Literal["E", "SE", "SW", "W", "NW", "NE"] = Field(
        default="NE", description="the corner where the sun starts, as the board lies"
    )
    long: bool = Field(default=False, description="four revolutions of the sun instead of three")
    heavy: Literal["off", "source", "destination", "both"] = Field(
        default="off", description="heavy shadow: the cell whose shade forbids planting"
    )


class RecordsSettings(Section):
    """The games played, one file each."""

    folder: UserPath = Field(
        default_factory=default_records_folder,
        strict=False,
        examples=['"/var/lib/photosynthesis"'],
        description="default: the service's own folder, else ~/.local/share/photosynthesis-companion",
    )


class SetSettings(Section):
    """The tagged pieces of this table."""

    file: UserPath | None = Field(
        default=None,
        strict=False,
        examples=['"/var/lib/photosynthesis/set.toml"'],
        description="the registry that says which tag is which piece; written when enrolling",
    )


class Settings(Section):
    """Everything a table can set. Each attribute is a section of the file."""

    grid: GridSettings = GridSettings()
    lights: LightsSettings = LightsSettings()
    display: DisplaySettings = DisplaySettings()
    controls: ControlsSettings = ControlsSettings()
    web: WebSettings = WebSettings()
    game: GameSettings = GameSettings()
    records: RecordsSettings = Field(default_factory=RecordsSettings)
    set: SetSettings = SetSettings()

    @model_validator(mode="after")
    def browser_parts_have_a_page(self) -> Self:
        if self.needs_page and not self.web.enabled:
            part = "grid" if self.grid.driver == "browser" else "controls"
            raise ValueError(
                f'{part}.driver is "browser", but web.enabled is false, so nobody could reach it. '
                "Set web.enabled to true, or choose another driver"
            )
        return self

    @model_validator(mode="after")
    def parts_do_not_clash(self) -> Self:
        if clash := clash_of(self.lights, self.display, self.controls):
            raise ValueError(clash)
        return self

    @property
    def has_hardware(self) -> bool:
        """Whether any part is a real one, so that this is a table and no rehearsal in the browser."""
        drivers = {self.grid.driver, self.lights.driver, self.display.driver, self.controls.driver}
        return not drivers <= {"browser", "none"}

    @property
    def needs_page(self) -> bool:
        """Whether nobody could play without the page."""
        return "browser" in (self.grid.driver, self.controls.driver)

    @property
    def set_file(self) -> Path:
        """Where the enrolled pieces are kept."""
        return self.set.file or self.records.folder / "set.toml"

    @property
    def choices_file(self) -> Path:
        """What the family chose in the menu."""
        return self.records.folder / "choices.json"

    @property
    def sensor_file(self) -> Path:
        """Which sensor reads which cell, as calibrated; without it all are wired as planned."""
        return self.records.folder / "sensors.toml"

    @property
    def lights_file(self) -> Path:
        """Which LEDs light which cell, as calibrated; without it the strip is as `lights` says."""
        return self.records.folder / "lights.toml"

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a settings file, or raise a `SettingsError` that names every mistake in it."""
        text = _read(path)
        try:
            return cls.model_validate(tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise SettingsError(explain_syntax(path, error)) from error
        except ValidationError as error:
            raise SettingsError(explain_problems(path, text, error, known_keys(cls))) from error

    @classmethod
    def simulated(cls) -> Self:
        """A table with no hardware: every part is in the browser."""
        return cls(
            grid=GridSettings(driver="browser"),
            lights=LightsSettings(driver="browser"),
            display=DisplaySettings(driver="browser"),
            controls=ControlsSettings(driver="browser"),
        )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise SettingsMissing(
            f"There are no settings at {path}: `sudo companion install` writes some, or name others with --settings"
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"{path}: the settings cannot be read ({error}). It must be a text file this user may read"
        ) from error


def known_keys(model: type[BaseModel]) -> dict[str, tuple[str, ...]]:
    """Every section of the file with its keys."""
    return {name: tuple(section.model_fields) for name, section in _sections(model)}


def _sections(model: type[BaseModel]) -> list[tuple[str, type[BaseModel]]]:
    annotated = ((name, field.annotation) for name, field in model.model_fields.items())
    return [
        (name, kind) for name, kind in annotated if isinstance(kind, type) and issubclass(kind, BaseModel)
    ]


def example_toml() -> str:
    """A commented settings file that says what the defaults say."""
    blocks = [
        "# Settings of the table's companion. Every line may be left out: what stands here is the default."
    ]
    for name, section in _sections(Settings):
        lines = [f"# {section.__doc__}", f"[{name}]"]
        for key, field in section.model_fields.items():
            choices = getattr(field.annotation, "__args__", ()) if isinstance(field.default, str) else ()
            listed = f": {', '.join(map(_toml, choices))}" if choices else ""
            lines += [f"# {field.description}{listed}", _example_line(key, field)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _example_line(key: str, field: FieldInfo) -> str:
    """`key = default`, as a comment where the default is no fixed value. `examples` hold TOML, not values."""
    fixed = isinstance(field.default, (str, int, float, tuple))
    value = field.examples[0] if field.examples else _toml(field.default)
    return f"{'' if fixed else '# '}{key} = {value}"


def _toml(value: str | float | tuple[int, ...]) -> str:
    """A string, number, truth value or list: JSON writes these as TOML does."""
    return json.dumps(value, ensure_ascii=False)
