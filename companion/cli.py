"""The command line: one function a command; each loads only what it needs."""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion import __version__
from companion.drivers.service import SETTINGS, log_to_journal
from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.config import Settings

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status. Errors people can mend are one sentence, without a traceback."""
    options = _parser().parse_args(arguments)
    journal = log_to_journal()
    if not journal:
        logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s", stream=sys.stderr)
    try:
        status: int = options.run(options)
    except CompanionError as error:
        if journal:
            logging.getLogger("companion").error("%s", error)
        else:
            print(f"companion: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # as with `| head`: nobody reads on
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion", description="An unofficial tabletop companion for the board game Photosynthesis."
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    _add_playing(commands)
    _add_looking_back(commands)
    _add_setting_up(commands)
    _add_service(commands)
    return parser


def _add_playing(commands: Commands) -> None:
    play = commands.add_parser("play", help="the whole table in the browser, no hardware needed")
    play.add_argument("--port", type=_port, help="serve on this port of this machine (8137)")
    play.add_argument("--records", type=Path, metavar="FOLDER", help="keep the games here")
    play.set_defaults(run=_play)

    run = commands.add_parser("run", help="the daemon on the hardware that the settings name")
    run.add_argument(
        "--settings", type=Path, default=Path(SETTINGS), metavar="FILE", help=f"default: {SETTINGS}"
    )
    run.set_defaults(run=_run)

    record = commands.add_parser("record", help="play on, and write what happens as a table script")
    record.add_argument("script", type=Path, metavar="SCRIPT", help="the file to write, a new one")
    record.add_argument(
        "--settings", type=Path, metavar="FILE", help="the hardware's; without: all in the browser"
    )
    record.set_defaults(run=_record)


def _add_looking_back(commands: Commands) -> None:
    script = commands.add_parser("script", help="run a table script in virtual time; - reads standard input")
    script.add_argument("file", metavar="FILE")
    script.set_defaults(run=_script)

    replay = commands.add_parser("replay", help="walk through the record of a game")
    replay.add_argument("game", type=Path, metavar="GAME", help="a .game file of the record folder")
    replay.add_argument("--at", type=int, metavar="STEP", help="only this step; 0 is the start")
    replay.add_argument("--svg", action="store_true", help="draw that step, or the last, as an SVG picture")
    replay.set_defaults(run=_replay)


def _add_setting_up(commands: Commands) -> None:
    enroll = commands.add_parser("enroll", help="tap each piece once: from then on the table knows it")
    _add_table(enroll)
    enroll.add_argument("--colours", default="gbyo", metavar="LETTERS", help="only these, of g b y o")
    enroll.add_argument("--export", type=Path, metavar="FILE", help="write the enrolled set to this file")
    enroll.add_argument("--import", type=Path, metavar="FILE", dest="take", help="take the set of this file")
    enroll.add_argument("--replace", action="store_true", help="with --import: give up the set that is there")
    enroll.set_defaults(run=_enroll)

    calibrate = commands.add_parser("calibrate", help="find out which sensor and which light is where")
    _add_table(calibrate)
    calibrate.set_defaults(run=_calibrate)

    doctor = commands.add_parser("doctor", help="look at every part of the table, and say what to mend")
    _add_table(doctor)
    doctor.add_argument("--json", action="store_true", help="the same for programs")
    doctor.add_argument("--walk", action="store_true", help="light one cell after the other, and name it")
    doctor.set_defaults(run=_doctor)


def _add_service(commands: Commands) -> None:
    flash = commands.add_parser("flash", help="put the firmware on the sensor board")
    flash.add_argument("--port", metavar="PATH", help="the board's serial port; without: it is looked for")
    flash.add_argument("--dry-run", action="store_true", help="say what would be done, do nothing")
    flash.set_defaults(run=_flash)

    helps = {"install": "make it a service of this machine", "uninstall": "take the service away again"}
    for name, words in helps.items():
        service = commands.add_parser(name, help=words)
        service.add_argument("--dry-run", action="store_true", help="say each step, do nothing")
        service.add_argument(
            "--root", type=Path, default=Path("/"), metavar="FOLDER", help="files below it, no commands run"
        )
        service.set_defaults(run=_service)
        if name == "install":
            service.add_argument("--source", type=Path, metavar="FOLDER", help="a checkout; else this one")
            service.add_argument("--write-config", action="store_true", help="write the Pi's boot settings")


def _play(options: argparse.Namespace) -> int:
    from companion.daemon import run_daemon
    from companion.guided import simulated_settings

    settings = simulated_settings(options.records, options.port)
    print(f"The games are kept in {settings.records.folder}", flush=True)
    return run_daemon(settings)


def _run(options: argparse.Namespace) -> int:
    from companion.config import Settings
    from companion.daemon import run_daemon

    return run_daemon(Settings.load(options.settings))


def _add_table(parser: argparse.ArgumentParser) -> None:
    """The table that a command is about."""
    parser.add_argument("--settings", type=Path, metavar="FILE", help=f"default: {SETTINGS}")
    parser.add_argument("--simulated", action="store_true", help="no hardware: a table in the browser")
    parser.add_argument("--records", type=Path, metavar="FOLDER", help="simulated: keep files here")
    parser.add_argument("--port", type=_port, help="simulated: serve the page on this port (8137)")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text}: a port is a number from 0 to 65535")
    return int(text)


def _table(options: argparse.Namespace) -> Settings:
    from companion.config import Settings
    from companion.config_errors import SettingsMissing
    from companion.guided import settings_of_service, simulated_settings

    if options.simulated:
        return simulated_settings(options.records, options.port)
    try:
        return settings_of_service(Settings.load(options.settings or Path(SETTINGS)))
    except SettingsMissing as missing:
        raise SettingsMissing(f"{missing}, or add --simulated to try it in the browser") from missing


def _enroll(options: argparse.Namespace) -> int:
    from companion.guided import export_set, import_set, run_enrolment

    settings = _table(options)
    if options.export:
        return export_set(settings, options.export)
    if options.take:
        return import_set(settings, options.take, replace=options.replace)
    return run_enrolment(settings, options.colours)


def _calibrate(options: argparse.Namespace) -> int:
    from companion.guided import run_calibration

    return run_calibration(_table(options))


def _doctor(options: argparse.Namespace) -> int:
    from companion.doctor import Place, run_doctor
    from companion.guided import simulated_settings

    simulated = simulated_settings(options.records, options.port) if options.simulated else None
    return run_doctor(Place(), options.settings, simulated, in_json=options.json, walk=options.walk)


def _replay(options: argparse.Namespace) -> int:
    from companion.replay import run_replay

    return run_replay(options.game, print, at=options.at, svg=options.svg)


def _record(options: argparse.Namespace) -> int:
    from companion.config import Settings
    from companion.daemon import run_daemon
    from companion.guided import settings_of_service, simulated_settings

    settings = (
        settings_of_service(Settings.load(options.settings)) if options.settings else simulated_settings()
    )
    print(f"The games are kept in {settings.records.folder}, the script in {options.script}", flush=True)
    return run_daemon(settings, record_script=options.script)


def _service(options: argparse.Namespace) -> int:
    from companion.install import run_install, run_uninstall

    if not hasattr(options, "source"):
        return run_uninstall(options.root, dry_run=options.dry_run)
    return run_install(
        options.root, options.source, dry_run=options.dry_run, write_config=options.write_config
    )


def _flash(options: argparse.Namespace) -> int:
    from companion.flash import run_flash

    return run_flash(options.port, dry_run=options.dry_run)


def _script(options: argparse.Namespace) -> int:
    from companion.script import run_script

    def out(line: str) -> None:
        print(line, flush=True)

    try:
        if options.file == "-":
            return run_script(io.TextIOWrapper(sys.stdin.buffer, "utf-8", "replace"), out)
        with Path(options.file).open(encoding="utf-8", errors="replace") as lines:
            return run_script(lines, out)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CompanionError(
            f"The script {options.file} cannot be read ({error}): check its name."
        ) from error


if __name__ == "__main__":
    sys.exit(main())
