"""The repository around the code: what it promises to install, to start and to keep apart."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion import install
from companion.config import Settings
from companion.drivers import service

ROOT = Path(__file__).parents[1]
UNIT = ROOT / "systemd/companion.service"
RULES = ROOT / "systemd/70-photosynthesis.rules"
LOCKS = ("requirements.lock", "requirements-dev.lock")
BIN = Path(sys.executable).parent


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end and give back its status and words."""
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=os.environ | environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )


# The service


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that exists on every machine, as `systemd-analyze verify` wants one."""
    copy = tmp_path / UNIT.name
    copy.write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", UNIT.read_text()))
    return copy


def test_systemd_finds_no_fault_in_the_unit(unit: Path) -> None:
    verdict = run("systemd-analyze", "verify", "--recursive-errors=yes", unit)
    assert (verdict.returncode, verdict.stdout) == (0, "")


def test_the_service_is_exposed_less_than_2_of_10(unit: Path) -> None:
    verdict = run("systemd-analyze", "security", "--offline=true", "--threshold=20", unit)
    assert verdict.returncode == 0, verdict.stdout


def test_the_service_never_gives_up_and_is_watched() -> None:
    said = UNIT.read_text().splitlines()
    for line in ("Type=notify", "Restart=on-failure", "StartLimitIntervalSec=0", "WatchdogSec=30"):
        assert line in said


def test_the_service_reads_no_list_of_certificate_authorities() -> None:
    """It opens no connection, and that list takes time and two megabytes."""
    assert "Environment=SSL_CERT_FILE=/dev/null" in UNIT.read_text().splitlines()


def test_the_service_may_use_the_group_that_owns_the_board() -> None:
    assert "User=photosynthesis" in UNIT.read_text().splitlines()
    assert 'GROUP="photosynthesis", MODE="0660"' in RULES.read_text()


def test_the_service_needs_no_group_that_a_release_may_not_have() -> None:
    """A group that does not exist would keep it from starting; its user is in those that do."""
    assert "SupplementaryGroups" not in UNIT.read_text()


def test_the_service_runs_what_is_installed_with_the_settings_that_are_installed() -> None:
    start = f"ExecStart={install.VENV}/bin/companion run --settings {service.SETTINGS}"
    assert start in UNIT.read_text().splitlines()
    assert Path(service.RECORDS) == Path("/var/lib") / unit_says("StateDirectory")
    assert unit_says("User") == install.USER


def test_the_menu_may_switch_the_machine_off_and_nothing_else() -> None:
    rule = (ROOT / "systemd/photosynthesis-poweroff.rules").read_text()
    assert f'subject.user == "{install.USER}"' in rule
    assert re.findall(r'action.id == "([^"]+)"', rule) == [
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
    ]


def unit_says(key: str) -> str:
    return str(re.findall(rf"(?m)^{key}=(.+)$", UNIT.read_text())[0])


def test_the_board_gets_the_port_that_the_settings_expect() -> None:
    assert f'SYMLINK+="{Path(Settings().grid.port).name}"' in RULES.read_text()
    assert Settings().grid.port.startswith("/dev/")


def test_modem_manager_leaves_the_board_alone() -> None:
    board = [rule for rule in udev_rules() if "2e8a" in rule]
    assert len(board) == 2
    for rule in board:
        assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in rule


def test_every_udev_rule_first_says_what_it_is_about_and_then_what_to_do() -> None:
    """With no keys but udev's own: it leaves out a rule with another, and says so in its log only."""
    about = r'(SUBSYSTEM|ATTRS?\{\w+\})=="[^"]+"'
    to_do = r'((ENV\{\w+\}|GROUP|MODE)="[^"]+"|(SYMLINK|TAG)\+="[^"]+")'
    for rule in udev_rules():
        assert re.fullmatch(rf"{about}(, {about})*(, {to_do})+", rule), rule


def test_udev_finds_no_fault_in_the_rules() -> None:
    """Its `verify` came with systemd 254; before that it must know no such word, and no other fault counts."""
    assert shutil.which("udevadm"), "udevadm is missing: install the package udev"
    version = int(re.findall(r"\d+", run("udevadm", "--version").stdout)[0])
    verdict = run("udevadm", "verify", "--resolve-names=never", RULES)
    if version < 254:
        assert "Unknown command verb verify" in verdict.stdout
    else:
        assert verdict.returncode == 0, verdict.stdout


def udev_rules() -> list[str]:
    return [line for line in RULES.read_text().splitlines() if line and not line.startswith("#")]


# The hardware notes


@pytest.mark.parametrize("setting", ["sun_pin", "undo_pin", "wheel_pin", "wheel_a_pin", "wheel_b_pin"])
def test_the_wiring_notes_name_the_pins_of_the_settings(setting: str) -> None:
    row = next(row for row in (ROOT / "hardware/README.md").read_text().splitlines() if f"`{setting}`" in row)
    assert f"GPIO {getattr(Settings().controls, setting)} " in row


