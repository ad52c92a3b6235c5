"""The second opinion on a level's optimum: Fast Downward, by blind A*, on the compilation.

Its plan is mapped back and replayed in the kernel before it counts.
"""

from __future__ import annotations

from typing import Any

from ...domains.timetravel.kernel import World
from ...instances.errors import EnginesDisagreeError
from ..engines import fast_downward
from ..engines.outcome import Answer, Proven, Refuted, Undecided, Why
from ..engines.query import Query
from .compilation import compile_level
from .optimum import Optimum


def shortest(world: World, **limits: Any) -> Answer:
    """A shortest plan by Fast Downward (Refuted), Proven when there is none, or Undecided.

    ``limits`` are ``deadline`` in seconds and ``memory`` in bytes, as in `query.Query`.
    """
    compiled = compile_level(world)
    query = Query(compiled.task, **limits)
    answer = fast_downward.plan(query, search="blind", groups=compiled.groups)
    if not isinstance(answer, Refuted):
        return answer
    plan = compiled.actions(answer.witness)
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


def agreed(found: Optimum, **limits: Any) -> bool:
    """Whether Fast Downward finds the same length; False when it does not know.

    Raises EnginesDisagreeError when it finds another one.
    """
    answer = shortest(found.world, **limits)
    if isinstance(answer, Undecided) or (isinstance(answer, Refuted) and not answer.optimal):
        return False
    length = None if isinstance(answer, Proven) else answer.cost
    if length != found.length:
        name = found.world.level.name
        raise EnginesDisagreeError(
            f"{name}: our search finds length {found.length}, {answer.engine} finds {length}"
        )
    return True
