"""Planning: reach a frame that shows the goal where the goal says anything.

Two numbers are proven: the least number of steps, and the least number of actions that are not ``noop``.
Search is exhaustive over states and over classes of clicks that act alike.  Where steps are random a *sure*
plan is a policy that reaches the goal within its number of steps whatever is drawn (strong planning; Cimatti
et al., AIJ 147, 2003).

Certificates name what was counted: ``search`` {steps, states}, ``actions`` {actions, states}; in a small
random space ``policy`` {steps, states}, or ``luck`` {steps, states, probability} for a plan of as few steps
as draws allow (``sure`` is true of a policy, false where ``policy`` proves that there is none, steps null);
in a large one ``drawn`` {steps, actions, states}, as the seed draws (``scope`` is ``seed``, ``sure`` null).
"""

import heapq
import itertools
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ...domains.gridworld.actions import NOOP, Action
from ...domains.gridworld.environment import WorldTest
from ...domains.gridworld.frames import Grid, Partial, agrees
from ...domains.gridworld.machine import Snapshot
from ...domains.gridworld.phases import GOAL_REACHED, PlanningTest
from ...domains.gridworld.program import Program, chance, kept_program
from ...domains.gridworld.questions import Planning, planning
from ...instances.records import Certificate, Code, Json
from ..reading.kinds import AnswerKind
from ..search.grid_moves import moves
from ..task import Labelled, correct, incorrect
from .drawn import Shortest, StateMoves, lucky, shortest_drawn, steps_of
from .judging import UNDECIDED, GridTask, Judged, certified, played, texts
from .space import STATES, Kept, Space, explored

PLAN_STATES = 40_000  # the states that a search for the least number of steps may meet
ACTION_STATES = 2500  # those that a search for the least number of actions may meet
POLICY_STATES = 500  # a space of so many states is small: policies are sought in it


class Settled(NamedTuple):
    """A state whose cheapest way is known; ``met`` states were seen until then."""

    actions: int
    steps: int
    frame: Grid
    plan: tuple[Action, ...]
    met: int


RANDOM = -1  # in place of a state where several may follow


class Certain(StateMoves):
    """The steps that have one outcome whatever is drawn; the last move of a state may be ``RANDOM``."""

    def _made(self, state: Snapshot) -> Iterator[tuple[Action, int]]:
        self._machine.restore(state)
        for move in moves(self._machine):
            if len(move.outcomes) > 1:
                yield move.action, RANDOM
                return
            self._machine.restore(move.outcomes[0][1])
            yield move.action, self._number()


def settled(
    program: Program, rng_seed: int, *, free_noop: bool = False, limit: int = STATES
) -> Iterator[Settled]:
    """The states of a world whose steps have one outcome, the cheapest to reach first.

    A way costs its steps, or with ``free_noop`` first its actions that are not ``noop`` and then its steps.
    The stream ends at a random step and beyond the limit of states met; what it gave until then is proven.
    """
    world = Certain(program, rng_seed) if chance(program) else steps_of(program.text, rng_seed)
    best = {0: (0, 0)}
    ways: dict[int, tuple[int, Action]] = {}
    order = itertools.count()
    queue = [(0, 0, next(order), 0)]
    while queue and len(best) <= limit:
        paid, steps, _, state = heapq.heappop(queue)
        if (paid, steps) > best[state]:
            continue
        plan = _way(ways, state)
        spent = sum(action != NOOP for action in plan)
        yield Settled(spent, steps, world.frame(state), plan, len(best))
        for action, after in world.moves(state):
            if after == RANDOM:
                return
            cost = (paid + (free_noop and action != NOOP), steps + 1)
            if after not in best or cost < best[after]:
                best[after] = cost
                ways[after] = (state, action)
                heapq.heappush(queue, (*cost, next(order), after))


@lru_cache(1)
def fewest_actions(text: str, rng_seed: int, limit: int) -> Kept[Settled]:
    """The states of a program's text by their actions, kept until others are asked for."""
    return Kept(settled(kept_program(text), rng_seed, free_noop=True, limit=limit))


def shortest(
    program: Program, goal: Partial, rng_seed: int, *, free_noop: bool = False, limit: int = STATES
) -> Shortest | None:
    """The cheapest plan of a world whose steps have one outcome; None beyond the limit, or at a random step.
    The initial frame does not count, as in the benchmark."""
    by_actions = fewest_actions(program.text, rng_seed, limit) if free_noop else None
    for place in by_actions or settled(program, rng_seed, limit=limit):
        if place.steps and agrees(place.frame, goal):
            return Shortest(place.plan, place.met)
    return None


