"""Change detection: when does a changed world show what the base world cannot show?

The *defect time* of a trajectory is its first step whose observation has probability zero under the base
program, given everything that was done and seen before (belief support; WorldTest, appendix C.2).  It belongs
to the trajectory: an agent that never touches the change has none.

The score of a choice c with defect time t is 1 at t and t - 1, 0 before; later it falls with r = c / t as
clip(1.377 f - 1.178, 0, 1), f = 1 / (1 - r exp(-r)).  The paper's own formula is lost in its text; this is
the public implementation's, which it describes.  Where nothing was triggered, every choice scores 0, and so
does none.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action, click
from ...domains.gridworld.machine import Machine, Snapshot
from ...domains.gridworld.moves import alike
from ...domains.gridworld.program import Program
from .support import Observation, Support

STEPS = 300_000
"""Steps that a search for the shortest distinction may take."""


def defect_time(
    base: Program, actions: Sequence[Action], observations: Sequence[Observation], rng_seed: int = 0
) -> int | None:
    """The first step t (from 1; 0 is the initial frame) that the base program cannot show; None if all can.

    ``observations`` has one more entry than ``actions``.  Raises LimitError where the support is too large.
    """
    support = Support(base, rng_seed).seeing(observations[0])
    if not support.size:
        return 0
    for step, (action, seen) in enumerate(zip(actions, observations[1:], strict=True), 1):
        support = support.after(action).seeing(seen)
        if not support.size:
            return step
    return None


def score(choice: int | None, defect: int | None) -> float:
    """What choosing frame ``choice`` is worth.

    >>> [round(score(choice, 10), 3) for choice in (8, 9, 10, 11, 20, 1000)], score(3, None)
    ([0.0, 1.0, 1.0, 0.994, 0.71, 0.199], 0.0)
    """
    if choice is None or defect is None or choice < defect - 1:
        return 0.0
    if choice <= defect:
        return 1.0
    ratio = choice / defect if defect else math.inf
    fading = 0.0 if math.isinf(ratio) else ratio * math.exp(-ratio)
    return min(1.0, max(0.0, 1.377 / (1 - fading) - 1.178))


def distinguishes(
    base: Program, changed: Program, actions: Sequence[Action], rng_seed: int = 0
) -> int | None:
    """The first step at which these actions, in the changed world as its seed draws, show the change."""
    machine = Machine(changed, rng_seed)
    shown = [machine.frame()]
    for action in actions:
        machine.step(action)
        shown.append(machine.frame())
    return defect_time(base, actions, shown, rng_seed)


@dataclass(frozen=True)
class Distinction:
    """Actions, as few as possible, after which the change can show; how many pairs of states were met."""

    actions: tuple[Action, ...]
    states: int


def shortest_distinction(
    base: Program, changed: Program, rng_seed: int = 0, *, limit: int = STEPS
) -> Distinction | None:
    """The shortest way to a frame that the base cannot show; None where none is found within the limit.

    A breadth-first search over pairs of the changed world's state and the support of the base world, by
    classes of clicks that act alike in all of them.  The limit is on steps: one a state and action.
    """
    acting = Machine(changed, rng_seed)
    start = Support(base, rng_seed).seeing(acting.frame())
    if not start.size:
        return Distinction((), 1)
    met: set[Hashable] = {(acting.state_key(), start.key)}
    queue: deque[tuple[Snapshot, Support, tuple[Action, ...]]] = deque([(acting.snapshot(), start, ())])
    taken = 0
    while queue:
        here, support, way = queue.popleft()
        acting.restore(here)
        for action in _actions(acting, support):
            taken += 1 + support.size
            if taken > limit:
                return None
            acting.restore(here)
            after = support.after(action)
            for _, outcome in acting.successors(action):
                acting.restore(outcome)
                seen = after.seeing(acting.frame())
                if not seen.size:
                    return Distinction((*way, action), len(met))
                pair = (acting.state_key(), seen.key)
                if pair not in met:
                    met.add(pair)
                    queue.append((outcome, seen, (*way, action)))
    return None


def _actions(acting: Machine, support: Support) -> list[Action]:
    """One action of each class that is a class in the changed world and in every state of the support."""
    partitions = [alike(acting), *support.classes()]
    kinds: dict[tuple[tuple[int, int], ...], Action] = {}
    for place in partitions[0]:
        kinds.setdefault(tuple(partition[place] for partition in partitions), click(*place))
    return [NOOP, LEFT, RIGHT, UP, DOWN, *kinds.values()]
