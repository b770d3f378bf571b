"""The example at the top of the rules package does what it says."""

import doctest

import companion.rules


def test_the_example_of_the_package_runs_as_written() -> None:
    results = doctest.testmod(companion.rules)
    assert results.attempted >= 6
    assert results.failed == 0
