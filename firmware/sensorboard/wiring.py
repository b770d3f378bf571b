"""The sensor board's pins and select bits, as plain numbers for `main.py` and for the checks of the wiring.

GPIO numbers of a Raspberry Pi Pico or Pico 2. The readers and the shift registers share one SPI bus: bytes
meant for a reader run through the registers too, but show at their outputs only after a pulse on LATCH.
"""

from sensorboard import PLACES

SPI_BUS = 0
SPI_HZ = 2_000_000  # the readers take 10 MHz; long wires to 38 of them do not

SCK_PIN = 18  # to every reader's SCK, and to SRCLK of every 74HC595
MOSI_PIN = 19  # to every reader's MOSI, and to SER of the first 74HC595
MISO_PIN = 16  # from every reader's MISO, through its own buffer (see README.md)
LATCH_PIN = 20  # RCLK of every 74HC595
GATE_PIN = 21  # OE of every 74HC595, active low: high lets the pull-ups deselect every reader
RESET_PIN = 22  # RST of every reader, active low

PINS = {
    "SCK": SCK_PIN,
    "MOSI": MOSI_PIN,
    "MISO": MISO_PIN,
    "LATCH": LATCH_PIN,
    "GATE": GATE_PIN,
    "RESET": RESET_PIN,
}

OUTPUTS = 8  # of one 74HC595
REGISTERS = (PLACES + OUTPUTS - 1) // OUTPUTS


def output_of(place: int) -> tuple:
    """The chip select of a place: (register, output), register 0 nearest the Pico, output 0 = QA … 7 = QH."""
    return place // OUTPUTS, place % OUTPUTS
