"""The hands in a random game: what players do, written as commands of a table script.

Each player's deeds come in order, the players' in any. The hands hesitate, slide pieces, put them back, and
sometimes do several things between two sweeps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal

from companion.rules import CELLS, Action

Verb = Literal["place", "buy", "seed", "grow", "collect"]


@dataclass(frozen=True, slots=True, eq=False)
class Deed:
    """One thing a player's hands do, the engine's actions it stands for, and which deeds must come before."""

    colour: str
    verb: Verb
    cell: str
    kind: str
    actions: tuple[Action, ...]
    after: tuple[Deed, ...] = ()
    swaps: bool = False
    """Whether it and the player's deed before it may change places."""


class Hands:
    """Several pairs of hands over one table; writes their commands."""

    def __init__(self, random: Random, clumsy: float, lines: list[str]) -> None:
        self.random = random
        self.clumsy = clumsy
        self.lines = lines
        self.lying: dict[str, str] = {}
        self.reserved: set[str] = set()
        self.done: set[Deed] = set()
        self.undone: set[Deed] = set()

    def do(self, deeds: dict[str, list[Deed]], among: dict[str, list[Deed]] | None = None) -> None:
        """Do everybody's deeds, each player's in order, the players' in any."""
        self.undone = {deed for own in deeds.values() for deed in own}
        needed = {deed for own in (among or deeds).values() for deed in own} - self.done
        self.reserved = {deed.cell for own in (among or deeds).values() for deed in own}
        waiting = {colour: list(own) for colour, own in deeds.items() if own}
        running: dict[str, Iterator[str]] = {}
        while waiting or running:
            ready = [
                colour
                for colour in sorted(waiting | running)
                if colour in running or self._may(waiting[colour][0], needed)
            ]
            if not ready:
                return  # what is left waits for somebody whose turn has not come
            if self.random.random() < self.clumsy / 2 and not running:
                self._flurry(ready, waiting)
            else:
                self._go_on(self.random.choice(ready), waiting, running)

    def _flurry(self, ready: list[str], waiting: dict[str, list[Deed]]) -> None:
        """Several hands, or both of one player, between two sweeps."""
        begun = len(self.lines)
        for colour in self.random.sample(ready, self.random.randint(1, len(ready))):
            pair = waiting[colour][:2]
            both = len(pair) == 2 and pair[1].swaps and not pair[1].after
            for deed in pair[: 2 if both else 1]:
                self._finish(deed, waiting)
        for index in range(begun, len(self.lines) - 1):
            if not self.lines[index].startswith(("quick", "wait")):
                self.lines[index] = f"quick {self.lines[index]}"

    def _finish(self, deed: Deed, waiting: dict[str, list[Deed]]) -> None:
        self.lines.extend(self._commands(deed) if deed.verb != "buy" else [f"tap {deed.kind}"])
        self._tick_off(deed, waiting)

    def _tick_off(self, deed: Deed, waiting: dict[str, list[Deed]]) -> None:
        self.done.add(deed)
        self.undone.discard(deed)
        waiting[deed.colour].remove(deed)
        if not waiting[deed.colour]:
            del waiting[deed.colour]

    def _may(self, deed: Deed, needed: set[Deed]) -> bool:
        return all(before in self.done or before not in needed for before in deed.after)

    def _go_on(self, colour: str, waiting: dict[str, list[Deed]], running: dict[str, Iterator[str]]) -> None:
        if colour not in running:
            running[colour] = self._commands(waiting[colour][0])
        command = next(running[colour], None)
        if command is not None:
            self.lines.append(command)
            return
        del running[colour]
        self._tick_off(waiting[colour][0], waiting)

    # --- the commands of one deed -----------------------------------------------------------------

    def _commands(self, deed: Deed) -> Iterator[str]:
        match deed.verb:
            case "buy":
                yield from self._buy(deed.kind)
            case "seed" | "place":
                yield from self._plant(deed)
            case "grow":
                yield from self._exchange(deed)
            case "collect":
                if self._clumsy():
                    yield from self._take_and_put_back(deed.cell)
                yield self._lift(deed.cell)
                if self._clumsy():
                    yield self._put(deed.cell, deed.kind)
                    yield self._lift(deed.cell)

    def _buy(self, kind: str) -> Iterator[str]:
        yield f"tap {kind}"
        if self._clumsy():
            yield f"tap {kind} again"
            yield f"tap {kind} again"

    def _plant(self, deed: Deed) -> Iterator[str]:
        if self._clumsy():
            yield from self._bad_sweep(deed.cell, deed.kind)
        if self._clumsy() and (elsewhere := self._free()):
            self.reserved.add(elsewhere)
            yield self._put(elsewhere, deed.kind)
            if self.random.random() < 0.5:
                yield from self._slide(elsewhere, deed)
                self.reserved.discard(elsewhere)
                return
            yield self._lift(elsewhere)
            self.reserved.discard(elsewhere)
        yield self._put(deed.cell, deed.kind)
        if self._clumsy():
            yield from self._take_and_put_back(deed.cell)

    def _slide(self, elsewhere: str, deed: Deed) -> Iterator[str]:
        between = self._free()
        if between and self.random.random() < 0.5:
            yield "quick " * (self.random.random() < 0.7) + self._move(elsewhere, between)
            self.reserved.add(between)
            if self.random.random() < 0.5:
                yield "wait 0.1"
            yield self._move(between, deed.cell)
            self.reserved.discard(between)
        else:
            yield self._move(elsewhere, deed.cell)

    def _exchange(self, deed: Deed) -> Iterator[str]:
        if self._clumsy():
            yield from self._take_and_put_back(deed.cell)
        quick = self.random.random() < 0.5
        yield "quick " * quick + self._lift(deed.cell)
        yield self._put(deed.cell, deed.kind)
        if self._clumsy():
            yield from self._take_and_put_back(deed.cell)

    def _take_and_put_back(self, cell: str) -> Iterator[str]:
        kind = self.lying[cell]
        yield "quick " * (self.random.random() < 0.3) + self._lift(cell)
        yield self._put(cell, kind)

    def _bad_sweep(self, cell: str, kind: str) -> Iterator[str]:
        """The piece hovers over its cell for a single sweep."""
        yield "quick " + self._put(cell, kind)
        yield "wait 0.1"
        yield "quick " + self._lift(cell)
        yield "wait 0.1"

    def _free(self) -> str:
        free = [cell for cell in CELLS if cell not in self.lying and cell not in self.reserved]
        return self.random.choice(free) if free else ""

    def _clumsy(self) -> bool:
        return self.random.random() < self.clumsy

    def _put(self, cell: str, kind: str) -> str:
        assert cell not in self.lying, f"{cell} is taken"
        self.lying[cell] = kind
        return f"put {cell} {kind}"

    def _lift(self, cell: str) -> str:
        del self.lying[cell]
        return f"lift {cell}"

    def _move(self, origin: str, target: str) -> str:
        self.lying[target] = self.lying.pop(origin)
        return f"move {origin} {target}"
