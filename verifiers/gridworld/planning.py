"""Planning: reach a frame that shows the goal where the goal says anything.

In the worlds as they are played, two numbers are proven: the least number of steps, and the least number of
actions that are not ``noop`` (with the fewest steps among those).  Search is exhaustive over states and over
classes of clicks that act alike, so what it passes without meeting the goal is the proof.

Where steps have random outcomes the plan must not hang on luck: a *sure* plan is a policy that reaches the
goal within its number of steps whatever is drawn (strong planning; Cimatti et al., AIJ 147, 2003).
"""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ...domains.gridworld.actions import NOOP, Action
from ...domains.gridworld.frames import Partial, agrees
from ...domains.gridworld.machine import Machine, Snapshot
from ...domains.gridworld.moves import moves
from ...domains.gridworld.program import Program
from .space import STATES, Grid, Space


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


class Settled(NamedTuple):
    """A state whose cheapest way is known; ``met`` states were seen until then."""

    actions: int
    steps: int
    frame: Grid
    plan: tuple[Action, ...]
    met: int


def settled(
    program: Program, rng_seed: int = 0, *, free_noop: bool = False, limit: int = STATES
) -> Iterator[Settled]:
    """The states of a world whose steps have one outcome, the cheapest to reach first.

    A way costs its steps, or with ``free_noop`` first its actions that are not ``noop`` and then its steps.
    The stream ends at a random step and beyond the limit of states met; what it gave until then is proven.
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
        plan = _way(ways, key)
        spent = sum(action != NOOP for action in plan)
        yield Settled(spent, steps, tuple(map(tuple, machine.frame())), plan, len(best))
        machine.restore(snapshot)
        for move in moves(machine):
            if len(move.outcomes) > 1:
                return
            cost = (paid + (free_noop and move.action != NOOP), steps + 1)
            machine.restore(move.outcomes[0][1])
            after = machine.state_key()
            if after not in best or cost < best[after]:
                best[after] = cost
                ways[after] = (key, move.action)
                count += 1
                heapq.heappush(queue, (*cost, count, after, move.outcomes[0][1]))


def shortest(
    program: Program, goal: Partial, rng_seed: int = 0, *, free_noop: bool = False, limit: int = STATES
) -> Shortest | None:
    """The cheapest plan of a world whose steps have one outcome; None when it is not found within the limit.

    The initial frame does not count, as in the benchmark.  None too when a random step is met.
    """
    for one in settled(program, rng_seed, free_noop=free_noop, limit=limit):
        if one.steps and agrees(one.frame, goal):
            return Shortest(one.plan, one.met)
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
