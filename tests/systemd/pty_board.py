"""Run inside the container: the simulated sensor board behind the alias of the real one, told what to do by lines."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from companion.simulator.board_process import BoardProcess
from companion.simulator.tabletop import Tabletop
from companion.table.pieces import PieceSet

ALIAS = Path("/dev/photosynthesis-board")


def main() -> None:
    """`1g1 a1` puts that piece there; the end of the input pulls the cable."""
    with BoardProcess() as board:
        table = Tabletop(PieceSet.simulated(), board.set_place)
        shutil.chown(board.device, group="photosynthesis")
        Path(board.device).chmod(0o660)
        ALIAS.symlink_to(board.device)
        for line in sys.stdin:
            table.put(*line.split())
        ALIAS.unlink()


if __name__ == "__main__":
    main()
