"""The rule book, ruling by ruling, each on a small position."""

import pytest

from companion.rules import IllegalAction, Piece, Position, parse_action

RICH = "20:2222:2221:-"


def table(
    board: dict[str, str],
    *,
    turn: str = "A E 5 g g",
    variant: str = "3",
    green: str = RICH,
    blue: str = RICH,
    piles: str = "9750",
    used: str = "-",
) -> Position:
    """A position of green and blue with these pieces on the board."""
    empty = "..../...../....../......./....../...../...."
    position = Position.parse(f"{empty} {turn} {variant} g:{green} b:{blue} {piles} {used}")
    for cell, piece in board.items():
        position = position.with_cell(cell, Piece.parse(piece))
    return position


def played(position: Position, *actions: str) -> Position:
    for action in actions:
        position = position.apply(parse_action(action))
    return position


def refused(position: Position, action: str) -> str:
    reason = position.refusal(parse_action(action))
    return "" if reason is None else reason.kind


def can(position: Position, action: str) -> bool:
    return parse_action(action) in position.legal_actions()


# Setup


def test_each_player_places_one_small_tree_and_then_another() -> None:
    position = played(Position.initial("bgo"), "@a1", "@a2", "@a3")
    assert position.mover == "b"
    position = played(position, "@g1", "@g2", "@g3")
    assert (position.phase, position.round, position.first, position.mover) == ("S", 1, "b", "b")
    assert position.player("g").available == (2, 2, 1, 0)
    assert position.piles == (9, 7, 5, 3)


def test_two_players_play_without_the_tokens_of_four_leaves() -> None:
    assert Position.initial("gb").piles == (9, 7, 5, 0)
    position = played(table({"d4": "3g"}), "*d4")
    assert position.player("g").tokens == (19,)
    assert position.piles == (9, 7, 4, 0)


# Photosynthesis


def test_the_sun_stays_where_it_is_in_round_one_and_then_moves_clockwise() -> None:
    position = played(Position.initial("gb", start="W"), "@a1", "@a2", "@g1", "@g2", "sun")
    assert position.sun == "W"
    assert played(position, "end", "end", "sun").sun == "NW"


def test_light_beyond_twenty_is_lost() -> None:
    position = table({"d4": "3g", "g4": "2b"}, turn="S E 5 g g", green="19:0000:0000:-", blue="3:0000:0000:-")
    position = played(position, "sun")
    assert (position.player("g").light, position.player("b").light) == (20, 5)


def test_a_tree_is_blocked_by_shade_of_its_own_size_but_not_by_less() -> None:
    position = table({"d7": "2b", "d6": "2g", "d5": "1g"})  # the sun at E shines along the row from d7
    assert position.blocked() == {"d6", "d5"}
    position = table({"d7": "1b", "d6": "2g", "d5": "1g"})
    assert position.blocked() == {"d5"}
    assert position.gains() == {"g": 2, "b": 1}


def test_a_blocked_tree_still_throws_its_shadow() -> None:
    position = table({"d7": "3b", "d5": "2g"})
    assert position.blocked() == {"d5"}
    assert position.shade()["d3"] == 2
    assert position.shaders("d4") == {"d5": 2, "d7": 3}


def test_seeds_throw_no_shadow_and_any_shade_blocks_them() -> None:
    position = table({"d7": "0b", "d6": "1b", "d5": "0g"})
    assert position.shade()["d6"] == 0
    assert position.blocked() == {"d5"}


def test_ones_own_trees_shade_too() -> None:
    assert table({"d7": "3g", "d6": "1g"}).gains() == {"g": 3, "b": 0}


# Buying


def test_pieces_are_bought_cheapest_first_and_can_be_used_at_once() -> None:
    position = table({"d4": "1g"}, green="20:0000:4432:-")
    assert position.next_prices("g") == (1, 2, 3, 4)
    position = played(position, "+seed", "+seed", "+seed", "d4>d5")
    assert position.player("g").light == 20 - 1 - 1 - 2 - 1
    assert position.next_prices("g") == (2, 2, 3, 4)
    assert played(position, "+seed").next_prices("g") == (None, 2, 3, 4)


# Seeds


def test_a_seed_flies_as_many_steps_as_its_tree_is_tall_and_not_only_in_line() -> None:
    position = table({"d4": "2g"})
    assert can(position, "d4>b3")  # two steps, off every axis
    assert can(position, "d4>d6")
    assert refused(position, "d4>a3") == "out_of_reach"
    assert len(position.seed_reach("d4")) == 18


