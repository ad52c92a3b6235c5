"""Bytes that may change only together with the generator's version: one digest for each task."""

from __future__ import annotations

import hashlib

import pytest

from certwright.generators.cells import Cell, Item
from certwright.generators.planning.cells import VERSION, Recipe
from certwright.generators.planning.items import make_item
from certwright.generators.planning.makers import makers
from certwright.instances.canonical import encode
from certwright.instances.names import tasks

CONTEXTS = ("natural", "pddl", "both")
PINNED = {
    "app": "4f65f42d0831622b",
    "prog": "633476e48941ce72",
    "reach": "e1a30b5272b8a327",
    "areach": "6ae58c95fe4a23ce",
    "val": "336c7813acb77eca",
    "just": "7792467e1587f8dc",
    "land": "d84e9a5343658114",
    "nexta": "bb40b45516970799",
}
"""Task -> digest of a question of each domain, at level 1, in turns of form, context and index."""


@pytest.mark.parametrize("task", list(tasks("planning")))
def test_the_bytes_of_a_task_never_change(task: str) -> None:
    forms = [form for form in ("gen", "bool", "mcq") if form in tasks()[task].groups]
    found = hashlib.sha256(f"version {VERSION}".encode())
    for place, domain in enumerate(makers()):
        recipe = Recipe(seed=7, levels=(1,), context=CONTEXTS[place % 3])
        made = make_item(Item(Cell(domain, task, forms[place % len(forms)]), place), recipe).instance
        assert made is not None
        found.update(encode(made))
    assert found.hexdigest()[:16] == PINNED.get(task), "equal arguments give other questions: raise VERSION"
