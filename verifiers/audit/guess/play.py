"""Guessers of episodes: they act without a goal, and say when they stop without having noticed anything.

Time travel: a walk over valid actions to the successor that was visited least, drawn among equals, within the
turns of the level.  Change: actions drawn evenly, then always the same frame, for each of ``FRAMES``; what
each earns is the mean over ``PLAYS`` plays.  Grid planning: one key over and over, within the budget.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action, click
from ....domains.gridworld.frames import Grid, agrees
from ....domains.gridworld.machine import Machine
from ....domains.gridworld.questions import Change, Planning
from ....instances.errors import AutumnError, LimitError
from ....instances.records import Answer, Instance
from ...gridworld.change import defect_time, score
from ...gridworld.episode import question_of
from ...judge import prepare
from ...timetravel.episode import environment
from ..draw import Draw

FRAMES = (5, 10, 15, 20, 30, 40, 50, 62, 80, 100, 150, 200)
PLAYS = 2
TURNS = 200
"""Turns of a walk at most."""
KEYS = (NOOP, LEFT, RIGHT, UP, DOWN)


def walked(instances: Sequence[Instance]) -> dict[str, list[float]]:
    """What the walk without a goal earns at time travel."""
    return {"a walk that knows no goal": [_walk(one) for one in instances]}


def _walk(instance: Instance) -> float:
    world, draw, visits = environment(instance), Draw(instance.id), dict[object, int]()
    kernel, state, plan = world.world, world.state, list[str]()
    judged = prepare(instance)
    for turn in range(min(TURNS, world.budget)):
        visits[state] = visits.get(state, 0) + 1
        steps = [(kernel.step(state, one), one.name) for one in kernel.applicable(state)]
        fine = [(step.state, name) for step, name in steps if not step.failed]
        if not fine:
            break
        least = min(visits.get(there, 0) for there, _ in fine)
        state, name = draw.choice([one for one in fine if visits.get(one[0], 0) == least], turn)
        plan.append(name)
    return judged(Answer(id=instance.id, answer=plan)).value or 0.0 if plan else 0.0


def waited(instances: Sequence[Instance]) -> dict[str, list[float]]:
    """What frames fixed beforehand earn at change detection."""
    times = [_defects(one) for one in instances]
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
    asked = question_of(instance)
    assert isinstance(asked, Change)
    found: list[int | None] = []
    for play in range(PLAYS):
        draw = Draw(f"{instance.id} play {play}")
        actions = [_drawn(draw, step, asked.changed.grid_size) for step in range(FRAMES[-1])]
        try:
            frames = _frames(Machine(asked.changed, asked.rng_seed), actions)
            found.append(defect_time(asked.program, actions, frames, asked.rng_seed))
        except (LimitError, AutumnError):
            found.append(None)
    return found


def _drawn(draw: Draw, step: int, size: int) -> Action:
    kind = draw.rank("kind", step) % 6
    return KEYS[kind] if kind < 5 else click(draw.rank("x", step) % size, draw.rank("y", step) % size)


def _frames(machine: Machine, actions: Sequence[Action]) -> list[Grid]:
    frames = [tuple(map(tuple, machine.frame()))]
    for action in actions:
        machine.step(action)
        frames.append(tuple(map(tuple, machine.frame())))
    return frames


def pressed(instances: Sequence[Instance]) -> dict[str, list[float]]:
    """What one key, over and over, earns at grid planning."""
    return {f"always {key.name}": [_pressed(one, key) for one in instances] for key in KEYS}


def _pressed(instance: Instance, key: Action) -> float:
    asked = question_of(instance)
    assert isinstance(asked, Planning)
    machine = Machine(asked.program, asked.rng_seed)
    for _ in range(min(TURNS, asked.budget)):
        machine.step(key)
        if agrees(machine.frame(), asked.goal):
            return 1.0
    return 0.0


PLAYERS: dict[str, Callable[[Sequence[Instance]], dict[str, list[float]]]] = {
    "timetravel/level": walked,
    "gridworld/change": waited,
    "gridworld/planning": pressed,
}
"""Who plays the episodes of a family and task."""