def test_a_seed_may_be_planted_into_shade() -> None:
    position = table({"d4": "2g"})
    assert position.shade()["d3"] == 2
    assert can(position, "d4>d3")


def test_a_tree_throws_one_seed_a_turn_and_its_seed_does_not_grow_in_it() -> None:
    position = played(table({"d4": "2g"}), "d4>d6")
    assert refused(position, "d4>d5") == "cell_used"
    assert refused(position, "^d4") == "cell_used"
    assert refused(position, "^d6") == "cell_used"


def test_a_tree_grown_this_turn_throws_no_seed() -> None:
    assert refused(played(table({"d4": "1g"}), "^d4"), "d4>d5") == "cell_used"


# Growing


@pytest.mark.parametrize(("piece", "cost"), [("0g", 1), ("1g", 2), ("2g", 3)])
def test_growing_costs_the_size_it_grows_to_and_returns_the_old_piece(piece: str, cost: int) -> None:
    before = table({"d4": piece})
    after = played(before, "^d4")
    size = int(piece[0])
    assert after.board["d4"] == Piece(size + 1, "g")
    assert after.player("g").light == 20 - cost
    assert after.player("g").board[size] == before.player("g").board[size] + 1
    assert after.player("g").available[size + 1] == before.player("g").available[size + 1] - 1


def test_a_piece_whose_column_is_full_leaves_the_game() -> None:
    position = table({"d4": "1g"}, green="20:0020:2421:-")
    assert position.would_leave(parse_action("^d4")) == Piece(1, "g")
    assert played(position, "^d4").player("g").board == (2, 4, 2, 1)


# Collecting


def test_a_collected_tree_takes_the_top_token_of_its_soil() -> None:
    position = table({"d4": "3g", "d5": "3g"}, piles="9753")
    assert (position.next_token("d4"), position.next_token("d5"), position.next_token("a1")) == (22, 19, 14)
    position = played(position, "*d4", "*d5")
    assert position.player("g").tokens == (22, 19)
    assert position.player("g").light == 20 - 4 - 4
    assert position.piles == (9, 7, 4, 2)
    assert position.player("g").board == (2, 2, 2, 2)
    assert position.board == {}


def test_an_empty_pile_pays_from_the_next_lower_one_and_never_from_a_richer() -> None:
    assert played(table({"c3": "3g"}, piles="9703"), "*c3").player("g").tokens == (17,)
    assert played(table({"a1": "3g"}, piles="0753"), "*a1").player("g").tokens == ()


def test_collecting_stays_legal_when_no_token_is_left() -> None:
    after = played(table({"d4": "3g"}, piles="0000"), "*d4")
    assert (after.player("g").tokens, after.player("g").light, after.piles) == ((), 16, (0, 0, 0, 0))


def test_a_collected_cell_is_replanted_only_by_the_next_player() -> None:
    position = played(table({"d4": "3g", "d5": "1g", "d3": "1b"}), "*d4")
    assert refused(position, "d5>d4") == "cell_used"
    assert can(played(position, "end"), "d3>d4")


# Rounds and the end


def test_the_first_player_changes_every_round_and_used_cells_are_free_again() -> None:
    position = played(table({"a1": "1g"}), "^a1", "end")
    assert (position.mover, set(position.used)) == ("b", set())
    position = played(position, "end")
    assert (position.phase, position.round, position.first, position.mover) == ("S", 6, "b", "b")


@pytest.mark.parametrize(("variant", "last"), [("3", 18), ("4", 24)])
def test_the_game_ends_after_its_last_round_without_another_light(variant: str, last: int) -> None:
    position = table({"a1": "1g"}, turn=f"A E {last} b g", variant=variant)
    over = played(position, "end")
    assert (over.phase, over.mover, over.round, over.sun) == ("X", None, last, "E")
    assert over.player("g").light == 20
    assert over.legal_actions() == []
    assert refused(over, "end") == "wrong_phase"


def test_three_light_points_are_a_point_and_a_rest_is_none() -> None:
    position = table({}, green="5:0000:0000:14+13", blue="2:0000:0000:-")
    assert position.scores() == {"g": 28, "b": 0}
    assert position.winners() == ["g"]


def test_a_tie_goes_to_most_seeds_and_trees_on_the_board_and_else_is_shared() -> None:
    assert table({"a1": "0b"}).winners() == ["b"]
    assert table({"a1": "0b", "a2": "3g"}).winners() == ["g", "b"]


# Heavy shadow: the sun at E shades d5 and d4 (by the tree on d6)


