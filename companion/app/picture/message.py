"""The message: a page's title and lines, as many as fit, marked when they ask for attention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image

from companion.app.page import Page
from companion.app.picture.marks import ALERT
from companion.app.picture.text import BOLD, PITCH, REGULAR, Font, spelled

_STRIP = ALERT.width + 3


@dataclass(frozen=True, slots=True)
class Box:
    """Room for lines of text: `width` and `height` in pixels."""

    width: int
    height: int

    def rows(self, scale: int = 1) -> int:
        """How many lines fit below each other."""
        return (self.height // scale + 1) // PITCH


def draw_message(picture: Image.Image, page: Page, top: int) -> None:
    """Draws title and lines from row `top` down, as big as all of it fits."""
    box = _box(page, picture.width, picture.height - top)
    left = picture.width - box.width
    if page.alert:
        _draw_alert(picture, top)
    scale = _scale(page, box)
    title, body = _lines(page, box.width // scale)
    rows = box.rows(scale)
    for row, line in enumerate(_fit(title, body, rows, box.width // scale)):
        font = BOLD if row < len(title) else REGULAR
        font.write(picture, (left, top + row * PITCH * scale), line, scale)


def split(page: Page, width: int, height: int) -> tuple[Page, ...]:
    """The page as pages whose texts fit a message area of that many pixels, titles numbered "1/2", "2/2".

    A page is turned between texts; only a text that fills more than a page is broken.
    """
    box = _box(page, width, height)
    title, body = _lines(page, box.width)
    if not body or len(title) + len(body) <= box.rows():
        return (page,)
    bodies = _packed(
        [_wrapped(REGULAR, text, box.width) for text in page.body], max(1, box.rows() - bool(title))
    )
    titles = [
        _numbered(spelled(page.title), number, len(bodies), box.width) for number in range(1, len(bodies) + 1)
    ]
    return tuple(replace(page, title=t, body=b) for t, b in zip(titles, bodies, strict=True))


def _packed(texts: Sequence[tuple[str, ...]], rows: int) -> list[tuple[str, ...]]:
    pages: list[tuple[str, ...]] = [()]
    for lines in texts:
        if pages[-1] and len(pages[-1]) + len(lines) > rows:
            pages.append(())
        for line in lines:
            pages[-1] = (*pages[-1], line)
            if len(pages[-1]) == rows:
                pages.append(())
    return [lines for lines in pages if lines]


def _box(page: Page, width: int, height: int) -> Box:
    return Box(width - _STRIP if page.alert else width, height)


def _lines(page: Page, room: int) -> tuple[list[str], list[str]]:
    title = list(_wrapped(BOLD, page.title, room))
    body = [line for text in page.body for line in _wrapped(REGULAR, text, room)]
    return title, body


@lru_cache(maxsize=256)
def _wrapped(font: Font, text: str, room: int) -> tuple[str, ...]:
    return tuple(font.wrap(spelled(text), room))


def _scale(page: Page, box: Box) -> int:
    """The largest scale at which all of the page fits without breaking a word; 1 if none does."""
    words = [word for text in (page.title, *page.body) for word in spelled(text).split()]
    widest = max(map(BOLD.width, words), default=0)
    for scale in range(box.rows(), 1, -1):
        if widest <= box.width // scale:
            title, body = _lines(page, box.width // scale)
            if len(title) + len(body) <= box.rows(scale):
                return scale
    return 1


def _fit(title: list[str], body: list[str], rows: int, room: int) -> list[str]:
    lines = [*title, *body]
    if len(lines) <= rows:
        return lines
    font = REGULAR if rows > len(title) else BOLD
    return [*lines[: rows - 1], font.shorten(lines[rows - 1], room, force=True)]


def _numbered(title: str, number: int, count: int, room: int) -> str:
    if not title:
        return ""
    suffix = f" {number}/{count}"
    return BOLD.shorten(title, room - BOLD.width(suffix) - 1) + suffix


def _draw_alert(picture: Image.Image, top: int) -> None:
    picture.paste(255, (0, max(0, top - 1), ALERT.width, picture.height))
    picture.paste(0, (0, top + (picture.height - top - ALERT.height) // 2), ALERT)
