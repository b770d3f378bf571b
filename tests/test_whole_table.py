"""The whole table in a real browser: hands, display and lights over the real daemon and the real firmware."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, ViewportSize, async_playwright, expect
from running_table import running, simulated

expect.set_options(timeout=15_000)  # everything here is waited for; a busy machine takes longer
LIT = re.compile("#[0-9a-f]{6}")
SIZE: ViewportSize = {"width": 1280, "height": 900}


@pytest_asyncio.fixture
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        )
        yield browser
        await browser.close()


class Seat:
    """Somebody before a browser that shows the table."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def cell(self, name: str) -> Locator:
        return self.page.locator(f'[data-cell="{name}"]')

    def top(self, kind: str, row: str) -> Locator:
        """The piece on top of a pile: `beside` the board, or still to buy (`onBoard`)."""
        pile = f'[data-size="{kind[0]}"][data-row="{row}"] [data-piece]'
        return self.page.get_by_test_id(f"stock-{kind[1]}").locator(pile).last

    def on(self, name: str, kind: str) -> Locator:
        return self.cell(name).locator(f'[data-piece^="{kind}"]')

    async def new_game(self, *colours: str) -> None:
        await self.page.get_by_test_id("new-game").click()
        for colour in colours:
            await self.page.get_by_test_id(f"seat-{colour}").click()
        await self.page.get_by_test_id("start").click()
        await expect(self.page.get_by_test_id("status")).to_contain_text("Placing the first trees")

    async def drag(self, piece: Locator, target: Locator) -> None:
        start, end = await piece.bounding_box(), await target.bounding_box()
        assert start is not None
        assert end is not None
        await self.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        await self.page.mouse.down()
        await self.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
        await self.page.mouse.up()

    async def put(self, name: str, kind: str, row: str = "beside") -> None:
        await self.drag(self.top(kind, row), self.cell(name))
        await expect(self.on(name, kind)).to_be_visible()

    async def tap(self, kind: str) -> None:
        await self.drag(self.top(kind, "onBoard"), self.page.get_by_test_id("pad"))

    async def has_to_buy(self, kind: str, count: int) -> None:
        pile = f'[data-size="{kind[0]}"][data-row="onBoard"] [data-piece]'
        await expect(self.page.get_by_test_id(f"stock-{kind[1]}").locator(pile)).to_have_count(count)

    async def hold(self, control: str) -> None:
        """Hold a control down, until the mouse lets go."""
        await self.page.get_by_test_id(control).hover()
        await self.page.mouse.down()

    async def press(self, control: str) -> None:
        await self.page.get_by_test_id(control).click()

    async def sees_light(self, **light: int) -> None:
        for colour, points in light.items():
            await expect(self.page.get_by_test_id(f"light-{colour}")).to_have_text(str(points))

    async def sees_shade(self, **shade: int) -> None:
        """These cells and no others are shaded, and lit, once the show is over."""
        for name, height in shade.items():
            await expect(self.cell(name)).to_have_attribute("data-shade", str(height))
            await expect(self.cell(name)).to_have_attribute("data-light", LIT)
        await expect(self.page.locator("[data-cell][data-shade]")).to_have_count(len(shade))
        await expect(self.page.locator("[data-cell][data-light]")).to_have_count(len(shade))

    async def sees(self, where: str, words: str) -> None:
        await expect(self.page.get_by_test_id(where)).to_contain_text(words)


@pytest_asyncio.fixture
async def seats(chromium: Browser, tmp_path: Path) -> AsyncIterator[tuple[Seat, Seat]]:
    """Two browsers at one table."""
    async with running(simulated(tmp_path)) as daemon:
        pages = [await (await chromium.new_context(viewport=SIZE)).new_page() for _ in range(2)]
        for page in pages:
            page.on("pageerror", lambda error: pytest.fail(f"the page failed: {error}"))
            await page.goto(daemon.address)
            await expect(page.locator('[data-piece="0g1"]').first).to_be_attached()
            await expect(page.get_by_test_id("link")).to_be_hidden()
        yield Seat(pages[0]), Seat(pages[1])
        for page in pages:
            await page.context.close()


async def test_two_browsers_play_from_setup_to_the_score(seats: tuple[Seat, Seat]) -> None:
    green, blue = seats
    await green.new_game("g", "b")
    await green.put("a1", "1g")
    await blue.put("d7", "1b")
    await green.put("d1", "1g")
    await blue.put("g4", "1b")
    await green.sees("status", "round 1 of 18")
    await green.press("sun")
    for seat in seats:
        await seat.sees_light(g=2, b=2)
        await seat.sees_shade(b1=1, e6=1)

    await green.put("a1", "2g")
    await green.sees("echo", "Green grew a1")
    await blue.sees("notices", "The green small tree has no free slot and leaves the game")
    await green.has_to_buy("1g", 4)
    await blue.put("d6", "0b")
    await blue.sees("echo", "Blue planted d6")
    await green.sees_light(g=0, b=1)
    await green.sees_shade(b1=2, c1=2, e6=1)
    await blue.hold("sun")
    await green.sees("status", "Looking ahead")
    await expect(green.page.locator(".sun")).to_have_attribute("data-corner", "E")
    await blue.page.mouse.up()
    await expect(green.page.locator(".sun")).to_have_attribute("data-corner", "NE")
    await blue.press("sun")
    for seat in seats:
        await seat.sees("status", "round 2 of 18")
        await seat.sees_light(g=3, b=3)
        await seat.sees_shade(d6=1, g3=1)

    await blue.tap("1b")
    await blue.sees("echo", "Blue bought a small tree")
    await green.sees_light(b=1)
    await green.press("undo")
    await blue.sees_light(b=3)
    await blue.tap("1b")
    await blue.sees_light(b=1)

    await green.put("d1", "3g", row="onBoard")
    await expect(blue.cell("d1")).to_have_attribute("data-finding", "")
    await blue.sees("findings", "A tree grows one size at a time. Put back: green small tree")
    await green.drag(green.on("d1", "3g"), green.page.get_by_test_id("stock-g"))
    await green.put("d1", "1g")
    await expect(blue.page.get_by_test_id("findings")).to_be_hidden()
    await green.press("sun")
    for seat in seats:
        await seat.sees("status", "round 3 of 18")
        await seat.sees_light(g=6, b=3)
        await seat.sees_shade(c6=1, f4=1)

    await blue.hold("undo")
    await expect(blue.page.get_by_label("1/4 New game")).to_be_visible()
    await blue.page.mouse.up()
    await blue.press("wheel-right")
    await blue.press("sun")
    for seat in seats:
        await seat.sees("result", "Green wins")
        await seat.sees("result", "Green 2= 0 in tokens + 2 for 6 light")
        await seat.sees("result", "Blue 1= 0 in tokens + 1 for 3 light")
