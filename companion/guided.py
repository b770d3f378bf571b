"""`companion enroll` and `companion calibrate`: the daemon with a guide in the game's place, and the files it fills."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, get_args

from companion.app.effects import Keep, KeepAnswers, KeepMaps, KeepSet
from companion.app.guides.calibration import Calibration
from companion.app.guides.enrolled import Enrolled
from companion.app.guides.enrolment import Enrolment
from companion.app.guides.survey import Answer, Survey
from companion.app.view import Machine
from companion.app.words import Words
from companion.config import RecordsSettings, Settings
from companion.daemon import Daemon, now_ms
from companion.drivers.lights import ColourOrder, LightMap, load_map, save_map
from companion.drivers.piece_set import PieceSetMissing, load_tags, save_tags
from companion.drivers.service import RECORDS
from companion.drivers.store import StoreFault
from companion.drivers.table_map import load_sensor_map, save_sensor_map
from companion.drivers.whole_file import write_whole
from companion.errors import CompanionError
from companion.rules import COLOURS
from companion.table.sensor_map import SensorMap

log = logging.getLogger("companion")

_COLOUR_ORDERS: Final[Mapping[str, ColourOrder]] = {order: order for order in get_args(ColourOrder)}
ALL_COLOURS: Final = "".join(COLOURS)


class GuideError(CompanionError, ValueError):
    """A guide cannot begin on this table; says why and what to do instead."""


@dataclass(frozen=True)
class GuideFiles:
    """The files of a table that guides read and fill."""

    settings: Settings

    @property
    def answers_file(self) -> Path:
        """The answers of an unfinished calibration."""
        return self.settings.records.folder / "calibration.txt"

    def tags(self) -> dict[str, str]:
        """What is enrolled already. Raises PieceSetError for a file that cannot be used."""
        try:
            return load_tags(self.settings.set_file)
        except PieceSetMissing:
            return {}

    def answers(self) -> tuple[Answer, ...]:
        """The answers of an unfinished calibration, up to the first that makes no sense."""
        answers: list[Answer] = []
        try:
            for line in self.answers_file.read_text("utf-8").splitlines():
                answers.append(Answer.parse(line))
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            log.warning("%s is read up to here only: %s", self.answers_file, error)
        return tuple(answers)

    def keep(self, kept: Keep) -> None:
        """Write what a guide wants kept. Raises StoreFault."""
        try:
            self._write(kept)
        except OSError as error:
            raise StoreFault(
                f"{error.filename or self.settings.records.folder} cannot be written "
                f"({error.strerror or error}): free some space, or run this as the user who owns the folder."
            ) from error

    def _write(self, kept: Keep) -> None:
        settings = self.settings
        match kept:
            case KeepSet(tags):
                save_tags(settings.set_file, tags)
            case KeepAnswers(()):
                self.answers_file.unlink(missing_ok=True)
            case KeepAnswers(answers):
                write_whole(self.answers_file, "".join(f"{answer}\n" for answer in answers))
            case KeepMaps(sensors, leds, order):
                save_sensor_map(settings.sensor_file, SensorMap(sensors))
                if order is not None:
                    leds = load_map(settings.lights_file).leds if leds is None else leds
                    save_map(settings.lights_file, LightMap(leds, _COLOUR_ORDERS[order]))


def settings_of_service(settings: Settings, records: Path = Path(RECORDS)) -> Settings:
    """The settings with the folder that the service uses, where it has one and the file names no other."""
    if settings.records.model_fields_set or not records.is_dir():
        return settings
    return settings.model_copy(update={"records": RecordsSettings(folder=records)})


def simulated_settings(records: Path | None = None, port: int | None = None) -> Settings:
    """A simulated table, whose files are kept apart from those of a real one."""
    settings = Settings.simulated()
    folder = records or settings.records.folder / "simulated"
    web = settings.web if port is None else settings.web.model_copy(update={"port": port})
    return settings.model_copy(update={"records": RecordsSettings(folder=folder), "web": web})


# --- enrolling ----------------------------------------------------------------------------------------------------


def run_enrolment(
    settings: Settings, colours: str = ALL_COLOURS, say: Callable[[str], object] = print
) -> int:
    """Enroll the pieces of these colours; returns the exit status. Raises GuideError or a file's error."""
    if not colours or set(colours) - set(COLOURS) or len(set(colours)) < len(colours):
        raise GuideError(f'"{colours}" are no colours: write the letters of g, b, y, o that are in your box')
    if settings.grid.driver == "browser" and settings.lights.driver not in ("browser", "none"):
        raise GuideError("This table reads no pieces (grid.driver is browser), so there are none to enroll")
    files = GuideFiles(settings)
    tags, sensors = files.tags(), _sensors(settings)

    def guide(code: str) -> Machine:
        return Enrolment(tags, colours, at_ms=now_ms(), code=code, sensors=sensors)

    say(f"The pieces are kept in {settings.set_file}")
    return _run(settings, guide, files, say)


