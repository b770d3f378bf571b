"""The readers as `main.py` builds them, on the model of the hardware, in this process."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pico_model
import pytest
from reader_model import ReaderBoard
from sensorboard.sweep import Sweep
from sensorboard.wiring import PINS

MAIN = Path(__file__).parents[2] / "firmware/main.py"


def load_main(board: ReaderBoard) -> ModuleType:
    """`main.py` as a module, with the model where it expects a Pico."""
    spec = importlib.util.spec_from_file_location("pico_main", MAIN)
    assert spec is not None
    assert spec.loader is not None
    main = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        for name, module in pico_model.modules(board, PINS).items():
            patch.setitem(sys.modules, name, module)
        spec.loader.exec_module(main)
    return main


class Rig:
    """38 readers and what lies on them. `calls_us` is what each call of bus or pin costs the interpreter."""

    def __init__(self, calls_us: int = 0) -> None:
        self.board = ReaderBoard()
        self.readers = load_main(self.board).readers()
        self.board.call_us = calls_us
        self.sweep = Sweep(self.readers)

    def lay(self, place: int, *uids: str, unreadable: bool = False) -> None:
        self.board.lay(place, [bytes.fromhex(uid) for uid in uids], unreadable)

    def swept(self) -> list[str]:
        """Sweep once: what the 38 places read."""
        self.sweep.run(lambda: None)
        return [*self.sweep.cells.split(","), self.sweep.pad]

    def sweep_ms(self) -> float:
        """How long a sweep takes."""
        began_us = self.board.now_us
        self.swept()
        return (self.board.now_us - began_us) / 1000

    def assert_clean(self) -> None:
        """No two readers were selected at once, and no neighbouring fields on together."""
        assert (self.board.conflicts, self.board.neighbours_lit) == (0, 0)
        assert self.board.most_lit <= 4
