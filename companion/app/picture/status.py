"""The status line: the board with the sun at its corner and its stop, the revolution and the round."""

from __future__ import annotations

from PIL import Image

from companion.app.page import Status
from companion.app.picture.marks import BOARD, REVOLUTION, ROUND, board_with_sun
from companion.app.picture.text import REGULAR

HEIGHT = 11
_STOPS = 6
_GAP = 3


def draw_status(picture: Image.Image, status: Status, top: int) -> None:
    """Draws the line across the picture from row `top` down: "4/6", "2/3", "10/18", each behind its sign."""
    signs = (
        (board_with_sun(status.sun), f"{status.stop}/{_STOPS}"),
        (REVOLUTION, f"{status.lap}/{status.laps}"),
        (ROUND, f"{status.round}/{status.rounds}"),
    )
    widths = [sign.width + _GAP + REGULAR.width(count) for sign, count in signs]
    gap = (picture.width - sum(widths)) // (len(signs) - 1)
    left = 0
    for (sign, count), width in zip(signs, widths, strict=True):
        picture.paste(255, (left, top + (BOARD.height - sign.height) // 2), sign)
        REGULAR.write(picture, (left + sign.width + _GAP, top + 1), count)
        left += width + gap
