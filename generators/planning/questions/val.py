"""Validation: where a sequence of actions first fails, or whether it is a plan.

A sequence that fails is a plan in which one action, at an index drawn evenly, was exchanged for a near miss
of the state it meets.  Sequences that miss the goal are plans cut short and filled up with harmless steps.
"""

from __future__ import annotations

from ....domains.planning.strips import Task
from ....instances.records import Json
from ...rng import Rng
from ..states import Scene
from ..walks import near_misses, states_along, variants, walk
from .maker import OPTIONS, POOL, Choice, QuestionMaker

LONGEST = 60
"""Actions in a sequence."""
LONGEST_OPTION = 24
"""Actions in one of four sequences."""


def plan_of(scene: Scene, rng: Rng) -> list[int] | None:
    """A plan from the state, one of several; None when none was found or all are long or a single step."""
    plans = variants(scene.task, rng, 2)
    fitting = [plan for plan in plans if 2 <= len(plan) <= LONGEST]
    return rng.fork("which").choice(fitting) if fitting else None


def named(scene: Scene, numbers: list[int]) -> list[str]:
    """The texts of a sequence."""
    return [scene.name(number) for number in numbers]


def broken(scene: Scene, rng: Rng, plan: list[int]) -> list[int] | None:
    """The plan with the action at a drawn index exchanged for a near miss."""
    task = scene.task
    index = rng.fork("index").below(len(plan))
    state = states_along(task, plan)[index]
    candidates = [number for number in near_misses(task, state) if number != plan[index]]
    if not candidates:
        candidates = [number for number, op in enumerate(task.operators) if not op.applicable(state)]
    if not candidates:
        return None
    head = scene.name(plan[index]).split()[0]
    alike = [number for number in candidates if scene.name(number).split()[0] == head]
    draw = rng.fork("action")
    number = draw.choice(alike if alike and draw.below(2) else candidates)
    return [*plan[:index], number, *plan[index + 1 :]]


def missing_goal(task: Task, rng: Rng, plan: list[int]) -> list[int] | None:
    """An applicable sequence as long as the plan that begins like it and does not reach the goal."""
    kept = rng.fork("kept").below(len(plan))
    state = states_along(task, plan)[kept]
    steps, states = walk(task, rng.fork("walk"), len(plan) - kept, state)
    made = [*plan[:kept], *steps]
    return None if task.satisfied(states[-1]) or not made else made


def generative(scene: Scene, rng: Rng) -> Json | None:
    """A sequence with an inapplicable action."""
    plan = plan_of(scene, rng.fork("plan"))
    made = broken(scene, rng.fork("broken"), plan) if plan else None
    return {"actions": named(scene, made)} if made else None


def boolean(scene: Scene, rng: Rng, answer: bool) -> Json | None:
    """Whether a sequence is applicable, or a plan."""
    plan = plan_of(scene, rng.fork("plan"))
    if plan is None:
        return None
    asks = rng.fork("asks").choice(["valid", "applicable", "plan"])
    draw = rng.fork("sequence")
    made: list[int] | None = plan
    if asks == "applicable" and (not answer or draw.below(2)):
        other = missing_goal(scene.task, draw.fork("other"), plan)
        made = other if answer else broken(scene, draw.fork("broken"), other or plan)
    elif not answer:
        wrong = broken if draw.below(2) else _missing
        made = wrong(scene, draw.fork("wrong"), plan)
    return {"actions": named(scene, made), "asks": asks} if made else None


def _missing(scene: Scene, rng: Rng, plan: list[int]) -> list[int] | None:
    return missing_goal(scene.task, rng, plan)


def choice(scene: Scene, rng: Rng) -> Choice | None:
    """One plan among sequences that fail or miss the goal; all of about one length."""
    plan = plan_of(scene, rng.fork("plan"))
    if plan is None or len(plan) > LONGEST_OPTION:
        return None
    wrong: list[list[int]] = []
    bases = [plan]
    for number in range(2 * POOL):
        maker = broken if number % 3 else _missing
        base = bases[number % len(bases)]
        made = maker(scene, rng.fork("wrong", number), base)
        if made and made not in wrong and made != plan:
            wrong.append(made)
            if maker is _missing:
                bases.append(made)
        if len(wrong) == POOL:
            break
    if len(wrong) < OPTIONS - 1:
        return None
    options = [{"actions": named(scene, each)} for each in wrong]
    return Choice({"actions": named(scene, plan)}, options, {"asks": "plan"})


MAKER = QuestionMaker(generative, boolean, choice)
