"""The strip: where each cell's LEDs are, and that it never draws more than its supply can spare."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.lights import EVENING, light_frame
from companion.app.scene import Scene
from companion.app.strip import Colour, Strip, StripError, in_rows
from companion.rules import CELLS, SUN_STOPS
from companion.script import Script

PLACES = (*CELLS, *SUN_STOPS)
SHADY = "3g.../2b.1g../....../......./....../1b..../..3b. A NE 2 g g 3 g:0:2210:4432:- b:0:2210:4432:- 9750 -"

channels = st.integers(0, 255)
colours = st.tuples(channels, channels, channels)
frames = st.dictionaries(st.sampled_from(PLACES), colours)


@st.composite
def strips(draw: st.DrawFn) -> Strip:
    """Any wiring: several LEDs a cell, gaps, corners, a longer strip; and any budget that can bear it."""
    leds = in_rows(
        draw(st.integers(1, 4)),
        draw(st.integers(0, 3)),
        draw(st.sampled_from(["rows", "serpentine"])),
        draw(st.sets(st.integers(0, 40), max_size=5)),
        draw(st.booleans()),
    )
    led_ma, at_least = draw(st.integers(1, 100)), draw(st.integers(0, 200))
    least = Strip(1.0, 20_000, led_ma, leds, at_least).least_ma
    return Strip(1.0, draw(st.integers(least, least + 2_000)), led_ma, leds, at_least)


def drawn_ma(pixels: list[Colour], strip: Strip) -> float:
    """What LEDs of these colours draw: a milliamp each while off, and their share of full white."""
    return len(pixels) + sum(map(sum, pixels)) * strip.led_ma / 765


@given(strips(), frames)
def test_no_frame_whatever_draws_more_than_the_budget(strip: Strip, frame: dict[str, Colour]) -> None:
    assert drawn_ma(strip.pixels(frame), strip) <= strip.budget_ma


@given(strips(), st.dictionaries(st.integers(-5, 250), colours))
def test_no_single_leds_draw_more_either(strip: Strip, lit: dict[int, Colour]) -> None:
    assert drawn_ma(strip.led_pixels(lit), strip) <= strip.budget_ma


@given(strips(), frames)
def test_the_limit_turns_nothing_off_and_nothing_up(strip: Strip, frame: dict[str, Colour]) -> None:
    limited = strip.limited(frame)
    for place, colour in frame.items():
        for wanted, got in zip(colour, limited[place], strict=True):
            assert bool(got) == bool(wanted)
            assert got <= wanted


@given(strips(), frames)
def test_a_frame_within_the_budget_is_left_alone(strip: Strip, frame: dict[str, Colour]) -> None:
    once = strip.limited(frame)
    assert strip.limited(once) == once


def test_full_white_on_37_leds_is_scaled_to_the_milliamps_of_the_supply() -> None:
    white = dict.fromkeys(CELLS, (255, 255, 255))
    assert set(Strip(budget_ma=1_000).pixels(white)) == {(110, 110, 110)}
    assert drawn_ma(Strip(budget_ma=1_000).pixels(white), Strip()) == pytest.approx(994.6, abs=0.1)
    assert set(Strip(budget_ma=2_300).pixels(white)) == {(255, 255, 255)}


@pytest.mark.parametrize("budget_ma", [46, 60, 200])
def test_the_faintest_breath_in_the_evening_on_the_smallest_supply_is_not_off(budget_ma: int) -> None:
    script = Script()
    list(script.run([f"load {SHADY}", "wait 2"]))
    scene = script.table.scene
    assert scene.position is not None
    shaded = {cell for cell, height in scene.position.shade().items() if height}
    strip = Strip(EVENING, budget_ma)
    faintest = min(sum(light_frame(scene, strip)[cell]) for cell in shaded)
    assert faintest >= 3, "each of its three colours is still lit"
    assert drawn_ma(strip.pixels(light_frame(scene, strip)), strip) <= budget_ma


# The order of the LEDs


def test_one_led_a_cell_in_reading_order_unless_told_otherwise() -> None:
    assert in_rows() == {cell: (at,) for at, cell in enumerate(CELLS)}


def test_a_serpentine_runs_there_and_back() -> None:
    leds = in_rows(order="serpentine")
    assert [leds[cell][0] for cell in ("a1", "a4", "b5", "b1", "c1", "d7", "d1", "g4")] == [
        0, 3, 4, 8, 9, 15, 21, 36,
    ]  # fmt: skip


def test_the_sun_s_corners_follow_clockwise_from_e() -> None:
    leds = in_rows(leds_a_cell=2, sun_corners=True)
    assert [leds[corner] for corner in ("E", "SE", "SW", "W", "NW", "NE")] == [(n,) for n in range(74, 80)]


@given(st.integers(1, 4), st.integers(0, 5), st.sets(st.integers(0, 60)), st.booleans())
def test_no_led_shows_two_places_and_no_skipped_one_any(
    leds_a_cell: int, first_led: int, skip: set[int], sun_corners: bool
) -> None:
    leds = in_rows(leds_a_cell, first_led, "serpentine", skip, sun_corners)
    used = Counter(led for place in leds.values() for led in place)
    assert set(used.values()) == {1}
    assert not set(used) & skip
    assert min(used) >= first_led
    assert all(len(leds[cell]) == leds_a_cell for cell in CELLS)


def test_all_leds_of_a_cell_show_it_and_skipped_ones_stay_dark() -> None:
    strip = Strip(leds=in_rows(leds_a_cell=2, first_led=1, skip=[3]), at_least=80)
    pixels = strip.pixels({"a1": (1, 2, 3), "a2": (4, 5, 6)})
    assert pixels[:7] == [(0, 0, 0), (1, 2, 3), (1, 2, 3), (0, 0, 0), (4, 5, 6), (4, 5, 6), (0, 0, 0)]
    assert len(pixels) == 80


def test_a_cell_without_leds_is_left_out_and_costs_nothing() -> None:
    strip = Strip(leds={"d4": (0,)}, budget_ma=61)
    assert strip.pixels({"d4": (255, 255, 255), "a1": (255, 255, 255)}) == [(255, 255, 255)]


@pytest.mark.parametrize(
    ("leds", "words"),
    [
        ({"a1": (0,), "a2": (0,)}, "LED 0 is said to show both a1 and a2: give it one place"),
        ({"a1": (-1,)}, "a1 is said to be LED -1: LEDs are counted from 0"),
        ({"z9": (0,)}, '"z9" is neither a cell, a1 to g4, nor a corner of the sun'),
        ({"a1": (5_000,)}, "5001 LEDs draw 6178 mA at their faintest, but the budget is 1000 mA"),
    ],
)
def test_leds_that_cannot_be_wired_so_are_named(leds: dict[str, tuple[int, ...]], words: str) -> None:
    with pytest.raises(StripError) as caught:
        Strip(leds=leds)
    assert words in str(caught.value)


# The sun's corner


def sun_frame(*commands: str, strip: Strip) -> dict[str, Colour]:
    script = Script()
    list(script.run(commands))
    return light_frame(script.table.scene, strip)


def test_the_corner_where_the_sun_stands_is_lit_where_it_is_wired() -> None:
    wired = Strip(leds=in_rows(sun_corners=True))
    assert set(sun_frame(f"load {SHADY}", strip=wired)) & set(SUN_STOPS) == {"NE"}
    assert set(sun_frame(f"load {SHADY}", "hold sun", strip=wired)) & set(SUN_STOPS) == {"E"}
    assert not set(sun_frame(f"load {SHADY}", strip=Strip())) & set(SUN_STOPS)


def test_before_a_game_no_corner_is_lit() -> None:
    assert light_frame(Scene(), Strip(leds=in_rows(sun_corners=True))) == {}
