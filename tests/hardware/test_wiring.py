"""The wiring table: whole, free of double use, and what the firmware, the settings and the parts list expect."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from gpiozero import PiBoardInfo
from sensorboard import PLACES as FIRMWARE_PLACES
from sensorboard import place_name, wiring

from companion.config import Settings
from hardware.parts_list import BUILDS, items
from hardware.wiring import PLACES, Connection, Pin, connections, parts, pins

ZERO_2_W = 0x902120
PICO = """GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15
GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 GND GP28 VREF 3V3 EN GND VSYS VBUS"""


@cache
def nets() -> dict[Pin, set[Pin]]:
    """Every pin with all pins it is joined to by wires."""
    joined: dict[Pin, set[Pin]] = {}
    for wire in connections():
        both = joined.get(wire.start, {wire.start}) | joined.get(wire.end, {wire.end})
        joined.update(dict.fromkeys(both, both))
    return joined


def net(text: str) -> set[str]:
    """The pins joined to this one, strips of boards and the terminal block left out."""
    return {str(pin) for pin in nets()[Pin.parse(text)] if pins()[pin.kind, pin.name].use != "strip"}


def through_resistor(text: str) -> set[str]:
    """The pins beyond a resistor that this pin leads to."""
    near = next(pin for pin in nets()[Pin.parse(text)] if pin.kind == "resistor 47 Ω")
    return net(f"{near.part}.{3 - int(near.name)}")


# The table in itself


def test_no_pin_is_used_twice_except_the_strips_made_for_it() -> None:
    uses = Counter(pin for wire in connections() for pin in (wire.start, wire.end))
    doubled = [str(pin) for pin, n in uses.items() if n > 1 and pins()[pin.kind, pin.name].use != "strip"]
    assert doubled == []


def test_every_pin_is_wired_or_said_to_be_left_open() -> None:
    wired = {pin for wire in connections() for pin in (wire.start, wire.end)}
    for part, kind in parts(connections()).items():
        for (owner, name), pin in pins().items():
            if owner == kind and pin.use != "strip":
                assert (Pin(part, name) in wired) == (pin.use == "wired"), f"{part}.{name}"


@pytest.mark.parametrize(
    ("chip", "legs"), [("register", 16), ("gates", 14), ("buffer", 14), ("level shifter", 14), ("reader", 8)]
)
def test_every_leg_of_a_chip_is_accounted_for(chip: str, legs: int) -> None:
    numbers = [int(pin.number) for (part, _), pin in pins().items() if part == chip]
    assert sorted(numbers) == list(range(1, legs + 1))


def test_the_three_rails_never_meet() -> None:
    rails = [frozenset(nets()[Pin("terminal", rail)]) for rail in ("5V", "3V3", "GND")]
    assert len(set(rails)) == 3


def test_each_chip_is_fed_from_the_rail_it_can_take() -> None:
    fed_by_5v = {pin.kind for pin in nets()[Pin("terminal", "5V")] if pin.name == "VCC"}
    fed_by_3v3 = {pin.kind for pin in nets()[Pin("terminal", "3V3")] if pin.name in ("VCC", "3.3V")}
    assert fed_by_5v == {"level shifter"}
    assert fed_by_3v3 == {"register", "gates", "buffer", "reader"}


def test_no_input_of_a_chip_floats() -> None:
    """Pins named 1A … 4A and 1OE … 4OE are inputs: each is on a net with something else."""
    inputs = [pin for pin in nets() if pin.name in {f"{n}{end}" for n in range(1, 5) for end in ("A", "OE")}]
    assert len(inputs) == (5 + 10 + 1) * 8
    assert [str(pin) for pin in inputs if len(nets()[pin]) == 1] == []


# The way from the Pico to each reader and back


@pytest.mark.parametrize("place", range(FIRMWARE_PLACES))
def test_the_firmwares_select_bit_reaches_the_reader_and_opens_only_its_own_way_back(place: int) -> None:
    register, output = wiring.output_of(place)
    reader = f"reader:{place_name(place)}"
    selected = net(f"register:{register + 1}.Q{'ABCDEFGH'[output]}")
    readers = {pin for pin in selected if pin.startswith("reader:")}
    (gate,) = (Pin.parse(pin) for pin in selected if pin.startswith("gates:"))
    assert readers == {f"{reader}.SDA"}
    assert gate.name.endswith("OE")
    assert net(f"{reader}.MISO") == {f"{reader}.MISO", f"{gate.part}.{gate.name[0]}A"}
    assert "pico.GP16" in net(f"{gate.part}.{gate.name[0]}Y")


@pytest.mark.parametrize("place", PLACES)
def test_clock_data_and_reset_reach_every_reader_through_its_boards_buffer(place: str) -> None:
    for reader_pin, gate in (("SCK", "1"), ("MOSI", "2"), ("RST", "3")):
        (buffer,) = (pin for pin in net(f"reader:{place}.{reader_pin}") if pin.startswith("buffer:"))
        assert Pin.parse(buffer).name == f"{gate}Y"
        assert f"{Pin.parse(buffer).part}.{gate}A" in bus_of(reader_pin)


def bus_of(reader_pin: str) -> set[str]:
    """What the Pico drives for this pin of the readers."""
    if reader_pin == "RST":
        return net(f"pico.GP{wiring.RESET_PIN}")
    return through_resistor(f"pico.GP{wiring.SCK_PIN if reader_pin == 'SCK' else wiring.MOSI_PIN}")


def test_the_select_chain_hangs_on_the_firmwares_pins() -> None:
    clock = through_resistor(f"pico.GP{wiring.SCK_PIN}")
    latch = through_resistor(f"pico.GP{wiring.LATCH_PIN}")
    gate = net(f"pico.GP{wiring.GATE_PIN}")
    for register in range(1, wiring.REGISTERS + 1):
        assert f"register:{register}.SRCLK" in clock
        assert f"register:{register}.RCLK" in latch
        assert f"register:{register}.OE" in gate
    assert "register:1.SER" in through_resistor(f"pico.GP{wiring.MOSI_PIN}")
    for register in range(2, wiring.REGISTERS + 1):
        assert net(f"register:{register}.SER") == {f"register:{register - 1}.QH'", f"register:{register}.SER"}


def test_the_pico_is_wired_with_exactly_the_pins_of_the_firmware() -> None:
    wired = {pin.name for pin in nets() if pin.kind == "pico" and pin.name.startswith("GP")}
    assert wired == {f"GP{number}" for number in wiring.PINS.values()}


def test_at_rest_nothing_is_selected_and_the_readers_are_in_reset() -> None:
    rests = {"GATE": "terminal.3V3", "RESET": "terminal.GND", "MISO": "terminal.GND"}
    for number, (line, rail) in enumerate(rests.items()):
        resistor = f"resistor 10 kΩ:{line.lower()}"
        assert Pin(resistor, "1") in nets()[Pin("board:1", line)], number
        assert Pin.parse(rail) in nets()[Pin(resistor, "2")]


# The Pi's and the Pico's own pins


def test_every_pin_of_the_pi_is_where_its_header_has_it() -> None:
    header = PiBoardInfo.from_revision(ZERO_2_W).headers["J8"].pins
    for (part, name), pin in pins().items():
        if part == "pi" and name != "USB":
            expected = "GND" if name.startswith("GND") else name
            assert header[int(pin.number)].name == expected, name


def test_every_pin_of_the_pico_is_where_it_has_it() -> None:
    for (part, name), pin in pins().items():
        if part == "pico" and name != "USB":
            expected = "GND" if name.startswith("GND") else name
            assert PICO.split()[int(pin.number) - 1] == expected, name


def test_the_controls_are_on_the_pins_of_the_settings() -> None:
    controls = Settings().controls
    expected = {name: f"GPIO{pin}" for name, pin in controls if name.endswith("_pin")}
    wired = {wire.signal: wire.start.name for wire in connections() if wire.signal.endswith("_pin")}
    assert wired == expected


def test_the_lights_hang_on_the_pin_of_the_settings_behind_the_level_shifter() -> None:
    assert net(f"pi.GPIO{Settings().lights.pin}") == {"pi.GPIO10", "level shifter.1A"}
    assert net("level shifter.1Y") == {"level shifter.1Y", "resistor 330 Ω.1"}
    assert net("resistor 330 Ω.2") == {"resistor 330 Ω.2", "lights.DIN"}


def test_the_display_is_on_the_settings_i2c_bus() -> None:
    assert Settings().display.i2c_bus == 1
    assert net("pi.GPIO2") == {"pi.GPIO2", "display.SDA"}
    assert net("pi.GPIO3") == {"pi.GPIO3", "display.SCL"}


# The parts list


DRAWINGS = {"full": None, "lights": {"power", "controls", "lights"}, "simulated": set[str]()}
"""What is wired in a build: all, or what these drawings show."""


def wired(build: str) -> tuple[Connection, ...]:
    drawings = DRAWINGS[build]
    return tuple(wire for wire in connections() if drawings is None or wire.drawing in drawings)


@pytest.mark.parametrize("build", BUILDS)
def test_the_wiring_needs_exactly_the_electronic_parts_that_are_bought(build: str) -> None:
    bought = {item.part: item.quantity[build] for item in items() if item.electronic and item.quantity[build]}
    assert Counter(parts(wired(build)).values()) == bought


def test_there_is_a_reader_for_each_place_and_a_register_for_each_eight() -> None:
    kinds = Counter(parts(connections()).values())
    assert kinds["reader"] == FIRMWARE_PLACES == 38
    assert kinds["register"] == wiring.REGISTERS == 5
    assert kinds["gates"] * 4 >= 38
    assert [place_name(place) for place in range(FIRMWARE_PLACES)] == list(PLACES)
