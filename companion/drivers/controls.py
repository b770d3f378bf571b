"""SUN, UNDO and the wheel through gpiozero. Bounce and hold are ours, on data time: here are only raw contacts.

gpiozero calls back on threads of its own; the callbacks given here must hand over to the event loop themselves.
Importing this opens nothing and loads no gpiozero.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from companion.app.controls import CONTROLS, Control
from companion.errors import CompanionError


class ControlsFault(CompanionError, OSError):
    """The pins cannot be used; says which, why and what to do."""


class ControlsDriver(Protocol):
    """Buttons and a wheel that report."""

    def close(self) -> None:
        """Let go of the pins."""


@dataclass(frozen=True, slots=True)
class Pins:
    """GPIO numbers of the three buttons and the wheel's two contacts."""

    sun: int = 17
    undo: int = 27
    wheel: int = 22
    wheel_a: int = 5
    wheel_b: int = 6


class GpioControls:
    """The controls on real pins, or on a factory's (gpiozero's own choice if none is given)."""

    def __init__(
        self,
        pins: Pins,
        on_contact: Callable[[Control, bool], None],
        on_turn: Callable[[int], None],
        factory: Any = None,
    ) -> None:
        from gpiozero import Button, GPIOZeroError, RotaryEncoder

        self._devices: list[Any] = []
        try:
            for control in CONTROLS:
                button = Button(getattr(pins, control), bounce_time=None, pin_factory=factory)
                self._devices.append(button)
                button.when_pressed = _reporter(on_contact, control, True)
                button.when_released = _reporter(on_contact, control, False)
            wheel = RotaryEncoder(
                pins.wheel_a, pins.wheel_b, max_steps=0, bounce_time=None, pin_factory=factory
            )
            self._devices.append(wheel)
            wheel.when_rotated_clockwise = lambda: on_turn(1)
            wheel.when_rotated_counter_clockwise = lambda: on_turn(-1)
        except (GPIOZeroError, OSError, RuntimeError, ImportError) as error:
            self.close()
            raise ControlsFault(
                f"The controls on GPIO {pins.sun}, {pins.undo}, {pins.wheel}, {pins.wheel_a} and {pins.wheel_b} "
                f"cannot be used ({error}): check that no other program holds them and that this user is in the "
                'group gpio, or set controls.driver = "browser".'
            ) from error

    def close(self) -> None:
        while self._devices:
            self._devices.pop().close()


def _reporter(report: Callable[[Control, bool], None], control: Control, down: bool) -> Callable[[], None]:
    return lambda: report(control, down)


class SimulatedControls:
    """The same gpiozero devices on mock pins, and fingers to press and turn them."""

    def __init__(
        self,
        on_contact: Callable[[Control, bool], None],
        on_turn: Callable[[int], None],
        pins: Pins | None = None,
    ) -> None:
        from gpiozero.pins.mock import MockFactory

        self._pins = pins or Pins()
        self._factory = MockFactory()
        self._controls = GpioControls(self._pins, on_contact, on_turn, self._factory)

    def press(self, control: Control, down: bool) -> None:
        """Close or open a button's contact. The buttons pull their pin low."""
        pin = self._factory.pin(getattr(self._pins, control))
        (pin.drive_low if down else pin.drive_high)()

    def turn(self, steps: int) -> None:
        """Turn the wheel by so many detents: a full cycle of its two contacts each."""
        a, b = self._factory.pin(self._pins.wheel_a), self._factory.pin(self._pins.wheel_b)
        leading, trailing = (a, b) if steps > 0 else (b, a)
        for _ in range(abs(steps)):
            leading.drive_low()
            trailing.drive_low()
            leading.drive_high()
            trailing.drive_high()

    def close(self) -> None:
        self._controls.close()
        self._factory.close()
