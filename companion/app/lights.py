"""What the lights say: a colour for every cell that is lit, as the strip gets it.

Blue-violet is shade, its strength the shade's height, and it breathes where the tree earns nothing. Warm white earns,
soft green invites, amber asks, white beside amber is where a piece belongs. Strength, rhythm and place carry the
meaning as well as hue; nothing pulses faster than once in two seconds, and nothing shaded ever goes dark.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi
from typing import Final

from companion.app.scene import Scene
from companion.rules import OUTER_CELLS, Position
from companion.table.pieces import PAD

Colour = tuple[int, int, int]
"""Red, green, blue, 0-255: linear, the duty of each LED."""
Frame = Mapping[str, Colour]
"""The lit cells; a cell that is missing is off."""

SHADE: Final[Mapping[int, Colour]] = {1: (70, 50, 128), 2: (92, 60, 184), 3: (118, 70, 255)}
EARNING: Final[Colour] = (255, 214, 150)
INVITING: Final[Colour] = (60, 190, 110)
ASKING: Final[Colour] = (255, 160, 0)
BELONGS: Final[Colour] = (230, 230, 230)

GAMMA: Final = 2.2
EVENING: Final = 0.1
BREATH_MS: Final = 4_000
PULSE_MS: Final = 2_000
FAINTEST_BREATH: Final = 0.45
FRAME_MS: Final = 100
"""While only breathing, a frame lasts this long."""
STANDBY_MA: Final = 1
LED_SUM: Final = 765


@dataclass(frozen=True, slots=True)
class Strip:
    """What the strip can bear. `leds_a_cell`: as many LEDs show each cell's colour."""

    brightness: float = 0.5
    budget_ma: int = 1_000
    led_ma: int = 60
    leds_a_cell: int = 1


def light_frame(scene: Scene, strip: Strip | None = None) -> dict[str, Colour]:
    """The frame of this moment, in gamma, brightness and the current limit of the strip."""
    strip = strip or Strip()
    brightness = min(strip.brightness, EVENING) if scene.options.evening else strip.brightness
    wanted = _wanted(scene)
    return limited(
        {cell: _led(colour, strength * brightness) for cell, (colour, strength) in wanted.items()}, strip
    )


def moves(scene: Scene) -> bool:
    """Whether the frame changes by itself as time goes on."""
    if (
        scene.show.colours
        or scene.astray
        or any(not f.notice and f.place not in (PAD, "board") for f in scene.findings)
    ):
        return True
    on_table = scene.on_table
    return on_table is not None and scene.state is not None and bool(_breathing(on_table))


def _wanted(scene: Scene) -> dict[str, tuple[Colour, float]]:
    on_table = scene.on_table
    if on_table is None or scene.state is None:
        return {}
    frame: dict[str, tuple[Colour, float]] = {}
    breath = _swing(scene.at_ms, BREATH_MS)
    breathing = _breathing(on_table)
    for cell, height in on_table.shade().items():
        if height:
            frame[cell] = (SHADE[height], breath if cell in breathing else 1.0)
    if scene.preview:
        return frame
    _earn(scene, on_table, frame)
    for cell in scene.glow or _invited(scene):
        frame[cell] = (INVITING, 0.8)
    _ask(scene, frame)
    return frame


def _breathing(position: Position) -> frozenset[str]:
    """Blocked trees; under heavy shadow seeds too, as any shade stops them."""
    blocked = position.blocked()
    if position.variant.heavy:
        return frozenset(blocked)
    board = position.board
    return frozenset(cell for cell in blocked if board[cell].size)


def _earn(scene: Scene, position: Position, frame: dict[str, tuple[Colour, float]]) -> None:
    colour, run = scene.show.earning(scene.at_ms)
    if not colour:
        return
    blocked = position.blocked()
    for cell, piece in position.board.items():
        if piece.colour == colour and piece.size and cell not in blocked:
            frame[cell] = (EARNING, 0.2 + 0.8 * (1 - abs(2 * run - 1)))


def _invited(scene: Scene) -> frozenset[str]:
    """In setup, from the first tree or a new game on, the free outer cells."""
    state = scene.state
    if state is None or scene.position is None or scene.position.phase != "P" or state.over:
        return frozenset()
    if state.start.board and not state.sightings:
        return frozenset()
    return frozenset(OUTER_CELLS) - frozenset(state.lying)


def _ask(scene: Scene, frame: dict[str, tuple[Colour, float]]) -> None:
    pulse = _swing(scene.at_ms, PULSE_MS)
    asked = [f for f in scene.findings if not f.notice and f.place not in (PAD, "board")]
    for finding in scene.astray[:1] or asked:
        frame[finding.place] = (ASKING, pulse)
        if finding.belongs:
            frame[finding.belongs] = (BELONGS, 0.6)


def _swing(at_ms: int, period_ms: int) -> float:
    """A slow breath between faint and full, in steps of a frame."""
    phase = at_ms // FRAME_MS * FRAME_MS % period_ms / period_ms
    return FAINTEST_BREATH + (1 - FAINTEST_BREATH) * (1 + cos(2 * pi * phase)) / 2


def _led(colour: Colour, strength: float) -> Colour:
    """An sRGB colour as LED duties; a channel that is wanted never rounds to nothing."""
    red, green, blue = ((channel / 255) ** GAMMA * 255 * strength for channel in colour)
    return (_at_least_one(red), _at_least_one(green), _at_least_one(blue))


def _at_least_one(value: float) -> int:
    return max(1, min(255, round(value))) if value > 0 else 0


def limited(frame: Mapping[str, Colour], strip: Strip) -> dict[str, Colour]:
    """The frame scaled as a whole so that the strip draws no more than its budget, and nothing lit goes dark."""
    cells = len(frame)
    budget = (strip.budget_ma / strip.leds_a_cell - 37 * STANDBY_MA) * LED_SUM / strip.led_ma
    wanted = sum(sum(colour) for colour in frame.values())
    if wanted <= budget or not cells:
        return dict(frame)
    lit = sum(1 for colour in frame.values() for channel in colour if channel)
    # One step of every lit channel is kept back, so that what rounds to nothing can stay at one.
    factor = max(0.0, budget - lit) / wanted

    def scaled(channel: int) -> int:
        return int(channel * factor) + 1 if channel else 0

    return {cell: (scaled(red), scaled(green), scaled(blue)) for cell, (red, green, blue) in frame.items()}


def hex_colours(frame: Frame) -> dict[str, str]:
    """The frame as `#rrggbb` by cell, for tools and browsers."""
    return {cell: "#{:02x}{:02x}{:02x}".format(*colour) for cell, colour in frame.items()}
