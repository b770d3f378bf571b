"""Chip select through a chain of 74HC595 shift registers: exactly one reader hears the bus, or none.

`choose(place)` puts that place's select line, alone, at the outputs; `gate(0)` lets it through and `gate(1)`
holds all lines up again. So a reader is chosen once, and addressed as often as need be by one pin.
"""

from sensorboard.wiring import REGISTERS, output_of


class ShiftSelect:
    """`spi` has `write(bytes)`; `latch` and `gate` are pins, called with the level to set."""

    def __init__(self, spi, latch, gate) -> None:
        self.gate = gate
        self._spi = spi
        self._latch = latch
        self._lines = bytearray(b"\xff" * REGISTERS)  # what is sent first ends up farthest from the Pico
        self._chosen = -1  # none yet
        gate(1)
        latch(0)

    def choose(self, place: int) -> None:
        """Put the select line of a place at the outputs. The gate must be shut, and stays shut."""
        if place == self._chosen:
            return
        if self._chosen >= 0:
            self._set(self._chosen, 1)
        self._set(place, 0)
        self._chosen = place
        self._spi.write(self._lines)
        self._latch(1)
        self._latch(0)

    def _set(self, place: int, level: int) -> None:
        register, output = output_of(place)
        at = REGISTERS - 1 - register
        if level:
            self._lines[at] |= 1 << output
        else:
            self._lines[at] &= ~(1 << output) & 0xFF
