"""What holds in every game: undo, nothing created, text and value one, a turned table, no illegal action."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import every_action, games, positions

from companion.rules import (
    CELLS,
    MAX_LIGHT,
    PIECES_A_PLAYER,
    SIZES,
    SUN_STOPS,
    TOKENS,
    Collect,
    Grow,
    IllegalAction,
    Place,
    Position,
    RulesError,
    Seed,
    parse_action,
)
from companion.rules.cells import AT, AXIAL

TURNED = {
    CELLS[index]: CELLS[AT[(-r, q + r)]] for index, (q, r) in enumerate(AXIAL)
}  # one sixth of a turn, clockwise


def pieces_of(position: Position, colour: str) -> list[int]:
    """How many seeds, small, medium and large trees the player has, wherever they are."""
    player = position.player(colour)
    on_cells = Counter(piece.size for piece in position.board.values() if piece.colour == colour)
    return [on_cells[size] + player.available[size] + player.board[size] for size in SIZES]


@given(games)
def test_undo_is_to_keep_the_position_before(game: list[Position]) -> None:
    texts = [str(position) for position in game]
    for before in reversed(game):
        for action in before.legal_actions()[:3]:
            before.apply(action)
        assert str(before) == texts.pop()


@given(games)
def test_pieces_are_never_created_and_leave_the_game_only_by_a_full_column(game: list[Position]) -> None:
    for before, after in pairwise(game):
        for player in after.players:
            lost = [
                was - left
                for was, left in zip(
                    pieces_of(before, player.colour), pieces_of(after, player.colour), strict=True
                )
            ]
            assert min(lost) >= 0
            if any(lost):
                size = lost.index(1)
                assert sum(lost) == 1
                assert before.player(player.colour).board[size] == (4, 4, 3, 2)[size]
    assert all(
        left <= box for left, box in zip(pieces_of(game[-1], game[-1].first), PIECES_A_PLAYER, strict=True)
    )


@given(games)
def test_tokens_only_move_from_the_piles_to_the_players(game: list[Position]) -> None:
    in_game = Counter(
        points
        for pile, left in zip(TOKENS, game[0].piles, strict=True)
        for points in pile[len(pile) - left :]
    )
    for position in game:
        held = Counter(points for player in position.players for points in player.tokens)
        left = Counter(
            points
            for pile, count in zip(TOKENS, position.piles, strict=True)
            for points in pile[len(pile) - count :]
        )
        assert held + left == in_game
        assert all(0 <= player.light <= MAX_LIGHT for player in position.players)


@given(games)
def test_every_position_of_a_game_is_its_text_and_has_no_problem(game: list[Position]) -> None:
    for position in game:
        again = Position.parse(str(position))
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == str(position)
        assert position.status() == []


@given(games)
def test_every_action_is_its_text(game: list[Position]) -> None:
    for position in game:
        for action in position.legal_actions():
            assert parse_action(str(action)) == action


def turned(position: Position) -> Position:
    """The same game on a table turned by one sixth."""
    board = {TURNED[cell]: str(piece) for cell, piece in position.board.items()}
    rows = "/".join("".join(board.get(cell, ".") for cell in CELLS if cell[0] == row) for row in "abcdefg")
    _, phase, sun, *rest, used = str(position).split(" ")
    sun = SUN_STOPS[(SUN_STOPS.index(sun) + 1) % 6]
    used = ",".join(sorted(TURNED[cell] for cell in position.used)) or "-"
    return Position.parse(" ".join([rows, phase, sun, *rest, used]))


def turned_action(text: str) -> str:
    match parse_action(text):
        case Seed(origin, target):
            return f"{TURNED[origin]}>{TURNED[target]}"
        case Place(cell) | Grow(cell) | Collect(cell):
            return f"{text[0]}{TURNED[cell]}"
    return text


@given(positions)
def test_turning_board_and_sun_by_a_sixth_changes_nothing(position: Position) -> None:
    other = turned(position)
    assert other.gains() == position.gains()
    assert other.blocked() == {TURNED[cell] for cell in position.blocked()}
    assert other.shade() == {TURNED[cell]: height for cell, height in position.shade().items()}
    actions = sorted(map(str, position.legal_actions()))
    assert sorted(map(turned_action, actions)) == sorted(map(str, other.legal_actions()))
    for text in actions[:12]:
        after = position.apply(parse_action(text))
        assert turned(after) == other.apply(parse_action(turned_action(text)))


@settings(max_examples=25)
@given(positions)
def test_of_all_actions_there_are_exactly_the_listed_ones_are_accepted(position: Position) -> None:
    legal = position.legal_actions()
    assert len(set(legal)) == len(legal)
    for action in every_action:
        if action in legal:
            assert position.refusal(action) is None
        else:
            with pytest.raises(IllegalAction) as caught:
                position.apply(action)
            assert (caught.value.kind == "too_expensive") == (caught.value.short_by > 0)


ODD = st.one_of(
    st.none(),
    st.integers(),
    st.text(max_size=6),
    st.binary(max_size=4),
    st.lists(st.text(max_size=2), max_size=2),
    st.sampled_from([Grow, Seed, object(), {"cell": "a1"}, ("a1", "b2"), 1.5]),
)


@given(positions, ODD)
def test_nothing_that_is_no_action_is_applied(position: Position, odd: object) -> None:
    with pytest.raises(RulesError):
        position.apply(odd)  # type: ignore[arg-type]  # that is the point


@given(ODD)
def test_an_action_on_something_that_is_no_cell_cannot_be_made(odd: object) -> None:
    for make in (Place, Grow, Collect, lambda cell: Seed("a1", cell), lambda cell: Seed(cell, "a1")):
        if odd not in CELLS:
            with pytest.raises(RulesError):
                make(odd)  # type: ignore[arg-type]  # that is the point


@given(ODD)
def test_any_text_is_a_position_or_refused_with_the_reason(odd: object) -> None:
    with pytest.raises(RulesError):
        Position.parse(odd)  # type: ignore[arg-type]  # that is the point


@given(positions, st.integers(0, 200), st.text(max_size=3))
def test_a_damaged_text_is_refused_or_says_exactly_what_was_read(
    position: Position, at: int, put: str
) -> None:
    text = str(position)
    damaged = text[:at] + put + text[at + 1 :]
    try:
        read = str(Position.parse(damaged))
    except RulesError:
        return
    assert read == damaged
