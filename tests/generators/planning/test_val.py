"""Sequences that fail somewhere: made of what the plan holds, the index of the failure drawn evenly."""

from collections import Counter

import pytest

from certwright.domains.planning.lifted import validate
from certwright.generators.planning.maker import maker
from certwright.generators.planning.questions import val
from certwright.generators.planning.questions.val import EDITS, edited, exchanged, first_failing, moved
from certwright.generators.planning.states import Scene, scene
from certwright.generators.rng import Rng


@pytest.fixture(scope="module")
def ferry() -> Scene:
    problem = maker("ferry").problem(Rng("ferry"), 2)
    made = (scene("ferry", problem, Rng("scene", trial), solvable=True) for trial in range(50))
    return next(one for one in made if one is not None and one.kind == "initial")


def plan_of(world: Scene) -> list[str]:
    plan = val.plan_of(world, Rng("plan"))
    assert plan is not None
    return val.named(world, plan)


def test_an_edited_plan_is_as_long_and_fails_where_a_replay_fails(ferry: Scene) -> None:
    plan = plan_of(ferry)
    for trial in range(30):
        sequence = edited(ferry, plan, Rng("edited", trial))
        assert len(sequence) == len(plan)
        assert first_failing(ferry, sequence) == validate(ferry.problem, sequence).failed_step


def test_a_plan_does_not_fail(ferry: Scene) -> None:
    assert first_failing(ferry, plan_of(ferry)) is None


def test_a_moved_action_is_one_of_the_plan(ferry: Scene) -> None:
    plan = plan_of(ferry)
    sequences = [moved(ferry, plan, Rng("moved", trial)) for trial in range(20)]
    assert {tuple(sorted(sequence)) for sequence in sequences} == {tuple(sorted(plan))}
    assert any(sequence != plan for sequence in sequences)


def test_exchanged_objects_keep_the_names_of_the_actions(ferry: Scene) -> None:
    plan = plan_of(ferry)
    for trial in range(20):
        sequence = exchanged(ferry, plan, Rng("exchanged", trial))
        assert [name.split()[0] for name in sequence] == [name.split()[0] for name in plan]


def test_every_edit_changes_something_at_times(ferry: Scene) -> None:
    plan = plan_of(ferry)
    for edit in EDITS:
        assert any(edit(ferry, plan, Rng("edit", trial)) != plan for trial in range(20))


def test_the_failure_is_spread_over_the_sequence(ferry: Scene) -> None:
    thirds = Counter[int]()
    for trial in range(60):
        query = val.generative(ferry, Rng("query", trial))
        if query is not None:
            index = first_failing(ferry, query["actions"])
            assert index is not None
            thirds[3 * index // len(query["actions"])] += 1
    assert min(thirds[third] for third in range(3)) >= 8


@pytest.mark.parametrize("domain", ["ferry", "grid", "swap"])
def test_of_a_square_only_the_first_corner_is_a_plan(domain: str) -> None:
    problem = maker(domain).problem(Rng(domain), 2)
    made = (scene(domain, problem, Rng("scene", trial), solvable=True) for trial in range(50))
    world = next(one for one in made if one is not None and one.kind == "initial")
    plan = val.plan_of(world, Rng("plan"))
    assert plan is not None
    drawn = [square for trial in range(5) for square in val.squares(world, Rng("squares", trial), plan)]
    assert drawn
    for square in drawn:
        first, *others = (validate(world.problem, sequence) for sequence in square)
        assert first.ok
        assert len(others) == 3
        assert not any(other.ok for other in others)
        away = [[one != two for one, two in zip(square[0], each, strict=True)] for each in square[1:]]
        assert not any(map(all, zip(away[0], away[1], strict=True)))  # the exchanges meet at no step
        assert away[2] == [one or two for one, two in zip(away[0], away[1], strict=True)]
