"""What becomes of a problem of somebody's own that has not served as it is."""

import pytest

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


def test_a_world_without_objects_stays_as_it_is():
    empty = parse(
        "(define (domain d) (:predicates (p)) (:action a :parameters () :precondition (and) :effect (p)))",
        "(define (problem e) (:domain d) (:init) (:goal (p)))",
    )
    for number in range(8):
        assert adaptations.adapt(Own(), "reach", empty, Rng("own", number), plain=False, late=True) is empty
