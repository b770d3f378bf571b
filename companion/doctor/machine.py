"""The machine under the table: Python and its packages, the Pi, its power, its boot settings, rights and disk."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from typing import Final

from companion.config import Settings
from companion.doctor.check import Check, fail, ok, skipped, warn
from companion.doctor.place import Place
from companion.drivers.boot_config import BEGIN, BOOT_CONFIG, END, boot_lines, missing_lines

PACKAGES: Final = ("aiohttp", "gpiozero", "luma.core", "luma.oled", "Pillow", "pydantic", "pyserial")
OLD_BOOT_CONFIG: Final = "/boot/config.txt"
THROTTLED: Final = "/sys/devices/platform/soc/soc:firmware/get_throttled"
FREE_MB: Final = 50
FIRST_YEAR: Final = 2025
STRONGER: Final = "use a 5 V supply of 3 A or more with a short cable, and no phone charger"
COOLER: Final = "give the Pi air, or a heat sink"
POWER: Final = (
    (0, "fail", "the voltage is too low now", STRONGER),
    (2, "warn", "it is slowed down now", COOLER),
    (3, "warn", "it is too hot now", COOLER),
    (16, "warn", "the voltage was too low since the last start", STRONGER),
    (18, "warn", "it was slowed down since the last start", COOLER),
)
"""Bit of the Pi's flags, how bad, what it means, what to do; the worst first."""


def python(place: Place, settings: Settings) -> Iterator[Check]:
    """Python's version and the packages that this table needs."""
    needed = [*PACKAGES, *_extras(place, settings)]
    versions = {package: place.version(package) for package in needed}
    missing = [package for package, version in versions.items() if version is None]
    said = f"{platform.python_version()} in {sys.prefix}"
    if missing:
        extra = "" if set(missing) <= set(PACKAGES) else "[pi,neopixel,lcd]"
        yield fail(
            "Python",
            f"{said}, without {', '.join(missing)}",
            f"pip install 'photosynthesis-companion{extra}'",
        )
    else:
        yield ok("Python", f"{said}; {', '.join(f'{name} {said}' for name, said in versions.items())}")


def _extras(place: Place, settings: Settings) -> Iterator[str]:
    driver, pi = settings.lights.driver, place.pi
    if driver == "auto" and pi.model:
        driver = "neopixel" if pi.is_pi5_or_later else "ws281x"
    if driver == "ws281x":
        yield "rpi-ws281x"
    if driver == "neopixel":
        yield from ("adafruit-blinka", "adafruit-circuitpython-neopixel")
    if settings.display.driver == "st7789":
        yield "luma.lcd"
    if settings.controls.driver == "gpio" and pi.model:
        yield "lgpio"


def model(place: Place, settings: Settings) -> Iterator[Check]:
    """Which Pi this is."""
    if name := place.pi.model:
        yield ok("Raspberry Pi", name)
    elif _pins_needed(settings):
        yield fail(
            "Raspberry Pi",
            "this machine is none, but the settings name lights, a display or buttons on its pins",
            "run it on a Pi, or set those drivers to browser",
        )
    else:
        yield skipped("Raspberry Pi", "this machine is none, and none is needed")


def _pins_needed(settings: Settings) -> bool:
    drivers = {settings.lights.driver, settings.display.driver, settings.controls.driver}
    return not drivers <= {"browser", "none"}


def power(place: Place, _settings: Settings) -> Iterator[Check]:
    """Under-voltage and throttling, as the Pi's firmware has noticed them."""
    if not place.pi.model:
        yield skipped("power", "only a Pi measures it")
        return
    flags = _throttled(place)
    if flags is None:
        yield skipped("power", "the Pi does not say")
        return
    troubles = [trouble for trouble in POWER if flags >> trouble[0] & 1]
    if not troubles:
        yield ok("power", "enough, and cool")
    for _bit, state, text, remedy in troubles:
        yield (fail if state == "fail" else warn)("power", text, remedy)


