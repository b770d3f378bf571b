"""What the table asks a position: shade and who throws it, forecasts, prices, reach, and who threw a seed."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_play import positions

from companion.rules import (
    CELLS,
    END,
    MAX_LIGHT,
    OUTER_CELLS,
    SUN,
    SUN_STOPS,
    Position,
    RulesError,
    Seed,
    distance,
    match_origins,
    neighbours,
    parse_action,
    seed_origins,
    soil,
)

EARLY = Position.parse(
    "1g..1g/...../....../......./....../...../1b..1b S NE 1 g g 3 g:0:2210:4432:- b:0:2210:4432:- 9750 -"
)
GROVE = Position.parse(
    "..../...../....../.1g1g2g.../....../...../.... A E 5 g g 3s g:19:2222:2211:- b:0:0000:0000:- 9750 -"
)


def test_soil_distance_and_neighbours_are_those_of_the_board() -> None:
    assert [soil(cell) for cell in ("a1", "b2", "c3", "d4")] == [1, 2, 3, 4]
    assert len(OUTER_CELLS) == 18
    assert (distance("a1", "g4"), distance("a1", "d4"), distance("c3", "c3")) == (6, 3, 0)
    assert neighbours("d4") == ("c3", "c4", "d3", "d5", "e3", "e4")
    assert neighbours("a1") == ("a2", "b1", "b2")


def test_the_next_six_stops_begin_with_the_one_that_is_due() -> None:
    assert [stop.sun for stop in EARLY.forecast()] == ["NE", "E", "SE", "SW", "W", "NW"]
    assert [stop.round for stop in EARLY.forecast()] == [1, 2, 3, 4, 5, 6]
    assert [stop.sun for stop in EARLY.apply(SUN).forecast()] == ["E", "SE", "SW", "W", "NW", "NE"]
    assert [stop.round for stop in GROVE.forecast()] == [6, 7, 8, 9, 10, 11]


def test_a_forecast_tells_what_the_light_track_still_takes() -> None:
    first = GROVE.forecast()[0]
    assert (first.sun, first.gains, first.kept) == ("SE", {"g": 4, "b": 0}, {"g": 1, "b": 0})
    west = GROVE.forecast()[2]
    assert (west.sun, west.gains) == ("W", {"g": 3, "b": 0})


@given(positions)
def test_the_first_forecast_is_what_the_next_photosynthesis_brings(position: Position) -> None:
    forecast = position.forecast()
    while position.phase == "A":
        position = position.apply(END)
    if position.phase == "S":
        after = position.apply(SUN)
        assert (after.sun, after.round) == (forecast[0].sun, forecast[0].round)
        assert after.gains() == forecast[0].gains
        for player in position.players:
            assert after.player(player.colour).light - player.light == forecast[0].kept[player.colour]


@given(positions)
def test_the_tallest_of_the_trees_that_shade_a_cell_is_its_shade(position: Position) -> None:
    heights = position.shade()
    for cell in CELLS:
        shaders = position.shaders(cell)
        assert max(shaders.values(), default=0) == heights[cell]
        assert all(
            position.board[tree].size == size >= distance(tree, cell) for tree, size in shaders.items()
        )
        distances = [distance(tree, cell) for tree in shaders]
        assert distances == sorted(distances)


@given(positions)
def test_a_seed_reaches_the_targets_of_the_legal_throws(position: Position) -> None:
    throws = [action for action in position.legal_actions() if isinstance(action, Seed)]
    for origin in {throw.origin for throw in throws}:
        assert position.seed_reach(origin) == {throw.target for throw in throws if throw.origin == origin}


def test_an_empty_cell_a_seed_and_a_used_tree_reach_nothing() -> None:
    grove = GROVE.apply(parse_action("d4>c5"))
    assert [cell for cell in ("a1", "c5", "d4") if grove.seed_reach(cell)] == []


def test_shaded_trees_reach_nothing_where_heavy_shadow_says_so() -> None:
    assert GROVE.seed_reach("d3") == set()
    assert "c3" in GROVE.seed_reach("d4")


@given(positions)
def test_would_leave_names_the_piece_that_an_action_takes_out_of_the_game(position: Position) -> None:
    for action in position.legal_actions():
        piece = position.would_leave(action)
        if piece is not None:
            after = position.apply(action)
            assert piece.colour == position.mover
            assert position.player(piece.colour).board == after.player(piece.colour).board


@pytest.mark.parametrize("ask", ["shaders", "seed_reach", "next_token"])
@pytest.mark.parametrize("cell", ["h1", "", "A1", None, 3])
def test_a_question_about_no_cell_is_refused(ask: str, cell: str) -> None:
    with pytest.raises(RulesError, match="is no cell: cells are named a1 to g4"):
        getattr(EARLY, ask)(cell)


def test_a_question_about_somebody_who_does_not_play_is_refused() -> None:
    with pytest.raises(RulesError, match="'o' does not play: the players are g, b"):
        EARLY.next_prices("o")


# Who threw the seeds


def test_each_seed_gets_a_tree_of_its_own_the_first_in_cell_order_where_it_is_free_to_choose() -> None:
    plain = Position.parse(str(GROVE).replace(" 3s ", " 3 "))
    assert seed_origins(plain, "g", ["c3"], set()) == (("c3", "d3"),)
    assert seed_origins(plain, "g", ["c3", "c2"], set()) == (("c2", "d2"), ("c3", "d3"))
    assert seed_origins(plain, "g", ["c4", "c3"], {"d2"}) == (("c3", "d3"), ("c4", "d4"))
    assert seed_origins(plain, "g", ["c4", "c3"], {"d3"}) is None
    assert seed_origins(plain, "g", ["a1"], set()) is None
    assert seed_origins(plain, "g", ["c3", "c3"], set()) is None
    assert seed_origins(plain, "b", ["c3"], set()) is None
    assert seed_origins(plain, "b", [], set()) == ()


def test_a_shaded_tree_threw_no_seed_under_heavy_shadow() -> None:
    assert seed_origins(GROVE, "g", ["c3"], set()) == (("c3", "d4"),)
    assert seed_origins(GROVE, "g", ["c3", "c4"], set()) is None


choices = st.dictionaries(st.sampled_from(CELLS[:12]), st.sets(st.sampled_from(CELLS[20:26])), max_size=5)


@given(choices)
def test_the_smallest_of_all_assignments_is_found(candidates: dict[str, set[str]]) -> None:
    targets = sorted(candidates)
    every = [
        tuple(zip(targets, origins, strict=True))
        for origins in product(*(candidates[target] for target in targets))
        if len(set(origins)) == len(origins)
    ]
    assert match_origins(candidates) == min(every, default=None)


def test_light_never_exceeds_the_track_in_a_forecast() -> None:
    assert all(19 + stop.kept["g"] <= MAX_LIGHT for stop in GROVE.forecast())
    assert len(GROVE.forecast()) == len(SUN_STOPS)
