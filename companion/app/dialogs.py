"""What the display asks for, beside the game itself: each dialog is a value, and turning the wheel makes the next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from companion.app.entries import Turns
from companion.app.numbers import bounds, number, targets
from companion.rules import SUN_STOPS, Heavy, Position
from companion.table.findings import Finding

MenuItem = Literal["new", "stop", "settings", "off"]
MENU: Final[tuple[MenuItem, ...]] = ("new", "stop", "settings", "off")

OptionName = Literal["turns", "light", "long", "heavy", "start"]
OPTIONS: Final[tuple[OptionName, ...]] = ("turns", "light", "long", "heavy", "start")
_HEAVY: Final[tuple[Heavy | None, ...]] = (None, "source", "destination", "both")


@dataclass(frozen=True, slots=True)
class Options:
    """What a family can choose. All but `evening` hold for the next game; `turns` for the running one's next too."""

    start: str = "NE"
    turns: Turns = "round"
    evening: bool = False
    long: bool = False
    heavy: Heavy | None = None

    def changed(self, name: OptionName) -> Options:
        """With the next value of one option."""
        match name:
            case "turns":
                return replace(self, turns="player" if self.turns == "round" else "round")
            case "light":
                return replace(self, evening=not self.evening)
            case "long":
                return replace(self, long=not self.long)
            case "heavy":
                return replace(self, heavy=_HEAVY[(_HEAVY.index(self.heavy) + 1) % len(_HEAVY)])
            case "start":
                return replace(self, start=SUN_STOPS[(SUN_STOPS.index(self.start) + 1) % len(SUN_STOPS)])


@dataclass(frozen=True, slots=True)
class SigningIn:
    """Players tap a piece each, in seat order; SUN confirms."""

    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Accepting:
    """SUN met findings: these. Pressed again it takes the table as it lies."""

    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class ConfirmingUndo:
    """One SUN back already: another asks first."""


@dataclass(frozen=True, slots=True)
class Resuming:
    """The table is empty but a game is on: SUN goes on with it, UNDO held offers a new one."""


@dataclass(frozen=True, slots=True)
class Menu:
    """New game, end the game now, settings, shut down; SUN confirms."""

    index: int = 0

    @property
    def item(self) -> MenuItem:
        return MENU[self.index]


@dataclass(frozen=True, slots=True)
class ChoosingOptions:
    """The settings: the wheel chooses one, SUN changes it, UNDO leaves."""

    index: int = 0

    @property
    def option(self) -> OptionName:
        return OPTIONS[self.index]


@dataclass(frozen=True, slots=True)
class Picking:
    """A number to correct is being picked: `index` into all numbers there are."""

    index: int = 0

    def target(self, position: Position) -> tuple[str, str]:
        """The colour (`-` for a pile) and the name of the number."""
        return targets(position)[self.index]


@dataclass(frozen=True, slots=True)
class Setting:
    """A number is being corrected: the wheel changes it, SUN or a push sets it, UNDO leaves it."""

    colour: str
    name: str
    value: int


Dialog = SigningIn | Accepting | ConfirmingUndo | Resuming | Menu | ChoosingOptions | Picking | Setting


def turned(dialog: Dialog, steps: int, start: Position | None, position: Position | None) -> Dialog:
    """The dialog after the wheel was turned; `start` and `position` are the running round's, if there is a game."""
    match dialog:
        case Menu(index):
            return Menu((index + steps) % len(MENU))
        case ChoosingOptions(index):
            return ChoosingOptions((index + steps) % len(OPTIONS))
        case Picking(index) if position is not None:
            return Picking((index + steps) % len(targets(position)))
        case Setting(colour, name, value) if position is not None and start is not None:
            lowest, highest = bounds(start, position, colour, name)
            return replace(dialog, value=min(max(value + steps, lowest), highest))
    return dialog


def pushed(dialog: Dialog | None, position: Position) -> Dialog:
    """The dialog after the wheel was pushed outside a running `Setting`: pick a number, then set it."""
    if isinstance(dialog, Picking):
        colour, name = dialog.target(position)
        return Setting(colour, name, number(position, colour, name))
    return Picking()
