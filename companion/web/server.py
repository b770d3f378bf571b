"""The browser table's server: the page's files, and one WebSocket a browser.

It knows no rules and no game: what browsers say goes to a `Hub`, what the hub broadcasts goes to all.
Looking is free; a browser on another machine changes something only after it gave the code the display shows.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping
from importlib.resources import files
from itertools import count
from pathlib import PurePosixPath
from typing import Protocol

from aiohttp import WSMsgType, web

from companion.errors import CompanionError

from .browser import Browser
from .guard import Lock, host_allowed, is_loopback, same_origin
from .messages import Control, Incoming, MessageError, Unlock, read_message

MAX_BROWSERS = 32
MAX_REMOTE_BROWSERS = 24  # so that guests never crowd out the table's own screen
MAX_MESSAGE_BYTES = 4096
HEARTBEAT_S = 20.0
CONTENT_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
LOCKED = "This browser may look on only: to play from here, enter the code that the table's display shows."


class Hub(Protocol):
    """What the server needs from whoever runs the table."""

    async def submit(self, message: Incoming, origin: str) -> str | None:
        """Act on a browser's message; `origin` names the browser. Returns a sentence if it could not."""

    def snapshot(self) -> list[dict[str, object]]:
        """The newest message of every type, for a browser that has just connected."""


class AddressError(CompanionError, OSError):
    """The server cannot listen where it was asked to."""


class TableServer:
    """Serves the browser table.

    `code` is the four digits a browser on another machine must give; `names` are further host names this
    machine is called by. Listening begins with `start`, and `app` alone serves tests.
    """

    def __init__(self, hub: Hub, *, code: str, names: Iterable[str] = ()) -> None:
        self._hub = hub
        self._lock = Lock(code)
        self._names = frozenset(name.lower() for name in (*names, *_own_names()))
        self._browsers: set[Browser] = set()
        self._numbers = count(1)
        self._runner: web.AppRunner | None = None
        self.app = web.Application(middlewares=[self._guard])
        self.app.router.add_get("/table", self._connect)
        self.app.router.add_get("/{name:[a-z-]*(?:\\.[a-z]+)?}", _static)
        self.app.on_response_prepare.append(_harden)
        self.app.on_shutdown.append(self._say_goodbye)

    @property
    def browsers(self) -> int:
        """How many browsers are connected."""
        return len(self._browsers)

    def broadcast(self, message: Mapping[str, object]) -> None:
        """Send a message (with its `type`) to every browser; never waits, a slow one gets the newest only."""
        for browser in self._browsers:
            browser.tell(message)

    async def start(self, host: str, port: int) -> int:
        """Listen on `host` and `port` (0 picks a free one); returns the port. Raises `AddressError`."""
        self._names |= {host.lower()}
        self._runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self.stop()
            raise _address_error(host, port, error) from error
        return int(self._runner.addresses[0][1])

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        if self._runner is not None:
            runner, self._runner = self._runner, None
            await runner.cleanup()

    async def _say_goodbye(self, _: web.Application) -> None:
        for browser in list(self._browsers):
            await browser.socket.close(code=1001, message=b"the companion stops")

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if host_allowed(request.headers.get("Host", ""), self._names):
            return await handler(request)
        text = "This table goes by another name: open it by this machine's address or own name.\n"
        return web.Response(status=403, text=text)

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        remote = not is_loopback(request.remote)
        if not same_origin(request.headers.get("Origin", ""), request.headers.get("Host", "")):
            return web.Response(
                status=403, text="Only the table's own page may connect: open it by its address.\n"
            )
        if self._full(remote):
            return web.Response(
                status=503, text="Too many browsers look at this table: close one, then reload.\n"
            )
        ws = web.WebSocketResponse(max_msg_size=MAX_MESSAGE_BYTES, heartbeat=HEARTBEAT_S, compress=False)
        browser = Browser(f"browser {next(self._numbers)}", ws, remote, unlocked=not remote)
        self._browsers.add(browser)
        try:
            await ws.prepare(request)
            for message in self._hub.snapshot():
                browser.tell(message)
            await self._converse(browser)
        finally:
            self._browsers.discard(browser)
            await self._let_go(browser)
        return ws

    def _full(self, remote: bool) -> bool:
        remotes = sum(browser.remote for browser in self._browsers)
        return len(self._browsers) >= MAX_BROWSERS or (remote and remotes >= MAX_REMOTE_BROWSERS)

    async def _converse(self, browser: Browser) -> None:
        writer = asyncio.create_task(browser.write())
        try:
            async for frame in browser.socket:
                # Too fast is not refused, only slowed: nothing a hand did gets lost.
                await asyncio.sleep(browser.allowance.take(asyncio.get_running_loop().time()))
                text = frame.data if frame.type is WSMsgType.TEXT else ""
                if (problem := await self._answer(browser, text)) is not None:
                    browser.tell({"type": "error", "text": problem})
        finally:
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await writer

    async def _answer(self, browser: Browser, text: str) -> str | None:
        try:
            message = read_message(text)
        except MessageError as error:
            return str(error)
        if isinstance(message, Unlock):
            return self._unlock(browser, message)
        if not browser.unlocked:
            return LOCKED
        if isinstance(message, Control):
            browser.note_held(message)
        return await self._hub.submit(message, browser.name)

    def _unlock(self, browser: Browser, message: Unlock) -> str | None:
        if browser.unlocked:
            return None
        problem = self._lock.try_code(message.code, asyncio.get_running_loop().time())
        if problem is None:
            browser.unlocked = True
            for known in self._hub.snapshot():
                if known["type"] == "hello":
                    browser.tell(known)
        return problem

    async def _let_go(self, browser: Browser) -> None:
        for control in list(browser.held.values()):
            await self._hub.submit(control.model_copy(update={"down": False}), browser.name)


def _own_names() -> set[str]:
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {"localhost", name, short, f"{short}.local"}


async def _harden(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)


async def _static(request: web.Request) -> web.Response:
    name = request.match_info["name"] or "index.html"
    content_type = CONTENT_TYPES.get(PurePosixPath(name).suffix)
    file = files(__package__) / "static" / name
    if content_type is None or not file.is_file():
        return web.Response(status=404, text=f"There is no {name} here: the table is at / .\n")
    return web.Response(body=file.read_bytes(), content_type=content_type, charset="utf-8")


def _address_error(host: str, port: int, error: OSError) -> AddressError:
    if error.errno == errno.EADDRINUSE:
        reason = "another program uses it, perhaps another companion: stop that one"
    elif error.errno == errno.EACCES:
        reason = "ports below 1024 need special rights: use a port above"
    else:
        reason = (
            f"{error.strerror or error}: use an address of this machine, or 127.0.0.1 for this machine alone"
        )
    return AddressError(
        f"The browser table cannot listen on {host} port {port}: {reason}, or choose another port."
    )