def _way(ways: dict[int, tuple[int, Action]], state: int) -> tuple[Action, ...]:
    plan: list[Action] = []
    while state in ways:
        state, action = ways[state]
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
    for step in itertools.count(1):
        reached = [state for state in waiting if _surely(space, state, ranks, step)]
        if not reached:
            break
        for state in reached:
            ranks[state] = step
        waiting = [state for state in waiting if ranks[state] is None]
    return ranks


def _surely(space: Space, state: int, ranks: list[int | None], step: int) -> bool:
    return any(
        all((rank := ranks[after]) is not None and rank < step for _, after in outcomes)
        for _, outcomes in space.edges[state]
    )


def label(question: Planning, query: Json) -> Labelled:
    """The fewest steps and actions that reach the goal, or what can be had where steps are random."""
    program, seed, goal = question.program, question.rng_seed, question.goal
    if chance(program):
        return _by_chance(question)
    if (quickest := shortest_drawn(program, goal, seed, limit=PLAN_STATES)) is None:
        return UNDECIDED
    plan, steps, actions = texts(quickest.plan), quickest.steps, None
    proofs = [Certificate("search", {"steps": steps, "states": quickest.states})]
    if (least := shortest(program, goal, seed, free_noop=True, limit=ACTION_STATES)) is not None:
        actions = least.actions
        proofs.append(Certificate("actions", {"actions": actions, "states": least.states}))
    truth = {"kind": "goal", "steps": steps, "actions": actions, "sure": True, "plan": plan}
    return certified(truth, proofs, "\n".join(plan), steps=steps, states=quickest.states)


def _by_chance(question: Planning) -> Labelled:
    """Where steps are random: in a small space a policy or what luck allows, else what the seed draws."""
    space = explored(question.program.text, question.rng_seed, POLICY_STATES)
    if not space.complete:
        return _by_seed(question)
    rank = sure_steps(space, question.goal)[0]
    if not rank:
        return _by_luck(question, space)
    truth = {"kind": "goal", "steps": rank, "actions": None, "sure": True, "plan": None}
    body = {"steps": rank, "states": len(space.snapshots)}
    return certified(truth, [Certificate("policy", body)], None, **body)


def _by_luck(question: Planning, space: Space) -> Labelled:
    """What luck allows where no policy is sure; the space is whole."""
    if (best := lucky(question.program, space, question.goal, question.rng_seed)) is None:
        return _by_seed(question)
    plan, steps, likely = texts(best.plan), len(best.plan), best.probability
    count = sum(depth <= steps for depth in space.depths)
    proofs = [
        Certificate("luck", {"steps": steps, "states": count, "probability": str(likely)}),
        Certificate("policy", {"steps": None, "states": len(space.snapshots)}),
    ]
    truth = {"kind": "goal", "steps": steps, "actions": None, "sure": False, "plan": plan}
    figures = {"steps": steps, "states": count, "probability": float(likely)}
    return certified({**truth, "probability": str(likely)}, proofs, "\n".join(plan), **figures)


def _by_seed(question: Planning) -> Labelled:
    """The least number of steps as the question's own seed draws, and the fewest actions in so many."""
    best = shortest_drawn(question.program, question.goal, question.rng_seed, limit=PLAN_STATES)
    if best is None:
        return UNDECIDED
    plan, cost = texts(best.plan), {"steps": best.steps, "actions": best.actions}
    truth = {"kind": "goal", **cost, "sure": None, "plan": plan, "scope": "seed"}
    proof = Certificate("drawn", {**cost, "states": best.states})
    return certified(truth, [proof], "\n".join(plan), steps=best.steps, states=best.states)


def judge(truth: Json) -> Callable[[WorldTest, Json], Judged]:
    """Right when the goal was reached; steps and actions stand beside the proven optimum."""

    def judged(world: WorldTest, figures: Json) -> Judged:
        assert isinstance(world.test, PlanningTest)
        actions = world.test.played.actions
        steps = len(actions)
        figures |= {"steps": steps, "actions": sum(action != NOOP for action in actions)}
        figures |= {"optimal_steps": truth.get("steps"), "optimal_actions": truth.get("actions")}
        if figures["stop"] == GOAL_REACHED:
            return correct(f"the goal was reached in {steps} steps", **figures), steps
        text = f"the goal was not reached in {steps} steps"
        return incorrect(Code.GOAL_NOT_REACHED, text, **figures), steps

    return judged


TASK = GridTask(
    number=2,
    title="frame to be reached",
    paper="Planning",
    groups={"episode": "gridworld_planning"},
    read=planning,
    shape=AnswerKind.MOVES,
    calls=lambda lines, world: played(lines),
    label=label,
    judge=judge,
)
