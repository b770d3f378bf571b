"""Lines of text: spelled in what the font has, broken between words, and written."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from PIL import Image

from companion.app.picture.letters import BOLD_LETTERS, HEIGHT, LETTERS
from companion.app.picture.sheet import Glyph, Glyphs, enlarge

PITCH = HEIGHT + 1
ELLIPSIS = "…"
_SPACE = 4
_WORDS_KEPT = 512
_SPELLED = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "•": "·", "⋅": "·", "✔": "✓"}
    | {"‘": "'", "’": "'", "‚": ",", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
    | {"⇒": "→", "➔": "→", "▶": ">", "◀": "<", "≥": ">", "≤": "<", "ẞ": "ß"}
)


@lru_cache(maxsize=512)
def spelled(text: str) -> str:
    """The text in characters the font has: plain dashes and quotes, no accents, "?" for the rest."""
    one_line = unicodedata.normalize("NFC", " ".join(text.split()))
    return "".join(_spell(char) for char in one_line.translate(_SPELLED))


def _spell(char: str) -> str:
    if char in LETTERS or char == " ":
        return char
    plain = "".join(part for part in unicodedata.normalize("NFKD", char) if part in LETTERS)
    return plain or "?"


class Font:
    """One weight of the letters. Its methods take spelled text and measure in pixels at scale 1."""

    def __init__(self, glyphs: Glyphs) -> None:
        self._glyphs = glyphs
        self._advances = {" ": _SPACE} | {char: glyph.width + 1 for char, glyph in glyphs.items()}
        self._words: dict[tuple[str, int], Glyph] = {}

    def width(self, text: str) -> int:
        """From the first letter's left edge to the last letter's right edge."""
        return max(0, sum(map(self._advances.__getitem__, text)) - 1)

    def wrap(self, text: str, room: int) -> list[str]:
        """The text as lines at most `room` wide, broken between words; a word wider than that is broken."""
        lines = [""]
        for word in text.split():
            joined = f"{lines[-1]} {word}".lstrip()
            if self.width(joined) <= room:
                lines[-1] = joined
            else:
                lines += self._pieces(word, room)
        return [line for line in lines if line]

    def shorten(self, text: str, room: int, force: bool = False) -> str:
        """The text cut to `room`, between words if possible, with an ellipsis if it was (or `force`)."""
        if not force and self.width(text) <= room:
            return text
        head = self._head(text, room - self.width(ELLIPSIS) - 1)
        if head != text and text[len(head)] != " " and " " in head:
            head = head.rsplit(" ", 1)[0]
        return head.rstrip(" ,;:-.·") + ELLIPSIS

    def write(self, picture: Image.Image, at: tuple[int, int], text: str, scale: int = 1) -> None:
        """Stamps the text onto the picture with its top left corner at `at`."""
        x, y = at
        for word in text.split(" "):
            if word:
                picture.paste(255, (x, y), self._word(word, scale))
            x += scale * (sum(map(self._advances.__getitem__, word)) + _SPACE)

    def _word(self, word: str, scale: int) -> Glyph:
        """A word in one piece: the table says the same few words over and over."""
        if (word, scale) not in self._words:
            if len(self._words) >= _WORDS_KEPT:
                self._words.clear()
            self._words[word, scale] = enlarge(self._strike(word), scale)
        return self._words[word, scale]

    def _strike(self, word: str) -> Glyph:
        struck, x = Image.new("1", (self.width(word), HEIGHT)), 0
        for char in word:
            struck.paste(255, (x, 0), self._glyphs[char])
            x += self._advances[char]
        return struck

    def _head(self, text: str, room: int) -> str:
        end = 1
        while end < len(text) and self.width(text[: end + 1]) <= room:
            end += 1
        return text[:end]

    def _pieces(self, word: str, room: int) -> list[str]:
        pieces = []
        while word:
            pieces.append(self._head(word, room))
            word = word[len(pieces[-1]) :]
        return pieces


REGULAR = Font(LETTERS)
BOLD = Font(BOLD_LETTERS)
