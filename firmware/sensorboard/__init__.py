"""The firmware of the sensor board: reads the tag on every place and tells the host, one line a frame.

The same files run on the Pico's MicroPython, on MicroPython's unix port and on CPython. Nothing here
knows a pin: the reader of tags, the serial port and the clock come in as objects.
"""

__version__ = "0.2.0"

PROTOCOL = "1.1"  # major.minor; another major is refused by the host
CELLS = 37  # places 0-36 are the cells a1-g4, row by row
PAD = 37  # the tap pad beside the board
PLACES = 38


def place_name(place: int) -> str:
    """Name a place as players do: 0 is `a1`, 36 is `g4`, 37 is `pad`."""
    if place == PAD:
        return "pad"
    for row, length in zip("abcdefg", (4, 5, 6, 7, 6, 5, 4)):  # noqa: B905 - MicroPython's zip has no strict
        if place < length:
            return row + str(place + 1)
        place -= length
    raise ValueError("there is no place beyond the pad")
