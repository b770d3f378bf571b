"""What the lights say: a colour for every cell that is lit, as the strip gets it.

Blue-violet is shade, its strength the shade's height, and it breathes where the tree earns nothing. Warm white earns,
soft green invites, amber asks, white beside amber is where a piece belongs. Strength, rhythm and place carry the
meaning as well as hue; nothing pulses faster than once in two seconds, and nothing shaded ever goes dark.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi
from typing import Final

from companion.app.scene import Scene
from companion.app.strip import Colour, Frame, Strip
from companion.rules import OUTER_CELLS, Position
from companion.table.pieces import PAD

SHADE: Final[Mapping[int, Colour]] = {1: (70, 50, 128), 2: (92, 60, 184), 3: (118, 70, 255)}
EARNING: Final[Colour] = (255, 214, 150)
INVITING: Final[Colour] = (60, 190, 110)
ASKING: Final[Colour] = (255, 160, 0)
BELONGS: Final[Colour] = (230, 230, 230)
SUN: Final[Colour] = EARNING

GAMMA: Final = 2.2
EVENING: Final = 0.1
BREATH_MS: Final = 4_000
PULSE_MS: Final = 2_000
FAINTEST_BREATH: Final = 0.45
FRAME_MS: Final = 100
"""While only breathing, a frame lasts this long."""


def light_frame(scene: Scene, strip: Strip | None = None) -> dict[str, Colour]:
    """The frame of this moment, in gamma, brightness and the current limit of the strip.

    The sun's corner is in it only where the strip has an LED there.
    """
    strip = strip or Strip()
    brightness = min(strip.brightness, EVENING) if scene.options.evening else strip.brightness
    wanted = _wanted(scene)
    if strip.leds.get(corner := sun_corner(scene)):
        wanted[corner] = (SUN, 0.5)
    return strip.limited(
        {place: led_colour(colour, strength * brightness) for place, (colour, strength) in wanted.items()}
    )


def sun_corner(scene: Scene) -> str:
    """The corner where the sun stands, or the one that is looked ahead to; empty where no game is on."""
    return scene.on_table.sun if scene.on_table else ""


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
    breath = swing(scene.at_ms, BREATH_MS)
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
    """In setup the free outer cells."""
    state = scene.state
    if state is None or state.over or not scene.inviting or state.position.phase != "P":
        return frozenset()
    return frozenset(OUTER_CELLS) - frozenset(state.lying)


def _ask(scene: Scene, frame: dict[str, tuple[Colour, float]]) -> None:
    pulse = swing(scene.at_ms, PULSE_MS)
    asked = [f for f in scene.findings if not f.notice and f.place not in (PAD, "board")]
    for finding in scene.astray[:1] or asked:
        missing = scene.astray and finding.kind == "missing"
        frame[finding.place] = (BELONGS, 0.6) if missing else (ASKING, pulse)
        if finding.belongs:
            frame[finding.belongs] = (BELONGS, 0.6)


def swing(at_ms: int, period_ms: int) -> float:
    """A slow breath between faint and full, in steps of a frame."""
    phase = at_ms // FRAME_MS * FRAME_MS % period_ms / period_ms
    return FAINTEST_BREATH + (1 - FAINTEST_BREATH) * (1 + cos(2 * pi * phase)) / 2


@lru_cache(maxsize=1024)
def led_colour(colour: Colour, strength: float) -> Colour:
    """An sRGB colour as LED duties; a channel that is wanted never rounds to nothing."""
    red, green, blue = ((channel / 255) ** GAMMA * 255 * strength for channel in colour)
    return (_at_least_one(red), _at_least_one(green), _at_least_one(blue))


def _at_least_one(value: float) -> int:
    return max(1, min(255, round(value))) if value > 0 else 0


def hex_colours(frame: Frame) -> dict[str, str]:
    """The frame as `#rrggbb` by place, for tools and browsers."""
    return {cell: "#{:02x}{:02x}{:02x}".format(*colour) for cell, colour in sorted(frame.items())}
