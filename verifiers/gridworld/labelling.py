"""Labels of grid-world questions: exhaustive search and belief support, by counts and never by the clock.

Certificates name what was counted; the checker counts again, by code of its own:

- ``mfp``: ``support`` {scope}.
- ``planning``: ``search`` {steps, states} for the least number of steps, ``actions`` {actions, states} for
  the least number of actions; where steps are random ``policy`` {steps, states}, or ``luck`` {steps, states,
  probability} for a plan of as few steps as draws allow.  ``sure`` is true of a policy and of a plan that
  succeeds with probability 1, false where ``policy`` proves that there is none (steps null), else null.
- ``change``: ``distinction`` {steps, states} when the sequence is shortest, ``witness`` {} when it works.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ...domains.gridworld.actions import Action
from ...domains.gridworld.questions import LETTERS, Change, Planning, change, masked_frame, planning
from ...instances.errors import LimitError, UnsupportedError
from ...instances.records import Certificate, Grades, Instance
from ..labelled import Labelled
from .change import distinguishes, shortest_distinction
from .luck import lucky
from .masked import possible_options
from .planning import shortest, sure_steps
from .space import Space, explored

UNDECIDED = Labelled({"kind": "undecided"}, grades=Grades(undecided=1))
PLAN_STATES = 3000
"""The states that a search for a plan may meet, and those of a space in which policies are sought."""
UNSEEN_STATES = 2000
"""The states that may be possible where nothing is seen, for an option to be proven for every realisation."""
PAIR_STEPS = 24_000
"""The steps of states that a search for a distinction may take."""


def label(instance: Instance, effort: object = None) -> Labelled:
    """The truth of a question; RecordError or AutumnError for a malformed one.

    ``effort`` is the families' common parameter; the searches here have bounds of their own.
    """
    known = {"mfp": _masked, "planning": _planning, "change": _change}
    if instance.task not in known or instance.form != "episode":
        raise UnsupportedError(f"there is no grid-world task {instance.task} in form {instance.form}")
    try:
        return known[instance.task](instance)
    except LimitError:
        return UNDECIDED


def _masked(instance: Instance) -> Labelled:
    question = masked_frame(instance.world, instance.query)
    found = possible_options(question, seeing=True)
    if len(found) != 1:
        return UNDECIDED
    try:
        everywhere = possible_options(question, seeing=False, limit=UNSEEN_STATES) == found
    except LimitError:
        everywhere = False
    scope = "every-realisation" if everywhere else "trajectory"
    answer = LETTERS[found[0]]
    return _certified(
        {"kind": "option", "answer": answer, "scope": scope},
        [Certificate("support", {"scope": scope})],
        answer,
    )


def _planning(instance: Instance) -> Labelled:
    question = planning(instance.world, instance.query)
    program, seed, goal = question.program, question.rng_seed, question.goal
    found = shortest(program, goal, seed, limit=PLAN_STATES)
    if found is None:
        return _by_chance(question)
    proofs = [Certificate("search", {"steps": found.steps, "states": found.states})]
    least = shortest(program, goal, seed, free_noop=True, limit=PLAN_STATES)
    if least is not None:
        proofs.append(Certificate("actions", {"actions": least.actions, "states": least.states}))
    plan = _texts(found.plan)
    truth = {
        "kind": "goal",
        "steps": found.steps,
        "actions": None if least is None else least.actions,
        "sure": True,
        "plan": plan,
    }
    return _certified(truth, proofs, "\n".join(plan), steps=found.steps, states=found.states)


def _by_chance(question: Planning) -> Labelled:
    """Where steps are random: a policy that reaches the goal whatever is drawn, or what luck allows."""
    space = explored(question.program.text, question.rng_seed, PLAN_STATES)
    rank = sure_steps(space, question.goal)[0] if space.complete else 0
    if not rank:
        return _by_luck(question, space, hopeless=rank is None)
    truth = {"kind": "goal", "steps": rank, "actions": None, "sure": True, "plan": None}
    count = len(space.snapshots)
    body = {"steps": rank, "states": count}
    return _certified(truth, [Certificate("policy", body)], None, steps=rank, states=count)


def _by_luck(question: Planning, space: Space, hopeless: bool) -> Labelled:
    """What luck allows; ``hopeless``: it is known that no policy is sure."""
    found = lucky(question.program, space, question.goal, question.rng_seed)
    if found is None:
        return UNDECIDED
    plan, steps, likely = _texts(found.plan), len(found.plan), found.probability
    count = sum(depth <= steps for depth in space.depths)
    proofs = [Certificate("luck", {"steps": steps, "states": count, "probability": str(likely)})]
    gold = "\n".join(plan)
    figures = {"steps": steps, "states": count, "probability": float(likely)}
    truth = {"kind": "goal", "steps": steps, "actions": None, "sure": True, "plan": plan}
    if likely == 1:
        return _certified(truth, proofs, gold, **figures)
    if hopeless:
        proofs.append(Certificate("policy", {"steps": None, "states": len(space.snapshots)}))
    truth |= {"sure": False if hopeless else None, "probability": str(likely)}
    return _certified(truth, proofs, gold, **figures)


def _change(instance: Instance) -> Labelled:
    question = change(instance.world, instance.query)
    base, changed, seed = question.program, question.changed, question.rng_seed
    witness = tuple(Action.parse(text) for text in instance.query.get("witness", ()))
    found = None
    with suppress(LimitError):
        found = shortest_distinction(base, changed, seed, limit=PAIR_STEPS)
    if found is not None and found.actions:
        runs = (found.actions, witness)
        told = _texts(found.actions)
        truth = {"kind": "change", "steps": len(told), "actions": told, "shortest": True}
        body = {"steps": len(told), "states": found.states}
        gold = next((shown for run in runs if (shown := _shown(question, run))), None)
        return _certified(truth, [Certificate("distinction", body)], gold, steps=len(told))
    gold = _shown(question, witness)
    if gold is None:
        return UNDECIDED
    truth = {"kind": "change", "steps": None, "actions": gold.splitlines(), "shortest": False}
    return _certified(truth, [Certificate("witness", {})], gold)


def _shown(question: Change, actions: tuple[Action, ...]) -> str | None:
    """The actions as far as the first frame that shows the change as the seed draws; None for no such."""
    try:
        step = distinguishes(question.program, question.changed, actions, question.rng_seed)
    except LimitError:
        return None
    return "\n".join(_texts(actions[:step])) if step else None


def _certified(
    truth: dict[str, Any], proofs: list[Certificate], gold: str | None, **figures: float
) -> Labelled:
    difficulty = {name: float(value) for name, value in figures.items()}
    return Labelled(truth, tuple(proofs), Grades(certified=len(proofs)), gold, difficulty)


def _texts(actions: tuple[Action, ...]) -> list[str]:
    return [str(action) for action in actions]
