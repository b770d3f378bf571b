"""The display's picture: a page drawn once, in one bit, for the panel, the browser and the tests alike.

From the top: a panel per player (mark, letter, light in big digits), the status line (the sun's stop, the
revolution, the round), and the message. Everything is laid out for 128x64 pixels and grows by whole factors.
"""

from __future__ import annotations

from PIL import Image

from companion.app.page import Page
from companion.app.picture import panels, status
from companion.app.picture.message import draw_message, split
from companion.app.picture.sheet import enlarge

SMALLEST = (128, 64)


def draw(page: Page, size: tuple[int, int] = SMALLEST) -> Image.Image:
    """The page as a picture of mode "1" and of `size` (width, height) pixels, lit pixels white.

    What does not fit ends in an ellipsis; `parts` gives the pages that show all of it. ValueError when the
    size is smaller than 128x64.
    """
    factor = _factor(size)
    picture = Image.new("1", (size[0] // factor, size[1] // factor))
    panels.draw_panels(picture, page.players, page.status.first if page.status else "")
    if page.status is not None:
        status.draw_status(picture, page.status, _status_top(page))
    draw_message(picture, page, _message_top(page))
    if picture.size == size:
        return picture
    grown = Image.new("1", size)
    grown.paste(enlarge(picture, factor))
    return grown


def parts(page: Page, size: tuple[int, int] = SMALLEST) -> tuple[Page, ...]:
    """The page itself where all its text fits a display of that size, else several pages to turn through."""
    factor = _factor(size)
    return split(page, size[0] // factor, size[1] // factor - _message_top(page))


def _factor(size: tuple[int, int]) -> int:
    factor = min(size[0] // SMALLEST[0], size[1] // SMALLEST[1])
    if factor < 1:
        raise ValueError(f"a display of {size[0]}x{size[1]} pixels is too small: use at least 128x64")
    return factor


def _status_top(page: Page) -> int:
    return panels.HEIGHT if page.players else 0


def _message_top(page: Page) -> int:
    return _status_top(page) + (status.HEIGHT if page.status else 0)
