"""The table's parts, but for its sensor board: pieces, maps, lights, display, controls and the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.app.controls import Control
from companion.app.guides.enrolled import Enrolled
from companion.app.page import Page
from companion.app.picture import draw
from companion.app.words import Words
from companion.config import Settings
from companion.doctor.check import Check, fail, fault, ok, skipped, warn
from companion.doctor.place import Place
from companion.drivers.controls import ControlsFault, Pins
from companion.drivers.display import DisplayFault
from companion.drivers.lights import LightsFault, MapFileError, load_map
from companion.drivers.piece_set import PieceSetError, PieceSetMissing, load_tags
from companion.drivers.table_map import SensorMapError, load_sensor_map
from companion.errors import CompanionError

IN_BROWSER: Final = "in the browser"
NONE: Final = "the settings say there is none"
BUSY: Final = "the companion that runs (process {pid}) uses it: stop that one to have it looked at"


def pieces(_place: Place, settings: Settings) -> Iterator[Check]:
    """The set of enrolled pieces."""
    file = settings.set_file
    if settings.grid.driver == "browser" and settings.set.file is None:
        yield skipped("pieces", f"{IN_BROWSER}, so they need no tags")
        return
    try:
        enrolled = Enrolled(load_tags(file))
    except PieceSetMissing:
        yield fail("pieces", f"none is enrolled, {file} is not there", "companion enroll")
        return
    except PieceSetError as error:
        yield fault("pieces", error)
        return
    if missing := enrolled.missing():
        lacking = ", ".join(f"{Words().colour(colour)} {count}" for colour, count in missing.items())
        yield warn(
            "pieces", f"{len(enrolled)} in {file}, missing {lacking}", "companion enroll goes on there"
        )
    elif not enrolled:
        yield fail("pieces", f"{file} holds none", "companion enroll")
    else:
        yield ok("pieces", f"{len(enrolled)} in {file}")


def maps(_place: Place, settings: Settings) -> Iterator[Check]:
    """What calibrations have found."""
    if settings.grid.driver == "browser":
        yield skipped("sensor map", IN_BROWSER)
    else:
        try:
            planned = load_sensor_map(settings.sensor_file).as_planned
            yield ok("sensor map", "as planned" if planned else f"as calibrated, {settings.sensor_file}")
        except SensorMapError as error:
            yield fault("sensor map", error)
    if settings.lights.driver in ("browser", "none"):
        yield skipped("light map", IN_BROWSER if settings.lights.driver == "browser" else NONE)
        return
    try:
        known = load_map(settings.lights_file).leds is not None
        yield ok("light map", f"as calibrated, {settings.lights_file}" if known else "as the settings say")
    except MapFileError as error:
        yield fault("light map", error)


def lights(place: Place, settings: Settings) -> Iterator[Check]:
    """Whether the strip can be driven, and by what."""
    if settings.lights.driver in ("browser", "none"):
        yield skipped("lights", IN_BROWSER if settings.lights.driver == "browser" else NONE)
        return
    if pid := place.companion():
        yield skipped("lights", BUSY.format(pid=pid))
        return
    try:
        strip, driver = place.lights(settings, place.pi)
        assert driver is not None
        try:
            driver.show({})
        finally:
            driver.close()
    except (LightsFault, CompanionError) as error:
        yield fault("lights", error)
    else:
        yield ok("lights", f"{strip.length} LEDs at most {strip.budget_ma} mA; --walk names them one by one")


def display(place: Place, settings: Settings) -> Iterator[Check]:
    """Whether the display answers."""
    kind = settings.display
    if kind.driver in ("browser", "none"):
        yield skipped("display", IN_BROWSER if kind.driver == "browser" else NONE)
        return
    if pid := place.companion():
        yield skipped("display", BUSY.format(pid=pid))
        return
    bus = f"/dev/i2c-{kind.i2c_bus}"
    if kind.driver != "st7789" and not place.path(bus).exists():
        yield fail("display", f"{bus} is missing", "switch I2C on: sudo raspi-config nonint do_i2c 0")
        return
    yield _ask_display(place, settings)


def _ask_display(place: Place, settings: Settings) -> Check:
    driver = place.display(settings.display)
    assert driver is not None
    page = Page(title="Hello", body=("The display works.",))
    try:
        driver.show(draw(page, settings.display.size))
    except DisplayFault as error:
        return fault("display", error)
    finally:
        driver.close()
    return ok("display", f"{settings.display.driver} answers")


def controls(place: Place, settings: Settings) -> Iterator[Check]:
    """Whether the pins of the buttons and the wheel can be read."""
    wired = settings.controls
    if wired.driver == "browser":
        yield skipped("controls", IN_BROWSER)
        return
    if pid := place.companion():
        yield skipped("controls", BUSY.format(pid=pid))
        return
    if not (chips := place.find("/dev/gpiochip*")):
        yield fail(
            "controls", "this machine has no pins", "run it on a Pi, or set controls.driver to browser"
        )
        return
    if not any(place.may_use(place.path(chip)) for chip in chips):
        remedy = "sudo usermod -aG gpio $USER, then log in again"
        yield fail("controls", f"{chips[0]} may not be used by this user", remedy)
        return
    pins = Pins(wired.sun_pin, wired.undo_pin, wired.wheel_pin, wired.wheel_a_pin, wired.wheel_b_pin)
    try:
        place.controls(pins, _ignore_contact, _ignore_turn).close()
    except ControlsFault as error:
        yield fault("controls", error)
    else:
        yield ok("controls", f"SUN on GPIO {pins.sun}, UNDO {pins.undo}, wheel {pins.wheel}")


def _ignore_contact(control: Control, down: bool) -> None:
    """Nothing is done with it here."""


def _ignore_turn(steps: int) -> None:
    """Nor with the wheel."""


def page(place: Place, settings: Settings) -> Iterator[Check]:
    """Whether the page for browsers can be served."""
    web = settings.web
    if not web.enabled:
        yield skipped("page", NONE)
        return
    where = f"{web.host}, port {web.port}"
    reason = place.listening_fails(web.host, web.port)
    if not reason:
        yield ok("page", f"{where} is free")
    elif pid := place.companion():
        yield ok("page", f"{where} is served by the companion that runs (process {pid})")
    else:
        remedy = "end the program that uses it, or set another web.port"
        yield fail("page", f"{where} cannot be used ({reason})", remedy)
