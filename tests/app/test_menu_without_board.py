"""Without a sensor board the display says so, but the menu is still to be seen: the table can be switched off."""

from __future__ import annotations

import pytest

from companion.app.dialogs import MENU, OPTIONS, ChoosingOptions, Dialog, Menu, Resuming
from companion.app.pages import display_page
from companion.app.scene import Scene
from companion.app.words import Words

LOST = "The sensor board was unplugged: plug it in again."


@pytest.mark.parametrize(
    ("dialog", "title"),
    [
        (None, "Board lost"),
        (Resuming(), "Board lost"),
        (Menu(MENU.index("off")), "4/4 Shut down"),
        (ChoosingOptions(OPTIONS.index("start")), "Sun starts: NE"),
    ],
)
def test_only_the_menu_and_the_settings_go_before_a_lost_board(dialog: Dialog | None, title: str) -> None:
    assert display_page(Scene(dialog=dialog, problem=LOST), Words()).title == title
