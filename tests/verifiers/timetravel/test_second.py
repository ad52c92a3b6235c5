"""The cases of an action beside the step of the simulator, on random games."""

import pytest
from testkit.random_games import GAMES

from certwright.verifiers.timetravel.optimum import solve
from certwright.verifiers.timetravel.second import cases

CHOSEN = [world for _, world, _ in list(GAMES.values())[:40]]


@pytest.mark.parametrize("split", [0, -1], ids=["as they are", "split on all that changes"])
def test_a_state_falls_into_one_case_which_tells_the_step(split):
    steps = changes = 0
    for world in CHOSEN:
        known = {operator.name: list(cases(world, operator, split)) for operator in world.task.operators}
        for state in list(solve(world).states)[1:20]:  # settled ones, which the first need not be
            facts = state.facts
            for operator in world.applicable(state):
                fitting = [
                    case for case in known[operator.name] if case.true & ~facts == 0 == case.false & facts
                ]
                assert len(fitting) == 1, (operator.name, fitting)
                (case,) = fitting
                step = world.step(state, operator)
                if step.expired:
                    continue
                after = step.state.facts
                made, ended = after & ~facts, facts & ~after
                assert (facts | case.made) & ~case.ended == after
                if split:
                    assert case.made == made and case.ended == ended
                else:
                    assert not made & ~case.made and not ended & ~case.ended
                changes += made != 0
                steps += 1
    assert steps > 100 and changes > 50
