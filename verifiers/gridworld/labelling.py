"""Labels of grid-world questions: exhaustive search and belief support, by counts and never by the clock.

Certificates name what was counted; the checker counts again, by code of its own:

- ``mfp``: ``support`` {scope}.
- ``planning``: ``search`` {steps, states} for the least number of steps, ``actions`` {actions, states} for
  the least number of actions; where steps are random ``policy`` {steps, states}.
- ``change``: ``distinction`` {steps, states} when the sequence is shortest, ``witness`` {} when it works.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ...domains.gridworld.actions import Action
from ...domains.gridworld.questions import LETTERS, change, masked_frame, planning
from ...instances.errors import LimitError, UnsupportedError
from ...instances.records import Certificate, Grades, Instance
from ..labelled import Labelled
from .change import distinguishes, shortest_distinction
from .masked import possible_options
from .planning import shortest, sure_steps
from .space import explore

UNDECIDED = Labelled({"kind": "undecided"}, grades=Grades(undecided=1))
PLAN_STATES = 40_000
POLICY_STATES = 12_000
PAIR_STATES = 12_000
"""What may be searched for a plan, a sure policy, a distinction."""


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
        everywhere = possible_options(question, seeing=False) == found
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
        return _sure(instance)
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


def _sure(instance: Instance) -> Labelled:
    """Where steps are random: the least k within which a policy reaches the goal whatever is drawn."""
    question = planning(instance.world, instance.query)
    space = explore(question.program, question.rng_seed, limit=POLICY_STATES)
    rank = sure_steps(space, question.goal)[0] if space.complete else None
    if not rank:
        return UNDECIDED
    truth = {"kind": "goal", "steps": rank, "actions": None, "sure": True, "plan": None}
    count = len(space.snapshots)
    return _certified(
        truth, [Certificate("policy", {"steps": rank, "states": count})], None, steps=rank, states=count
    )


def _change(instance: Instance) -> Labelled:
    question = change(instance.world, instance.query)
    found = None
    with suppress(LimitError):
        found = shortest_distinction(question.program, question.changed, question.rng_seed, limit=PAIR_STATES)
    if found is not None and found.actions:
        told = _texts(found.actions)
        truth = {"kind": "change", "steps": len(told), "actions": told, "shortest": True}
        body = {"steps": len(told), "states": found.states}
        return _certified(truth, [Certificate("distinction", body)], "\n".join(told), steps=len(told))
    witness = tuple(Action.parse(text) for text in instance.query.get("witness", ()))
    step = distinguishes(question.program, question.changed, witness, question.rng_seed)
    if not step:
        return UNDECIDED
    told = _texts(witness[:step])
    truth = {"kind": "change", "steps": None, "actions": told, "shortest": False}
    return _certified(truth, [Certificate("witness", {})], "\n".join(told))


def _certified(
    truth: dict[str, Any], proofs: list[Certificate], gold: str | None, **figures: float
) -> Labelled:
    difficulty = {name: float(value) for name, value in figures.items()}
    return Labelled(truth, tuple(proofs), Grades(certified=len(proofs)), gold, difficulty)


def _texts(actions: tuple[Action, ...]) -> list[str]:
    return [str(action) for action in actions]
