"""What each cell went through since the round began, and which taps stand.

The reader drops from a trace what it has blamed, so that the cell is read as if that had not been seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rules import Piece, Position
from companion.table.explain import Step
from companion.table.pieces import EMPTY, PAD, colour_of, kind_of, what_is_special
from companion.table.sightings import Seen, Sighting, Tapped, TurnEnded

Stage = tuple[int, str]
"""The order of the sighting with which a cell came to hold a content, and that content."""


class Traces:
    """Sightings sorted by cell. `base`: what lay there when the round began, empty cells left out."""

    def __init__(self, start: Position, base: Mapping[str, str], sightings: Sequence[Sighting]) -> None:
        self.start = start
        self.board = start.board
        self.base = base
        self.special: dict[str, Stage] = {}
        self.ended: dict[str, int] = {}
        self._stages: dict[str, list[Stage]] = {}
        self._now: dict[str, str] = {}
        self._believed: dict[str, str] = {}
        self._taps: dict[str, list[int]] = {}
        self._playing = frozenset(player.colour for player in start.players)
        for order, sighting in enumerate(sightings):
            self._take(order, sighting)
        self._home = {content: cell for cell, content in base.items()}
        self._place = {content: cell for cell, content in {**base, **self._now}.items() if content != EMPTY}

    def _take(self, order: int, sighting: Sighting) -> None:
        match sighting:
            case Seen(cell, content):
                self._now[cell] = content
                if special := what_is_special(content, self._playing):
                    self.special[cell] = (order, special)
                else:
                    self.special.pop(cell, None)
                    self._hold(cell, order, content)
            case Tapped(piece):
                self._taps.setdefault(piece, []).append(order)
            case TurnEnded(colour):
                self.ended[colour] = order

    def _hold(self, cell: str, order: int, content: str) -> None:
        """The cell holds this content now; what comes back after it could not be read never was away."""
        believed = self.believed(cell)
        self._believed[cell] = content
        if content != believed:
            self._stages.setdefault(cell, []).append((order, content))

    def believed(self, cell: str) -> str:
        """What lies there as far as it could be read: a strange, unreadable or double content changes nothing."""
        return self._believed.get(cell, self.base.get(cell, EMPTY))

    @property
    def cells(self) -> list[str]:
        """The cells that have something left to explain."""
        return list(self._stages)

    def now(self, cell: str) -> str:
        """What physically lies there, explained or not."""
        return self._now.get(cell, self.base.get(cell, EMPTY))

    def stood_at(self, piece: str) -> str:
        """Where this very piece stood when the round began, or nothing."""
        return self._home.get(piece, "")

    def place_of(self, piece: str) -> str:
        """Where this very piece lies now, or nothing."""
        return self._place.get(piece, "")

    def top(self, cell: str) -> Stage:
        """What the cell holds and since when; what it held at the start if nothing is left to explain."""
        stages = self._stages.get(cell)
        if not stages:
            return -1, str(self.board.get(cell) or EMPTY)
        order, content = stages[-1]
        if content == EMPTY:
            order = self.removed(cell)
        # After its owner's turn has ended, a piece taken up and put back is as old as it was then.
        end = self.ended.get(self._owner(cell, content), order)
        if order > end:
            before = [stage for stage in stages if stage[0] < end]
            if before and kind_of(before[-1][1]) == kind_of(content):
                return before[-1][0], content
        return order, content

    def _owner(self, cell: str, content: str) -> str:
        start = self.board.get(cell)
        return colour_of(content) or (start.colour if start else "")

    def earlier(self, cell: str) -> Piece | None:
        """The last other kind of piece that stood there this round before what stands there now."""
        stages = self._stages.get(cell, [])
        top = kind_of(stages[-1][1]) if stages else EMPTY
        kinds = [kind_of(content) for _, content in stages if content != EMPTY]
        other = next((kind for kind in reversed(kinds) if kind != top), None)
        return Piece.parse(other) if other else None

    def removed(self, cell: str) -> int:
        """When the piece that stood there at the start of the round was last taken away."""
        start, stages = str(self.board.get(cell)), self._stages[cell]
        stood = max((i for i, (_, content) in enumerate(stages) if kind_of(content) == start), default=-1)
        since = stages[stood + 1 :]
        return next((order for order, content in since if content == EMPTY), since[0][0])

    def drop_top(self, cell: str) -> None:
        """Read the cell as it was before its last content; an empty moment counts only for a large tree."""
        stages = self._stages[cell]
        dropped = kind_of(stages.pop()[1])
        start = self.board.get(cell)
        large = start is not None and start.size == 3
        while stages and (kind_of(stages[-1][1]) == dropped or (stages[-1][1] == EMPTY and not large)):
            stages.pop()
        if not stages:
            del self._stages[cell]

    def forget(self, cell: str) -> None:
        """Read the cell as if nothing had been seen there."""
        self._stages.pop(cell, None)

    def purchases(self) -> list[Step]:
        """The taps that stand: a piece tapped twice was taken back."""
        return [
            Step((orders[-1], 0), colour_of(piece), "buy", PAD, int(piece[0]))
            for piece, orders in self._taps.items()
            if len(orders) % 2
        ]

    def drop_tap(self, order: int) -> str:
        """Read the taps without this one; returns its piece."""
        piece = next(piece for piece, orders in self._taps.items() if orders[-1] == order)
        del self._taps[piece]
        return piece

    def too_late(self, step: Step) -> bool:
        """Whether SUN had already ended this colour's turn."""
        return step.order[0] > self.ended.get(step.colour, step.order[0])
