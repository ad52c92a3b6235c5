"""What AutumnBench's answers say, held against replay and search.

- ``correct_idx`` must be the one option that belief support leaves possible;
- ``optimal_actions_count`` is refuted by a plan with fewer actions (``settled``), which is the evidence, or
  by an exhaustive search that proves more to be needed;
- ``condition``, an expression of the changed world, must hold first when the change can be seen first, along
  the shortest way to see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...domains.gridworld.actions import NOOP, Action
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.parser import read
from ...domains.gridworld.program import read_program
from ...domains.gridworld.questions import change, masked_frame, planning
from ...instances.errors import RecordError
from ...instances.formats.autumnbench import FORMAT
from ...instances.records import Instance, Json
from .change import distinguishes, shortest_distinction
from .mfp import possible_options
from .planning import shortest
from .settled import patient_plan

PLAN_STATES, PAIR_STEPS = 40_000, 300_000
"""The states that a search for a plan may meet, and the steps that one for a distinction may take."""


@dataclass(frozen=True)
class Comparison:
    """One stored figure and ours; ``agrees`` is None where ours is not known."""

    what: str
    stored: Any
    ours: Any
    agrees: bool | None
    evidence: Json
    bound: bool = False
    """Whether ours is only known to be enough."""


def compare(instance: Instance) -> Comparison | None:
    """The stored answer of an import held against ours; None when there is none.

    Raises RecordError for an answer that is malformed, AutumnError or LimitError for a world that fails.
    """
    source = instance.source
    if source is None or source.format != FORMAT or not isinstance(source.answer, dict):
        return None
    compared = {"mfp": _option, "planning": _optimum, "change": _condition}
    return compared[instance.task](instance, source.answer)


def _option(instance: Instance, stored: Json) -> Comparison:
    said = _number(stored, "correct_idx")
    found = possible_options(masked_frame(instance.world, instance.query), seeing=True)
    return Comparison("the right option", said, found, found == [said], {"possible": found})


def _optimum(instance: Instance, stored: Json) -> Comparison:
    said, asked = _number(stored, "optimal_actions_count"), planning(instance.world, instance.query)
    plan = patient_plan(asked.program, asked.goal, asked.rng_seed)
    acted = None if plan is None else sum(action != NOOP for action in plan)
    evidence = {} if plan is None else _evidence(plan)
    if acted is not None and acted < said:
        return Comparison("the least number of actions", said, acted, False, evidence, bound=True)
    least = shortest(asked.program, asked.goal, asked.rng_seed, free_noop=True, limit=PLAN_STATES)
    if least is None:
        return Comparison("the least number of actions", said, acted, None, evidence)
    evidence = {**_evidence(least.plan), "states": least.states}
    return Comparison("the least number of actions", said, least.actions, least.actions == said, evidence)


def _evidence(plan: Sequence[Action]) -> Json:
    """A plan, named for people."""
    acted = sum(action != NOOP for action in plan)
    return {"certificate": f"a plan of {acted} actions", "plan": [str(action) for action in plan]}


def _condition(instance: Instance, stored: Json) -> Comparison:
    told, asked = stored.get("condition"), change(instance.world, instance.query)
    if not isinstance(told, str):
        raise RecordError("the condition is a text", field="source.answer.condition")
    what = "the step after which the condition holds"
    found = shortest_distinction(asked.program, asked.changed, asked.rng_seed, limit=PAIR_STEPS)
    if found is None:
        return Comparison(what, None, None, None, {})
    step = distinguishes(asked.program, asked.changed, found.actions, asked.rng_seed)
    holds = _first(asked.changed.text, told, (*found.actions, NOOP), asked.rng_seed)
    evidence = {"actions": [str(action) for action in found.actions]}
    return Comparison(what, holds, step, holds == step, evidence)


def _first(text: str, condition: str, actions: tuple[Action, ...], rng_seed: int) -> int | None:
    """After how many steps a condition holds first: a clause before all others looks at each step's begin."""
    head = read(text).items[0]
    after = head.at + len(getattr(head, "text", ""))
    clause = f" (= conditionHolds false) (on ({condition}) (= conditionHolds true)) "
    watched = text[:after] + clause + text[after:]
    machine = Machine(read_program(watched, file="watched.sexp"), rng_seed)
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
