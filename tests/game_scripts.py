"""Random legal games as table scripts: what the rules engine plays, done with pieces by hurried hands.

`random_game(seed)` gives the commands of one game and, for each press of SUN that ends setup, a round or the
game, the position the rules engine is in after it. The hands hesitate, slide pieces, put them back, act at
once and out of step with each other, and purchases are tapped or left to be understood.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from game_hands import Deed, Hands

from companion.rules import (
    COLOURS,
    END,
    SUN,
    SUN_STOPS,
    Action,
    Buy,
    Collect,
    Grow,
    Heavy,
    IllegalAction,
    Place,
    Position,
    Seed,
)

HEAVY: tuple[Heavy | None, ...] = (None, "source", "destination", "both")


@dataclass
class GameScript:
    """Commands, and by the number of a command (from 1) the position the engine is in after it."""

    lines: list[str] = field(default_factory=list)
    expected: dict[int, str] = field(default_factory=dict)


def random_game(seed: int, rounds: int = 24, clumsy: float = 0.25) -> GameScript:
    """A whole legal game (or its first `rounds`), the same for the same seed."""
    return _Scribe(Random(seed), clumsy).write(rounds)


class _Scribe:
    """Plays a game on the engine and writes down what the hands do."""

    def __init__(self, random: Random, clumsy: float) -> None:
        self.random = random
        self.clumsy = clumsy
        self.script = GameScript()
        self.colours = tuple(random.sample(COLOURS, random.randint(2, 4)))
        self.by_player = random.random() < 0.5
        long, heavy, start = random.random() < 0.2, random.choice(HEAVY), random.choice(SUN_STOPS)
        self.position = Position.initial(self.colours, start=start, long=long, heavy=heavy)
        self.hands = Hands(random, clumsy, self.script.lines)
        options = ["long"] * long + [f"heavy={heavy}"] * bool(heavy) + [f"start={start}"]
        turns = "turns=player" if self.by_player else random.choice(["turns=round", ""])
        self.script.lines.append(" ".join(["new", *self.colours, *options, turns]).strip())
        self.kept: set[str] = set()
        self.liveliness = random.choice([2, 4, 7])

    def write(self, rounds: int) -> GameScript:
        self._set_up()
        for _ in range(min(rounds, self.position.rounds)):
            self._round()
        return self.script

    def _press_sun(self) -> None:
        self.script.lines.append("press sun")

    def _expect(self) -> None:
        self.script.expected[len(self.script.lines)] = str(self.position)

    def _set_up(self) -> None:
        deeds: dict[str, list[Deed]] = {colour: [] for colour in self.colours}
        while self.position.phase == "P":
            action = self.random.choice(self.position.legal_actions())
            assert isinstance(action, Place)
            colour = self.position.mover or ""
            deeds[colour].append(Deed(colour, "place", action.cell, f"1{colour}", (action,)))
            self.position = self.position.apply(action)
        self.hands.do({colour: list(own) for colour, own in deeds.items()})
        self._press_sun()
        self.position = self.position.apply(SUN)
        self._expect()

    def _round(self) -> None:
        seats = self._seats()
        deeds: dict[str, list[Deed]] = {}
        collected: dict[str, Deed] = {}
        bought: set[str] = set()
        for colour in seats:
            deeds[colour] = self._turn(colour, collected, bought)
            self.position = self.position.apply(END)
        self.kept |= bought
        if self.by_player:
            self._presses(seats, deeds)
        else:
            for batch in self._together(deeds):
                self.hands.do(batch, among=deeds)
            self._press_sun()
        if self.position.phase == "S":
            self.position = self.position.apply(SUN)
        self._expect()

    def _together(self, deeds: dict[str, list[Deed]]) -> list[dict[str, list[Deed]]]:
        """Who acts at the same time: all, but under heavy shadow nobody who buys waits for somebody's shade."""
        taps = any(deed.verb == "buy" for own in deeds.values() for deed in own)
        if self.position.variant.heavy and taps:
            return [{colour: own} for colour, own in deeds.items()]
        return [deeds]

    def _presses(self, seats: tuple[str, ...], deeds: dict[str, list[Deed]]) -> None:
        """SUN after each player's turn; those who sit later may have acted already.

        Under heavy shadow they wait: whether they may act can depend on what is done before them.
        """
        haste = 0.0 if self.position.variant.heavy else 0.3
        for seat, colour in enumerate(seats):
            early = {
                later: self.random.randint(0, len(deeds[later])) if self.random.random() < haste else 0
                for later in seats[seat + 1 :]
            }
            batch = {colour: deeds[colour]} | {later: deeds[later][:count] for later, count in early.items()}
            self.hands.do(batch, among=deeds)
            for later, count in early.items():
                left = self.hands.undone & set(deeds[later][:count])
                deeds[later] = [d for d in deeds[later][:count] if d in left] + deeds[later][count:]
            deeds[colour] = []
            self._press_sun()

    def _seats(self) -> tuple[str, ...]:
        first = self.colours.index(self.position.first)
        return self.colours[first:] + self.colours[:first]

    # --- one player's turn on the engine ----------------------------------------------------------

    def _turn(self, colour: str, collected: dict[str, Deed], bought: set[str]) -> list[Deed]:
        deeds: list[Deed] = []
        before = self.position
        for _ in range(self.random.randint(0, self.liveliness)):
            deed = self._pick(colour, collected)
            if deed is None:
                break
            if deeds and "buy" not in (deed.verb, deeds[-1].verb):
                deed = replace(deed, swaps=_same_in_both_orders(before, deeds[-1], deed))
            before = self.position
            self.position = _after(before, deed)
            if deed.verb == "collect":
                collected[deed.cell] = deed
            if deed.verb == "buy":
                bought.add(deed.kind)
            deeds.append(deed)
        return deeds

    def _pick(self, colour: str, collected: dict[str, Deed]) -> Deed | None:
        by_verb: dict[str, list[Deed]] = {}
        for deed in self._choices(colour, collected):
            # A piece bought in an earlier round and not used yet is told "you already have it".
            if deed.verb != "buy" or deed.kind not in self.kept or self._none_available(deed.kind):
                by_verb.setdefault(deed.verb, []).append(deed)
        if not by_verb:
            return None
        weights = {"buy": 3, "seed": 4, "grow": 6, "collect": 2}
        verb = self.random.choices(list(by_verb), [weights[verb] for verb in by_verb])[0]
        return self.random.choice(by_verb[verb])

    def _none_available(self, kind: str) -> bool:
        return not self.position.player(kind[1]).available[int(kind[0])]

    def _choices(self, colour: str, collected: dict[str, Deed]) -> Iterator[Deed]:
        position = self.position
        for action in position.legal_actions():
            match action:
                case Buy(size):
                    yield Deed(colour, "buy", "", f"{size}{colour}", (action,))
                    if self._none_available(f"{size}{colour}"):
                        yield from self._implied(colour, action, collected)
                case Seed() | Grow() | Collect():
                    yield self._deed(colour, position, (action,), collected)

    def _implied(self, colour: str, buy: Buy, collected: dict[str, Deed]) -> Iterator[Deed]:
        after = self.position.apply(buy)
        for action in after.legal_actions():
            fits = isinstance(action, Seed) if buy.size == 0 else isinstance(action, Grow)
            if fits and (buy.size == 0 or after.board[_cell(action)].size == buy.size - 1):
                yield self._deed(colour, after, (buy, action), collected)

    def _deed(
        self, colour: str, position: Position, actions: tuple[Action, ...], collected: dict[str, Deed]
    ) -> Deed:
        action = actions[-1]
        cell = _cell(action)
        before = (collected[cell],) if cell in collected else ()
        match action:
            case Seed():
                return Deed(colour, "seed", cell, f"0{colour}", actions, before)
            case Grow():
                return Deed(colour, "grow", cell, f"{position.board[cell].size + 1}{colour}", actions, before)
        return Deed(colour, "collect", cell, f"3{colour}", actions, before)


def _same_in_both_orders(position: Position, first: Deed, second: Deed) -> bool:
    try:
        return _after(position, first, second) == _after(position, second, first)
    except IllegalAction:
        return False


def _after(position: Position, *deeds: Deed) -> Position:
    for deed in deeds:
        for action in deed.actions:
            position = position.apply(action)
    return position


def _cell(action: Action) -> str:
    match action:
        case Seed(_origin, target):
            return target
        case Grow(cell) | Collect(cell) | Place(cell):
            return cell
    raise ValueError(f"{action} is on no cell")
