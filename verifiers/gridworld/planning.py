"""Planning: reach a frame that shows the goal where the goal says anything.

In the worlds as they are played, two numbers are proven: the least number of steps, and the least number of
actions that are not ``noop`` (with the fewest steps among those).  Search is exhaustive over states and over
classes of clicks that act alike, so what it passes without meeting the goal is the proof.

Where steps have random outcomes the plan must not hang on luck: a *sure* plan is a policy that reaches the
goal within its number of steps whatever is drawn (strong planning; Cimatti et al., AIJ 147, 2003).
"""

from __future__ import annotations

import heapq
from collections.abc import Hashable
from dataclasses import dataclass

from ...domains.gridworld.actions import NOOP, Action
from ...domains.gridworld.frames import Partial, agrees
from ...domains.gridworld.machine import Machine, Snapshot
from ...domains.gridworld.moves import moves
from ...domains.gridworld.program import Program
from .space import STATES, Space


@dataclass(frozen=True)
class Shortest:
    """A plan and what it costs; ``states`` were met before it was known to be cheapest."""

    plan: tuple[Action, ...]
    states: int

    @property
    def steps(self) -> int:
        """How many steps it takes."""
        return len(self.plan)

    @property
    def actions(self) -> int:
        """How many of its steps are not ``noop``."""
        return sum(action != NOOP for action in self.plan)


def shortest(
    program: Program, goal: Partial, rng_seed: int = 0, *, free_noop: bool = False, limit: int = STATES
) -> Shortest | None:
    """The cheapest plan of a world whose steps have one outcome; None when it is not found within the limit.

    A plan costs its steps, or with ``free_noop`` first its actions and then its steps.  The initial frame
    does not count, as in the benchmark.  None too when a random step is met.
    """
    machine = Machine(program, rng_seed)
    start = (machine.state_key(), machine.snapshot())
    best: dict[Hashable, tuple[int, int]] = {start[0]: (0, 0)}
    ways: dict[Hashable, tuple[Hashable, Action]] = {}
    queue: list[tuple[int, int, int, Hashable, Snapshot]] = [(0, 0, 0, *start)]
    count = 0
    while queue and len(best) <= limit:
        paid, steps, _, key, snapshot = heapq.heappop(queue)
        if (paid, steps) > best[key]:
            continue
        machine.restore(snapshot)
        if steps and agrees(machine.frame(), goal):
            return Shortest(_way(ways, key), len(best))
        for move in moves(machine):
            if len(move.outcomes) > 1:
                return None
            cost = (paid + (not free_noop or move.action != NOOP), steps + 1)
            machine.restore(move.outcomes[0][1])
            after = machine.state_key()
            if after not in best or cost < best[after]:
                best[after] = cost
                ways[after] = (key, move.action)
                count += 1
                heapq.heappush(queue, (*cost, count, after, move.outcomes[0][1]))
    return None


def _way(ways: dict[Hashable, tuple[Hashable, Action]], key: Hashable) -> tuple[Action, ...]:
    plan: list[Action] = []
    while key in ways:
        key, action = ways[key]
        plan.append(action)
    return tuple(reversed(plan))


def sure_steps(space: Space, goal: Partial) -> list[int | None]:
    """For each state of a complete space the least k such that a policy surely reaches the goal in k steps.

    None where there is no such k.  States whose own frame shows the goal have 0; the caller decides whether
    that counts for the initial one.
    """
    shows = [agrees(frame, goal) for frame in space.seen]
    ranks: list[int | None] = [0 if shows[frame] else None for frame in space.frames]
    waiting = [state for state, rank in enumerate(ranks) if rank is None]
    step = 0
    while waiting:
        step += 1
        reached = [state for state in waiting if _surely(space, state, ranks, step)]
        if not reached:
            break
        for state in reached:
            ranks[state] = step
        waiting = [state for state in waiting if ranks[state] is None]
    return ranks


def _surely(space: Space, state: int, ranks: list[int | None], step: int) -> bool:
    """Whether one move leads only to states of lower rank."""
    return any(
        all((rank := ranks[after]) is not None and rank < step for _, after in outcomes)
        for _, outcomes in space.edges[state]
    )
