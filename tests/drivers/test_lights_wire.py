"""The strip's real libraries, down to the bytes on the wire, on a PC that pretends to be a Pi."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from fake_pi import BLINKA_ON_A_PI_3, PI_5, Pixels, build_preload, show_on_pi

from companion.app.lights import light_frame
from companion.drivers.lights.ws281x import spi_bytes
from companion.rules import CELLS
from companion.script import Script

Frame = Mapping[str, tuple[int, ...]]

ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")
DARK: Pixels = [(0, 0, 0)] * 37
EVERY_CELL: Frame = {cell: (at, 255 - at, at * 7 % 256) for at, cell in enumerate(CELLS)}
SHADY = "3g.../2b.1g../....../......./....../1b..../..3b. A NE 2 g g 3 g:0:2210:4432:- b:0:2210:4432:- 9750 -"


@pytest.fixture(scope="module")
def preload(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_preload(tmp_path_factory.mktemp("preload"))


def game_frames() -> list[Frame]:
    """What the views ask for: shade, breathing at its fullest and a second later, and a piece in hand."""
    script = Script()
    frames: list[Frame] = []
    for line in (f"load {SHADY}", "wait 1", "quick lift a1", "wait 1"):
        list(script.run([line]))
        frames.append(light_frame(script.table.scene))
    return frames


def wire(frame: Frame, colour_order: str) -> Pixels:
    """What the strip has to see: the cells in reading order, each colour in the strip's own order."""
    colours = [frame.get(cell, (0, 0, 0)) for cell in CELLS]
    return [tuple(colour["RGB".index(letter)] for letter in colour_order) for colour in colours]


def job(library: str | None, *steps: Frame | str, colour_order: str = "GRB") -> dict[str, object]:
    return {"library": library, "colour_order": colour_order, "steps": steps}


def test_the_bytes_on_spi_are_the_frames_the_views_asked_for(preload: Path, tmp_path: Path) -> None:
    frames = game_frames()
    assert len({str(frame) for frame in frames}) >= 3, "these frames are to differ"
    outcome = show_on_pi(preload, tmp_path, [job("ws281x", *frames)])
    assert outcome.told == [[""] * len(frames)]
    changed = [frame for frame, before in zip(frames, [None, *frames], strict=False) if frame != before]
    assert outcome.spi == [*(wire(frame, "GRB") for frame in changed), DARK]
    assert outcome.clock_hz == {2_400_000}
    assert outcome.spi_bytes == {464} == {spi_bytes(37)}
    assert outcome.status == 0


def test_both_libraries_send_the_same_bytes_in_every_colour_order(preload: Path, tmp_path: Path) -> None:
    jobs = [job(lib, EVERY_CELL, colour_order=order) for order in ORDERS for lib in ("ws281x", "neopixel")]
    outcome = show_on_pi(preload, tmp_path, jobs, **BLINKA_ON_A_PI_3)
    assert outcome.told == [[""]] * 12
    expected = [wire(EVERY_CELL, order) for order in ORDERS for _ in ("ws281x", "neopixel")]
    assert outcome.spi[::2] == expected
    assert outcome.spi[1::2] == [DARK] * 12, "each leaves the strip dark"
    assert outcome.status == 0


def test_on_a_pi_5_auto_takes_blinka_and_sends_the_same_bytes(preload: Path, tmp_path: Path) -> None:
    frame = game_frames()[0]
    outcome = show_on_pi(preload, tmp_path, [job(None, frame, EVERY_CELL)], PI_5, "", BLINKA_OS_AGNOSTIC="1")
    assert outcome.told == [["", ""]]
    assert outcome.sent == [wire(frame, "GRB"), wire(EVERY_CELL, "GRB"), DARK]


def test_where_the_library_finds_no_pi_it_is_told_and_nothing_crashes(preload: Path, tmp_path: Path) -> None:
    outcome = show_on_pi(preload, tmp_path, [job("ws281x", EVERY_CELL, EVERY_CELL)], revision="")
    assert [fault.startswith("The lights on GPIO 10 (SPI) cannot be opened") for fault in outcome.told[0]]
    assert all("Hardware revision is not supported" in fault for fault in outcome.told[0])
    assert outcome.status == 0, "its clean-up at the end would have crashed the interpreter"


@pytest.mark.parametrize("library", ["ws281x", "neopixel"])
def test_a_strip_that_cannot_be_opened_works_as_soon_as_it_can(
    preload: Path, tmp_path: Path, library: str
) -> None:
    steps = job(library, "break", EVERY_CELL, EVERY_CELL, "mend", EVERY_CELL)
    outcome = show_on_pi(preload, tmp_path, [steps], **BLINKA_ON_A_PI_3)
    first, second, third = outcome.told[0]
    assert "Unable to initialize SPI" in first
    assert (second, third) == (first, "")
    assert outcome.spi == [wire(EVERY_CELL, "GRB"), DARK]
    assert outcome.status == 0


@pytest.mark.parametrize("library", ["ws281x", "neopixel"])
def test_a_strip_that_fails_while_it_shines_comes_back_with_the_newest_frame(
    preload: Path, tmp_path: Path, library: str
) -> None:
    steps = job(library, {"a1": (9, 9, 9)}, "break", {"a2": (9, 9, 9)}, "mend", EVERY_CELL)
    outcome = show_on_pi(preload, tmp_path, [steps], **BLINKA_ON_A_PI_3)
    works, fails, again = outcome.told[0]
    assert (works, again) == ("", "")
    assert "SPI transfer error" in fails
    assert outcome.spi == [wire({"a1": (9, 9, 9)}, "GRB"), wire(EVERY_CELL, "GRB"), DARK]
    assert outcome.status == 0


def test_a_strip_that_cannot_be_opened_at_all_does_not_crash_at_the_end(
    preload: Path, tmp_path: Path
) -> None:
    jobs = [job(library, "break", EVERY_CELL) for library in ("ws281x", "neopixel")]
    outcome = show_on_pi(preload, tmp_path, jobs, **BLINKA_ON_A_PI_3)
    assert all("Unable to initialize SPI" in fault for (fault,) in outcome.told)
    assert outcome.status == 0
