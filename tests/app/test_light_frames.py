"""What the lights say, moment by moment, on a table played by script."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from companion.app.lights import light_frame, moves
from companion.app.strip import Frame, Strip
from companion.rules import CELLS, OUTER_CELLS, Position
from companion.script import Script

SETUP = ["new g b", "put a1 1g", "put a4 1b", "put g1 1g", "put g4 1b"]
FOREST = (
    "load ..../...1b./..3g.../..2b..../....2g./...../.... A NE 5 g g 3 g:9:2200:4432:- b:9:2210:4432:- 9750 -"
)
"""Green's large tree on c3 shades d3, where blue's medium one is blocked, e2 and f1; c4, f4 and g3 have less."""


def table(*commands: str) -> Script:
    script = Script()
    for printed in script.run(commands):
        assert "error" not in printed, printed
    return script


def frame(script: Script, **wired: float) -> dict[str, tuple[int, int, int]]:
    return light_frame(script.table.scene, Strip(**wired))  # type: ignore[arg-type]  # numbers by name


def over_time(script: Script, seconds: float, cell: str) -> list[tuple[int, int, int]]:
    """The colour of a cell ten times a second; off is black."""
    colours = []
    for _ in range(int(seconds * 10)):
        colours.append(frame(script).get(cell, (0, 0, 0)))
        script.table.advance(100)
    return colours


def strength(colour: tuple[int, int, int]) -> int:
    return sum(colour)


def changes_of_direction(values: Sequence[int]) -> int:
    steps = [b - a for a, b in pairwise(values) if b != a]
    return sum((a > 0) != (b > 0) for a, b in pairwise(steps))


def test_exactly_the_shaded_cells_are_lit_and_deeper_shade_is_stronger() -> None:
    script = table(FOREST)
    shade = Position.parse(FOREST.removeprefix("load ")).shade()
    lit = frame(script)
    assert set(lit) == {cell for cell, height in shade.items() if height}
    assert [shade[cell] for cell in ("c4", "f4", "e2")] == [1, 2, 3]
    assert strength(lit["c4"]) < strength(lit["f4"]) < strength(lit["e2"])


def test_shade_is_bluer_than_red_and_redder_than_green() -> None:
    for red, green, blue in frame(table(FOREST)).values():
        assert blue > red >= green


def test_a_blocked_tree_breathes_slowly_and_never_goes_dark() -> None:
    script = table(FOREST)
    breath = [strength(colour) for colour in over_time(script, 12, "d3")]
    assert min(breath) > 0
    assert max(breath) > 1.5 * min(breath)
    assert changes_of_direction(breath) in (5, 6)  # three breaths in twelve seconds
    still = {strength(colour) for colour in over_time(script, 4, "e2")}
    assert len(still) == 1


@pytest.mark.parametrize(("variant", "breathes"), [("3", False), ("3s", True)])
def test_a_shaded_seed_breathes_only_under_heavy_shadow(variant: str, breathes: bool) -> None:
    script = table(FOREST.replace("2b", "0b", 1).replace(" 3 ", f" {variant} "))
    colours = {strength(colour) for colour in over_time(script, 4, "d3")}
    assert (len(colours) > 1) is breathes


def test_setup_invites_to_the_free_outer_cells_until_they_are_taken() -> None:
    script = table("new g b")
    assert set(frame(script)) == set(OUTER_CELLS)
    script = table(*SETUP[:2])
    lit = frame(script)
    assert set(lit) == set(OUTER_CELLS) - {"a1"}
    red, green, blue = lit["a2"]
    assert green > 2 * max(red, blue)


def test_earning_trees_light_up_one_colour_after_the_other() -> None:
    script = table(*SETUP)
    script.table.contact("sun", True)
    script.table.advance(100)
    script.table.contact("sun", False)
    seen: list[frozenset[str]] = []
    for _ in range(40):
        warm = frozenset(cell for cell, (red, green, blue) in frame(script).items() if red > green > blue)
        if warm and warm not in seen:
            seen.append(warm)
        script.table.advance(100)
    assert seen == [{"a1", "g1"}, {"a4", "g4"}]
    assert not moves(script.table.scene)


def test_a_tapped_piece_shows_where_it_may_go_for_ten_seconds() -> None:
    script = table(*SETUP, "press sun", "tap 0b")
    green = {cell for cell, (red, grn, blue) in frame(script).items() if grn > 2 * max(red, blue)}
    assert green == {"a3", "b4", "b5", "g3", "f4", "f5"}
    script.table.advance(10_000)
    assert set(frame(script)) == {"b1", "b4"}


def test_a_lifted_tree_takes_its_shadow_with_it_at_once() -> None:
    script = table(*SETUP, "press sun", "lift a4")
    assert "b4" not in {cell for cell, (red, _, blue) in frame(script).items() if blue > 2 * red}


def test_a_finding_pulses_in_amber_at_most_once_a_second() -> None:
    script = table(*SETUP, "press sun", "put d4 0b")
    pulse = over_time(script, 10, "d4")
    assert all(red > green > blue for red, green, blue in pulse)
    values = [strength(colour) for colour in pulse]
    assert max(values) > 1.5 * min(values) > 0
    assert changes_of_direction(values) <= 2 * 10


def test_a_moved_piece_is_amber_and_its_place_white() -> None:
    script = table(*SETUP, "press sun", "move a4 d4")
    lit = frame(script)
    red, green, blue = lit["d4"]
    assert red > green > blue
    assert len(set(lit["a4"])) == 1


def test_recovery_leads_one_piece_at_a_time() -> None:
    script = table(*SETUP, "press sun", "move a1 c3", "move a4 d4", "move g1 e3")
    white = [cell for cell, colour in frame(script).items() if len(set(colour)) == 1]
    assert white == ["a1"]
    list(script.run(["move c3 a1"]))
    assert [finding.place for finding in script.table.scene.astray] == ["d4", "e3"]
    assert [cell for cell, colour in frame(script).items() if len(set(colour)) == 1] == ["a4"]
    list(script.run(["move d4 a4", "move e3 g1"]))
    assert script.table.scene.astray == ()
    assert set(frame(script)) == {"b1", "b4"}


def test_recovery_shows_where_a_missing_piece_belongs_in_white() -> None:
    script = table(*SETUP, "press sun", "lift a1", "lift a4", "lift g1", "wait 11")
    assert len(set(frame(script)["a1"])) == 1


def test_the_preview_shows_the_next_stops_shadows_only() -> None:
    script = table(FOREST, "hold sun")
    position = Position.parse(FOREST.removeprefix("load "))
    assert set(frame(script)) == {cell for cell, height in position.with_sun("E").shade().items() if height}
    list(script.run(["turn wheel 2"]))
    assert set(frame(script)) == {cell for cell, height in position.with_sun("SW").shade().items() if height}


def test_in_the_evening_the_lights_are_faint_but_as_many() -> None:
    day, evening = (
        table(FOREST),
        table(FOREST, "hold undo", "turn wheel 2", "press sun", "turn wheel 1", "press sun"),
    )
    assert set(frame(evening)) == set(frame(day))
    assert strength(frame(evening)["e2"]) < 0.3 * strength(frame(day)["e2"])


@pytest.mark.parametrize(
    "commands", [[FOREST], ["new g b"], [*SETUP, "press sun", "put d4 0b", "move a1 c3"]]
)
def test_a_small_budget_dims_everything_and_darkens_nothing(commands: Sequence[str]) -> None:
    script = table(*commands)
    full: Frame = frame(script)
    poor = frame(script, budget_ma=100)
    assert set(poor) == set(full)
    assert all(any(colour) for colour in poor.values())
    drawn_ma = sum(strength(colour) for colour in poor.values()) * 60 / 765 + len(CELLS)
    assert drawn_ma <= 100
