"""Addresses, the unlock code and the pace of talking, in made-up time."""

from __future__ import annotations

import pytest

from companion.web.browser import Outbox
from companion.web.guard import Allowance, Lock, host_allowed, is_loopback, same_origin


def test_the_fifth_wrong_code_costs_a_minute_even_for_the_right_one() -> None:
    lock = Lock("4711")
    for second in range(4):
        assert "not the code" in str(lock.try_code("0000", 2.0 * second))
    assert "wait 60 s" in str(lock.try_code("0000", 8.0))
    assert "wait 30 s" in str(lock.try_code("4711", 38.0))
    assert lock.try_code("4711", 68.0) is None


def test_wrong_codes_in_a_row_are_slowed_and_each_pause_is_longer() -> None:
    lock = Lock("4711")
    lock.try_code("0000", 0.0)
    assert "wait 1 s" in str(lock.try_code("4711", 0.5))
    now_s, pauses = 10.0, []
    for _ in range(12):
        answer = str(lock.try_code("0000", now_s))
        pauses.append(int(answer.split("wait ")[1].split()[0]) if "times now" in answer else 1)
        now_s += pauses[-1]
    assert [pause for pause in pauses if pause > 1] == [60, 120]


def test_a_hundred_messages_a_second_pass_and_more_have_to_wait() -> None:
    allowance = Allowance(100)
    assert [allowance.take(0.0) for _ in range(100)] == [0.0] * 100
    assert allowance.take(0.0) == pytest.approx(0.01)
    assert allowance.take(1.0) == 0.0


async def test_a_slow_browser_gets_the_newest_of_each_type_only() -> None:
    outbox = Outbox()
    for frame in range(1000):
        outbox.put("lights", f"lights {frame}")
        outbox.put("display", f"display {frame}")
    assert len(outbox) == 2
    assert [await outbox.take(), await outbox.take()] == ["lights 999", "display 999"]


def test_addresses_are_told_apart() -> None:
    assert [is_loopback(a) for a in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "192.168.0.5", None)] == [
        True,
        True,
        True,
        False,
        False,
    ]
    names = frozenset({"localhost", "table.local"})
    assert host_allowed("TABLE.local:8080", names)
    assert host_allowed("[fe80::1]:8080", names)
    assert not host_allowed("", names)
    assert not host_allowed("127.0.0.1.evil.example", names)
    assert same_origin("http://table.local:8080", "Table.local:8080")
    assert not same_origin("http://table.local", "table.local:8080")
