"""What AutumnBench's answers say, held against replay and search.

- ``correct_idx`` must be the one option that belief support leaves possible;
- ``optimal_actions_count`` is refuted by a plan with fewer actions (``settled``), which is the evidence, or
  by an exhaustive search that proves more to be needed;
- ``condition``, an expression of the changed world, must hold first when the change can be seen first, along
  the shortest way to see it.
"""

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from ...domains.gridworld.actions import NOOP, Action
from ...domains.gridworld.frames import Partial, agrees
from ...domains.gridworld.machine import Machine, Snapshot
from ...domains.gridworld.parser import read
from ...domains.gridworld.program import Program, read_program
from ...domains.gridworld.questions import change, masked_frame, planning
from ...instances.errors import RecordError
from ...instances.formats.autumnbench import FORMAT
from ...instances.records import Instance, Json
from ..search.grid_moves import moves
from ..search.grid_states import state_key
from .change import distinguishes, shortest_distinction
from .mfp import possible_options
from .planning import shortest
from .support import frames_of

PLAN_STATES, PAIR_STEPS = 40_000, 300_000
"""The states that a search for a plan may meet, and the steps that one for a distinction may take."""


@dataclass(frozen=True)
class StoredFigure:
    """One stored figure and ours; ``agrees`` is None where ours is not known."""

    what: str
    stored: Any
    ours: Any
    agrees: bool | None
    evidence: Json
    bound: bool = False  # whether ours is only known to be enough


def compare(instance: Instance) -> StoredFigure | None:
    """The stored answer of an import held against ours, if there is one; RecordError if malformed."""
    source = instance.source
    if source is None or source.format != FORMAT or not isinstance(source.answer, dict):
        return None
    compared = {"mfp": _option, "planning": _optimum, "change": _condition}
    return compared[instance.task](instance, source.answer)


def _option(instance: Instance, stored: Json) -> StoredFigure:
    said = _number(stored, "correct_idx")
    options = possible_options(masked_frame(instance.world, instance.query), seeing=True)
    return StoredFigure("the right option", said, options, options == [said], {"possible": options})


def _optimum(instance: Instance, stored: Json) -> StoredFigure:
    said, problem = _number(stored, "optimal_actions_count"), planning(instance.world, instance.query)
    what, asked = "the least number of actions", (problem.program, problem.goal, problem.rng_seed)
    plan = patient_plan(*asked)
    acted = None if plan is None else sum(action != NOOP for action in plan)
    evidence = {} if plan is None else _evidence(plan)
    if acted is not None and acted < said:
        return StoredFigure(what, said, acted, False, evidence, bound=True)
    if (least := shortest(*asked, free_noop=True, limit=PLAN_STATES)) is None:
        return StoredFigure(what, said, acted, None, evidence)
    evidence = {**_evidence(least.plan), "states": least.states}
    return StoredFigure(what, said, least.actions, least.actions == said, evidence)


def _evidence(plan: Sequence[Action]) -> Json:
    acted = sum(action != NOOP for action in plan)
    return {"certificate": f"a plan of {acted} actions", "plan": [str(action) for action in plan]}


def _condition(instance: Instance, stored: Json) -> StoredFigure:
    condition, problem = stored.get("condition"), change(instance.world, instance.query)
    if not isinstance(condition, str):
        raise RecordError("the condition is a text", field="source.answer.condition")
    what = "the step after which the condition holds"
    shown = shortest_distinction(problem.program, problem.changed, problem.rng_seed, limit=PAIR_STEPS)
    if shown is None:
        return StoredFigure(what, None, None, None, {})
    step = distinguishes(problem.program, problem.changed, shown.actions, problem.rng_seed)
    holds = _first(problem.changed.text, condition, (*shown.actions, NOOP), problem.rng_seed)
    evidence = {"actions": [str(action) for action in shown.actions]}
    return StoredFigure(what, holds, step, holds == step, evidence)


def _first(text: str, condition: str, actions: tuple[Action, ...], rng_seed: int) -> int | None:
    """After how many steps a condition holds first: a clause before all others looks at each step's begin."""
    head = read(text).items[0]
    after = head.at + len(getattr(head, "text", ""))
    clause = f" (= conditionHolds false) (on ({condition}) (= conditionHolds true)) "
    machine = Machine(read_program(text[:after] + clause + text[after:], file="watched.sexp"), rng_seed)
    for step, action in enumerate(actions):
        machine.step(action)
        if 0 in machine.covered:
            return step
    return None


def _number(stored: Json, name: str) -> int:
    value = stored.get(name)
    if type(value) is not int:
        raise RecordError("is no number", field=f"source.answer.{name}")
    return value


STATES = 20_000
WAIT = 200  # the most steps of one wait
Plan = tuple[Action, ...]


def patient_plan(program: Program, goal: Partial, rng_seed: int, *, limit: int = STATES) -> Plan | None:
    """A plan with the fewest actions of a patient player; None where none is found within the limit of
    states.

    None too where a step has random outcomes.  The initial frame does not count.  After every action a
    patient player waits until the world is at rest, and so meets few states where things fall or flow by
    themselves. What it finds is a witness, not a proof: an impatient plan may need fewer actions still.

    >>> from certwright.domains.gridworld.program import Program, read_program
    >>> ball = read_program('''(program (= GRID_SIZE 4) (object Ball (Cell 0 0 "red"))
    ...     (= balls (initnext (list) (updateObj (prev balls) nextSolid)))
    ...     (on down (= balls (addObj balls (Ball (Position 0 0))))))''')
    >>> goal = tuple(("red" if y > 1 else "black", None, None, None) for y in range(4))
    >>> [str(action) for action in patient_plan(ball, goal, 0)]
    ['down', 'noop', 'noop', 'down', 'noop', 'noop']
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
        state, way = queue.popleft()
        machine.restore(state)
        for move in moves(machine):
            if len(move.outcomes) > 1:
                return None
            if move.action == NOOP:
                continue
            machine.restore(move.outcomes[0][1])
            steps, reached = (0, True) if agrees(machine.frame(), goal) else _rest(machine, goal)
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
    _, *shown = (agrees(frame, goal) for frame in frames_of(program, rng_seed, plan))
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
