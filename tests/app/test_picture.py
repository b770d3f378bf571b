"""The display's pictures against golden ones: GOLDEN=write draws them anew, to be looked at."""

from __future__ import annotations

import pytest
from golden_pictures import assert_golden, golden_names
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops

from companion.app.page import Page, PlayerPanel, Status
from companion.app.picture import draw, parts
from companion.app.picture.marks import SPECIES, SUN_AT, board_with_sun


def players(light: str, acting: str = "") -> tuple[PlayerPanel, ...]:
    """Panels from words such as "g12 b3"."""
    return tuple(PlayerPanel(word[0], int(word[1:]), word[0] == acting) for word in light.split())


def status(sun: str = "NE", stop: int = 4, lap: int = 2, number: int = 10, first: str = "b") -> Status:
    return Status(sun=sun, stop=stop, lap=lap, laps=3, round=number, rounds=18, first=first)


PRICES = ("seed 2, next costs 1", "small 4, next 2", "medium 1, next 3", "large 0, next 4")
PAGES = {
    "setup": Page(
        players("g0 b0 y0"),
        status(stop=1, lap=1, number=0, first="g"),
        "Setup",
        ("Green: place a small tree on an outer space.",),
    ),
    "two-players": Page(players("g7 b14", "g"), status(), body=("Green grew c4: −2, 5 left",)),
    "three-players": Page(
        players("g12 y3 o20", "y"),
        status(sun="SE", stop=6, first="o"),
        "Sunlight",
        ("Green +5, yellow +3", "Orange +2 · 2 lost at the cap"),
    ),
    "four-players": Page(
        players("g8 b19 y6 o20", "o"), status(sun="W", first="y"), "Blue collects d4", ("Take “22”",)
    ),
    "long-message": Page(
        players("g13 b4 y5 o17"),
        status(sun="E", stop=2, first="g"),
        body=("Grün sät von c4 nach d5: −1, noch 12 Lichtpunkte übrig für große Bäume",),
    ),
    "alert": Page(
        players("g12 b14 y3"),
        status(sun="NW"),
        "d4: size skipped",
        ("Put the small tree back, or press SUN twice.",),
        alert=True,
    ),
    "final-score": Page(
        players("g2 b5 y0 o11"), status(sun="SW", lap=3, number=18), "Blue wins: 70", ("G 66 · Y 61 · O 59",)
    ),
    "no-players": Page(title="New game", body=("Tap one of your pieces, first player first.", "Green, Blue")),
    "no-players-alert": Page(title="Board lost", body=("Check its plug; the game waits.",), alert=True),
}


def crop(page: Page, top: int, bottom: int) -> bytes:
    return draw(page).crop((0, top, 128, bottom)).tobytes()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_looks_as_it_did(name: str) -> None:
    assert_golden(name, draw(PAGES[name]))


def test_a_colour_panel_of_240x240_has_more_room_for_words() -> None:
    assert_golden("240x240", draw(PAGES["long-message"], (240, 240)))


def test_a_panel_twice_as_large_shows_the_same_picture_twice_as_large() -> None:
    small = draw(PAGES["three-players"])
    assert draw(PAGES["three-players"], (256, 128)).tobytes() == small.resize((256, 128)).tobytes()


@pytest.mark.parametrize("size", [(129, 64), (200, 150), (255, 127), (320, 240), (800, 480)])
def test_any_size_from_128x64_up_is_filled(size: tuple[int, int]) -> None:
    picture = draw(PAGES["four-players"], size)
    assert (picture.mode, picture.size) == ("1", size)


def test_a_panel_too_small_is_refused_with_the_smallest_size_that_works() -> None:
    with pytest.raises(ValueError, match="96x16 pixels is too small: use at least 128x64"):
        draw(PAGES["setup"], (96, 16))


def test_every_light_from_0_to_20_looks_different() -> None:
    pictures = {draw(Page(players(f"g{light} b0 y0 o0"))).tobytes() for light in range(21)}
    assert len(pictures) == 21


def test_four_players_with_two_digits_each_do_not_touch() -> None:
    picture = draw(Page(players("g20 b20 y20 o20")))
    for seat in range(1, 4):
        assert picture.crop((seat * 32 - 2, 0, seat * 32, 23)).getbbox() is None


