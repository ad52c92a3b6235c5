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
    "app": "68e8625fc4bdccc6",
    "prog": "d51126fb0d38437b",
    "reach": "afd0a3f0687043c3",
    "areach": "8e934916a08c78e0",
    "val": "712493b1ef2399b9",
    "just": "cf69e29f2f0a6489",
    "land": "7cd1f588a723d862",
    "nexta": "484a97b52478add5",
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
