"""The registry of a tagged set on disk: a TOML table `[tags]` of tag to piece."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from companion.errors import CompanionError
from companion.table.pieces import PIECES, PieceSet

_TAG = re.compile(r"[0-9A-F]{8}|[0-9A-F]{14}")


class PieceSetError(CompanionError, ValueError):
    """The registry cannot be used; names the file, the entry, the reason and the remedy."""


def load_piece_set(path: Path) -> PieceSet:
    """Read a registry like `[tags]` / `"04A1B2C3D4E580" = "2g1"`. Raises PieceSetError."""
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise PieceSetError(
            f"The set in {path} cannot be read ({error}): enroll the pieces anew, or fix it."
        ) from error
    tags = content.get("tags")
    if not isinstance(tags, dict) or set(content) != {"tags"}:
        raise PieceSetError(f"The set in {path} has to be one table, [tags], of tag = piece.")
    pieces: dict[str, str] = {}
    for tag, piece in tags.items():
        if not _TAG.fullmatch(tag):
            raise PieceSetError(f'{path}: "{tag}" is no tag: 8 or 14 upper-case hex digits.')
        if piece not in PIECES:
            raise PieceSetError(f'{path}: tag {tag} is said to be "{piece}": a piece is named like 2g1.')
        if piece in pieces:
            raise PieceSetError(
                f"{path}: tags {pieces[piece]} and {tag} are both {piece}: each piece has one tag."
            )
        pieces[piece] = tag
    return PieceSet({tag: piece for piece, tag in pieces.items()})
