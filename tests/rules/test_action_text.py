"""The text of an action: read, written, and refused with the text quoted."""

import pytest

from companion.rules import (
    Action,
    Buy,
    Collect,
    EndTurn,
    Grow,
    InvalidAction,
    Photosynthesis,
    Place,
    Seed,
    parse_action,
)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("@a1", Place("a1")),
        ("sun", Photosynthesis()),
        ("+seed", Buy(0)),
        ("+small", Buy(1)),
        ("+medium", Buy(2)),
        ("+large", Buy(3)),
        ("a1>b2", Seed("a1", "b2")),
        ("^d7", Grow("d7")),
        ("*d4", Collect("d4")),
        ("end", EndTurn()),
    ],
)
def test_an_action_is_its_text(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert str(action) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is no action: write @a1, sun"),
        ("@h1", "'@h1': 'h1' is no cell"),
        ("^a5", "'^a5': 'a5' is no cell"),
        ("*", "'*': '' is no cell"),
        ("^d44", "'^d44' is no action"),
        ("a1>a5", "'a1>a5': 'a5' is no cell"),
        ("a5>a1", "'a5>a1': 'a5' is no cell"),
        ("a1>", "'a1>' is no action"),
        ("a1>b2 ", "'a1>b2 ' is no action"),
        ("END", "'END' is no action"),
        ("end\n", "'end\\n' is no action"),
        ("+tiny", "'+tiny' is no action"),
        ("^a٢", "'^a٢': 'a٢' is no cell"),
        ("x" * 100_000, "(100000 characters)"),
        (None, "None is no text"),
        (5, "5 is no text"),
        ([], "a list is no text"),
    ],
)
def test_what_is_no_action_is_refused_and_quoted(text: str, said: str) -> None:
    with pytest.raises(InvalidAction) as caught:
        parse_action(text)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("size", [4, -1, True, "small", None, 1.0])
def test_only_the_four_sizes_can_be_bought(size: int) -> None:
    with pytest.raises(InvalidAction, match="is no size: 0 seed, 1 small, 2 medium, 3 large"):
        Buy(size)
