"""Debounce and hold, on data time: from the raw levels of three controls to what a person did.

A press acts on release. SUN held previews, UNDO held opens the menu; a held press does not also act as a short one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Control = Literal["sun", "undo", "wheel"]
CONTROLS: Final[tuple[Control, ...]] = ("sun", "undo", "wheel")

BOUNCE_MS: Final = 20
HOLD_MS: Final = {"sun": 800, "undo": 3_000}


@dataclass(frozen=True, slots=True)
class Short:
    """Pressed and let go."""

    control: Control


@dataclass(frozen=True, slots=True)
class HoldBegan:
    """Kept down long enough to count as held."""

    control: Control


@dataclass(frozen=True, slots=True)
class HoldEnded:
    """Let go after being held."""

    control: Control


@dataclass(frozen=True, slots=True)
class Turned:
    """The wheel was turned by so many detents, clockwise positive."""

    steps: int


Gesture = Short | HoldBegan | HoldEnded | Turned


@dataclass(slots=True)
class _Button:
    level: bool = False
    down: bool = False
    quiet_until_ms: int = 0
    down_since_ms: int = 0
    held: bool = False


class Controls:
    """Three buttons with their bounce taken out. Edges and time come in, gestures come out."""

    def __init__(self) -> None:
        self._buttons: dict[Control, _Button] = {control: _Button() for control in CONTROLS}

    def edge(self, control: Control, down: bool, at_ms: int) -> list[Gesture]:
        """A contact opened or closed. While it bounces only the last level counts."""
        self._buttons[control].level = down
        return self.tick(at_ms)

    def tick(self, at_ms: int) -> list[Gesture]:
        """Let time pass."""
        gestures: list[Gesture] = []
        for control, button in self._buttons.items():
            if button.level != button.down and at_ms >= button.quiet_until_ms:
                gestures += self._change(control, button, at_ms)
            if (
                button.down
                and not button.held
                and at_ms - button.down_since_ms >= HOLD_MS.get(control, at_ms + 1)
            ):
                button.held = True
                gestures.append(HoldBegan(control))
        return gestures

    def _change(self, control: Control, button: _Button, at_ms: int) -> list[Gesture]:
        button.down = button.level
        button.quiet_until_ms = at_ms + BOUNCE_MS
        if button.down:
            button.down_since_ms, button.held = at_ms, False
            return []
        # A hold is measured by the clock, even where nobody looked in between.
        held = button.held or at_ms - button.down_since_ms >= HOLD_MS.get(control, at_ms + 1)
        if not held:
            return [Short(control)]
        return [HoldEnded(control)] if button.held else [HoldBegan(control), HoldEnded(control)]

    def next_due_ms(self) -> int | None:
        """When `tick` has something to do next; None for never."""
        due = [
            button.quiet_until_ms if button.level != button.down else button.down_since_ms + HOLD_MS[control]
            for control, button in self._buttons.items()
            if button.level != button.down or (button.down and not button.held and control in HOLD_MS)
        ]
        return min(due, default=None)
