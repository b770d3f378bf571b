"""The registry of a tagged set: read, and every mistake in it named with its remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.drivers.piece_set import PieceSetError, load_piece_set

GOOD = '[tags]\n"04A1B2C3D4E580" = "2g1"\n"0BADCAFE" = "0y6"\n'


def test_a_registry_tells_which_tag_is_which_piece(tmp_path: Path) -> None:
    file = tmp_path / "set.toml"
    file.write_text(GOOD)
    pieces = load_piece_set(file)
    assert pieces.tag_of("2g1") == "04A1B2C3D4E580"
    assert pieces.identify(["0BADCAFE", "", "FFFFFFFF"]) == ("0y6", "-", "foreign")
    assert "1g1" not in pieces


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("[tags", "cannot be read"),
        ("", "has to be one table"),
        ('[tags]\n[names]\n"x" = "y"\n', "has to be one table"),
        ("tags = 3\n", "has to be one table"),
        ('[tags]\n"4a1b" = "2g1"\n', '"4a1b" is no tag: 8 or 14 upper-case hex digits'),
        ('[tags]\n"0BADCAFE" = "4g1"\n', 'tag 0BADCAFE is said to be "4g1"'),
        ('[tags]\n"0BADCAFE" = "2g5"\n', 'said to be "2g5": a piece is named like 2g1'),
        ('[tags]\n"0BADCAFE" = ["2g1"]\n', "a piece is named like 2g1"),
        ('[tags]\n"0BADCAFE" = "2g1"\n"0BADCAFF" = "2g1"\n', "tags 0BADCAFE and 0BADCAFF are both 2g1"),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path: Path, text: str, mistake: str) -> None:
    file = tmp_path / "set.toml"
    file.write_text(text)
    with pytest.raises(PieceSetError) as error:
        load_piece_set(file)
    assert mistake in str(error.value)
    assert str(file) in str(error.value)


def test_a_registry_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PieceSetError, match=r"set\.toml cannot be read.*enroll the pieces"):
        load_piece_set(tmp_path / "set.toml")
