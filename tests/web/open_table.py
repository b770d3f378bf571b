"""A running browser table with real browsers looking at it, and the words to speak of its parts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from fake_hub import FakeHub
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from companion.web.messages import Incoming
from companion.web.server import TableServer


@dataclass
class Table:
    """A running server with its fake hub; `open` gives one more browser looking at it."""

    hub: FakeHub
    server: TableServer
    port: int
    chromium: Browser

    async def open(self, width: int = 1280, height: int = 800, touch: bool = False) -> Page:
        context = await self.chromium.new_context(
            viewport={"width": width, "height": height}, has_touch=touch
        )
        page = await context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"the page failed: {error}"))
        await page.goto(f"http://127.0.0.1:{self.port}/")
        await expect(page.locator('[data-piece="0g1"]').first).to_be_attached()
        return page

    async def heard(self, page: Page, message: Incoming) -> None:
        """Wait, frame by frame of the page, until the hub has heard a message."""
        for _ in range(200):
            if message in self.hub.heard:
                return
            await page.evaluate("() => new Promise(requestAnimationFrame)")
        assert message in self.hub.heard


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """A browser to open pages in."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        )
        yield browser
        await browser.close()


@asynccontextmanager
async def served(chromium: Browser) -> AsyncIterator[Table]:
    """A table that nobody looks at yet."""
    hub = FakeHub()
    hub.server = TableServer(hub, code="4711")
    port = await hub.server.start("127.0.0.1", 0)
    yield Table(hub, hub.server, port, chromium)
    for context in list(chromium.contexts):
        await context.close()
    await hub.server.stop()


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def piece_on(page: Page, name: str, piece: str) -> Locator:
    return cell(page, name).locator(f'[data-piece="{piece}"]')


def in_stock(page: Page, piece: str) -> Locator:
    return page.get_by_test_id(f"stock-{piece[1]}").locator(f'[data-piece="{piece}"]')


async def drag(page: Page, piece: Locator, target: Locator) -> None:
    start, end = await piece.bounding_box(), await target.bounding_box()
    assert start is not None
    assert end is not None
    await page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    await page.mouse.down()
    await page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    await page.mouse.up()
