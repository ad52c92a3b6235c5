"""Change detection: when does a changed world show what the base world cannot show?

The *defect time* of a trajectory is its first step whose observation has probability zero under the base
program, given all that was done and seen before (belief support; WorldTest, appendix C.2).

The score of a choice c with defect time t is 1 at t and t - 1, 0 before; later it falls with r = c / t as
clip(1.377 f - 1.178, 0, 1), f = 1 / (1 - r exp(-r)): the public implementation, since the paper's formula is
lost in its text.  Where nothing was triggered, every choice scores 0.

Certificates: ``distinction`` {steps, states} when the stored sequence is shortest, ``witness`` {} when it
works.
"""

import math
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from ...domains.environment import Call
from ...domains.gridworld.actions import NOOP, Action, click
from ...domains.gridworld.environment import WorldTest
from ...domains.gridworld.machine import Machine, Snapshot
from ...domains.gridworld.phases import ChangeTest
from ...domains.gridworld.program import Program, kept_program
from ...domains.gridworld.questions import Change, change
from ...instances.errors import LimitError
from ...instances.records import Certificate, Code, Json, Outcome
from ..reading.kinds import AnswerKind
from ..search.grid_moves import ARROWS, Place, alike, named
from ..search.grid_states import state_key, successors
from ..task import Judgement, Labelled, correct, undecided
from .judging import UNDECIDED, GridTask, Judged, certified, played, texts
from .support import Observation, Support, frames_of

STEPS = 300_000  # steps that a search for the shortest distinction may take
PAIR_STEPS = 24_000  # those of a search for a label


def defect_time(
    base: Program, actions: Sequence[Action], observations: Sequence[Observation], rng_seed: int
) -> int | None:
    """The first step t (from 1; 0 is the initial frame) that the base program cannot show; None if all can.
    ``observations`` has one more entry than ``actions``. Raises LimitError where the support is too large."""
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


def distinguishes(base: Program, changed: Program, actions: Sequence[Action], rng_seed: int) -> int | None:
    """The first step at which these actions, in the changed world as its seed draws, show the change."""
    return defect_time(base, actions, list(frames_of(changed, rng_seed, actions)), rng_seed)


@dataclass(frozen=True)
class Distinction:
    """Actions, as few as possible, after which the change can show; how many pairs of states were met."""

    actions: tuple[Action, ...]
    states: int


def shortest_distinction(
    base: Program, changed: Program, rng_seed: int, *, limit: int = STEPS
) -> Distinction | None:
    """The shortest way to a frame that the base cannot show; None where none is found within the limit.

    A breadth-first search over pairs of the changed world's state and the support of the base world, by
    classes of clicks that act alike in all of them.  The limit is on steps: one a state and action.
    """
    acting = Machine(changed, rng_seed)
    start = Support(base, rng_seed).seeing(acting.frame())
    if not start.size:
        return Distinction((), 1)
    met: set[Hashable] = {(state_key(acting), start.key)}
    queue: deque[tuple[Snapshot, Support, tuple[Action, ...]]] = deque([(acting.snapshot(), start, ())])
    unheard = [it for it in ARROWS if it.name not in named(base) | named(changed)]  # as waiting, tried before
    taken = 0
    while queue:
        state, support, way = queue.popleft()
        acting.restore(state)
        for action in _actions(alike(acting), support):
            taken += 1 + support.size
            if taken > limit:
                return None
            if action in unheard:
                continue
            after = support.after(action)
            acting.restore(state)
            for _, outcome in successors(acting, action):
                acting.restore(outcome)
                seen = after.seeing(acting.frame())
                if not seen.size:
                    return Distinction((*way, action), len(met))
                pair = (outcome.key, seen.key)
                if pair not in met:
                    met.add(pair)
                    queue.append((outcome, seen, (*way, action)))
    return None


def _actions(first: dict[Place, Place], support: Support) -> list[Action]:
    """The keys, and one click of each class that is one in the changed world and in the whole support."""
    partitions = [first, *support.classes()]
    kinds: dict[tuple[Place, ...], Place] = {}
    for place in first:
        kinds.setdefault(tuple([partition[place] for partition in partitions]), place)
    return [NOOP, *ARROWS, *(click(*place) for place in kinds.values())]


@lru_cache(8)
def distinction(base: str, changed: str, rng_seed: int) -> Distinction | None:
    """The shortest way to see a change, of programs' texts; None where a label's bounds do not find it."""
    with suppress(LimitError):
        programs = kept_program(base), kept_program(changed, "changed.sexp")
        return shortest_distinction(*programs, rng_seed, limit=PAIR_STEPS)
    return None


def label(question: Change, query: Json) -> Labelled:
    """The shortest sequence that can show the change, or the query's witness of it."""
    base, changed, seed = question.program, question.changed, question.rng_seed
    witness = tuple(Action.parse(text) for text in query.get("witness", ()))
    shortest = distinction(base.text, changed.text, seed)
    if shortest is not None and shortest.actions:
        actions = texts(shortest.actions)
        truth = {"kind": "change", "steps": len(actions), "actions": actions, "shortest": True}
        body = {"steps": len(actions), "states": shortest.states}
        runs = (shortest.actions, witness)
        gold = next((shown for run in runs if (shown := _shown(question, run))), None)
        return certified(truth, [Certificate("distinction", body)], gold, steps=len(actions))
    if (gold := _shown(question, witness)) is None:
        return UNDECIDED
    truth = {"kind": "change", "steps": None, "actions": gold.splitlines(), "shortest": False}
    return certified(truth, [Certificate("witness", {})], gold)


def _shown(question: Change, actions: tuple[Action, ...]) -> str | None:
    """The actions as far as the first frame that shows the change as the seed draws; None for no such."""
    try:
        step = distinguishes(question.program, question.changed, actions, question.rng_seed)
    except LimitError:
        return None
    return "\n".join(texts(actions[:step])) if step else None


def judge(truth: Json) -> Callable[[WorldTest, Json], Judged]:
    """The score of the chosen frame; undecided where the support grows too large to say."""
    return _noticed


def _noticed(world: WorldTest, figures: Json) -> Judged:
    test, question = world.test, world.question
    assert isinstance(test, ChangeTest) and isinstance(question, Change)
    try:
        defect = defect_time(question.program, test.played.actions, test.played.frames, question.rng_seed)
    except LimitError as error:
        return undecided(f"the defect time is not known: {error}"), test.choice
    value = score(test.choice, defect)
    figures |= {"defect_time": defect, "choice": test.choice, "steps": len(test.played.actions)}
    if value == 1.0:
        return correct(f"frame {defect} showed the change first", **figures), test.choice
    shown = "no frame shows the change" if defect is None else f"frame {defect} showed the change first"
    return Judgement(Outcome.INCORRECT, Code.WRONG, shown, figures, value), test.choice


def calls(lines: list[str], world: WorldTest) -> list[Call]:
    """Play the lines, and say that the last frame showed the change first."""
    said = [Call("found-the-change"), Call("choose_grid_i", {"i": len(lines)}), Call("submit")]
    return [*played(lines), *said]


TASK = GridTask(
    number=3,
    title="first frame of a change",
    paper="Change Detection",
    groups={"episode": "gridworld_change"},
    read=change,
    shape=AnswerKind.MOVES,
    calls=calls,
    label=label,
    judge=judge,
)
