"""A Pico's whole program, `main.py`, over the model of the readers: `run_on_model.py FIRMWARE PLAN`.

Runs under MicroPython and CPython; standard input and output are the USB port. PLAN is a JSON file:
`{"dead": [places], "calls_us": n, "lay": [[sweep, after_us, place, [uids in hex], unreadable], …], "sweeps": n,
"period": n}`: the tags are laid so many µs into a sweep, and all of it begins anew after `period` sweeps. At
the end, the last line on standard error tells in JSON what happened.
"""

import gc
import json
import sys
from array import array

FIRMWARE, PLAN = sys.argv[1:]
sys.path.insert(0, FIRMWARE)

import pico_model  # noqa: E402 - found beside this file
from reader_model import ReaderBoard  # noqa: E402
from sensorboard.wiring import PINS  # noqa: E402


class Plan:
    """What is laid on the table before which sweep, and when it ends."""

    def __init__(self, path: str, board: ReaderBoard) -> None:
        with open(path) as file:  # noqa: PTH123 - MicroPython has no pathlib
            plan = json.load(file)
        self.board = board
        self.sweeps = 0
        self.swept_us = array("I", [0] * plan["sweeps"])  # all at once: nothing is to crumble the heap
        self._last = plan["sweeps"]
        self._period = plan["period"]
        self._steps = plan["lay"]
        board.call_us = plan["calls_us"]
        for place in plan["dead"]:
            board.chips[place].dead = True
        self._lay()

    def swept(self) -> None:
        """A sweep is over."""
        self.swept_us[self.sweeps] = self.board.now_us
        self.sweeps += 1
        if self.sweeps == self._last:
            raise pico_model.Done
        self._lay()

    def _lay(self) -> None:
        for sweep, after_us, place, uids, unreadable in self._steps:
            if sweep == self.sweeps % self._period:
                self._lay_at(self.board.now_us + after_us, place, uids, unreadable)

    def _lay_at(self, us: int, place: int, uids: "list[str]", unreadable: bool) -> None:
        tags = [bytes.fromhex(uid) for uid in uids]
        self.board.at(us, lambda: self.board.lay(place, tags, unreadable))


class RawInput:
    """CPython's standard input without a buffer, which a poll would not see; MicroPython's has none."""

    def __init__(self) -> None:
        self.buffer = open(0, "rb", buffering=0, closefd=False)  # noqa: SIM115 - open to the end


def main() -> None:
    """Run the program to the plan's end, and tell."""
    board = ReaderBoard()
    plan = Plan(PLAN, board)
    pico_model.WDT.on_feed = plan.swept
    modules = pico_model.modules(board, PINS)
    for name in modules:
        sys.modules[name] = modules[name]  # type: ignore[assignment]  # it only has to look like one
    if not hasattr(gc, "mem_free"):
        sys.stdin = RawInput()
    program = __import__("main")
    stayed = program.must_stay()
    restarted = False
    try:
        program.run()
    except pico_model.Done:
        restarted = plan.sweeps < plan._last
    gc.collect()
    told = {
        "conflicts": board.conflicts,
        "neighbours_lit": board.neighbours_lit,
        "most_lit": board.most_lit,
        "sweeps": plan.sweeps,
        "swept_us": list(plan.swept_us[: plan.sweeps]),
        "stayed": stayed,
        "restarted": restarted,
        "watchdog_ms": pico_model.WDT.timeout_ms,
        "free": gc.mem_free() if hasattr(gc, "mem_free") else None,
    }
    print(json.dumps(told), file=sys.stderr)


main()
