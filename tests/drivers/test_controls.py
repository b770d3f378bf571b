"""The controls through gpiozero: what a hand does is reported, and pins that cannot be used are named."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from companion.app.controls import CONTROLS, Control
from companion.drivers.controls import ControlsFault, GpioControls, Pins, SimulatedControls


class Reported:
    """What the controls said, in order."""

    def __init__(self) -> None:
        self.said: list[tuple[Control, bool] | int] = []

    def contact(self, control: Control, down: bool) -> None:
        self.said.append((control, down))

    def turn(self, steps: int) -> None:
        self.said.append(steps)


@pytest.fixture
def reported() -> Reported:
    return Reported()


@pytest.fixture
def fingers(reported: Reported) -> Iterator[SimulatedControls]:
    controls = SimulatedControls(reported.contact, reported.turn)
    yield controls
    controls.close()


def test_nothing_is_reported_before_anybody_touches_them(
    fingers: SimulatedControls,  # noqa: ARG001  # opened, and left alone
    reported: Reported,
) -> None:
    assert reported.said == []


@pytest.mark.parametrize("control", CONTROLS)
def test_a_press_is_reported_down_and_up(
    fingers: SimulatedControls, reported: Reported, control: Control
) -> None:
    fingers.press(control, True)
    fingers.press(control, False)
    assert reported.said == [(control, True), (control, False)]


def test_several_fingers_press_at_once(fingers: SimulatedControls, reported: Reported) -> None:
    fingers.press("sun", True)
    fingers.press("undo", True)
    fingers.press("sun", False)
    fingers.press("undo", False)
    assert reported.said == [("sun", True), ("undo", True), ("sun", False), ("undo", False)]


def test_every_detent_of_the_wheel_counts_in_its_direction(
    fingers: SimulatedControls, reported: Reported
) -> None:
    fingers.turn(3)
    fingers.turn(-2)
    assert reported.said == [1, 1, 1, -1, -1]


def test_the_pins_are_those_of_the_settings(reported: Reported) -> None:
    pins = Pins(sun=2, undo=3, wheel=4, wheel_a=23, wheel_b=24)
    factory = MockFactory()
    controls = GpioControls(pins, reported.contact, reported.turn, factory)
    factory.pin(2).drive_low()
    factory.pin(3).drive_low()
    assert reported.said == [("sun", True), ("undo", True)]
    controls.close()
    factory.close()


def test_pins_that_cannot_be_used_are_named_with_the_remedy(reported: Reported) -> None:
    factory = MockFactory()
    factory.pin(17)
    with pytest.raises(ControlsFault, match=r"GPIO 17, 17, 22, 5 and 6 cannot be used.*group gpio"):
        GpioControls(Pins(undo=17), reported.contact, reported.turn, factory)
    controls = GpioControls(Pins(), reported.contact, reported.turn, factory)
    controls.close()
    factory.close()


def test_closing_lets_the_pins_go(reported: Reported) -> None:
    factory = MockFactory()
    for _ in range(2):
        GpioControls(Pins(), reported.contact, reported.turn, factory).close()
    factory.close()
