"""One connected browser: what waits to be sent to it, and what it holds down.

Of each type of message only the newest waits, so a slow browser skips pictures and never grows a queue.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from aiohttp import web

from .guard import Allowance
from .messages import Control

MESSAGES_PER_SECOND = 100


class Outbox:
    """Messages waiting for one browser: the newest of each type, the longest waiting type first."""

    def __init__(self) -> None:
        self._waiting: dict[str, str] = {}
        self._filled = asyncio.Event()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, kind: str, text: str) -> None:
        """Leave a message, in place of one of its kind that still waits."""
        self._waiting[kind] = text
        self._filled.set()

    async def take(self) -> str:
        """The next message, once there is one."""
        await self._filled.wait()
        kind = next(iter(self._waiting))
        text = self._waiting.pop(kind)
        if not self._waiting:
            self._filled.clear()
        return text


@dataclass(slots=True, eq=False)
class Browser:
    """A browser's end of the WebSocket. `unlocked`: it may change something, not only look."""

    name: str
    socket: web.WebSocketResponse
    remote: bool
    unlocked: bool
    outbox: Outbox = field(default_factory=Outbox)
    allowance: Allowance = field(default_factory=lambda: Allowance(MESSAGES_PER_SECOND))
    held: dict[str, Control] = field(default_factory=dict)

    def tell(self, message: Mapping[str, object]) -> None:
        """Queue a message; only `hello` differs from browser to browser."""
        if message["type"] == "hello":
            message = {**message, "unlocked": self.unlocked}
        self.outbox.put(str(message["type"]), encode(message))

    def note_held(self, control: Control) -> None:
        """Remember what is held down, so that it is let go if this browser vanishes."""
        if control.down:
            self.held[control.control] = control
        else:
            self.held.pop(control.control, None)

    async def write(self) -> None:
        """Send what waits, for as long as the browser takes it."""
        while True:
            await self.socket.send_str(await self.outbox.take())


def encode(message: Mapping[str, object]) -> str:
    """A message as compact JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
