"""The settings file: its defaults, and what it answers to the mistakes people make in it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.config import Settings, example_toml
from companion.config_errors import SettingsError, SettingsMissing
from companion.errors import CompanionError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "companion.toml"


def complaint(file: Path, text: str) -> str:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        Settings.load(file)
    return str(caught.value).replace(str(file), "FILE")


def test_an_empty_file_is_the_reference_table(file: Path) -> None:
    file.write_text("")
    settings = Settings.load(file)
    assert (settings.grid.driver, settings.grid.port) == ("serial", "/dev/photosynthesis-board")
    assert (settings.display.driver, settings.display.i2c_address) == ("ssd1306", 0x3C)
    assert (settings.controls.sun_pin, settings.controls.undo_pin) == (17, 27)
    assert (settings.lights.brightness, settings.lights.budget_ma, settings.lights.led_ma) == (0.5, 1000, 60)
    assert (settings.game.turns, settings.game.start, settings.game.long, settings.game.heavy) == (
        "round",
        "NE",
        False,
        "off",
    )


def test_nothing_is_served_beyond_this_machine_unless_asked_for() -> None:
    assert (Settings().web.host, Settings().web.port) == ("127.0.0.1", 8137)


def test_what_the_file_says_wins(file: Path) -> None:
    file.write_text('[lights]\nbrightness = 1\n[game]\nheavy = "both"\n[set]\nfile = "/srv/set.toml"\n')
    settings = Settings.load(file)
    assert settings.lights.brightness == 1.0
    assert settings.game.heavy == "both"
    assert settings.set.file == Path("/srv/set.toml")


def test_a_simulated_table_is_all_in_the_browser() -> None:
    s = Settings.simulated()
    assert {s.grid.driver, s.lights.driver, s.display.driver, s.controls.driver} == {"browser"}


def test_the_example_says_exactly_the_defaults(file: Path) -> None:
    file.write_text(example_toml(), encoding="utf-8")
    assert Settings.load(file) == Settings()


def test_the_example_names_every_key_and_every_choice() -> None:
    text = example_toml()
    uncommented = tomllib.loads(text.replace("\n# folder =", "\nfolder =").replace("\n# file =", "\nfile ="))
    said = {section: set(keys) for section, keys in uncommented.items()}
    assert said == {name: set(section) for name, section in Settings().model_dump().items()}
    assert '"off", "source", "destination", "both"' in text
    assert "i2c_address = 0x3C" in text


def test_records_go_where_systemd_says_else_to_the_users_own_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/photosynthesis:/elsewhere")
    assert Settings().records.folder == Path("/var/lib/photosynthesis")
    monkeypatch.delenv("STATE_DIRECTORY")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Settings().records.folder == tmp_path / ".local/share/photosynthesis-companion"


def test_a_strip_is_wired_as_the_settings_say(file: Path) -> None:
    file.write_text(
        '[lights]\norder = "serpentine"\nleds_a_cell = 2\nfirst_led = 1\nskip = [3]\nsun_corners = true\n'
    )
    strip = Settings.load(file).lights.strip()
    assert (strip.leds["a1"], strip.leds["a2"], strip.leds["b5"]) == ((1, 2), (4, 5), (10, 11))
    assert strip.leds["E"] == (76,)
    assert strip.length == 82


def test_a_colour_panel_has_the_size_the_settings_say(file: Path) -> None:
    file.write_text('[display]\ndriver = "st7789"\nwidth = 320\n')
    assert Settings.load(file).display.size == (320, 240)
    assert Settings().display.size == (128, 64)


def test_a_tilde_is_the_home_folder(file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    file.write_text('[records]\nfolder = "~/games"\n')
    assert Settings.load(file).records.folder == tmp_path / "games"


def test_settings_do_not_change_while_the_table_runs() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().lights.budget_ma = 5000


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(
            '[lights]\nbrightnes = 0.3\ndriver = "none"\n',
            "FILE, line 2: lights.brightnes does not exist (did you mean 'brightness'?)."
            " Known here: driver, pin, device, colour_order, leds_a_cell, order, first_led, skip, sun_corners,"
            " length, brightness, budget_ma, led_ma. Correct or delete it",
            id="a mistyped key",
        ),
        pytest.param(
            "[contrls]\n",
            "FILE, line 1: contrls does not exist (did you mean 'controls'?)."
            " Known here: grid, lights, display, controls, web, game, records, set. Correct or delete it",
            id="a mistyped section",
        ),
        pytest.param(
            "[game]\nlong = true\nbrightness = 0.1\n",
            "FILE, line 3: game.brightness does not exist: brightness belongs to [lights]."
            " Move the line there",
            id="a key in another section",
        ),
        pytest.param(
            "long = true\n",
            "FILE, line 1: long does not exist: long belongs to [game]. Move the line there",
            id="a key in no section",
        ),
        pytest.param(
            '\n# the board\n[grid]\ndriver = "seriel"\n',
            "FILE, line 4: grid.driver is \"seriel\": it should be 'serial' or 'browser'"
            " (did you mean 'serial'?)."
            " Change it, or delete the line for the default",
            id="a mistyped choice",
        ),
        pytest.param(
            "[lights]\nbrightness = 40\n",
            "FILE, line 2: lights.brightness is 40: it should be less than or equal to 1."
            " Change it, or delete the line for the default",
            id="a number out of range",
        ),
        pytest.param(
            '[web]\nport = "8137"\n',
            'FILE, line 2: web.port is "8137": it should be a valid integer.'
            " Change it, or delete the line for the default",
            id="a number in quotes",
        ),
        pytest.param(
            "[grid]\nport = 12\n",
            "FILE, line 2: grid.port is 12: it should be text in quotes."
            " Change it, or delete the line for the default",
            id="a text without quotes",
        ),
        pytest.param(
            "[records]\nfolder = 7\n",
            "FILE, line 2: records.folder is 7: it should be a path in quotes."
            " Change it, or delete the line for the default",
            id="a path that is none",
        ),
        pytest.param(
            'grid = "serial"\n',
            "FILE, line 1: grid is a section: write [grid] on a line of its own, its keys below it",
            id="a section written as a key",
        ),
        pytest.param(
            "[controls]\nsun_pin = 5\n",
            "FILE, line 1: controls: sun_pin and wheel_a_pin are both GPIO 5. Give each its own pin",
            id="two controls on one pin",
        ),
        pytest.param(
            '[display]\ndriver = "st7789"\nspi_bus = 0\n',
            "FILE: lights.pin 10 needs SPI 0 for the strip alone, so display.spi_bus cannot be 0."
            " Set it to 1, or move the strip: lights.pin 12, 13, 18 or 21, as root",
            id="a panel on the bus that the strip needs alone",
        ),
        pytest.param(
            '[display]\ndriver = "st7789"\n[lights]\npin = 18\n',
            "FILE: lights.pin and display.spi_bus 1 (chip select) are both GPIO 18. Give each its own pin",
            id="a strip on a pin of the panel's bus",
        ),
        pytest.param(
            "[controls]\nsun_pin = 10\n",
            "FILE: controls.sun_pin and lights.pin are both GPIO 10. Give each its own pin",
            id="a button on the strip's pin",
        ),
        pytest.param(
            "[controls]\nwheel_pin = 3\n",
            "FILE: controls.wheel_pin and display.i2c_bus 1 (clock) are both GPIO 3. Give each its own pin",
            id="a button on the display's pin",
        ),
        pytest.param(
            '[display]\ndriver = "st7789"\nspi_bus = 0\nspi_device = 2\n',
            "FILE, line 1: display: SPI 0 has no device 2. Set spi_device to 0 or 1",
            id="a chip select that its bus does not have",
        ),
        pytest.param(
            "[lights]\nleds_a_cell = 12\nbudget_ma = 400\n",
            "FILE, line 1: lights: 444 LEDs draw 549 mA at their faintest, but the budget is 400 mA:"
            " raise budget_ma, or wire fewer LEDs",
            id="more LEDs than the budget bears",
        ),
        pytest.param(
            '[lights]\ncolour_order = "GBR "\n',
            "FILE, line 2: lights.colour_order is \"GBR \": it should be 'RGB', 'RBG', 'GRB', 'GBR', 'BRG' or 'BGR'"
            " (did you mean 'GBR'?). Change it, or delete the line for the default",
            id="a colour order that is none",
        ),
        pytest.param(
            '[grid]\ndriver = "browser"\n[web]\nenabled = false\n',
            'FILE: grid.driver is "browser", but web.enabled is false, so nobody could reach it.'
            " Set web.enabled to true, or choose another driver",
            id="a part in a browser that is switched off",
        ),
        pytest.param(
            "[grid\n",
            "FILE: this is not valid TOML: Expected ']' at the end of a table declaration"
            " (at line 1, column 6)."
            ' A line reads `key = value`; text stands in "quotes", a section in [brackets]',
            id="no TOML",
        ),
    ],
)
def test_a_mistake_is_named_with_its_line_its_reason_and_the_remedy(
    file: Path, text: str, words: str
) -> None:
    assert complaint(file, text) == words


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file(file: Path) -> None:
    lines = complaint(file, '[web]\nport = 0\nhots = "x"\n[grid]\nport = 3\n').splitlines()
    assert [line.partition(":")[0] for line in lines] == ["FILE, line 2", "FILE, line 3", "FILE, line 5"]


def test_a_missing_file_is_named(file: Path) -> None:
    with pytest.raises(SettingsMissing, match="There are no settings at") as caught:
        Settings.load(file)
    assert str(file) in str(caught.value)
    assert isinstance(caught.value, FileNotFoundError)


def test_a_file_that_is_no_text_is_named(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="must be a text file") as caught:
        Settings.load(file)
    assert str(file) in str(caught.value)


def test_every_complaint_is_one_of_ours_and_a_value_error() -> None:
    assert issubclass(SettingsError, CompanionError)
    assert issubclass(SettingsError, ValueError)
