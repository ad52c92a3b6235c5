"""Bytes that may change only together with the generator's version: one digest for each task."""

import hashlib

import pytest
from testkit import sampling

from certwright.generators.cells import Cell, Item
from certwright.generators.planning.family import Recipe
from certwright.generators.planning.items import make_item
from certwright.generators.planning.maker import makers
from certwright.instances.canonical import encode
from certwright.instances.names import tasks

CONTEXTS = ("natural", "pddl", "both")
PINNED = {
    "app": "d0878959bb5acc4f",
    "prog": "21763aee2036b7de",
    "reach": "5547a9fd6d41d302",
    "areach": "e5d9ae03fe6b4e71",
    "val": "365f43f5a3251811",
    "just": "0028f5213fd784cc",
    "land": "41e8587c1b557ddb",
    "nexta": "1c8f63b3417661fa",
}
"""Task -> digest of a question of each domain, at level 1, in turns of form, context and index."""
HALF = {
    "app": "d751d59ccb031b32",
    "prog": "b3367f1ac89a9c8b",
    "reach": "694a82417581ec7c",
    "areach": "5a210b08cd5d5d89",
    "val": "4b51ff93f2a80498",
    "just": "1a6f79c203731fb5",
    "land": "b4657d94ef93dd71",
    "nexta": "3c56e0b240751f19",
}
"""The same of every other domain, which is what runs by default."""


@pytest.mark.parametrize("task", list(tasks("planning")))
def test_the_bytes_of_a_task_never_change(task: str) -> None:
    step, pinned = (1, PINNED) if sampling.whole else (2, HALF)
    forms = [form for form in ("gen", "bool", "mcq") if form in tasks()[task].groups]
    found = hashlib.sha256(f"version {Recipe().version(task)}".encode())
    for place, domain in list(enumerate(makers()))[::step]:
        recipe = Recipe(seed=7, levels=(1,), context=CONTEXTS[place % 3])
        made = make_item(Item(Cell(domain, task, forms[place % len(forms)]), place), recipe).instance
        assert made is not None
        found.update(encode(made))
    assert found.hexdigest()[:16] == pinned.get(task), "equal arguments give other questions: raise VERSION"