def export_set(settings: Settings, file: Path, say: Callable[[str], object] = print) -> int:
    """Write the enrolled set to another file."""
    tags = load_tags(settings.set_file)
    _save(file, tags)
    say(f"{file}: {_summary(tags)}")
    return 0


def import_set(
    settings: Settings, file: Path, *, replace: bool = False, say: Callable[[str], object] = print
) -> int:
    """Take over a set from another file. A different set that is there stays, unless it may be replaced."""
    tags, ours = load_tags(file), settings.set_file
    if not replace and GuideFiles(settings).tags() not in ({}, tags):
        raise GuideError(f"{ours} holds another set: add --replace to give it up, or --export it first")
    _save(ours, tags)
    say(f"{ours}: {_summary(tags)}")
    return 0


def _save(file: Path, tags: dict[str, str]) -> None:
    try:
        save_tags(file, tags)
    except OSError as error:
        raise StoreFault(f"{file} cannot be written ({error.strerror}): choose another file.") from error


def _summary(tags: dict[str, str]) -> str:
    lacking = Enrolled(tags).missing().items()
    missing = ", ".join(f"{Words().colour(colour)} {count}" for colour, count in lacking)
    return f"{len(tags)} pieces" + (f", missing {missing}" if missing else "")


# --- calibrating --------------------------------------------------------------------------------------------------


def run_calibration(settings: Settings, say: Callable[[str], object] = print) -> int:
    """Calibrate sensors and lights; returns the exit status. Raises MapFileError or StripError."""
    files = GuideFiles(settings)
    survey = _survey(settings, files.answers())

    def guide(code: str) -> Machine:
        return Calibration(survey, at_ms=now_ms(), code=code)

    say(f"The maps are kept in {settings.sensor_file} and {settings.lights_file}")
    return _run(settings, guide, files, say)


def _survey(settings: Settings, answers: tuple[Answer, ...]) -> Survey:
    lights, simulated = settings.lights, settings.lights.driver == "browser"
    readers = settings.grid.driver == "serial" or simulated
    if lights.driver == "none":
        return Survey(answers=answers, readers=readers)
    known = LightMap() if simulated else load_map(settings.lights_file)
    length = max(lights.strip().length, lights.strip(known.leds).length)
    order = known.colour_order or lights.colour_order
    return Survey(lights.strip(known.leds).leds, length, order, answers, readers)


def _sensors(settings: Settings) -> SensorMap | None:
    return load_sensor_map(settings.sensor_file) if settings.grid.driver == "serial" else None


def _run(
    settings: Settings, guide: Callable[[str], Machine], files: GuideFiles, say: Callable[[str], object]
) -> int:
    daemon = Daemon(settings, guide=guide, keep=files.keep)
    asyncio.run(daemon.run())
    say(daemon.said or "Stopped: what was done is kept for the next time")
    return 0
