"""Buttons on data time: bounce is not a press, a press acts on release, a hold is not a press too."""

from __future__ import annotations

import pytest

from companion.app.controls import Controls, Gesture, HoldBegan, HoldEnded, Short


def gestures(*edges: tuple[int, bool], control: str = "sun", until_ms: int = 0) -> list[Gesture]:
    """What comes of these (time, level) edges of one control, `tick`ed whenever it is due."""
    controls, made = Controls(), list[Gesture]()
    times = dict(edges)
    for at_ms in range(max([until_ms, *times]) + 100):
        if at_ms in times:
            assert control in ("sun", "undo", "wheel")
            made += controls.edge(control, times[at_ms], at_ms)  # type: ignore[arg-type]  # asserted
        due = controls.next_due_ms()
        if due is not None and due <= at_ms:
            made += controls.tick(at_ms)
    return made


def test_a_press_acts_on_release() -> None:
    assert gestures((0, True), until_ms=500) == []
    assert gestures((0, True), (200, False)) == [Short("sun")]


def test_a_bouncing_contact_is_one_press() -> None:
    edges = [
        (0, True),
        (3, False),
        (5, True),
        (9, False),
        (12, True),
        (200, False),
        (203, True),
        (206, False),
    ]
    assert gestures(*edges) == [Short("sun")]


def test_two_presses_are_two() -> None:
    assert gestures((0, True), (100, False), (200, True), (300, False)) == [Short("sun"), Short("sun")]


@pytest.mark.parametrize(("control", "hold_ms"), [("sun", 800), ("undo", 3_000)])
def test_a_hold_begins_on_time_and_is_no_press(control: str, hold_ms: int) -> None:
    short = gestures((0, True), (hold_ms - 1, False), control=control)
    assert [type(gesture) for gesture in short] == [Short]
    held = gestures((0, True), (hold_ms + 50, False), control=control)
    assert [type(gesture) for gesture in held] == [HoldBegan, HoldEnded]


def test_the_wheel_has_no_hold() -> None:
    assert gestures((0, True), (5_000, False), control="wheel") == [Short("wheel")]


def test_a_hold_nobody_looked_at_is_a_hold_all_the_same() -> None:
    controls = Controls()
    controls.edge("sun", True, 0)
    assert controls.edge("sun", False, 2_000) == [HoldBegan("sun"), HoldEnded("sun")]