def test_the_drawn_board_names_all_37_cells_in_order() -> None:
    drawn = re.findall(r"\b([a-g][1-7]):(\d)", (ROOT / "hardware/README.md").read_text())
    rows = zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True)
    assert [cell for cell, _ in drawn] == [f"{row}{k}" for row, n in rows for k in range(1, n + 1)]
    soil = [leaves for _, leaves in drawn]
    assert [soil.count(leaves) for leaves in "1234"] == [18, 12, 6, 1]


# The lock files


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_every_package_with_hashes_and_names_no_host(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert not re.search(r"(?m)^-", text), "no option, so no index"
    packages = re.split(r"(?m)^(?=\S)", text)[1:]
    unpinned = [p for p in packages if not re.match(r"[\w.\[\],-]+==\S+ .*--hash=sha256:", p, re.DOTALL)]
    assert unpinned == []


@pytest.mark.parametrize(("lock", "extra"), [(LOCKS[0], None), (LOCKS[1], "dev")])
def test_a_lock_holds_everything_the_project_asks_for(lock: str, extra: str | None) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = project["dependencies"] + (project["optional-dependencies"][extra] if extra else [])
    names = {re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", line)[0]).lower() for line in asked}
    assert names - set(re.findall(r"(?m)^([\w.-]+)==", (ROOT / lock).read_text())) == set()


def test_both_locks_agree_on_every_version() -> None:
    play, dev = (dict(re.findall(r"(?m)^([\w.-]+)==([\w.+!]+)", (ROOT / lock).read_text())) for lock in LOCKS)
    assert play == {name: dev.get(name) for name in play}


# The direction of imports


def test_imports_go_one_way() -> None:
    verdict = run(BIN / "lint-imports", "--no-cache")
    assert verdict.returncode == 0, verdict.stdout


@pytest.mark.parametrize(
    ("module", "line", "told"),
    [
        ("rules", "import companion.app.page", "companion.rules is not allowed to import companion.app"),
        ("app", "import companion.drivers", "companion.app is not allowed to import companion.drivers"),
        ("drivers", "import companion.web", "companion.drivers is not allowed to import companion.web"),
        ("table", "import time", "companion.table is not allowed to import time"),
        ("app", "import random", "companion.app is not allowed to import random"),
    ],
)
def test_an_import_against_the_arrows_is_caught(tmp_path: Path, module: str, line: str, told: str) -> None:
    shutil.copytree(
        ROOT / "companion", tmp_path / "companion", ignore=shutil.ignore_patterns("__pycache__", "static")
    )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / "companion" / module / "__init__.py").open("a") as file:
        file.write(f"\n{line}\n")
    verdict = run(BIN / "lint-imports", "--no-cache", cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert verdict.returncode == 1
    assert told in " ".join(verdict.stdout.split())


def test_rules_table_and_app_open_and_print_nothing() -> None:
    """The builtins that no import shows."""
    files = [file for part in ("rules", "table", "app") for file in (ROOT / "companion" / part).rglob("*.py")]
    calls = (
        (file.name, node.func.id)
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    )
    assert [call for call in calls if call[1] in {"open", "print", "input", "exec", "eval"}] == []


# What make and CI do


def test_play_says_what_to_install_where_no_python_is_found(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in ("requirements.lock", "pyproject.toml"):
        (tmp_path / name).touch()
    answer = run("make", "PYTHONS=no-python", "play", cwd=tmp_path)
    assert answer.returncode != 0
    assert "No Python 3.11 or newer" in answer.stdout
    assert "sudo apt install python3-venv" in answer.stdout
    assert not (tmp_path / ".venv").exists()


def outcome_of_a_skip(folder: Path, mark: str, ci: str) -> str:
    """The summary line of a run of one skipped test under this project's conftest."""
    shutil.copy(ROOT / "tests/conftest.py", folder)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = needs_pico_image\n")
    (folder / "test_it.py").write_text(f"import pytest\n\n{mark}\ndef test_it():\n    pass\n")
    result = run(
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider", ".", cwd=folder, CI=ci, MPY_RP2_UF2=""
    )
    return result.stdout.splitlines()[-1].strip("= ")


@pytest.mark.parametrize(
    ("mark", "ci", "summary"),
    [
        pytest.param("@pytest.mark.skip(reason='tired')", "", "1 skipped", id="at home a skip is a skip"),
        pytest.param("@pytest.mark.skip(reason='tired')", "true", "1 error", id="in CI it is a failure"),
        pytest.param(
            "pytest.importorskip('no_such_module')", "true", "1 error", id="so is a whole file's skip"
        ),
        pytest.param(
            "@pytest.mark.needs_pico_image", "true", "1 skipped", id="a Pico's image may be missing"
        ),
    ],
)
def test_a_skip_counts_as_a_failure_in_ci(tmp_path: Path, mark: str, ci: str, summary: str) -> None:
    assert outcome_of_a_skip(tmp_path, mark, ci).startswith(summary)


def test_ci_runs_what_a_developer_runs() -> None:
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    assert run("bash", "-n", script).returncode == 0
    assert "set -euo pipefail" in script.read_text()
    assert "make test" in script.read_text()
