"""Guessers that look at no option: fixed words, commonest gold answers, and players without a goal.

The commonest gold answer of the task, or of its domain, is taken over the other questions.  Time travel: a
walk to the successor that was visited least.  Change: actions drawn evenly, then always the same frame, for
each of ``FRAMES``, in the mean over ``PLAYS`` plays.  Grid planning: one key over and over.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from ....domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action, click
from ....domains.gridworld.frames import agrees
from ....domains.gridworld.machine import Machine
from ....domains.gridworld.questions import Change, Planning
from ....instances.errors import AutumnError, LimitError
from ....instances.records import Answer, Instance
from ...gridworld.change import defect_time, score
from ...gridworld.judging import question_of
from ...judge import prepare
from ...timetravel.judging import environment
from ..gridworld import frames_of
from ..mutator import Draw

WORDS = ("None", "[]", "[] []", "0", "true", "false", "{}")  # of questions that are answered freely
CLOSED: Mapping[str, Sequence[str]] = {"bool": ("yes", "no"), "mcq": tuple("ABCD")}
FRAMES = (5, 10, 15, 20, 30, 40, 50, 62, 80, 100, 150, 200)
PLAYS = 2
TURNS = 200  # turns of a walk at most
KEYS = (NOOP, LEFT, RIGHT, UP, DOWN)


def constants(instances: Sequence[Instance]) -> dict[str, list[float]]:
    """What each of them earns on each question of one task and form."""
    judged = [_judge(instance) for instance in instances]
    words = CLOSED.get(instances[0].form, WORDS)
    scores = {f"always {word}": [judge(word) for judge in judged] for word in words}
    for name, key in (("task", ""), ("task and domain", "domain")):
        golds: dict[str, Counter[str]] = defaultdict(Counter)
        kinds = [getattr(instance, key) if key else "" for instance in instances]
        for instance, kind in zip(instances, kinds, strict=True):
            golds[kind][instance.gold or ""] += 1
        scores[f"commonest gold of the {name}"] = [
            judge(_commonest(golds[kind], instance.gold or ""))
            for instance, kind, judge in zip(instances, kinds, judged, strict=True)
        ]
    return scores


def _commonest(golds: Counter[str], own: str) -> str:
    """The commonest answer once one of a question's own is taken away; the first by name of several."""
    return min(golds, key=lambda gold: (-(golds[gold] - (gold == own)), gold))


def _judge(instance: Instance) -> Callable[[str], float]:
    judged = prepare(instance)
    return cache(lambda text: judged(Answer(id=instance.id, response=text)).value or 0.0)


def walked(instances: Sequence[Instance]) -> dict[str, list[float]]:
    """What the walk without a goal earns at time travel."""
    return {"a walk that knows no goal": [_walk(instance) for instance in instances]}


def _walk(instance: Instance) -> float:
    world, draw, visits = environment(instance), Draw(instance.id), dict[object, int]()
    kernel, state, plan = world.world, world.state, list[str]()
    judged = prepare(instance)
    for turn in range(min(TURNS, world.budget)):
        visits[state] = visits.get(state, 0) + 1
        steps = [(kernel.step(state, action), action.name) for action in kernel.applicable(state)]
        fine = [(step.state, name) for step, name in steps if not step.failed]
        if not fine:
            break
        least = min(visits.get(there, 0) for there, _ in fine)
        state, name = draw.choice([step for step in fine if visits.get(step[0], 0) == least], turn)
        plan.append(name)
    return judged(Answer(id=instance.id, answer=plan)).value or 0.0 if plan else 0.0


def waited(instances: Sequence[Instance]) -> dict[str, list[float]]:
    """What frames fixed beforehand earn at change detection."""
    times = [_defects(instance) for instance in instances]
    return {
        f"{frame} drawn steps, then frame {frame}": [
            sum(score(frame, time if time is not None and time <= frame else None) for time in each)
            / len(each)
            for each in times
        ]
        for frame in FRAMES
    }


def _defects(instance: Instance) -> list[int | None]:
    """The first step of each play that the world before the change cannot show; None where there is none."""
    problem = question_of(instance)
    assert isinstance(problem, Change)
    times: list[int | None] = []
    for play in range(PLAYS):
        draw = Draw(f"{instance.id} play {play}")
        actions = [_drawn(draw, step, problem.changed.grid_size) for step in range(FRAMES[-1])]
        try:
            frames = frames_of(Machine(problem.changed, problem.rng_seed), actions)
            times.append(defect_time(problem.program, actions, frames, problem.rng_seed))
        except (LimitError, AutumnError):
            times.append(None)
    return times


def _drawn(draw: Draw, step: int, size: int) -> Action:
    kind = draw.rank("kind", step) % 6
    return KEYS[kind] if kind < 5 else click(draw.rank("x", step) % size, draw.rank("y", step) % size)


def pressed(instances: Sequence[Instance]) -> dict[str, list[float]]:
    """What one key, over and over, earns at grid planning."""
    return {f"always {key.name}": [_pressed(instance, key) for instance in instances] for key in KEYS}


def _pressed(instance: Instance, key: Action) -> float:
    problem = question_of(instance)
    assert isinstance(problem, Planning)
    machine = Machine(problem.program, problem.rng_seed)
    for _ in range(min(TURNS, problem.budget)):
        machine.step(key)
        if agrees(machine.frame(), problem.goal):
            return 1.0
    return 0.0


PLAYERS: dict[str, Callable[[Sequence[Instance]], dict[str, list[float]]]] = {
    "timetravel/level": walked,
    "gridworld/change": waited,
    "gridworld/planning": pressed,
}  # who plays the episodes of a family and task
