"""The browser table's other end: browsers' messages become hands, presses and games; the table becomes messages."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Protocol

from PIL import Image

from companion.app.controls import Control
from companion.app.inputs import Contact, Input, NewGame, WheelTurned
from companion.simulator.tabletop import Tabletop
from companion.table.pieces import PAD, PIECES
from companion.web import messages
from companion.web.messages import Incoming

TAP_S = 0.4
"""How long a tapped piece lies on the pad."""


def _tell_nobody(message: Mapping[str, object]) -> None:
    """Until a server listens."""


class Fingers(Protocol):
    """Simulated controls that can be pressed and turned."""

    def press(self, control: Control, down: bool) -> None: ...

    def turn(self, steps: int) -> None: ...


class TableHub:
    """Acts on what browsers say, and keeps the newest message of each type for the next one that connects.

    tabletop: the pretended pieces, None where real readers read real ones. fingers: None where buttons are real.
    give: hands an input to the session. later: calls back after so many seconds.
    """

    def __init__(
        self,
        tabletop: Tabletop | None,
        fingers: Fingers | None,
        give: Callable[[Input], None],
        later: Callable[[float, Callable[[], None]], object],
        start: str = "NE",
    ) -> None:
        self._tabletop = tabletop
        self._fingers = fingers
        self._give = give
        self._later = later
        self._start = start
        self._random = Random()
        self._taps = 0
        self._stood: str | None = None
        self.broadcast: Callable[[Mapping[str, object]], None] = _tell_nobody
        hello = {"type": "hello", "simulated": tabletop is not None, "unlocked": True, "pieces": list(PIECES)}
        self._newest: dict[str, dict[str, object]] = {"hello": hello}
        self._tell_hands()

    # --- for the server ---------------------------------------------------------------------------

    def snapshot(self) -> list[dict[str, object]]:
        """The newest message of every type."""
        return list(self._newest.values())

    async def submit(self, message: Incoming, origin: str) -> str | None:  # noqa: ARG002  # the server's protocol
        """Act on a message; returns a sentence if that is not possible on this table."""
        match message:
            case messages.Control(control=control, down=down):
                self._press(control, down)
            case messages.Turn(steps=steps):
                self._turn(steps)
            case messages.New():
                self._begin(message)
            case messages.Unlock():
                pass  # the server's own business
            case _:
                return self._hand(message)
        return None

    def _begin(self, message: messages.New) -> None:
        """A new game; a pretended table is packed up for it."""
        heavy = None if message.heavy == "off" else message.heavy
        if self._tabletop is not None:
            self._tabletop.clear()
            self._tell_hands()
        packed_up = self._tabletop is not None
        self._give(NewGame(message.players, self._start, message.long, heavy, message.turns, packed_up))

    def tell(self, message: dict[str, object]) -> None:
        """Send a message to all browsers, unless it says what the last of its type said."""
        kind = str(message["type"])
        if self._newest.get(kind) != message:
            self._newest[kind] = message
            self.broadcast(message)

    def show_picture(self, image: Image.Image, text: Sequence[str]) -> None:
        """Send the display's pixels."""
        file = io.BytesIO()
        image.save(file, "PNG")
        picture = base64.b64encode(file.getvalue()).decode()
        self.tell(
            {
                "type": "display",
                "width": image.width,
                "height": image.height,
                "png": picture,
                "text": list(text),
            }
        )

    # --- hands ------------------------------------------------------------------------------------

    def _press(self, control: Control, down: bool) -> None:
        """A browser's button counts beside the real ones, where there are any."""
        if self._fingers is None:
            self._give(Contact(control, down))
        else:
            self._fingers.press(control, down)

    def _turn(self, steps: int) -> None:
        if self._fingers is None:
            self._give(WheelTurned(steps))
        else:
            self._fingers.turn(steps)

    def _hand(self, message: Incoming) -> str | None:
        if self._tabletop is None:
            return "This table reads real pieces: move those."
        match message:
            case messages.Put(piece=piece, cell=cell):
                self._tabletop.put(piece, cell)
            case messages.Lift(piece=piece):
                self._tabletop.lift(piece)
            case messages.Bump():
                if not self._tabletop.bump(self._random):
                    return "Nothing stands on the board yet."
            case messages.Tap(piece=piece):
                self._tap(piece, self._tabletop)
        self._tell_hands()
        return None

    def _tap(self, piece: str, tabletop: Tabletop) -> None:
        """The piece lies on the pad for a moment, then goes back to where it was."""
        self._clear_pad(tabletop)
        self._stood = tabletop.at.get(piece)
        tabletop.put(piece, PAD)
        self._taps += 1
        tap = self._taps

        def back() -> None:
            if tap == self._taps:
                self._clear_pad(tabletop)
                self._tell_hands()

        self._later(TAP_S, back)

    def _clear_pad(self, tabletop: Tabletop) -> None:
        for piece in tabletop.on(PAD):
            if self._stood is None:
                tabletop.lift(piece)
            else:
                tabletop.put(piece, self._stood)

    def _tell_hands(self) -> None:
        if self._tabletop is None:
            return
        at = {piece: place for piece, place in self._tabletop.at.items() if place != PAD}
        pad = next(iter(self._tabletop.on(PAD)), None)
        self.tell({"type": "hands", "at": at, "pad": pad})
