"""Whatever is seen, in any order: the reading is played by the engine, and what differs has a finding."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import CELLS, END, Piece, Position
from companion.table.correction import apply_corrections, corrections
from companion.table.pieces import COUNTS, EMPTY, SPECIAL, kind_of
from companion.table.reading import Reading, read_round
from companion.table.sightings import Seen, Sighting, Tapped, TurnEnded

FEW_CELLS = CELLS[8:22]
COLOURS = "gby"

pieces = st.builds(
    lambda size, colour, number: f"{size}{colour}{number % COUNTS[size] + 1}",
    st.integers(0, 3),
    st.sampled_from(COLOURS + "o"),
    st.integers(0, 7),
)
contents = st.one_of(st.just(EMPTY), pieces, pieces, st.sampled_from(sorted(SPECIAL)))
sightings = st.lists(
    st.one_of(
        st.builds(Seen, st.sampled_from(FEW_CELLS), contents),
        st.builds(Seen, st.sampled_from(FEW_CELLS), contents),
        st.builds(Tapped, pieces.filter(lambda piece: piece[1] in COLOURS)),
        st.builds(TurnEnded, st.just("g")),
    ),
    max_size=25,
)
boards = st.dictionaries(
    st.sampled_from(FEW_CELLS), pieces.filter(lambda piece: piece[1] in COLOURS), max_size=9
)
starts = st.tuples(
    boards,
    st.sampled_from([None, "source", "destination", "both"]),
    st.integers(0, 20),
    st.sampled_from(COLOURS),
    st.sampled_from(["g", "g", "b"]),
)


def position_of(board: dict[str, str], heavy: str | None, light: int, first: str, mover: str) -> Position:
    order = COLOURS[COLOURS.index(first) :] + COLOURS[: COLOURS.index(first)]
    position = Position.initial(order, heavy=heavy)  # type: ignore[arg-type]  # one of the four
    for cell, piece in board.items():
        position = position.with_cell(cell, Piece.parse(kind_of(piece)))
    for colour in COLOURS:
        position = position.with_player(colour, light=light)
    return position.with_turn(mover, phase="A", round_number=4)


def lying_after(board: dict[str, str], seen: list[Sighting]) -> dict[str, str]:
    lying = dict(board)
    for sighting in seen:
        if isinstance(sighting, Seen):
            lying[sighting.cell] = sighting.content
    return {cell: content for cell, content in lying.items() if content != EMPTY}


def played(start: Position, reading: Reading) -> Position:
    """The explained actions, played by the engine."""
    position = start
    for colour, turn in reading.turns:
        while position.mover != colour:
            position = position.apply(END)
        for action in turn:
            position = position.apply(action)
    return position


@settings(max_examples=150)
@given(starts, sightings)
def test_every_reading_is_legal_and_every_difference_has_a_finding(
    given_start: tuple[dict[str, str], str | None, int, str, str], seen: list[Sighting]
) -> None:
    board = given_start[0]
    start = position_of(*given_start)
    reading = read_round(start, board, seen)
    assert str(played(start, reading)).split()[0] == str(reading.position).split()[0]
    assert played(start, reading).players == reading.position.players
    warned = {finding.place for finding in reading.findings if not finding.notice}
    warned |= {finding.belongs for finding in reading.findings}
    differing = {change.cell for change in corrections(reading.position, lying_after(board, seen))}
    assert differing <= warned


@settings(max_examples=75)
@given(starts, sightings)
def test_a_corrected_position_holds_what_lies_there_and_the_same_light(
    given_start: tuple[dict[str, str], str | None, int, str, str], seen: list[Sighting]
) -> None:
    reading = read_round(position_of(*given_start), given_start[0], seen)
    lying = lying_after(given_start[0], seen)
    changes = corrections(reading.position, lying)
    corrected = apply_corrections(reading.position, changes)
    assert corrections(corrected, lying) == ()
    for before, after in zip(reading.position.players, corrected.players, strict=True):
        assert (after.light, after.tokens) == (before.light, before.tokens)


@settings(max_examples=75)
@given(starts, sightings)
def test_putting_everything_back_is_as_if_nothing_had_been(
    given_start: tuple[dict[str, str], str | None, int, str, str], seen: list[Sighting]
) -> None:
    board, start = given_start[0], position_of(*given_start)
    moved = [sighting for sighting in seen if isinstance(sighting, Seen)]
    back = [Seen(cell, board.get(cell, EMPTY)) for cell in dict.fromkeys(sighting.cell for sighting in moved)]
    reading = read_round(start, board, [*moved, *back])
    assert (reading.actions, reading.findings, reading.position) == ((), (), start)
