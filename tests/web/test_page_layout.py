"""How the page fits screens: what is asked and what answers it share the screen, and words never move the board."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from fake_hub import FakeHub
from open_table import Table, launched, served
from playwright.async_api import Browser, FloatRect, Page, expect

pytestmark = pytest.mark.asyncio(loop_scope="module")

SCREENS = [(1280, 800), (1024, 768), (820, 1180), (390, 844), (360, 740), (844, 390), (667, 375)]
FINDINGS = [
    {"cell": "b5", "kind": "missing", "notice": False, "text": "b5: blue small tree is missing. Put it back"},
    {
        "cell": "d1",
        "kind": "skipped_size",
        "notice": False,
        "text": "d1: a tree grows one size at a time. Put back: green small tree",
    },
]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def chromium() -> AsyncIterator[Browser]:
    async with launched() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def open_table(chromium: Browser) -> AsyncIterator[Table]:
    async with served(chromium) as table:
        yield table


async def box(page: Page, selector: str) -> FloatRect:
    found = await page.locator(selector).bounding_box()
    assert found is not None, selector
    return found


def four_players(hub: FakeHub) -> list[dict[str, object]]:
    return [hub.player(colour, 5) for colour in "gbyo"]


@pytest.mark.parametrize(("width", "height"), SCREENS)
async def test_board_display_and_buttons_share_the_screen(open_table: Table, width: int, height: int) -> None:
    hub = open_table.hub
    hub.show(hub.game(players=four_players(hub), findings=FINDINGS))
    page = await open_table.open(width, height)
    await expect(page.get_by_test_id("light-g")).to_have_text("5")
    for part in (".board-svg", "#display", "#sun", "#undo", "#wheel"):
        seen = await box(page, part)
        assert seen["x"] >= 0, part
        assert seen["y"] >= 0, part
        assert seen["x"] + seen["width"] <= width, part
        assert seen["y"] + seen["height"] <= height, part
    assert await page.evaluate("() => document.documentElement.scrollWidth") == width


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768), (820, 1180)])
async def test_findings_and_tokens_are_seen_without_scrolling(
    open_table: Table, width: int, height: int
) -> None:
    hub = open_table.hub
    hub.show(hub.game(players=four_players(hub), findings=FINDINGS))
    page = await open_table.open(width, height)
    words = await box(page, ".words")
    for part in ("#findings li:last-child", "#piles"):
        seen = await box(page, part)
        assert seen["y"] + seen["height"] <= height, part
    last = await box(page, "#findings li:last-child")
    assert last["y"] + last["height"] <= words["y"] + words["height"]


@pytest.mark.parametrize(("width", "height"), SCREENS)
async def test_a_finding_moves_neither_board_nor_stock_nor_buttons(
    open_table: Table, width: int, height: int
) -> None:
    page = await open_table.open(width, height)
    hub = open_table.hub
    hub.show(hub.game())
    await expect(page.get_by_test_id("light-g")).to_have_text("5")
    parts = (".board-svg", "#sun", "#players")
    before = [await box(page, part) for part in parts]
    hub.show(hub.game(findings=FINDINGS * 3, echo="Green grew c4: 2 paid, 5 left"))
    await expect(page.get_by_test_id("echo")).not_to_be_empty()
    assert [await box(page, part) for part in parts] == before
