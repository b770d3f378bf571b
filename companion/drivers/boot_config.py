"""What a Raspberry Pi has to be told at boot, by its model, and our block of lines in its `config.txt`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

BOOT_CONFIG: Final = "/boot/firmware/config.txt"
BEGIN: Final = "# photosynthesis-companion: begin"
END: Final = "# photosynthesis-companion: end"

BUSES: Final = ("dtparam=i2c_arm=on", "dtparam=spi=on")
"""The display's bus and the lights'."""
CORE_250: Final = ("core_freq=250",)
CORE_500: Final = ("core_freq=500", "core_freq_min=500")
"""The SPI clock hangs on the core's: where that changes with the load, so do the lights' colours."""


def boot_lines(model: str) -> tuple[str, ...]:
    """The lines this Pi needs; none if it is no Pi."""
    if not model.startswith("Raspberry Pi"):
        return ()
    number = re.match(r"Raspberry Pi (?:Compute Module )?(\d)", model)
    generation = int(number[1]) if number else 0
    if generation >= 5:  # its lights have a clock of their own
        return BUSES
    return BUSES + (CORE_500 if generation == 4 else CORE_250)


def missing_lines(text: str, wanted: Sequence[str]) -> tuple[str, ...]:
    """Which of the lines the file does not say for all models, our own block aside."""
    said = set(_for_all(without_block(text)))
    return tuple(line for line in wanted if line not in said)


def with_block(text: str, lines: Sequence[str]) -> str:
    """The file with these lines in our block at its end; with none, without the block."""
    rest = without_block(text)
    if not lines:
        return rest
    gap = "" if not rest or rest.endswith("\n") else "\n"
    return rest + gap + "\n".join((BEGIN, "[all]", *lines, END)) + "\n"


def without_block(text: str) -> str:
    """The file without our block; a block that lost its end is left alone."""
    before, _, rest = text.partition(f"{BEGIN}\n")
    _, end, after = rest.partition(f"{END}\n")
    return before + after if end else text


def _for_all(text: str) -> Iterator[str]:
    section = "[all]"
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line
        elif section == "[all]":
            yield line
