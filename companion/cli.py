"""The command line: one function a command; each loads only what it needs."""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion import __version__
from companion.errors import CompanionError

SETTINGS = Path("/etc/photosynthesis/companion.toml")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status. Errors people can mend are one sentence, without a traceback."""
    options = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s", stream=sys.stderr)
    try:
        status: int = options.run(options)
    except CompanionError as error:
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

    play = commands.add_parser("play", help="the whole table in the browser, no hardware needed")
    play.add_argument("--port", type=int, help="serve on this port of this machine (8137)")
    play.add_argument("--records", type=Path, metavar="FOLDER", help="keep the games here")
    play.set_defaults(run=_play)

    run = commands.add_parser("run", help="the daemon on the hardware that the settings name")
    run.add_argument("--settings", type=Path, default=SETTINGS, metavar="FILE", help=f"default: {SETTINGS}")
    run.set_defaults(run=_run)

    script = commands.add_parser("script", help="run a table script in virtual time; - reads standard input")
    script.add_argument("file", metavar="FILE")
    script.set_defaults(run=_script)

    replay = commands.add_parser("replay", help="walk through the record of a game")
    replay.add_argument("game", type=Path, metavar="GAME", help="a .game file of the record folder")
    replay.add_argument("--at", type=int, metavar="STEP", help="only this step; 0 is the start")
    replay.add_argument("--svg", action="store_true", help="draw that step, or the last, as an SVG picture")
    replay.set_defaults(run=_replay)

    record = commands.add_parser("record", help="play on, and write what happens as a table script")
    record.add_argument("script", type=Path, metavar="SCRIPT", help="the file to write")
    record.add_argument(
        "--settings", type=Path, metavar="FILE", help="the hardware's; without: all in the browser"
    )
    record.set_defaults(run=_record)
    return parser


def _play(options: argparse.Namespace) -> int:
    from companion.config import RecordsSettings, Settings
    from companion.daemon import run_daemon

    settings = Settings.simulated()
    changes: dict[str, object] = {}
    if options.port is not None:
        if not 0 <= options.port <= 65535:
            raise CompanionError(f"--port {options.port}: a port is a number from 0 to 65535")
        changes["web"] = settings.web.model_copy(update={"port": options.port})
    if options.records is not None:
        changes["records"] = RecordsSettings(folder=options.records)
    return run_daemon(settings.model_copy(update=changes))


def _run(options: argparse.Namespace) -> int:
    from companion.config import Settings
    from companion.daemon import run_daemon

    return run_daemon(Settings.load(options.settings))


def _replay(options: argparse.Namespace) -> int:
    from companion.replay import run_replay

    return run_replay(options.game, print, at=options.at, svg=options.svg)


def _record(options: argparse.Namespace) -> int:
    from companion.config import Settings
    from companion.daemon import run_daemon

    settings = Settings.load(options.settings) if options.settings else Settings.simulated()
    return run_daemon(settings, record_script=options.script)


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
