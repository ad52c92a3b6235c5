"""Patient plans: after every action wait until the world is at rest, and only then act again.

Where things fall, flow or walk by themselves, the times at which one might act multiply the states, and an
exhaustive search does not end.  A patient player meets few states: breadth first over its actions, it finds
the fewest with which patience reaches the goal.  That is a witness, not a proof: an impatient plan may need
fewer still.  The waits that turn out to be needless are taken out at the end.

>>> from certwright.domains.gridworld.program import read_program
>>> ball = read_program('''(program (= GRID_SIZE 4) (object Ball (Cell 0 0 "red"))
...     (= balls (initnext (list) (updateObj (prev balls) nextSolid)))
...     (on down (= balls (addObj balls (Ball (Position 0 0))))))''')
>>> goal = tuple(("red" if y > 1 else "black", None, None, None) for y in range(4))
>>> [str(action) for action in patient_plan(ball, goal)]
['down', 'noop', 'noop', 'down', 'noop', 'noop']
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence

from ...domains.gridworld.actions import NOOP, Action
from ...domains.gridworld.frames import Partial, agrees
from ...domains.gridworld.machine import Machine, Snapshot
from ...domains.gridworld.program import Program
from ..search.grid_moves import moves
from ..search.grid_states import state_key

STATES = 20_000
WAIT = 200
"""The most steps of one wait."""
Plan = tuple[Action, ...]


def patient_plan(program: Program, goal: Partial, rng_seed: int = 0, *, limit: int = STATES) -> Plan | None:
    """A plan with the fewest actions of a patient player; None where none is found within the limit.

    None too where a step that is met has random outcomes.  The initial frame does not count.
    """
    machine = Machine(program, rng_seed)
    start = machine.snapshot()
    waited = _rest(machine, goal)
    if waited[1]:
        return _shortened(program, rng_seed, goal, (NOOP,) * waited[0])
    met: set[Hashable] = set()
    queue: deque[tuple[Snapshot, Plan]] = deque([(start, ())])
    if waited[0]:
        queue.append((machine.snapshot(), (NOOP,) * waited[0]))
    while queue and len(met) <= limit:
        here, way = queue.popleft()
        machine.restore(here)
        for move in moves(machine):
            if len(move.outcomes) > 1:
                return None
            if move.action == NOOP:
                continue
            machine.restore(move.outcomes[0][1])
            shown = agrees(machine.frame(), goal)
            steps, reached = (0, True) if shown else _rest(machine, goal)
            after = (*way, move.action, *[NOOP] * steps)
            if reached:
                return _shortened(program, rng_seed, goal, after)
            key = state_key(machine)
            if key not in met:
                met.add(key)
                queue.append((machine.snapshot(), after))
    return None


def _rest(machine: Machine, goal: Partial) -> tuple[int, bool]:
    """Wait until nothing changes any more, or the goal is shown: the steps waited, and whether it is."""
    before = state_key(machine)
    for steps in range(WAIT):
        snapshot = machine.snapshot()
        machine.step(NOOP)
        if agrees(machine.frame(), goal):
            return steps + 1, True
        after = state_key(machine)
        if after == before:
            machine.restore(snapshot)
            return steps, False
        before = after
    return WAIT, False


def reaches(program: Program, goal: Partial, rng_seed: int, plan: Sequence[Action]) -> bool:
    """Whether the last step of a plan, and none before it, shows the goal."""
    machine, shown = Machine(program, rng_seed), []
    for action in plan:
        machine.step(action)
        shown.append(agrees(machine.frame(), goal))
    return bool(shown) and shown[-1] and True not in shown[:-1]


def _shortened(program: Program, rng_seed: int, goal: Partial, plan: Plan) -> Plan | None:
    """The plan without the waits that it does not need; None when it does not reach the goal at its end."""
    if not reaches(program, goal, rng_seed, plan):
        return None
    place = len(plan) - 1
    while place >= 0:
        shorter = plan[:place] + plan[place + 1 :]
        if plan[place] == NOOP and reaches(program, goal, rng_seed, shorter):
            plan = shorter
        place -= 1
    return plan
