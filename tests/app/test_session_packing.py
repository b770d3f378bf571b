"""A table packed up for a new game: the new one begins on an empty board, whatever sweeps still come in."""

from __future__ import annotations

from companion.app.inputs import NewGame
from companion.simulator.scripted_table import ScriptedTable


def packed_up(*colours: str) -> NewGame:
    return NewGame(colours, packed_up=True)


def played() -> ScriptedTable:
    """A game of one piece."""
    table = ScriptedTable()
    table.give(NewGame(("g", "b")))
    table.tabletop.put("1g1", "a1")
    table.settle()
    return table


def test_what_was_packed_up_is_written_into_neither_game() -> None:
    table = played()
    old = list(table.record)
    table.tabletop.clear()
    table.give(packed_up("o", "y"))
    table.advance(2_000)
    assert [line.split()[1] for line in old] == ["game", "see"]
    assert [line.split()[1] for line in table.record] == ["game"]


def test_a_sweep_from_before_that_still_comes_in_is_not_believed() -> None:
    table = played()
    table.give(packed_up("o", "y"))
    table.advance(300)
    table.tabletop.clear()
    table.advance(2_000)
    assert len(table.record) == 1
    assert table.scene.findings == ()


def test_the_same_piece_put_down_at_once_again_is_seen() -> None:
    table = played()
    table.tabletop.clear()
    table.give(packed_up("g", "b"))
    table.tabletop.put("1g1", "a1")
    table.advance(2_000)
    assert [line.split(maxsplit=1)[1] for line in table.record[1:]] == ["see a1 1g1"]
