"""What every test run shares: steady property tests, and no test silently skipped in CI."""

from __future__ import annotations

import os
from collections.abc import Generator

import hypothesis
import pytest

IN_CI = os.environ.get("CI") == "true"

# Tests judge values, not the speed of a busy machine; CI tries the same examples every time.
hypothesis.settings.register_profile("companion", deadline=None, derandomize=IN_CI)
hypothesis.settings.load_profile("companion")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("needs_pico_image") and not os.environ.get("MPY_RP2_UF2"):
        pytest.skip("MPY_RP2_UF2 names no firmware image of a Pico")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if not item.get_closest_marker("needs_pico_image"):
        fail_if_skipped_in_ci(report)
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    fail_if_skipped_in_ci(report)
    return report


def fail_if_skipped_in_ci(report: pytest.TestReport | pytest.CollectReport) -> None:
    """A skip in CI hides what nobody looks at: turn it into a failure that tells its reason."""
    if IN_CI and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        reason = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"No test may be skipped in CI, but this one was: {reason}"
