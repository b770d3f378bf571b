"""Drives the lights: a frame in, LEDs along a strip out.

`StripLights` is the driver; the ways to a strip are `ws281x`, `neopixel` and `kernel`, and `auto` picks one
by the Pi's model. Importing this opens nothing and loads none of their libraries.
"""

from companion.drivers.lights.auto import PixelOpener, choose
from companion.drivers.lights.map_file import LightMap, MapFileError, load_map, save_map
from companion.drivers.lights.pi import Pi
from companion.drivers.lights.protocol import (
    ColourOrder,
    Library,
    Lights,
    LightsFault,
    Pixels,
    Wiring,
)
from companion.drivers.lights.strip_lights import StripLights

__all__ = [
    "ColourOrder",
    "Library",
    "LightMap",
    "Lights",
    "LightsFault",
    "MapFileError",
    "Pi",
    "PixelOpener",
    "Pixels",
    "StripLights",
    "Wiring",
    "choose",
    "load_map",
    "save_map",
]