def test_digits_are_23_of_64_pixels_high_whatever_the_number_of_players() -> None:
    for light in ("g8 b8", "g8 b8 y8", "g8 b8 y8 o8"):
        room = 128 // len(light.split())
        digits = draw(Page(players(light))).crop((room // 2 - 3, 0, room - 3, 64))
        box = digits.getbbox()
        assert box is not None
        assert (box[1], box[3]) == (0, 23)


def test_marks_differ_by_outline_in_at_least_a_fifth_of_their_pixels() -> None:
    marks = list(SPECIES.values())
    for n, mark in enumerate(marks):
        for other in marks[:n]:
            assert ImageChops.logical_xor(mark, other).histogram()[255] >= 81 / 5


def test_the_sun_stands_at_six_different_corners() -> None:
    assert len({board_with_sun(corner).tobytes() for corner in SUN_AT}) == 6


def test_who_starts_and_who_acts_is_seen_in_the_panels() -> None:
    plain = crop(Page(players("g5 b5"), status(first="")), 0, 27)
    starts = crop(Page(players("g5 b5"), status(first="g")), 0, 27)
    acts = crop(Page(players("g5 b5", "g"), status(first="")), 0, 27)
    assert len({plain, starts, acts}) == 3


def test_an_alert_lights_the_left_edge_of_the_message() -> None:
    strip = draw(PAGES["alert"]).crop((0, 37, 1, 64))
    assert strip.getbbox() == (0, 0, 1, 27)
    assert min(strip.tobytes()) == 0x80


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("−2 – ‘a’ — “b” „c“", '-2 - \'a\' - "b" "c"'),
        ("c4 → d5 · 3×4…", "c4 → d5 · 3×4…"),
        ("Bäume, GRÖẞE, größer", "Bäume, GRÖßE, größer"),
        ("café Šimon", "cafe Simon"),
        ("太阳 5", "?? 5"),
        ("\x00\ud800☀\t\n", "???"),
    ],
)
def test_what_the_font_lacks_is_spelled_with_what_it_has(written: str, shown: str) -> None:
    assert draw(Page(body=(written,))).tobytes() == draw(Page(body=(shown,))).tobytes()
    assert draw(Page(title=written)).tobytes() == draw(Page(title=shown)).tobytes()


def test_an_unknown_colour_or_corner_is_drawn_without_its_sign() -> None:
    odd = Page(players("x5 b3"), status(sun="UP", first="x"))
    assert draw(odd).crop((0, 0, 18, 18)).getbbox() is None


def test_a_word_wider_than_the_display_is_broken_and_the_rest_is_kept() -> None:
    long_word = "Photosynthese" * 12
    shown = parts(Page(players("g0"), body=(f"{long_word} end",)))
    assert [len(part.body) for part in shown] == [4, 4]
    assert "".join(line for part in shown for line in part.body).replace(" ", "") == f"{long_word}end"


def test_a_page_that_fits_is_one_part() -> None:
    assert parts(PAGES["two-players"]) == (PAGES["two-players"],)
    assert parts(Page()) == (Page(),)


def test_a_long_page_turns_through_numbered_parts_that_keep_lights_and_lines() -> None:
    page = Page(players("g12 b14"), status(), "Beside the board", PRICES)
    first, second = parts(page)
    assert (first.title, second.title) == ("Beside the board 1/2", "Beside the board 2/2")
    assert first.body + second.body == PRICES
    assert first.players == second.players == page.players
    assert parts(first) == (first,)


def test_a_title_too_long_for_its_number_is_shortened() -> None:
    page = Page(players("g12 b14"), status(), "What green has beside the board", PRICES)
    assert [part.title for part in parts(page)] == ["What green has… 1/2", "What green has… 2/2"]


@settings(max_examples=60)
@given(st.text(max_size=60), st.lists(st.text(max_size=90), max_size=5), st.booleans())
def test_whatever_the_text_every_part_of_it_can_be_drawn_and_fits(
    title: str, body: list[str], alert: bool
) -> None:
    shown = parts(Page(players("g12 b14"), status(), title, tuple(body), alert))
    assert len(shown) >= 1
    for part in shown:
        assert draw(part).size == (128, 64)
        assert parts(part) == (part,)


def test_text_that_does_not_fit_ends_in_an_ellipsis() -> None:
    full = Page(players("g1"), status(), body=("one", "two", "three", "four"))
    cut = Page(players("g1"), status(), body=("one", "two", "three…"))
    assert draw(full).tobytes() == draw(cut).tobytes()


def test_the_golden_folder_holds_these_pages_and_no_others() -> None:
    assert golden_names() - {"240x240"} == set(PAGES)
