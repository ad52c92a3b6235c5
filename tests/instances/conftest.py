"""Records to test with, and where the real questions are."""

from pathlib import Path

import pytest

from certwright.instances.canonical import seal
from certwright.instances.records import Instance, Prompt

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "acpbench"


@pytest.fixture(scope="session")
def acpbench() -> Path:
    """The folder of real ACPBench files."""
    if not DATA.is_dir():
        pytest.skip("the real ACPBench files are not beside this checkout")
    return DATA


def question(**changes: object) -> Instance:
    """A small sealed instance."""
    fields = {
        "id": "",
        "family": "planning",
        "task": "app",
        "form": "gen",
        "domain": "ferry",
        "world": {"kind": "pddl", "domain": "(define (domain ferry))", "problem": "(define (problem p))"},
        "query": {},
        "prompt": Prompt(question="Which actions are applicable?"),
    }
    return seal(Instance(**{**fields, **changes}))  # type: ignore[arg-type]


@pytest.fixture
def make_question():
    """The function that makes a small sealed instance."""
    return question
