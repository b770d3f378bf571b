"""The doctor on a table whose pieces, maps, lights, display, controls or page are amiss."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from doctored_pi import FakePi

from companion.drivers.controls import ControlsFault
from companion.drivers.display import DisplayFault
from companion.drivers.lights import LightMap, LightsFault, save_map


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    return FakePi(tmp_path)


@pytest.mark.parametrize(
    ("text", "state", "said"),
    [
        (None, "fail", "none is enrolled"),
        ("[tags]\n", "fail", "holds none"),
        ('[tags]\n"04A1B2C3D4E580" = "2g1"\n', "warn", "missing Green 19"),
        ("[tags]\nx\n", "fail", "cannot be read"),
    ],
)
def test_a_set_that_is_missing_unfinished_or_broken(
    pi: FakePi, text: str | None, state: str, said: str
) -> None:
    (pi.records / "set.toml").unlink()
    if text is not None:
        pi.write("records/set.toml", text)
    pieces = pi.examine()["pieces"]
    assert pieces.state == state
    assert said in str(pieces)
    assert "enroll" in pieces.remedy


def test_maps_that_cannot_be_used(pi: FakePi) -> None:
    pi.write("records/sensors.toml", "nonsense")
    pi.write("records/lights.toml", "nonsense")
    found = pi.examine()
    assert found["sensor map"].state == found["light map"].state == "fail"
    assert "companion calibrate" in found["sensor map"].remedy
    save_map(pi.records / "lights.toml", LightMap({"a1": (0,)}, "RGB"))
    assert pi.examine()["light map"].text.startswith("as calibrated")


def test_lights_display_and_controls_that_fail_say_why_and_what_to_do(pi: FakePi) -> None:
    pi.lights.fault = LightsFault("The lights need /dev/spidev0.0, which is missing: switch SPI on.")
    pi.display.fault = DisplayFault("The display at 0x3C does not answer: check its four wires.")
    pi.controls_fault = ControlsFault("The controls cannot be used (busy): check that no other holds them.")
    found = pi.examine()
    assert [(found[part].state, found[part].remedy) for part in ("lights", "display", "controls")] == [
        ("fail", "switch SPI on."),
        ("fail", "check its four wires."),
        ("fail", "check that no other holds them."),
    ]


def test_a_bus_and_pins_that_are_not_there(pi: FakePi) -> None:
    (pi.root / "dev/i2c-1").unlink()
    (pi.root / "dev/gpiochip0").unlink()
    found = pi.examine()
    assert found["display"].text == "/dev/i2c-1 is missing"
    assert found["controls"].text == "this machine has no pins"


def test_a_companion_that_runs_keeps_its_parts_to_itself(pi: FakePi) -> None:
    pi.write(
        "proc/77/cmdline", "\0".join(["/usr/bin/python3", "/opt/venv/bin/companion", "run", "--settings"])
    )
    busy = replace(pi.place, listening_fails=lambda _host, _port: "Address already in use")
    found = pi.examine(place=busy)
    for part in ("lights", "display", "controls"):
        assert found[part].text.startswith("the companion that runs (process 77) uses it")
    assert found["page"].text == "127.0.0.1, port 8137 is served by the companion that runs (process 77)"
    assert pi.lights.shown == pi.display.shown == []


def test_the_page_whose_port_somebody_else_has(pi: FakePi) -> None:
    busy = replace(pi.place, listening_fails=lambda _host, _port: "Address already in use")
    page = pi.examine(place=busy)["page"]
    assert (page.state, page.text) == ("fail", "127.0.0.1, port 8137 cannot be used (Address already in use)")
