"""The wooden pieces of a pretended table: which lies where, told to a sensor board as tags."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from companion.rules import neighbours
from companion.table.pieces import PAD, PLACES, PieceSet

_INDEX = {place: index for index, place in enumerate(PLACES)}


class Tabletop:
    """Pieces on cells and on the pad; a piece that is on neither is off the table.

    set_place: tells the sensor board which tags lie on a place (0-36 the cells, 37 the pad).
    """

    def __init__(self, pieces: PieceSet, set_place: Callable[[int, Sequence[str]], None]) -> None:
        self._pieces = pieces
        self._set_place = set_place
        self._at: dict[str, str] = {}

    @property
    def at(self) -> Mapping[str, str]:
        """Where each piece on the table lies: piece to cell name or `pad`."""
        return self._at

    def on(self, place: str) -> list[str]:
        """The pieces on a place, in the order they came."""
        return [piece for piece, there in self._at.items() if there == place]

    def put(self, piece: str, place: str) -> None:
        """Put a piece on a place, from wherever it is."""
        before = self._at.pop(piece, None)
        self._at[piece] = place
        if before is not None:
            self._tell(before)
        self._tell(place)

    def lift(self, piece: str) -> None:
        """Take a piece off the table."""
        before = self._at.pop(piece, None)
        if before is not None:
            self._tell(before)

    def clear(self) -> None:
        """Take everything off."""
        for piece in list(self._at):
            self.lift(piece)

    def bump(self, random: Random, pieces: int = 3) -> list[str]:
        """Somebody knocks against the table: a few pieces slip to a free cell beside theirs. Names those."""
        slipped = []
        standing = [piece for piece, place in self._at.items() if place != PAD]
        for piece in random.sample(standing, min(pieces, len(standing))):
            taken = set(self._at.values())
            free = [cell for cell in neighbours(self._at[piece]) if cell not in taken]
            if free:
                self.put(piece, random.choice(free))
                slipped.append(piece)
        return slipped

    def _tell(self, place: str) -> None:
        self._set_place(_INDEX[place], [self._pieces.tag_of(piece) for piece in self.on(place)])