def _throttled(place: Place) -> int | None:
    said = place.read(THROTTLED) or place.said_by("vcgencmd", "get_throttled").partition("=")[2]
    try:
        return int(said.strip(), 16)
    except ValueError:
        return None


def boot(place: Place, settings: Settings) -> Iterator[Check]:
    """The lines of config.txt that this Pi needs for these parts."""
    wanted = [line for line in boot_lines(place.pi.model) if _matters(line, place, settings)]
    if not wanted:
        yield skipped("boot settings", "nothing on this machine hangs on them")
        return
    name = BOOT_CONFIG if place.read(BOOT_CONFIG) else OLD_BOOT_CONFIG
    text = place.read(name)
    # Without its marks the block that `companion install` has written counts like any other lines.
    missing = missing_lines(text.replace(BEGIN, "").replace(END, ""), wanted)
    if not text:
        yield skipped("boot settings", f"{BOOT_CONFIG} is not there or may not be read")
    elif missing:
        remedy = f"sudo companion install --write-config, or add it to {name} yourself; then restart"
        yield warn("boot settings", f"{name} does not say {', '.join(missing)}", remedy)
    else:
        yield ok("boot settings", f"{name} says {', '.join(wanted)}")


def _matters(line: str, place: Place, settings: Settings) -> bool:
    """Whether a part of this table hangs on that line."""
    if "i2c" in line:
        return settings.display.driver in ("ssd1306", "ssd1309", "sh1106")
    on_spi = settings.lights.driver in ("auto", "ws281x") and settings.lights.pin == 10
    strip = on_spi and not place.pi.is_pi5_or_later
    return strip or ("spi" in line and settings.display.driver == "st7789")


def groups(place: Place, settings: Settings) -> Iterator[Check]:
    """Whether this user is in the groups that own the parts."""
    needed = sorted(_groups_needed(settings) & _groups_there(place))
    if not needed:
        yield skipped("groups", "no part of this table needs one")
    elif place.is_root():
        yield ok("groups", "root may use everything")
    elif missing := [group for group in needed if group not in place.groups()]:
        remedy = f"sudo usermod -aG {','.join(missing)} $USER, then log in again"
        yield warn("groups", f"this user is not in {', '.join(missing)}", remedy)
    else:
        yield ok("groups", f"this user is in {', '.join(needed)}")


def _groups_needed(settings: Settings) -> set[str]:
    strip = settings.lights.driver not in ("browser", "none")
    needed = {
        "dialout": settings.grid.driver == "serial",
        "gpio": strip or settings.controls.driver == "gpio",
        "spi": strip or settings.display.driver == "st7789",
        "i2c": settings.display.driver in ("ssd1306", "ssd1309", "sh1106"),
    }
    return {group for group, is_needed in needed.items() if is_needed}


def _groups_there(place: Place) -> set[str]:
    return {line.partition(":")[0] for line in place.read("/etc/group").splitlines()}


def records(place: Place, settings: Settings) -> Iterator[Check]:
    """Whether the games can be written, and for how long."""
    folder = settings.records.folder
    there = next(path for path in (folder, *folder.parents) if path.exists())
    free_mb = place.free_bytes(there) // 1_000_000
    if not place.may_use(there):
        yield fail(
            "records",
            f"{folder} may not be written by this user",
            f"sudo chown $USER {there}, or name another folder in the settings under [records]",
        )
    elif free_mb < FREE_MB:
        yield warn("records", f"{folder}: {free_mb} MB are left", "delete something on this disk")
    else:
        yield ok("records", f"{folder}: writable, {free_mb} MB free")


def clock(place: Place, _settings: Settings) -> Iterator[Check]:
    """Whether the clock tells a time after this was written: a Pi without a network starts in the past."""
    now = place.now()
    if now.year < FIRST_YEAR:
        yield warn(
            "clock",
            f"it says {now:%Y-%m-%d}, so records get wrong names",
            "connect the Pi to a network once, or fit a clock module; playing needs neither",
        )
    else:
        yield ok("clock", f"{now:%Y-%m-%d %H:%M}")
