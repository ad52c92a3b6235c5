"""``drawn`` {steps, actions, states}: the least number of steps as the question's own seed draws.

Rule.  As ``search``, but each step is taken with the generator as it stands, and states are told apart by the
generator's state as well: then a step has one end, also where it is random.  Among the plans of the least
number of steps ``actions`` is the least number that are not ``noop``: a step costs ``MANY``, and 1 more if it
is no ``noop``.  Nothing is said of what other draws would allow.
"""

from collections.abc import Hashable
from typing import Any

from ...fields import Stated, exactly, integer
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge
from ..world import CERTAIN, Ends, Grid, Move, Places, World, agrees

BODY = exactly(steps=integer(1, 10**6), actions=integer(0, 10**6), states=integer(1, 10**6))
MANY = 10**7
"""More than the actions of any plan."""


class AsDrawn(World):
    """A world in which the generator draws; moves are not kept, since a search asks for each once."""

    def key(self, state: Any) -> Hashable:
        """What tells a state apart, with the generator's state."""
        return (super().key(state), state.rng_state)

    def ends(self, state: Any, action: str) -> tuple[Ends, set[Places]]:
        """The one end of a step."""
        self.steps += 1
        after = self.machine.step(state, action)
        return [(CERTAIN, self.key(after), after)], self.machine.compared

    def frame(self, key: Any, state: Any) -> Grid:
        """What is seen, whatever the generator's state."""
        return super().frame(key[0], state)

    def moves(self, key: Hashable, state: Any) -> list[Move]:
        """All that can be done in a state."""
        return list(self._tried(key, state))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish the least number of steps, and of actions in so many steps."""
    world, seed, goal, states = knowledge.sought("drawn", stated)
    claimed, plan = (stated.steps, stated.actions), knowledge.stored
    drawn = AsDrawn(world.machine, knowledge.question.program)
    refuse(drawn.showing(drawn.start(seed), goal), "query.pictures: the initial frame shows the goal")
    cost = drawn.least(seed, goal, (MANY, MANY + 1), stated.steps * MANY + stated.actions, states)
    world.steps += drawn.steps
    if cost is not None:
        raise RefusedError(f"{name}: steps and actions are {claimed}, but the least are {divmod(cost, MANY)}")
    *_, last = world.frames(seed, plan)
    if (len(plan), sum(action != "noop" for action in plan)) != claimed or not agrees(last, goal):
        raise RefusedError(f"{name}: the stored plan does not show the goal with {claimed} steps and actions")
    knowledge.facts["drawn"] = claimed
