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
    "app": "0c1ac96646c6c325",
    "prog": "038b3fbd2bde9b28",
    "reach": "b1db9cb4b1f218e2",
    "areach": "fadcccd606bb5ec4",
    "val": "e64d9f51fb0319a9",
    "just": "d5f9bd54eb1064b7",
    "land": "c5605ee383643426",
    "nexta": "4f16320021828165",
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
