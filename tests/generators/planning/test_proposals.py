"""What the makers of all domains propose: a digest over draws of all levels, and of the extreme sizes."""

import hashlib
from dataclasses import astuple

import pytest

from certwright.domains.planning.writer import write_problem
from certwright.generators.planning.maker import Range, maker, makers
from certwright.generators.rng import Rng

PROPOSED = {
    "alfworld": ("3b29aaf182bbe961", 3),
    "blocksworld": ("51c5a1079ce06b29", 0),
    "depot": ("fc279b212e8f39a1", 4),
    "ferry": ("f4ee16ececb230a0", 0),
    "floortile": ("c2e88ad903f61e3d", 4),
    "goldminer": ("beee8b42c062adea", 3),
    "grid": ("e820a37915e5f176", 8),
    "grippers": ("32cfb25dfe557e33", 0),
    "logistics": ("367442e6fad0b756", 12),
    "rovers": ("dcd56f1c40b16152", 7),
    "satellite": ("4c2a3a247b3cd21a", 0),
    "swap": ("ffb59f62f1695546", 0),
    "visitall": ("0cd064a072d46f04", 11),
}
"""Domain -> digest of everything proposed, and how many draws led to nothing."""
TABLES = {
    "alfworld": "a5a03e85",
    "blocksworld": "fc1fa2d1",
    "depot": "82ffd8b9",
    "ferry": "80039abd",
    "floortile": "760c00ac",
    "goldminer": "544afe12",
    "grid": "91789a48",
    "grippers": "db1c28f2",
    "logistics": "7c89efbd",
    "rovers": "1b049c9d",
    "satellite": "43c432b9",
    "swap": "367bd13a",
    "visitall": "5795dd9b",
}
"""Domain -> digest of its ranges, levels and traits."""


def sizes_of(made, rng):
    """Sizes of all levels, the smallest and middling ones of all parameters, and any of a small range."""
    yield {name: allowed.low for name, allowed in made.parameters.items()}
    for number in range(30):
        few = {name: Range(each.low, min(each.high, each.low + 7)) for name, each in made.parameters.items()}
        yield {name: few[name].draw(rng.fork("any", number, name)) for name in sorted(few)}
    for number in sorted(made.levels):
        for draw in range(12 if number < 4 else 4):
            yield made.sizes(rng.fork("level", number, draw), number)
    for task in sorted(made.sized):
        for number in sorted(made.sized[task]):
            yield made.sizes(rng.fork(task, number), number, task)


@pytest.mark.parametrize("key", makers())
def test_proposals_never_change(key):
    made, found, nothing = maker(key), hashlib.sha256(), 0
    for number, sizes in enumerate(sizes_of(made, Rng("proposals", key))):
        problem = made.propose(Rng("proposal", key, number), sizes)
        nothing += problem is None
        found.update(repr(sorted(sizes.items())).encode())
        if problem is not None:
            assert len(problem.objects) - len(problem.domain.constants) == made.objects(sizes)
            found.update(write_problem(problem).encode())
    assert (found.hexdigest()[:16], nothing) == PROPOSED[key]


@pytest.mark.parametrize("key", makers())
def test_tables_of_makers_never_change(key):
    made = maker(key)
    stated = (
        {name: astuple(each) for name, each in made.parameters.items()},
        {number: astuple(each) for number, each in made.levels.items()},
        *(made.search, sorted(made.none), made.landmark, made.spare, sorted(made.adapt)),
        {task: {number: astuple(each) for number, each in made.sized[task].items()} for task in made.sized},
        (made.alike, made.dead_ends, made.loose),
    )
    assert made.domain == key
    assert hashlib.sha256(repr(stated).encode()).hexdigest()[:8] == TABLES[key]
