"""The page in a real browser: pieces go where hands and keys put them, and all browsers show one table."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from fake_hub import FakeHub, display
from open_table import Table, cell, drag, in_stock, piece_on
from playwright.async_api import Browser, async_playwright, expect

from companion.web import server as server_module
from companion.web.messages import Control, Lift, New, Put, Tap, Turn
from companion.web.server import TableServer

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        )
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="module")
async def open_table(chromium: Browser) -> AsyncIterator[Table]:
    hub = FakeHub()
    hub.server = TableServer(hub, code="4711")
    port = await hub.server.start("127.0.0.1", 0)
    yield Table(hub, hub.server, port, chromium)
    for context in list(chromium.contexts):
        await context.close()
    await hub.server.stop()


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


# What the page shows


async def test_two_browsers_show_the_same_table(open_table: Table) -> None:
    one, other = await open_table.open(), await open_table.open(820, 1180)
    await drag(one, in_stock(one, "1b1"), cell(one, "g4"))
    await expect(piece_on(other, "g4", "1b1")).to_be_visible()
    await other.get_by_test_id("player-b").scroll_into_view_if_needed()
    await drag(other, in_stock(other, "1b2"), cell(other, "f3"))
    await expect(piece_on(one, "f3", "1b2")).to_be_visible()


async def test_a_new_game_is_started_in_the_order_the_colours_were_chosen(open_table: Table) -> None:
    page = await open_table.open()
    await page.get_by_test_id("new-game").click()
    await expect(page.get_by_test_id("start")).to_be_disabled()
    for colour in "og":
        await page.get_by_test_id(f"seat-{colour}").click()
    await page.get_by_label("four revolutions").check()
    await page.get_by_label("Heavy shadow").select_option("both")
    await page.get_by_test_id("start").click()
    await open_table.heard(page, New(do="new", players=("o", "g"), long=True, heavy="both", turns="round"))


async def test_the_page_shows_lights_shade_findings_and_players(open_table: Table) -> None:
    page = await open_table.open()
    hub = open_table.hub
    finding = {"cell": "b5", "kind": "missing", "text": "A <b>blue</b> small tree belongs on b5."}
    hub.show({"type": "lights", "cells": {"d4": "#1a0f40"}})
    hub.show(hub.game(shade={"d4": 2}, findings=[finding], echo="Green grew c4: 2 paid, 5 left"))
    await expect(cell(page, "d4")).to_have_attribute("data-light", "#1a0f40")
    await expect(cell(page, "d4")).to_have_attribute("data-shade", "2")
    await expect(cell(page, "b5")).to_have_attribute("data-finding", "")
    await expect(page.get_by_test_id("findings")).to_have_text("b5A <b>blue</b> small tree belongs on b5.")
    await expect(page.get_by_test_id("light-b")).to_have_text("7")
    await expect(page.get_by_test_id("echo")).to_have_text("Green grew c4: 2 paid, 5 left")
    await expect(page.get_by_test_id("status")).to_contain_text("round 3 of 18 · revolution 1 of 3 · sun NE")
    await expect(page.locator(".sun")).to_have_attribute("data-corner", "NE")
    await expect(page.get_by_test_id("player-y")).to_be_hidden()
    ready = page.get_by_test_id("stock-g").locator('[data-size="1"][data-row="beside"] [data-piece]')
    await expect(ready).to_have_count(2)
    hub.show({"type": "lights", "cells": {}})
    await expect(cell(page, "d4")).not_to_have_attribute("data-light", "#1a0f40")


async def test_the_display_shows_its_own_pixels_and_words(open_table: Table) -> None:
    page = await open_table.open()
    open_table.hub.show(display(["G 5  B 7"]))
    await expect(page.get_by_label("Display: G 5  B 7")).to_be_visible()
    lit = (
        "c => new Set(c.getContext('2d').getImageData(0, 0, 128, 64).data.filter((_, i) => i % 4 === 0)).size"
    )
    assert await page.get_by_test_id("display").evaluate(lit) == 2
    box = await page.get_by_test_id("display").bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (256, 128)


async def test_a_lost_connection_is_said_and_comes_back_by_itself(open_table: Table) -> None:
    page = await open_table.open()
    await expect(page.get_by_test_id("connection")).to_be_hidden()
    await open_table.server.stop()
    await expect(page.get_by_test_id("connection")).to_contain_text("No connection to the table")
    open_table.hub.at["1g5"] = "e3"
    open_table.server = open_table.hub.server = TableServer(open_table.hub, code="4711")
    await open_table.server.start("127.0.0.1", open_table.port)
    await expect(piece_on(page, "e3", "1g5")).to_be_visible(timeout=10_000)
    await expect(page.get_by_test_id("connection")).to_be_hidden()


async def test_an_error_is_shown_to_whoever_caused_it(open_table: Table) -> None:
    page = await open_table.open()
    open_table.hub.refusal = "The board is lost: plug it in."
    await drag(page, in_stock(page, "1g1"), cell(page, "a1"))
    await expect(page.get_by_test_id("error")).to_contain_text("The board is lost: plug it in.")
    await expect(in_stock(page, "1g1")).to_be_visible()


async def test_nothing_is_wider_than_a_phone(open_table: Table) -> None:
    page = await open_table.open(360, 740)
    open_table.hub.show(open_table.hub.game())
    await expect(page.get_by_test_id("light-g")).to_have_text("5")
    assert await page.evaluate("() => document.documentElement.scrollWidth") == 360


async def test_a_bought_piece_lies_on_top_so_that_a_second_tap_takes_it_back(open_table: Table) -> None:
    page = await open_table.open()
    hub = open_table.hub
    hub.at.update({"1g1": "a1", "1g2": "a2"})
    hub.show(hub.game())
    hub.show(hub.hands())
    to_buy = page.get_by_test_id("stock-g").locator('[data-size="1"][data-row="onBoard"] [data-piece]')
    ready = page.get_by_test_id("stock-g").locator('[data-size="1"][data-row="beside"] [data-piece]')
    await expect(to_buy.last).to_have_attribute("data-piece", "1g5")
    await drag(page, to_buy.last, page.get_by_test_id("pad"))
    await open_table.heard(page, Tap(do="tap", piece="1g5"))
    hub.pad = None
    hub.show(hub.hands())
    hub.show(
        hub.game(players=[hub.player("g", 3, available=[2, 3, 1, 0], board=[4, 3, 3, 2]), hub.player("b")])
    )
    await expect(ready).to_have_count(3)
    await expect(ready.last).to_have_attribute("data-piece", "1g5")


async def test_a_browser_elsewhere_plays_once_it_gave_the_code(
    open_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "is_loopback", lambda _: False)
    page = await open_table.open()
    await expect(page.get_by_test_id("unlock")).to_be_visible()
    await drag(page, in_stock(page, "1g1"), cell(page, "a1"))
    await expect(page.get_by_test_id("error")).to_contain_text("enter the code")
    await page.get_by_label("You are looking on").fill("4711")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("unlock")).to_be_hidden()
    await drag(page, in_stock(page, "1g1"), cell(page, "a1"))
    await expect(piece_on(page, "a1", "1g1")).to_be_visible()
