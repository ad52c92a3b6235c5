"""Every doctest of the product runs, under the name that users import the module by."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("instances", "domains", "verifiers", "generators", "scripts")


def modules():
    yield "certwright"
    for floor in FLOORS:
        for path in sorted((ROOT / floor).rglob("*.py")):
            if re.search(r"^ *>>> ", path.read_text(), re.MULTILINE):
                parts = path.relative_to(ROOT).with_suffix("").parts
                yield ".".join(("certwright", *(part for part in parts if part != "__init__")))


@pytest.mark.parametrize("name", list(modules()))
def test_the_examples_of_a_module_hold(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
