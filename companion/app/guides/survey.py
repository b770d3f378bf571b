"""What a calibration has been told so far, what it asks next, and the maps that follow: a pure sum of answers.

Few questions where all is wired as planned: the pad and three cells that no turned, mirrored or snaking numbering
leaves in place, two colours, and the lights of the same cells. Only what is found otherwise is walked one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Final, Literal

from companion.app.strip import Leds
from companion.rules import CELLS, SUN_STOPS
from companion.table.pieces import PAD, PLACES
from companion.table.sensor_map import SensorMap

CHECKED_CELLS: Final = ("a1", "b1", "g4")
NOTHING: Final = "-"
YES: Final = "yes"
NO: Final = "no"
Topic = Literal["sensor", "colour", "check", "led", "walk"]
TOPICS: Final[tuple[Topic, ...]] = ("sensor", "colour", "check", "led", "walk")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer, three words; as text a line of the file of an unfinished calibration.

    `sensor a1 b2`: a piece on a1 was read by the sensor planned for b2. `colour 1R no`: the second byte of an LED is
    not its red. `check a1 b2`: the LEDs said to be a1's light b2. `led 5 b2`: LED 5 lights b2. `-` is nothing.
    `walk all yes`: ask about everything.
    """

    topic: Topic
    what: str
    said: str

    def __str__(self) -> str:
        return f"{self.topic} {self.what} {self.said}"

    @classmethod
    def parse(cls, text: str) -> Answer:
        """Read a line. Raises ValueError."""
        words = text.split()
        topic = next((known for known in TOPICS if words[:1] == [known]), None)
        if topic is None or len(words) != 3:
            raise ValueError(f'"{text}" is no answer of a calibration')
        answer = cls(topic, words[1], words[2])
        if not answer._makes_sense():
            raise ValueError(f'"{text}" makes no sense in a calibration')
        return answer

    def _makes_sense(self) -> bool:
        places = (*CELLS, *SUN_STOPS, NOTHING)
        match self.topic:
            case "sensor":
                return self.what in PLACES and self.said in (*PLACES, NOTHING)
            case "colour":
                return self.what in {f"{i}{c}" for i in range(3) for c in "RG"} and self.said in (YES, NO)
            case "check":
                return self.what in CHECKED_CELLS and self.said in places
            case "led":
                return self.what.isdecimal() and self.said in places
        return True


@dataclass(frozen=True, slots=True)
class AskPlace:
    """Put a piece on this place: which sensor answers? It is question `number` of `count`."""

    place: str
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class AskColour:
    """Only byte `index` of the LEDs is lit: is it red ("R"), or green ("G")?"""

    index: int
    letter: str


@dataclass(frozen=True, slots=True)
class AskLight:
    """These LEDs are lit: which cell is it? cell: where they are thought to be, empty on the walk along the strip."""

    leds: tuple[int, ...]
    cell: str
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class TryOut:
    """Nothing is left to ask: try any cell."""


Step = AskPlace | AskColour | AskLight | TryOut


@dataclass(frozen=True)
class Survey:
    """leds: the map of the lights until now, None without a strip. length: LEDs on it. order: its colour order.

    readers: whether sensors read the pieces; else somebody enters them, and their places are right.
    """

    leds: Leds | None = None
    length: int = 0
    order: str = "GRB"
    answers: tuple[Answer, ...] = ()
    readers: bool = True

    def said(self, topic: Topic) -> Mapping[str, str]:
        """The answers about one topic."""
        return {answer.what: answer.said for answer in self.answers if answer.topic == topic}

    @cached_property
    def step(self) -> Step:
        """What to ask next."""
        return self._place() or self._colour() or self._light() or TryOut()

    # --- the sensors ----------------------------------------------------------------------------------------------

    @property
    def _everything(self) -> bool:
        return bool(self.said("walk"))

    def _place(self) -> AskPlace | None:
        if not self.readers:
            return None
        said = self.said("sensor")
        checked = (PAD, *CHECKED_CELLS)
        astray = any(sensor not in (place, NOTHING) for place, sensor in said.items())
        rest = [place for place in PLACES if place not in checked] if astray or self._everything else []
        places = [*checked, *rest]
        left = [place for place in places if place not in said]
        return AskPlace(left[0], len(places) - len(left) + 1, len(places)) if left else None

    @cached_property
    def sensors(self) -> SensorMap:
        """Which sensor reads which place, as told until now."""
        return SensorMap({place: s for place, s in self.said("sensor").items() if s != NOTHING})

    # --- the colours ----------------------------------------------------------------------------------------------

    @cached_property
    def orders(self) -> tuple[str, ...]:
        """The colour orders that the answers leave, the one set until now first."""
        known = sorted(("".join(letters) for letters in permutations("RGB")), key=lambda o: o != self.order)
        said = self.said("colour")
        return tuple(o for o in known if all((o[int(w[0])] == w[1]) == (s == YES) for w, s in said.items()))

    def _colour(self) -> AskColour | None:
        if self.leds is None or len(self.orders) <= 1:
            return None
        order = self.orders[0]
        same_red = all(other.index("R") == order.index("R") for other in self.orders)
        letter = "G" if same_red else "R"
        return AskColour(order.index(letter), letter)

    # --- the lights -----------------------------------------------------------------------------------------------

    def _light(self) -> AskLight | None:
        if self.leds is None:
            return None
        wired = [cell for cell in CHECKED_CELLS if self.leds.get(cell)]
        checked, seen = self.said("check"), self.said("led")
        left = [cell for cell in wired if cell not in checked]
        if any(cell != said for cell, said in checked.items()) or self._everything or not wired:
            led = next((led for led in range(self.length) if str(led) not in seen), None)
            return None if led is None else AskLight((led,), "", led + 1, self.length)
        if left:
            return AskLight(self.leds[left[0]], left[0], len(wired) - len(left) + 1, len(wired))
        return None

    @cached_property
    def found_leds(self) -> Leds | None:
        """The LEDs of every place that lit; None where the map until now is right, or there is no strip."""
        seen = self.said("led")
        if self.leds is None or not seen:
            return None
        places = [place for place in (*CELLS, *SUN_STOPS) if place in seen.values()]
        return {p: tuple(sorted(int(led) for led, place in seen.items() if place == p)) for p in places}
