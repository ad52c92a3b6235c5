"""An answer without parentheses to a question whose world cannot be parsed costs that one answer."""

from typing import Any

import pytest

from certwright.instances.records import Answer, Instance, Prompt
from certwright.verifiers.judge import judge

DOMAIN = (
    "(define (domain d) (:predicates (at ?x))"
    " (:action go-to :parameters (?x) :precondition (at ?x) :effect (at ?x)))"
)
WORLD: dict[str, Any] = {
    "kind": "pddl",
    "domain": DOMAIN,
    "problem": "(define (problem p) (:domain d) (:objects a",
}


@pytest.mark.parametrize("response", ["no idea", "go-to the thing", "I would go-to a thing"])
def test_what_is_not_read_is_unparsed(response: str) -> None:
    question = Instance(
        id="q",
        family="planning",
        task="app",
        form="gen",
        domain="d",
        world=WORLD,
        query={},
        prompt=Prompt(question="Which actions are applicable?"),
        truth={"kind": "set", "items": ["(go-to a)"]},
    )
    assert judge(question, Answer(id="q", response=response)).outcome.value == "unparsed"
