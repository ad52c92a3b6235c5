"""Other readers of PDDL take what we generate: Fast Downward's translator, unified-planning and tarski."""

from functools import lru_cache

import pytest
from testkit.sampling import every

from certwright.domains.planning.catalog import domain_text
from certwright.domains.planning.grounding import ground
from certwright.domains.planning.tree import Problem
from certwright.domains.planning.writer import write_problem
from certwright.generators.planning.maker import maker, makers
from certwright.generators.rng import Rng
from certwright.verifiers.engines.translate import grounding

every_domain = pytest.mark.parametrize("key", every(4, makers()))


@lru_cache(None)
def problem(key: str, number: int) -> Problem:
    return maker(key).problem(Rng("test", key, number, 0), number)


@every_domain
@pytest.mark.parametrize("number", [1, 3])
def test_fast_downward_grounds_the_same_task(key: str, number: int) -> None:
    made = problem(key, number)
    theirs, ours = grounding(domain_text(key), write_problem(made)), ground(made)
    assert theirs.facts == ours.facts
    assert [action.name for action in theirs.actions] == [operator.name for operator in ours.operators]
    assert sorted(theirs.goal) == ours.names(ours.goal)
    assert list(theirs.init) == ours.names(ours.init)


@every_domain
def test_unified_planning_reads_the_text(key: str) -> None:
    io = pytest.importorskip("unified_planning.io")
    made = problem(key, 1)
    theirs = io.PDDLReader().parse_problem_string(domain_text(key), write_problem(made))
    assert {action.name for action in theirs.actions} == set(made.domain.schemas)
    assert {each.name for each in theirs.all_objects} == set(made.objects)
    assert len(theirs.explicit_initial_values) == len(made.init)


@every_domain
def test_tarski_reads_the_text(key: str) -> None:
    io = pytest.importorskip("tarski.io", reason="tarski is not installed (it belongs to the extra dev)")
    reader = io.PDDLReader(raise_on_error=True)
    reader.parse_domain_string(domain_text(key))
    made = problem(key, 3)
    theirs = reader.parse_instance_string(write_problem(made))
    assert set(theirs.actions) == set(made.domain.schemas)
    constants = {constant.symbol for constant in theirs.language.constants()}
    assert constants == set(made.objects)
    assert len(theirs.init.as_atoms()) == len(made.init)
