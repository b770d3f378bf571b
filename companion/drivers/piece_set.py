"""The registry of a tagged set on disk: a TOML table `[tags]` of tag to piece."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from companion.drivers.whole_file import write_whole
from companion.errors import CompanionError
from companion.table.pieces import PIECES, PieceSet

_TAG = re.compile(r"[0-9A-F]{8}|[0-9A-F]{14}")


class PieceSetError(CompanionError, ValueError):
    """The registry cannot be used; names the file, the entry, the reason and the remedy."""


class PieceSetMissing(PieceSetError, FileNotFoundError):
    """There is no registry yet."""


def load_piece_set(path: Path) -> PieceSet:
    """Read a registry like `[tags]` / `"04A1B2C3D4E580" = "2g1"`. Raises PieceSetError."""
    return PieceSet({tag: piece for piece, tag in load_tags(path).items()})


def load_tags(path: Path) -> dict[str, str]:
    """The tag of each piece of a registry, in the order they were enrolled. Raises PieceSetError."""
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise PieceSetMissing(
            f"The set in {path} cannot be read (it is not there): enroll the pieces, with `companion enroll`."
        ) from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise PieceSetError(
            f"The set in {path} cannot be read ({error}): mend it, or move it away and enroll the pieces anew."
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
    return pieces


def save_tags(path: Path, tags: Mapping[str, str]) -> None:
    """Write a registry, whole or not at all: the tag of each piece. Raises OSError."""
    lines = [f'"{tag}" = "{piece}"' for piece, tag in tags.items()]
    write_whole(
        path,
        "# Which tag is which piece, in the order enrolled.\n[tags]\n"
        + "".join(f"{line}\n" for line in lines),
    )
