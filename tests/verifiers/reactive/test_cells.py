"""Sets of cells: the orders in which masks are tried, and numbers wide enough to count flip sets."""

from itertools import combinations, product

import pytest

from certwright.verifiers.reactive import cells
from certwright.verifiers.reactive.cells import hitting_sets, mask_order, minimal
from certwright.verifiers.reactive.certificates import field_width


@pytest.mark.parametrize("inputs", range(6))
def test_masks_come_with_the_set_bit_first_at_the_lowest_one_that_differs(inputs: int) -> None:
    order = mask_order(inputs)
    assert sorted(order) == list(range(1 << inputs))
    for one, other in combinations(order, 2):
        lowest = (one ^ other) & -(one ^ other)
        assert one & lowest


def test_minimal_sets_are_those_without_a_smaller_one() -> None:
    sets = [0b11, 0b1, 0b110, 0b100, 0b1010, 0b110, 0b1000]
    least = [cells for cells in sets if not any(other != cells and other & cells == other for other in sets)]
    assert minimal(sets) == sorted(set(least), key=lambda cells: (cells.bit_count(), cells))


def disjoint(*sizes: int) -> list[int]:
    """Sets of so many cells, no two of which have one in common."""
    sets, at = [], 0
    for size in sizes:
        sets.append(((1 << size) - 1) << at)
        at += size
    return sets


@pytest.mark.parametrize(
    ("sizes", "cap", "found"),
    [
        ((), 1, 1),
        ((3,), 3, 3),
        ((3,), 2, None),
        ((2, 3), 6, 6),
        ((2, 3), 5, None),
        ((2, 8), 2, None),
        ((2, 2, 2), 8, 8),
        ((2, 2, 2), 7, None),
    ],
)
def test_so_many_hitting_sets_are_met_and_no_more(sizes, cap, found) -> None:
    sets = hitting_sets(disjoint(*sizes), cap)
    assert (None if sets is None else len(sets)) == found
    if sets is not None:
        assert list(sets) == minimal(sets) and all(hit & each for hit in sets for each in disjoint(*sizes))


@pytest.mark.parametrize(("size", "looked"), [(8, [2, 16]), (9, [2])])
def test_what_is_made_on_the_way_is_bounded_before_it_is_looked_at(monkeypatch, size, looked) -> None:
    """Of two sets for each of ``size`` cells, at most eight times as many as are wanted."""
    asked: list[int] = []

    def counted(sets):
        asked.append(len(sets))
        return minimal(sets)

    monkeypatch.setattr(cells, "minimal", counted)
    assert hitting_sets(disjoint(2, size), 2) is None
    assert asked == looked
    hit = [0b01, 0b10, 0b1100]  # what hits already counts as well
    asked.clear()
    assert hitting_sets([*hit, 0b1111 << 4 | 0b1], 1) is None
    assert asked == [1, 1, 2]


@pytest.mark.parametrize(("horizon", "inputs", "budget"), [(1, 1, 0), (3, 2, 2), (4, 1, 4), (2, 3, 9)])
def test_a_field_holds_the_number_of_all_flip_sets_and_one_bit_more(horizon, inputs, budget) -> None:
    flips = product(range(1 << inputs), repeat=horizon)
    number = sum(sum(map(bool, flip)) <= budget for flip in flips)
    assert field_width(horizon, inputs, budget) == number.bit_length() + 1
