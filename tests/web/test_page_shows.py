"""What the page shows, in a real browser: one table in all of them, its game, its words and who may play."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from fake_hub import PIECES, display
from open_table import Table, cell, drag, in_stock, launched, piece_on, served
from playwright.async_api import Browser, expect

from companion.web import server as server_module
from companion.web.messages import New, Tap
from companion.web.server import TableServer

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def chromium() -> AsyncIterator[Browser]:
    async with launched() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def open_table(chromium: Browser) -> AsyncIterator[Table]:
    async with served(chromium) as table:
        yield table


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
    text = "b5: a <b>blue</b> small tree is missing."
    finding = {"cell": "b5", "kind": "missing", "notice": False, "text": text}
    hub.show({"type": "lights", "cells": {"d4": "#1a0f40"}})
    hub.show(hub.game(shade={"d4": 2}, findings=[finding], echo="Green grew c4: 2 paid, 5 left"))
    await expect(cell(page, "d4")).to_have_attribute("data-light", "#1a0f40")
    await expect(cell(page, "d4")).to_have_attribute("data-shade", "2")
    await expect(cell(page, "b5")).to_have_attribute("data-finding", "")
    await expect(page.get_by_test_id("findings")).to_have_text("b5A <b>blue</b> small tree is missing.")
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
    await page.get_by_test_id("wheel-left").click()
    await expect(page.get_by_test_id("connection")).to_contain_text("until then nothing you do here counts")
    await expect(page.get_by_test_id("error")).to_be_hidden()
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


async def test_a_browser_that_looks_on_is_offered_the_code_and_no_new_game(
    open_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "is_loopback", lambda _: False)
    page = await open_table.open()
    await expect(page.get_by_label("enter the code shown on the table's display")).to_be_visible()
    await expect(page.get_by_test_id("new-game")).to_be_hidden()
    await expect(page.get_by_test_id("bump")).to_be_hidden()
    await expect(page.get_by_text("Or press New game")).to_be_hidden()
    await page.get_by_label("You are looking on").fill("4711")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("new-game")).to_be_visible()
    await expect(page.get_by_test_id("bump")).to_be_visible()


async def test_a_piece_that_left_the_game_is_offered_no_more(open_table: Table) -> None:
    page = await open_table.open()
    hub = open_table.hub
    hub.at.update({"2g1": "a1", "1g1": "d1"})
    # Green grew a1: the small tree came back to a full column. Of eight, one stands and two lie ready.
    hub.show(hub.hands())
    hub.show(hub.game(players=[hub.player("g", available=[2, 2, 0, 0], board=[4, 4, 3, 2]), hub.player("b")]))
    stock = page.get_by_test_id("stock-g")
    ready, to_buy = (
        stock.locator(f'[data-size="1"][data-row="{row}"] [data-piece]') for row in ("beside", "onBoard")
    )
    await expect(to_buy).to_have_count(4)
    await expect(ready).to_have_count(2)
    # Lifted, and believed to stand there still: it lies with those that are ready.
    del hub.at["1g1"]
    hub.show(hub.hands())
    await expect(ready).to_have_count(3)
    await expect(to_buy).to_have_count(4)


async def test_a_table_that_reads_real_pieces_shows_them_where_they_stand(open_table: Table) -> None:
    page = await open_table.open()
    hub = open_table.hub
    hub.show({"type": "hello", "simulated": False, "unlocked": True, "pieces": PIECES})
    hub.show(hub.game(board={"d4": "2g", "a1": "2g", "g4": "0b"}))
    await expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, 1 leaf, green medium tree 2")
    await expect(cell(page, "g4")).to_have_attribute("aria-label", "g4, 1 leaf, blue seed 1")
    hub.show(hub.game(board={"d4": "3g"}))
    await expect(cell(page, "d4")).to_have_attribute("aria-label", "d4, 4 leaves, green large tree 1")
    await expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, 1 leaf, empty")


async def test_a_notice_is_quiet_and_no_finding(open_table: Table) -> None:
    page = await open_table.open()
    hub = open_table.hub
    text = "c1: the green small tree has no free slot and leaves the game"
    notice = {"cell": "c1", "kind": "leaves_game", "notice": True, "text": text}
    hub.show(hub.game(findings=[notice]))
    await expect(page.get_by_test_id("notices")).to_have_text(
        "c1The green small tree has no free slot and leaves the game"
    )
    await expect(page.get_by_text("Please look here")).to_be_hidden()
    await expect(cell(page, "c1")).not_to_have_attribute("data-finding", "")


async def test_the_end_names_the_winner_and_every_part_of_the_score(open_table: Table) -> None:
    page = await open_table.open()
    hub = open_table.hub
    green = hub.player("g", 5, tokens=[22, 17], score=40)
    hub.show(hub.game(phase="X", winners=["b"], players=[green, hub.player("b", 7, tokens=[39], score=41)]))
    await expect(page.get_by_role("heading", name="Blue wins")).to_be_visible()
    await expect(page.locator("#scores li")).to_contain_text(
        ["Blue 41= 39 in tokens + 2 for 7 light", "Green 40= 39 in tokens (22 + 17) + 1 for 5 light"]
    )
    hub.at.update({"1g1": "a1", "1b1": "a2", "0b1": "a3"})
    blue = hub.player("b", 3, tokens=[39], score=40)
    hub.show(hub.game(phase="X", winners=["b"], players=[green, blue]))
    await expect(page.get_by_test_id("result")).to_contain_text(
        "Tied at 40: the pieces on the board decide (Green 1, Blue 2)."
    )
    await expect(page.locator("#scores li").first).to_contain_text("Blue 40")
    hub.show(hub.game(phase="X", winners=["g", "b"], players=[green, blue]))
    await expect(page.get_by_role("heading", name="Green and Blue share the win")).to_be_visible()
    hub.show(hub.game())
    await expect(page.get_by_test_id("result")).to_be_hidden()


async def test_the_sun_comes_up_where_it_stands_and_swings_only_from_there(open_table: Table) -> None:
    hub = open_table.hub
    hub.show(hub.game(sun="SW"))
    page = await open_table.open()
    sun = page.locator(".sun")
    await expect(sun).to_have_css("transition-duration", "0s")
    await expect(sun).to_have_attribute("style", "transform: rotate(120deg);")
    hub.show(hub.game(sun="W", preview=1))
    await expect(sun).to_have_css("transition-duration", "1s")
    await expect(sun).to_have_attribute("style", "transform: rotate(180deg);")
    await expect(page.get_by_test_id("status")).to_contain_text("Looking ahead")