@pytest.mark.parametrize(
    ("variant", "from_shade", "into_shade"),
    [("3", True, True), ("3s", False, True), ("3d", True, False), ("3b", False, False)],
)
def test_heavy_shadow_bars_seeds_as_its_reading_says(
    variant: str, from_shade: bool, into_shade: bool
) -> None:
    position = table({"d6": "2b", "d5": "1g", "d3": "1g"}, variant=variant)
    assert can(position, "d5>c5") == from_shade  # from a shaded tree to a cell in the sun
    assert can(position, "d3>d4") == into_shade
    assert can(position, "d3>c3")
    assert ("c5" in position.seed_reach("d5")) == from_shade
    assert ("d4" in position.seed_reach("d3")) == into_shade


@pytest.mark.parametrize(("variant", "grows"), [("3", True), ("3s", False), ("3d", False), ("3b", False)])
def test_under_heavy_shadow_nothing_on_a_shaded_cell_grows_however_tall(variant: str, grows: bool) -> None:
    position = table({"d6": "1b", "d5": "2g", "c1": "3g", "c2": "2b"}, variant=variant)
    assert position.blocked() == set()
    assert can(position, "^d5") == grows
    assert can(position, "*c1")


# Refusals in the players' words


@pytest.mark.parametrize(
    ("action", "kind", "cell", "short_by", "words"),
    [
        ("^c4", "cell_used", "c4", 0, "c4 was already used this turn"),
        ("^b1", "not_yours", "b1", 0, "the piece on b1 is blue, and it is the turn of green"),
        ("^b2", "no_tree", "b2", 0, "b2 is empty"),
        ("^d1", "not_available", "d1", 0, "green has no medium tree available: buy one first"),
        ("^g1", "too_expensive", "g1", 2, "that costs 3 light, and green has 1: short by 2"),
        ("^e1", "fully_grown", "e1", 0, "the large tree on e1 cannot grow any further"),
        ("*g1", "not_large", "g1", 0, "only a large tree is collected, and the one on g1 is not"),
        ("*e1", "too_expensive", "e1", 3, "that costs 4 light, and green has 1: short by 3"),
        ("d1>b1", "occupied", "b1", 0, "b1 is not free: a blue small tree stands there"),
        ("d1>d3", "out_of_reach", "d3", 0, "d3 is 2 away from d1, and a small tree reaches 1"),
        ("f1>f2", "out_of_reach", "f2", 0, "f2 is 1 away from f1, and a seed throws no seeds"),
        ("d1>c1", "cell_used", "c1", 0, "c1 was already used this turn"),
        ("+large", "sold_out", None, 0, "green has no large trees left to buy"),
        ("+medium", "too_expensive", None, 2, "that costs 3 light, and green has 1: short by 2"),
        ("@a1", "wrong_phase", None, 0, "not now (@a1): green is taking a turn"),
        ("sun", "wrong_phase", None, 0, "not now (sun): green is taking a turn"),
    ],
)
def test_a_refusal_says_why_and_where(
    action: str, kind: str, cell: str | None, short_by: int, words: str
) -> None:
    board = {"b1": "1b", "c4": "1g", "d1": "1g", "g1": "2g", "e1": "3g", "f1": "0g"}
    position = table(board, green="1:1101:4430:-", used="c1,c4")
    with pytest.raises(IllegalAction) as caught:
        position.apply(parse_action(action))
    error = caught.value
    assert (error.kind, error.cell, error.short_by, str(error)) == (kind, cell, short_by, words)
    assert isinstance(error, ValueError)


def test_a_refusal_before_the_first_round_says_where_trees_go() -> None:
    position = played(Position.initial("gb"), "@a1")
    assert (
        str(position.refusal(parse_action("@d4")))
        == "d4 is not at the edge: the first trees go on outer cells"
    )
    assert str(position.refusal(parse_action("@a1"))) == "a1 is not free: a green small tree stands there"
    assert "the first small trees are still being placed" in str(position.refusal(parse_action("end")))


def test_a_refusal_in_heavy_shadow_names_the_cell_in_shade() -> None:
    position = table({"d6": "2b", "d5": "1g", "d3": "1g"}, variant="3b")
    assert str(position.refusal(parse_action("^d5"))) == "d5 lies in shade: nothing there can grow"
    assert str(position.refusal(parse_action("d5>c5"))) == "d5 lies in shade: a tree there throws no seed"
    assert str(position.refusal(parse_action("d3>d4"))) == "d4 lies in shade: no seed can be planted there"
