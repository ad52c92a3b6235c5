"""Optimal costs, lower bounds and invariants on the next-action and landmark questions of ACPBench Hard."""

import json
from pathlib import Path
from typing import Any

import pytest
from testkit.invariants import inductive

from certwright.domains.planning.grounding import ground
from certwright.domains.planning.pddl import parse
from certwright.verifiers.search.lower_bound import LowerBounds
from certwright.verifiers.search.pdr import Invariant, PlanFound, pdr

DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "acpbench"


def questions(name: str) -> list[dict[str, Any]]:
    path = DATA / f"{name}.gen.json"
    if not path.exists():
        pytest.skip("the ACPBench questions (../shared/data/acpbench) are not on this machine")
    found: list[dict[str, Any]] = json.loads(path.read_text())
    return found


def answer(question: dict[str, Any]) -> dict[str, Any]:
    stored = question["answer"]
    decoded: dict[str, Any] = stored if isinstance(stored, dict) else json.loads(stored.replace("'", '"'))
    return decoded


def test_next_actions_agree_with_the_stored_answers() -> None:
    """The least cost is the stored one, and so is which actions come closer; every action is decided."""
    closer = farther = 0
    for question in questions("nexta"):
        problem, stored = parse(question["PDDL_domain"], question["PDDL_problem"]), answer(question)
        task = ground(problem)
        bounds = LowerBounds(problem, task)
        plan = bounds.shortest_plan(task.init, limit=20_000)
        assert plan is not None and len(plan) == int(stored["opt"])
        listed = {side: {name.lower() for name in stored[side]} for side in ("yes", "no")}
        for operator in task.applicable(task.init):
            result = bounds.prove(operator.apply(task.init), len(plan), limit=20_000)
            assert result.holds is not None
            assert result.holds or operator.name not in listed["no"]
            assert not result.holds or operator.name not in listed["yes"]
            closer, farther = closer + (not result.holds), farther + result.holds
    assert closer > 100 and farther > 500


@pytest.mark.parametrize("numbers", [range(10, 15), range(20, 50, 5)], ids=["blocksworld", "others"])
def test_stored_landmarks_have_an_invariant(numbers: range) -> None:
    every = questions("land")
    proven = 0
    for number in numbers:
        question = every[number]
        task = ground(parse(question["PDDL_domain"], question["PDDL_problem"]))
        for name in sorted(fact.lower() for fact in answer(question)["yes"]):
            without = 1 << task.index[name]
            if (task.init | task.goal) & without:
                continue
            result = pdr(task, task.goal, without=without, limit=3_000)
            assert not isinstance(result, PlanFound)
            if isinstance(result, Invariant):
                proven += 1
                assert inductive(task, result.cubes, without)
                assert any(not cube & ~task.goal for cube in result.cubes)
    assert proven > 5
