"""Truth tables and covers against enumeration."""

import random

import pytest

from certwright.domains.reactive.labels import Valuations, label_text, members
from certwright.instances.errors import LimitError


@pytest.mark.parametrize("width", range(6))
def test_propositions_and_cubes_are_what_they_say(width):
    space = Valuations(width)
    for place in range(width):
        assert list(members(space.proposition(place))) == [v for v in range(1 << width) if v >> place & 1]
    assert list(members(space.all)) == list(range(1 << width))


@pytest.mark.parametrize("seed", range(80))
def test_covers_are_exact_prime_and_irredundant(seed):
    draw = random.Random(seed)
    width = draw.randint(0, 5)
    space = Valuations(width)
    table = draw.getrandbits(1 << width)
    cubes = space.cover(table)
    tables = [space.cube(cube) for cube in cubes]
    union = 0
    for one in tables:
        union |= one
    assert union == table
    for place, cube in enumerate(cubes):
        rest = 0
        for other, one in enumerate(tables):
            rest |= one if other != place else 0
        assert rest != table or (not cubes[1:] and not table)
        for literal in cube:  # a literal less would leave the set
            assert space.cube(tuple(one for one in cube if one != literal)) & ~table


def test_the_empty_set_and_everything():
    assert label_text(Valuations(3).cover(0)) == "f"
    assert label_text(Valuations(3).cover(Valuations(3).all)) == "t"


def test_wide_tables_are_refused():
    with pytest.raises(LimitError):
        Valuations(21)
