"""The grounder against Fast Downward's translator: the same facts, operators, effects and goal."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from certwright.domains.planning.grounding import ground
from certwright.domains.planning.pddl import parse
from certwright.domains.planning.strips import Task

pytest.importorskip("fast_downward.translate")

Texts = dict[str, list[tuple[str, str]]]


def translated(worlds: list[tuple[str, str]]) -> list[Any]:
    """What the translator makes of the worlds."""
    script = Path(__file__).with_name("translator.py")
    child = subprocess.run(
        [sys.executable, str(script)], input=json.dumps(worlds), text=True, capture_output=True, check=True
    )
    return [json.loads(line) for line in child.stdout.splitlines()]


def without_spurious_facts(theirs: Any, init: set[str]) -> Any:
    """The translator's answer without facts that no operator adds.

    Its Datalog program leaves out negated static literals (``(not (= ?x ?y))``) and applies them to the
    operators only, so effects of operators that it discards stay among its facts.  A disjunction of static
    facts gives it the same operator once a true disjunct.
    """
    facts, operators = set(theirs["facts"]), theirs["operators"]
    operators = [each for position, each in enumerate(operators) if each not in operators[:position][-1:]]
    while True:
        operators = [operator for operator in operators if facts.issuperset(operator[1])]
        supported = (init & facts).union(*(operator[2] for operator in operators))
        if supported == facts:
            break
        facts = supported
    operators = [[name, pre, add, sorted(facts & set(gone))] for name, pre, add, gone in operators]
    goal = theirs["goal"]
    return {
        "facts": sorted(facts),
        "operators": operators,
        "goal": goal if goal is None or facts.issuperset(goal) else None,
    }


def ours(task: Task) -> Any:
    return {
        "facts": list(task.facts),
        "operators": [
            [operator.name, *(task.names(mask) for mask in (operator.pre, operator.add, operator.delete))]
            for operator in task.operators
        ],
        "goal": task.names(task.goal) if task.goal_possible else None,
    }


def compare(worlds: list[tuple[str, str]]) -> int:
    """Assert that the groundings are equal; how many of the translator's facts were spurious."""
    spurious = 0
    answers = translated(worlds)
    assert len(answers) == len(worlds)
    for (domain, problem), theirs in zip(worlds, answers, strict=True):
        task = ground(parse(domain, problem))
        expected = without_spurious_facts(theirs, set(task.names(task.init)))
        spurious += len(theirs["facts"]) - len(expected["facts"])
        found = ours(task)
        for key in ("facts", "operators", "goal"):
            assert found[key] == expected[key], (key, problem.splitlines()[0])
    return spurious


def test_a_sample_of_every_domain(texts: Texts) -> None:
    assert len(texts) == 13
    compare([worlds[position] for worlds in texts.values() for position in (0, len(worlds) // 2)])


@pytest.mark.long
def test_every_question(texts: Texts) -> None:
    worlds = [world for name in sorted(texts) for world in texts[name]]
    print(compare(worlds), "spurious facts of the translator in", len(worlds), "worlds")


DOMAIN = """(define (domain d) (:requirements :adl :typing)
  (:types c d - object a b - c) (:constants k - a)
  (:predicates (p ?x - c) (q ?x ?y - c) (s ?x ?y - c) (t ?x - a) (z))
  (:action link :parameters (?x ?y - c) :precondition (and (p ?x) (s ?x ?y) (not (= ?x ?y)))
    :effect (and (q ?x ?y) (p ?y) (not (p ?x))))
  (:action loop :parameters (?x - c) :precondition (q ?x ?x) :effect (and (z) (not (z)) (not (p k))))
  (:action free :parameters (?x - a ?y - d) :precondition (and) :effect (p ?x))
  (:action pick :parameters (?x - a) :precondition (and (or (t ?x) (s k ?x)) (p k)) :effect (z)))"""
PROBLEM = """(define (problem e) (:domain d) (:objects a1 a2 - a b1 b2 - b d1 d2 - d)
  (:init (s a1 a1) (s a1 b1) (s b1 b2) (s k a2) (t a1)) (:goal (and (z) (p k))))"""


def test_a_task_with_constants_disjunction_and_unbound_parameters() -> None:
    compare([(DOMAIN, PROBLEM)])
