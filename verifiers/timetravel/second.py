"""The optimum of a level by way of its compilation: a second opinion, and a fast look.

The second opinion is Fast Downward's, by blind A*; its plan is replayed in the kernel.  The fast look is
breadth-first search by the compiled kernels, some ten times faster, to sort out candidates.
"""

from typing import Any, NamedTuple

from ...domains.timetravel.kernel import World
from ...instances.errors import EnginesDisagreeError
from ..engines import fast_downward
from ..engines.outcome import Answer, Proven, Refuted, Undecided, Why
from ..engines.query import Query
from ..search.explicit import explore
from .compilation import actions, compile_level
from .optimum import Optimum


def shortest(world: World, **limits: Any) -> Answer:
    """A shortest plan by Fast Downward (Refuted), Proven when there is none, or Undecided."""
    answer = fast_downward.plan(Query(compile_level(world), **limits), search="blind")
    if not isinstance(answer, Refuted):
        return answer
    plan = actions(answer.witness)
    failure = fault(world, plan)
    if failure is not None:
        return Undecided(answer.engine, Why.OUTPUT, f"its plan does not replay: {failure}")
    return Refuted(answer.engine, plan, answer.optimal)


def fault(world: World, plan: tuple[str, ...]) -> str | None:
    """Replay a plan in the kernel: None when it solves the level, else a sentence about where it fails."""
    state = world.initial
    for step, name in enumerate(plan):
        operator = world.operator(name)
        if world.goal(state):
            return f"step {step}: the level is solved already"
        if operator.pre & ~state.facts:
            return f"step {step}: {name} is not valid"
        transition = world.step(state, operator)
        if transition.failed:
            return f"step {step}: {transition.expired[0]} decays"
        state = transition.state
    return None if world.goal(state) else "the goal does not hold at the end"


def agreed(optimum: Optimum, **limits: Any) -> bool:
    """Whether Fast Downward finds the same length; False when undecided, else EnginesDisagreeError."""
    answer = shortest(optimum.world, **limits)
    if isinstance(answer, Undecided) or (isinstance(answer, Refuted) and not answer.optimal):
        return False
    length = None if isinstance(answer, Proven) else answer.cost
    if length != optimum.length:
        ours = f"{optimum.world.level.name}: our search finds length {optimum.length}"
        raise EnginesDisagreeError(f"{ours}, {answer.engine} finds {length}")
    return True


class Look(NamedTuple):
    """A shortest plan and its length; None and empty when the level is unsolvable."""

    length: int | None
    plan: tuple[str, ...]


def look(world: World, *, limit: int, whole: bool = True) -> Look | None:
    """A shortest plan by the compilation; None beyond ``limit`` states, if the ``whole`` is asked for."""
    task = compile_level(world)
    if not world.solvable:
        return Look(None, ())
    space = explore(task, limit=limit)
    if whole and not space.complete:
        return None
    nearest = space.find(task.goal)
    if nearest is not None:
        path = [task.operators[number].name for number in space.path(nearest)]
        return Look(len(path), actions(path))
    return Look(None, ()) if space.complete else None
