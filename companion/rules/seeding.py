"""Which tree may have thrown which seed: unseen, so any assignment of distinct trees in reach will do."""

from collections.abc import Iterable, Mapping, Sequence, Set

from companion.rules import shadow
from companion.rules.cells import CELLS, INDEX, REACH
from companion.rules.cellset import indices
from companion.rules.pieces import LARGE, MEDIUM, SMALL
from companion.rules.state import State

Assignment = tuple[tuple[str, str], ...]
"""Pairs of (target, origin), targets in cell order."""


def origins_of(state: State, seat: int, target: str) -> frozenset[str]:
    """The player's trees that reach this cell and that heavy shadow allows to throw a seed on it."""
    index = INDEX[target]
    sunlit = shadow.sunlit(state)
    if state.variant.shaded_target_barred and not sunlit >> index & 1:
        return frozenset()
    trees = state.board.seats[seat]
    if state.variant.shaded_source_barred:
        trees &= sunlit
    reaching = 0
    for size in (SMALL, MEDIUM, LARGE):
        reaching |= REACH[size][index] & trees & state.board.sizes[size]
    return frozenset(CELLS[origin] for origin in indices(reaching))


def seed_origins(state: State, seat: int, seeds: Sequence[str], excluded: Set[str]) -> Assignment | None:
    """An origin for each of these targets, none of them excluded, as `match_origins` chooses."""
    if len(set(seeds)) < len(seeds):
        return None
    return match_origins({target: origins_of(state, seat, target) - excluded for target in seeds})


def match_origins(candidates: Mapping[str, Iterable[str]]) -> Assignment | None:
    """Give each target one of its candidate origins, each origin at most once; None if that cannot be done.

    Of all such assignments the one whose list of (target, origin) pairs in cell order is smallest.
    """
    targets = sorted(candidates)
    open_choices = {target: sorted(set(candidates[target])) for target in targets}
    if not _matching(open_choices):
        return None
    for target in targets:
        for origin in open_choices[target]:
            narrowed = {**open_choices, target: [origin]}
            if _matching(narrowed):
                open_choices = narrowed
                break
    return tuple((target, open_choices[target][0]) for target in targets)


def _matching(choices: Mapping[str, Sequence[str]]) -> bool:
    """Whether every target can have an origin of its own, by augmenting paths."""
    thrown_to: dict[str, str] = {}

    def assign(target: str, tried: set[str]) -> bool:
        for origin in choices[target]:
            if origin not in tried:
                tried.add(origin)
                if origin not in thrown_to or assign(thrown_to[origin], tried):
                    thrown_to[origin] = target
                    return True
        return False

    return all(assign(target, set()) for target in choices)
