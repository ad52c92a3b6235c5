"""Question makers: what they propose is labelled completely, proven, balanced, and as described."""

from __future__ import annotations

from functools import lru_cache

import pytest
from testkit.sampling import every

from certwright.domains.planning.lifted import validate
from certwright.generators.cells import Cell, Item, Made
from certwright.generators.planning.family import FAMILY, Recipe
from certwright.generators.planning.items import EFFORT, make_item
from certwright.generators.planning.maker import makers
from certwright.instances.canonical import seal
from certwright.instances.names import tasks
from certwright.instances.records import Answer, Grade, Instance, Outcome
from certwright.verifiers.checking import check
from certwright.verifiers.judge import judge
from certwright.verifiers.label import label
from certwright.verifiers.planning.world import read_world

PLANNING = list(tasks("planning"))
RECIPE = Recipe(seed=3, levels=(1,), context="pddl")
SAMPLE = ("blocksworld", "ferry", "grid")


@lru_cache(None)
def made(domain: str, task: str, form: str, index: int) -> Made[Item]:
    return make_item(Item(Cell(domain, task, form), index), RECIPE)


def instance(domain: str, task: str, form: str, index: int) -> Instance:
    found = made(domain, task, form, index).instance
    assert found is not None, f"{domain}/{task}/{form}/{index} could not be made"
    return found


CELLS = [
    (cell.domain, cell.task, cell.form) for cell in FAMILY.cells(SAMPLE, PLANNING, ["gen", "bool", "mcq"])
]


@pytest.mark.parametrize(("domain", "task", "form"), every(2, CELLS))
def test_an_item_is_complete_certified_sealed_and_its_gold_is_right(
    domain: str, task: str, form: str
) -> None:
    one = instance(domain, task, form, 0)
    assert one.grades is not None
    assert one.grades.grade is Grade.CERTIFIED
    assert seal(one) is one
    assert check(one).ok, check(one).failed
    assert judge(one, Answer(id=one.id, response=one.gold)).outcome is Outcome.CORRECT
    assert (one.level, one.seed, one.index) == (1, 3, 0)
    assert one.canary
    assert one.difficulty["objects"] == len(read_world(one.world).problem.objects)


@pytest.mark.parametrize("task", every(2, [task for task in PLANNING if "bool" in tasks()[task].groups]))
def test_answers_are_balanced(task: str) -> None:
    golds = [instance("ferry", task, "bool", index).gold for index in range(4)]
    assert golds.count("yes") == golds.count("no") == 2
    letters = [instance("ferry", task, "mcq", index).gold for index in range(4)]
    assert sorted(map(str, letters)) == ["A", "B", "C", "D"]


@pytest.mark.parametrize("domain", SAMPLE)
@pytest.mark.parametrize("index", range(3))
def test_validation_asks_for_an_inapplicable_action_in_range(domain: str, index: int) -> None:
    one = instance(domain, "val", "gen", index)
    problem = read_world(one.world).problem
    step = validate(problem, one.query["actions"]).failed_step
    assert step == one.truth["index"]  # type: ignore[index]
    assert step is not None
    assert validate(problem, one.query["actions"][:step]).failed_step is None


@pytest.mark.parametrize("domain", SAMPLE)
@pytest.mark.parametrize("index", range(3))
def test_justification_gives_a_plan_with_something_to_remove(domain: str, index: int) -> None:
    one = instance(domain, "just", "gen", index)
    assert validate(read_world(one.world).problem, one.query["plan"]).ok
    assert one.truth is not None
    assert one.truth["singles"] or one.truth["pairs"]


@pytest.mark.parametrize("domain", SAMPLE)
def test_wrong_applicable_actions_miss_one_precondition_where_the_domain_has_such(domain: str) -> None:
    one = instance(domain, "app", "mcq", 1)
    task = read_world(one.world).task
    right = one.query["options"]["ABCD".index(str(one.gold))]["action"]
    assert right in {operator.name for operator in task.applicable(task.init)}
    near = 0
    for option in one.query["options"]:
        cases = task.by_name.get(option["action"], ())
        near += any((operator.pre & ~task.init).bit_count() == 1 for operator in cases)
    assert near >= 1


@pytest.mark.parametrize("domain", SAMPLE)
@pytest.mark.parametrize("index", range(3))
def test_next_action_has_a_wrong_choice(domain: str, index: int) -> None:
    one = instance(domain, "nexta", "gen", index)
    assert one.truth is not None
    assert one.truth["h"] >= 2
    assert one.truth["closer"]
    assert one.truth["not_closer"]


@pytest.mark.parametrize("domain", SAMPLE)
@pytest.mark.parametrize("task", ["reach", "land"])
def test_labelling_again_gives_the_same_truth(domain: str, task: str) -> None:
    one = instance(domain, task, "gen", 1)
    assert label(one, EFFORT) == one


@pytest.mark.skipif("swap" not in makers(), reason="swap has no problem maker")
def test_swap_has_a_landmark_where_the_goal_leaves_one_agent_out() -> None:
    one = instance("swap", "land", "gen", 0)
    problem = read_world(one.world).problem
    agents = {fact[1] for fact in problem.fluent_init}
    alone = agents - {fact[1] for fact in problem.goal}
    assert len(alone) == 1
    assert one.truth is not None
    assert one.truth["none"] is False
    assert any(min(alone) in fact for fact in one.truth["items"])


def test_hard_negatives_are_asked_about() -> None:
    hard = 0
    for index in range(4):
        figures = instance("blocksworld", "reach", "gen", index).difficulty
        hard += figures["unreachable"] > figures["legal"] - figures["relaxed_reachable"]
    assert hard >= 2
