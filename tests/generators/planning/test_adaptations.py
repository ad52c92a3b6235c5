"""What becomes of a problem of somebody's own that has not served as it is."""

from dataclasses import replace

import pytest

from certwright.domains.planning.atoms import text
from certwright.domains.planning.grounding import grounded
from certwright.domains.planning.pddl import parse
from certwright.generators.planning import adaptations
from certwright.generators.planning.maker import maker
from certwright.generators.rng import Rng

PROBLEM = maker("ferry").problem(Rng("adaptations"), 1)


class Own:
    """A maker of somebody's own."""

    own = "folder"
    adapt = ()


def adapted(task, number, *, plain=False, late=True):
    return adaptations.adapt(Own(), task, PROBLEM, Rng("own", number), plain=plain, late=late)


def spare(made):
    return made is not None and len(made.objects) == len(PROBLEM.objects) + 1


@pytest.mark.parametrize("task", adaptations.SPARED)
def test_an_object_without_facts_is_added_late_and_where_none_may_not_be_right(task):
    made = [adapted(task, number) for number in range(30)]
    assert {spare(each) for each in made} == {True, False}
    assert all(spare(each) or each is PROBLEM for each in made)
    assert not any(spare(adapted(task, number, plain=True)) for number in range(30))
    assert all(adapted(task, number, late=False) is PROBLEM for number in range(10))


def test_other_tasks_get_a_nearer_goal_or_the_problem_as_it_is():
    made = [adapted("land", number) for number in range(30)]
    assert PROBLEM in made and any(each is not None and each.goal != PROBLEM.goal for each in made)
    assert not any(map(spare, made))


@pytest.mark.parametrize("task", ["reach", "areach", "land", "nexta"])
def test_a_problem_of_three_stays_as_it_is(task):
    same = sum(adapted(task, number) is PROBLEM for number in range(90))
    assert 15 <= same <= 45


def test_a_nearer_goal_is_what_a_random_walk_makes_true():
    task, counts = grounded(PROBLEM), set()
    for number in range(40):
        made = adaptations.nearer_goal(PROBLEM, Rng("goal", number))
        if made is None:
            continue
        assert list(made.goal) == sorted(made.goal) and not any(fact in PROBLEM.init for fact in made.goal)
        assert (made.negative_goal, made.static_goal, made.choices) == ((), (), ())
        assert made.init == PROBLEM.init and {text(fact) for fact in made.goal} <= set(task.facts)
        counts.add(len(made.goal))
    assert counts == {1, 2, 3}


@pytest.mark.parametrize(
    ("names", "name"),
    [
        (["c0", "c1"], "c2"),
        (["c1", "c7", "c10"], "c11"),
        (["c7", "d9"], "c8"),
        (["red", "c7"], "c8"),
        (["v1-2"], "v1-3"),
    ],
)
def test_an_object_that_is_added_is_numbered_on(names, name):
    objects = {**dict.fromkeys(names, ("car",)), "harbour": ("location",), "c99": ("location",)}
    made = adaptations.with_spare(replace(PROBLEM, objects=objects), "car", Rng("spare"))
    assert made.objects == {**objects, name: ("car",)}


def test_an_object_beside_names_without_numbers_gets_a_name_of_its_own():
    objects = dict.fromkeys(("red", *adaptations.NAMES[1:]), ("car",))
    made = adaptations.with_spare(replace(PROBLEM, objects=objects), "car", Rng("spare"))
    assert made.objects == {**objects, adaptations.NAMES[0]: ("car",)}


def test_a_world_without_objects_stays_as_it_is():
    empty = parse(
        "(define (domain d) (:predicates (p)) (:action a :parameters () :precondition (and) :effect (p)))",
        "(define (problem e) (:domain d) (:init) (:goal (p)))",
    )
    for number in range(8):
        assert adaptations.adapt(Own(), "reach", empty, Rng("own", number), plain=False, late=True) is empty
