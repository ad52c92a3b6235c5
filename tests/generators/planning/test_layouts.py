"""Maps in a grid: connected, of the size asked for, one way where they say so."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certwright.generators.planning.layouts import Passages, carve, connected, layout, mesh, reached
from certwright.generators.rng import Rng

sides = st.integers(2, 6)
seeds = st.integers(0, 10**6)


@given(sides, sides, st.integers(0, 8), seeds)
def test_carving_leaves_connected_cells(columns, rows, holes, seed):
    cells = carve(Rng(seed), columns, rows, holes)
    if cells is None:
        assert holes >= 4
    else:
        assert len(cells) == columns * rows - holes
        assert connected(cells)
        assert all(0 <= x < columns and 0 <= y < rows for x, y in cells)


@pytest.mark.parametrize("kind", list(Passages), ids=lambda kind: kind.value)
@given(sides, sides, st.integers(0, 3), seeds)
def test_maps_are_what_their_kind_says(kind, columns, rows, holes, seed):
    found = layout(Rng(seed), columns, rows, holes, kind)
    if found is None:
        return
    cells, upper, passages = set(found.cells), set(found.upper), set(found.passages)
    start = found.upper[0]
    lower = cells - upper
    assert len(cells) == columns * rows - holes
    assert passages <= mesh(cells)
    assert upper <= reached(passages, start)
    assert all((a in upper) or (b not in upper) for a, b in passages), "nothing leads up"
    across = [step for step in passages if step[0] in upper and step[1] in lower]
    if kind in (Passages.OPEN, Passages.NARROW, Passages.CORRIDOR):
        assert not lower
        assert passages == {(b, a) for a, b in passages}
    elif kind is Passages.ISLAND:
        assert lower
        assert not across
    else:
        assert lower
        assert reached(passages, start) == cells
    if kind is Passages.OPEN:
        assert passages == mesh(cells)
    if kind is Passages.CORRIDOR:
        ways = Counter(cell for cell, _ in passages)
        assert sorted(ways.values()) == [1, 1] + [2] * (len(cells) - 2)
    if kind is Passages.CHUTE:
        assert len(passages) == 2 * (len(cells) - 1) - 1
        assert len(across) == 1


def test_every_kind_comes_up():
    for kind in Passages:
        assert sum(layout(Rng("kinds", seed), 4, 4, 1, kind) is not None for seed in range(20)) > 5


def test_a_corridor_has_two_cells_at_least():
    assert layout(Rng(0), 2, 1, 1, Passages.CORRIDOR) is None
    found = layout(Rng(0), 2, 1, 0, Passages.CORRIDOR)
    assert found is not None and len(found.cells) == 2
