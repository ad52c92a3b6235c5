"""Labels of small questions of every task: digests of truths, certificates, grades, golds and difficulty."""

import hashlib
from functools import cache

import pytest

from certwright.domains.planning.catalog import domain_text
from certwright.domains.planning.grounding import ground
from certwright.domains.planning.writer import write_problem
from certwright.generators.pipeline import make
from certwright.generators.planning.maker import maker
from certwright.generators.rng import Rng
from certwright.instances.canonical import encode, seal
from certwright.instances.records import Instance, Prompt
from certwright.verifiers.label import label
from certwright.verifiers.planning.oracle import Effort
from certwright.verifiers.search.greedy import goal_plan

LABELS = {
    "app": ("d8d1148ee7b04044", 5, 0),
    "prog": ("c70af3899690cf4f", 5, 0),
    "reach": ("7d9e09f541e23628", 94, 0),
    "areach": ("a9d9857a698d00a7", 582, 0),
    "val": ("b5d247ed7c6baf11", 5, 0),
    "land": ("fbdd6968952dd23d", 57, 0),
    "nexta": ("1e9784fb8c6d608d", 36, 0),
}
"""Task -> digest of the labels in small worlds, and how many claims are certified and undecided."""
DOMAINS = ("blocksworld", "ferry", "grippers", "swap", "visitall")


@cache
def world(domain):
    """Texts, action names of a plan, and an action that is applicable and not on it, if there is one."""
    problem = maker(domain).problem(Rng("labels", domain), 1)
    task = ground(problem)
    plan = [task.operators[number].name for number in goal_plan(task)]
    others = [operator.name for operator in task.operators if operator.applicable(task.init)]
    return (
        domain_text(domain),
        write_problem(problem),
        plan,
        next((x for x in others if x != plan[0]), plan[0]),
    )


def asked(task, domain):
    text, problem, plan, other = world(domain)
    queries = {
        "prog": {"action": plan[0]},
        "val": {"actions": [*plan[:1], plan[-1], other, *plan]},
        "just": {"plan": [*plan[:1], *plan]},
    }
    made = Instance(
        id="",
        family="planning",
        task=task,
        form="gen",
        domain=domain,
        world={"kind": "pddl", "domain": text, "problem": problem},
        query=queries.get(task, {}),
        prompt=Prompt(question="?"),
    )
    return label(seal(made), Effort(engine="search"))


@pytest.mark.parametrize("task", ["app", "prog", "reach", "areach", "val", "land", "nexta"])
def test_labels_never_change(task):
    found, certified, undecided = hashlib.sha256(), 0, 0
    for domain in DOMAINS:
        labelled = asked(task, domain)
        certified += labelled.grades.certified
        undecided += labelled.grades.undecided
        found.update(encode(labelled))
    assert (found.hexdigest()[:16], certified, undecided) == LABELS[task]


@pytest.mark.parametrize("task", ["app", "reach", "just", "val"])
def test_a_question_that_was_generated_keeps_its_bytes(task):
    question = make(task, seed=7, index=0, domain="ferry", level=1)
    assert encode(label(question)) == encode(question)
