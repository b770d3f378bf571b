"""What a table runs, as the daemon sees it: a `Machine` takes inputs with their time and shows a `View`.

The game's session is one; enrolling the pieces and calibrating the table (`companion.app.guides`) are others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

from companion.app.browser_page import table_message
from companion.app.effects import Effect
from companion.app.inputs import Input
from companion.app.lights import FRAME_MS, light_frame, moves
from companion.app.page import Page
from companion.app.pages import display_page
from companion.app.scene import Scene
from companion.app.strip import Colour, Strip
from companion.app.words import Words

SHOW_FRAME_MS: Final = 33


@dataclass(frozen=True)
class View:
    """Everything to be shown at one moment.

    lights: the lit cells. leds: the lit LEDs by their number on the strip, in place of `lights`, while it is not
    known which LED lights which cell. frame_ms: so long until the lights change by themselves, None while they
    stand still. table: the browser's message. problem: why the board cannot be seen, or nothing.
    """

    page: Page
    lights: Mapping[str, Colour] = field(default_factory=dict)
    leds: Mapping[int, Colour] | None = None
    frame_ms: int | None = None
    table: Mapping[str, Any] = field(default_factory=lambda: {"type": "table", "table": None})
    problem: str = ""


class Machine(Protocol):
    """It reads no clock and touches nothing: `handle` says what is to be done, in order."""

    def handle(self, event: Input, at_ms: int) -> list[Effect]:
        """Take one input."""

    def next_due_ms(self, at_ms: int) -> int | None:
        """When `handle(Woken())` has something to do next, should nothing happen before; None for never."""

    def view(self, at_ms: int, strip: Strip) -> View:
        """What to show now, on lights that can bear what `strip` says."""


class GameViewer:
    """Views of a game. While nothing but time passes only the lights are worked out anew."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._still: Scene | None = None
        self._page = Page()
        self._table: Mapping[str, Any] = {}

    def view(self, scene: Scene, strip: Strip) -> View:
        """The view of this scene."""
        still = replace(scene, at_ms=0)
        if still != self._still:
            self._still = still
            self._page = display_page(scene, self._words)
            self._table = table_message(scene, self._words)
        frame_ms = SHOW_FRAME_MS if scene.show.colours else FRAME_MS
        return View(
            page=self._page,
            lights=light_frame(scene, strip),
            frame_ms=frame_ms if moves(scene) else None,
            table=self._table,
            problem=scene.problem,
        )
