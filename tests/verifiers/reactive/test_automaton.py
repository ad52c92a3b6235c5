"""The certificates' automaton: what its walks count as work, and that a limit of just that suffices."""

import pytest
from testkit import kernel_worlds

from certwright.instances.errors import LimitError
from certwright.verifiers.reactive.atoms import Settings
from certwright.verifiers.reactive.automaton import CertificateAutomaton
from certwright.verifiers.reactive.best_match import best_match
from certwright.verifiers.reactive.certificates import Enumeration, count

GIVEN = Settings(0b101101, 0b10)
WORK = {
    ("hard", 1): ((0, 3, 18), 85, 345, 196, (4, 48, 192), 15, 1015),
    ("hard", 5): ((0, 4, 21), 143, 638, 401, (8192, 16384, 3072), 1028, 2682),
    ("ltlf", 1): ((1, 0, 5), 300, 2976, 1000, (0, 4160, 32832), 0, 26343),
    ("window", 1): ((1, 0, 1), 23, 31, 39, (0, 9), 9, 754),
}
"""Certificates by timesteps; work of a count, of one with at most three flips, of an enumeration; the first
certificates; the closest one, and the work of finding it."""


def world_of(kind, seed):
    return kernel_worlds.product(seed, kind, states=(4, 8), inputs=(2, 3), length=(5, 8))


@pytest.mark.parametrize(("kind", "seed"), WORK)
def test_work_is_counted_and_limits_are_exact(kind, seed):
    world = world_of(kind, seed)
    by_timesteps, plain, bounded, listed, first, closest, matched = WORK[kind, seed]
    counted = count(world, 2)
    assert (counted.by_timesteps, counted.spent) == (by_timesteps, plain)
    assert counted.count == sum(by_timesteps)
    assert count(world, 2, limit=plain) == counted
    message = f"^more than {plain - 1} transitions of the certificates' automaton$"
    with pytest.raises(LimitError, match=message):
        count(world, 2, limit=plain - 1)
    assert count(world, 2, settings=3).spent == bounded
    enumeration = Enumeration(world, 2)
    assert (tuple(enumeration.first(5)[0][:3]), enumeration.automaton.spent) == (first, listed)
    found = best_match(world, 2, GIVEN, bound=matched)
    assert found is not None and found.certificate == closest
    assert best_match(world, 2, GIVEN, bound=matched - 1) is None


def test_states_within_a_budget():
    automaton = CertificateAutomaton(world_of("hard", 1))
    assert automaton.horizon == 5
    assert automaton.reachable(0) == ((), (), (), (), (), ())
    assert automaton.reachable(1)[0] == (automaton.start,)
    layers = [list(map(len, automaton.reachable(budget))) for budget in (1, 2, 3)]
    assert layers == [[1, 1, 1, 1, 0, 0], [1, 3, 6, 7, 6, 1], [1, 3, 12, 25, 20, 1]]


def test_closings_are_the_certificates_that_end_there():
    world = world_of("hard", 1)
    automaton = CertificateAutomaton(world)
    state, closed = automaton.start, []
    for step in range(automaton.horizon):
        closed.append(automaton.closing(step, state))
        state = automaton.still(step, state)
        if state is None:
            break
    assert closed == [0, 1, 1, 1] and sum(closed) == count(world, 1).by_timesteps[1]
    assert not automaton.settled(0, automaton.start)
