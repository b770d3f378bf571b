"""Hands on the page, in a real browser: pieces go where fingers and keys put them, and buttons are held."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from open_table import Table, cell, drag, in_stock, launched, piece_on, served
from playwright.async_api import Browser, expect

from companion.web.messages import Control, Lift, Put, Tap, Turn

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def chromium() -> AsyncIterator[Browser]:
    async with launched() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def open_table(chromium: Browser) -> AsyncIterator[Table]:
    async with served(chromium) as table:
        yield table


async def test_a_piece_is_dragged_to_a_cell_to_another_and_back(open_table: Table) -> None:
    page = await open_table.open()
    await drag(page, in_stock(page, "1g1"), cell(page, "a1"))
    await expect(piece_on(page, "a1", "1g1")).to_be_visible()
    await expect(in_stock(page, "1g1")).to_have_count(0)
    await drag(page, piece_on(page, "a1", "1g1"), cell(page, "b2"))
    await expect(piece_on(page, "b2", "1g1")).to_be_visible()
    await expect(cell(page, "a1").locator("[data-piece]")).to_have_count(0)
    await drag(page, piece_on(page, "b2", "1g1"), page.get_by_test_id("stock-g"))
    await expect(in_stock(page, "1g1")).to_be_visible()
    assert open_table.hub.heard == [
        Put(do="put", piece="1g1", cell="a1"),
        Put(do="put", piece="1g1", cell="b2"),
        Lift(do="lift", piece="1g1"),
    ]


async def test_a_piece_let_go_between_the_cells_stays_where_it_was(open_table: Table) -> None:
    open_table.hub.at["2b1"] = "d4"
    page = await open_table.open()
    await drag(page, piece_on(page, "d4", "2b1"), cell(page, "d4"))
    await page.keyboard.press("Escape")
    await expect(piece_on(page, "d4", "2b1")).to_be_visible()
    await expect(page.locator(".ghost")).to_have_count(0)
    assert open_table.hub.heard == []


async def test_two_pieces_on_a_cell_are_told_apart_by_hand(open_table: Table) -> None:
    open_table.hub.at.update({"2b1": "d4", "1g1": "d4"})
    page = await open_table.open()
    for piece in ("2b1", "1g1"):
        await drag(page, piece_on(page, "d4", piece), cell(page, "d4"))
    await drag(page, in_stock(page, "0y1"), cell(page, "d4"))
    await expect(piece_on(page, "d4", "0y1")).to_be_visible()
    await drag(page, piece_on(page, "d4", "2b1"), cell(page, "e4"))
    await expect(piece_on(page, "e4", "2b1")).to_be_visible()
    await drag(page, piece_on(page, "d4", "1g1"), page.get_by_test_id("stock-g"))
    await expect(in_stock(page, "1g1")).to_be_visible()
    await piece_on(page, "d4", "0y1").click()
    await cell(page, "d4").click()
    await expect(page.get_by_test_id("picked")).to_be_hidden()
    assert open_table.hub.heard == [
        Put(do="put", piece="0y1", cell="d4"),
        Put(do="put", piece="2b1", cell="e4"),
        Lift(do="lift", piece="1g1"),
    ]


async def test_a_piece_taken_off_by_another_hand_while_it_is_dragged_still_lands(open_table: Table) -> None:
    hub = open_table.hub
    hub.at.update({"2b1": "d4", "1g1": "d4"})
    page = await open_table.open()
    await piece_on(page, "d4", "2b1").hover()
    await page.mouse.down()
    await cell(page, "f3").hover()
    del hub.at["2b1"]
    hub.show(hub.hands())
    await expect(cell(page, "d4").locator("[data-piece]")).to_have_count(1)
    await page.mouse.up()
    await expect(piece_on(page, "f3", "2b1")).to_be_visible()
    await expect(page.locator(".ghost")).to_have_count(0)
    assert hub.at == {"1g1": "d4", "2b1": "f3"}


async def test_a_piece_dragged_to_the_pad_is_tapped(open_table: Table) -> None:
    page = await open_table.open()
    await drag(page, in_stock(page, "2y1"), page.get_by_test_id("pad"))
    await expect(page.get_by_test_id("pad").locator('[data-piece="2y1"]')).to_be_visible()
    assert open_table.hub.heard == [Tap(do="tap", piece="2y1")]


async def test_the_next_size_put_on_a_tree_takes_its_place(open_table: Table) -> None:
    open_table.hub.at["1g1"] = "c3"
    page = await open_table.open()
    await drag(page, in_stock(page, "2g1"), cell(page, "c3"))
    await expect(piece_on(page, "c3", "2g1")).to_be_visible()
    await expect(in_stock(page, "1g1")).to_be_attached()
    assert open_table.hub.at == {"2g1": "c3"}


async def test_a_finger_taps_a_piece_and_then_its_cell(open_table: Table) -> None:
    page = await open_table.open(390, 844, touch=True)
    await in_stock(page, "1g1").tap()
    await expect(page.get_by_test_id("picked")).to_contain_text("green small tree 1")
    await cell(page, "d1").tap()
    await expect(piece_on(page, "d1", "1g1")).to_be_visible()
    await piece_on(page, "d1", "1g1").tap()
    await page.get_by_test_id("take-off").tap()
    await expect(piece_on(page, "d1", "1g1")).to_have_count(0)


async def test_the_keyboard_alone_plants_slides_and_takes_off(open_table: Table) -> None:
    page = await open_table.open()
    await in_stock(page, "0o1").focus()
    await page.keyboard.press("Enter")
    await expect(cell(page, "d4")).to_be_focused()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("Enter")
    await expect(piece_on(page, "c2", "0o1")).to_be_visible()
    await expect(cell(page, "c2")).to_have_attribute("aria-label", "c2, 2 leaves, orange seed 1")
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await expect(piece_on(page, "c3", "0o1")).to_be_visible()
    await page.keyboard.press("Delete")
    await expect(in_stock(page, "0o1")).to_be_visible()


async def test_every_piece_of_a_pile_is_reached_by_arrow_keys(open_table: Table) -> None:
    page = await open_table.open()
    await in_stock(page, "1y1").focus()
    for _ in range(7):
        await page.keyboard.press("ArrowLeft")
    await expect(in_stock(page, "1y8")).to_be_focused()
    assert await page.locator(".stock [data-piece]").count() == 80


async def test_sun_is_held_as_long_as_the_mouse_or_key_holds_it(open_table: Table) -> None:
    page = await open_table.open()
    sun_down, sun_up = (Control(do="control", control="sun", down=down) for down in (True, False))
    await page.get_by_test_id("sun").hover()
    await page.mouse.down()
    await open_table.heard(page, sun_down)
    assert sun_up not in open_table.hub.heard
    await page.mouse.wheel(0, 120)
    await open_table.heard(page, Turn(do="turn", steps=1))
    await page.mouse.up()
    await open_table.heard(page, sun_up)
    await page.get_by_test_id("undo").focus()
    await page.keyboard.down(" ")
    await open_table.heard(page, Control(do="control", control="undo", down=True))
    await page.keyboard.up(" ")
    await open_table.heard(page, Control(do="control", control="undo", down=False))
    await page.get_by_test_id("wheel-left").click()
    await open_table.heard(page, Turn(do="turn", steps=-1))
    await page.get_by_test_id("wheel").click()
    await open_table.heard(page, Control(do="control", control="wheel", down=False))


async def test_a_finger_drags_a_piece_without_scrolling_the_page(open_table: Table) -> None:
    page = await open_table.open(390, 844, touch=True)
    fingers = await page.context.new_cdp_session(page)
    start, end = await in_stock(page, "1g1").bounding_box(), await cell(page, "d4").bounding_box()
    assert start is not None
    assert end is not None
    at = [(start["x"] + 15, start["y"] + 20), (start["x"] + 15, start["y"]), (end["x"] + 20, end["y"] + 55)]
    for kind, (x, y) in zip(("touchStart", "touchMove", "touchMove"), at, strict=True):
        await fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    await fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await expect(piece_on(page, "d4", "1g1")).to_be_visible()
    assert await page.evaluate("() => scrollY") == 0


async def test_with_no_game_each_piece_tapped_makes_way_for_the_next(open_table: Table) -> None:
    page = await open_table.open()
    for size, count in enumerate((6, 8, 4, 2)):
        top = page.get_by_test_id("stock-o").locator(f'[data-size="{size}"] .pile > :last-child').first
        for number in range(1, count + 1):
            await expect(top).to_have_attribute("data-piece", f"{size}o{number}")
            await top.click()
            await page.get_by_test_id("pad").click()
        await expect(top).to_have_attribute("data-piece", f"{size}o1")
    assert len(open_table.hub.heard) == 20
