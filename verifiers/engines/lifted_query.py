"""A query put back into PDDL: for engines that read and ground for themselves.

The initial state and the goal of the problem are exchanged for those of the query; facts that no step may
add go along as a list, since PDDL has no word for them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...domains.planning.atoms import is_negation, parse
from ...domains.planning.strips import Task
from ...domains.planning.tree import Fact, Problem
from ...domains.planning.writer import write_domain, write_problem
from ...instances.errors import UnsupportedError
from .query import Cut


def lifted_query(problem: Problem, asked: Cut) -> dict[str, Any]:
    """The query as PDDL texts ``domain`` and ``problem``, and ``avoided``, a list of ground atoms.

    ``problem`` is what the query's task was grounded from.  UnsupportedError when the complement of a negated
    fact is to be avoided.
    """
    task = asked.task
    edited = problem
    if asked.init != task.init:
        static = {fact for fact in problem.init if fact[0] not in problem.domain.fluents}
        edited = replace(edited, init=frozenset(static.union(_atoms(task, asked.init, negated=False))))
    if asked.goal != task.goal or asked.possible != task.goal_possible:
        goal, negative = (tuple(_atoms(task, asked.goal, negated=flag)) for flag in (False, True))
        edited = replace(edited, goal=goal, negative_goal=negative, static_goal=())
    if _atoms(task, asked.without, negated=True):
        raise UnsupportedError("the complement of a fact cannot be avoided in a lifted problem")
    return {
        "domain": write_domain(edited.domain),
        "problem": write_problem(edited),
        "avoided": [list(fact) for fact in _atoms(task, asked.without, negated=False)],
    }


def _atoms(task: Task, mask: int, *, negated: bool) -> list[Fact]:
    """The atoms of a bitmask: those that stand for themselves, or those that stand for complements."""
    names = [name for name in task.names(mask) if is_negation(name) == negated]
    return [parse(name.removeprefix("(not ").removesuffix(")") if negated else name) for name in names]
