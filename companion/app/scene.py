"""Everything there is to show at one moment, as a value: lights, display and browser page are functions of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from companion.app.dialogs import Dialog, Options
from companion.app.game import GameState
from companion.app.table_talk import Show
from companion.rules import Position
from companion.table.findings import Finding
from companion.table.pieces import EMPTY


@dataclass(frozen=True)
class Scene:
    """The moment `at_ms`. `preview`: how many stops ahead SUN, held, looks (0: not held). `page`: the wheel's.

    inviting: whether setup invites to the free outer cells; a loaded position shows only what it is, until touched.
    leading: whether stray pieces are led back one by one. looking: the wheel was just turned to `page`.
    faults: parts of the table that do not work, each a sentence. code: what browsers elsewhere must give to play.
    address: where they find the page.
    """

    at_ms: int = 0
    state: GameState | None = None
    findings: tuple[Finding, ...] = ()
    dialog: Dialog | None = None
    echo: tuple[str, ...] = ()
    glow: frozenset[str] = frozenset()
    inviting: bool = True
    leading: bool = False
    looking: bool = False
    show: Show = field(default_factory=Show)
    page: int = 0
    preview: int = 0
    problem: str = ""
    options: Options = field(default_factory=Options)
    code: str = ""
    address: str = ""
    faults: tuple[str, ...] = ()

    @cached_property
    def position(self) -> Position | None:
        """The position as believed; where turns end one by one, with whose turn it is as its mover."""
        if self.state is None:
            return None
        position = self.state.position
        if not self.in_turn or position.phase != "A" or position.mover == self.state.turn:
            return position
        return position.with_turn(self.state.turn)

    @property
    def stops_made(self) -> int:
        """How many stops the sun has left behind since the game began, as looked at."""
        assert self.position is not None
        rounds = max(self.position.round, 1) - 1
        if self.position.phase == "S" and rounds:
            rounds -= 1  # the round is about to start: the sun still stands at the last one's stop
        if not self.preview:
            return rounds
        return self.position.forecast()[self.preview - 1].round - 1

    @property
    def in_turn(self) -> bool:
        """Whether one colour alone is to act now: in setup, and where SUN ends each player's turn."""
        if self.state is None or self.state.over:
            return False
        phase = self.state.position.phase
        return phase == "P" or (phase == "A" and self.state.turns == "player")

    @cached_property
    def on_table(self) -> Position | None:
        """The position without the pieces that are off their cells, under the sun that is looked at."""
        if self.state is None:
            return None
        position = self.state.position
        if not self.state.over:
            lying = self.state.lying
            for finding in self.state.reading.findings:
                gone = finding.belongs or (finding.place if finding.gap else "")
                if gone and lying.get(gone, EMPTY) == EMPTY:
                    position = position.with_cell(gone, None)
        if self.preview:
            position = position.with_sun(position.forecast()[self.preview - 1].sun)
        return position

    @cached_property
    def astray(self) -> tuple[Finding, ...]:
        """The pieces to lead back, while the table leads."""
        return tuple(finding for finding in self.findings if finding.astray) if self.leading else ()
