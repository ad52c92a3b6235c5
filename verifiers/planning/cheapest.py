"""Which actions start a shortest plan: h* of the state, and for every successor whether h* falls by one.

Upper bounds are plans that replay.  Lower bounds are proven by depth-bounded search with LM-cut, or by the
distance table of a space explored whole; an optimal planner's word alone counts as engine-proven.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from ...domains.planning.strips import Task
from ...instances.errors import EnginesDisagreeError
from ...instances.records import Certificate, Grades
from .. import searches
from ..engines.outcome import Refuted
from ..task import Labelled
from .oracle import Oracle, degenerate, plans_certificates
from .reachable import some_plan

FIRST_TRY = 2_000  # states of the first attempt at a lower bound, before the space is explored


@dataclass
class Sides:
    """The applicable operators by what is known of their successors, for h* of the state being ``h``."""

    h: int
    open: list[int]
    closer: dict[int, list[int]] = field(default_factory=dict)
    """Operator number to a plan of ``h`` steps that starts with it."""
    farther: set[int] = field(default_factory=set)
    disclaimed: set[int] = field(default_factory=set)
    """Operators without certificate: an optimal planner says that h* does not fall."""
    h_certified: bool = False
    proof: list[Certificate] = field(default_factory=list)


def next_actions(oracle: Oracle) -> Labelled:
    """The truth of a next-action question, with its proofs."""
    task = oracle.task
    if task.satisfied(task.init):
        return degenerate("already_solved")
    plan, void = some_plan(oracle)
    if plan is None:
        return void
    bounds = searches.LowerBounds(oracle.world.problem, task, lean=oracle.effort.lean)
    if (best := _optimal(oracle, bounds)) is None:
        return degenerate("no_plan_known", grades=Grades(undecided=1))
    return _labelled(oracle, _sides(oracle, best, bounds))


def _optimal(oracle: Oracle, bounds: searches.LowerBounds) -> list[int] | None:
    """A plan that is as short as possible as far as its finder knows; proofs come later."""
    task, effort = oracle.task, oracle.effort
    if effort.own_search:
        exploration = oracle.explored(effort.small_space)
        if exploration.complete:
            return exploration.shortest_plan()
        if (plan := bounds.shortest_plan(task.init, limit=FIRST_TRY)) is not None:
            return plan
    answer = oracle.engine_plan(task.goal, optimal=True)
    if isinstance(answer, Refuted) and answer.optimal:
        return oracle.numbers(answer.witness)
    exploration = oracle.explored(effort.large_space)
    if exploration.complete:
        return exploration.shortest_plan()
    return bounds.shortest_plan(task.init, limit=effort.bound_nodes, forecast=effort.forecast)


def _sides(oracle: Oracle, best: list[int], bounds: searches.LowerBounds) -> Sides:
    task = oracle.task
    numbers = [number for number, operator in enumerate(task.operators) if operator.applicable(task.init)]
    sides = Sides(len(best), numbers)
    _by_bounds(task, bounds, sides, FIRST_TRY)
    if sides.open or not sides.h_certified:
        exploration = oracle.explored(oracle.effort.small_space)
        if not exploration.complete:
            _by_bounds(task, bounds, sides, oracle.effort.bound_nodes)
        if not exploration.complete and (sides.open or not sides.h_certified):
            _by_pruned_space(oracle, sides)
        if not exploration.complete and (sides.open or not sides.h_certified):
            exploration = oracle.explored(oracle.effort.large_space)
        if exploration.complete and (sides.open or not sides.h_certified):
            _by_distances(oracle, exploration, sides)
    for number in list(sides.open):
        _by_engine(oracle, sides, number)
    return sides


def _by_bounds(task: Task, bounds: searches.LowerBounds, sides: Sides, limit: int) -> None:
    """Prove h*(s) >= h, and for every open successor that h* >= h, or find a plan of h - 1 steps from it."""
    for number in list(sides.open):
        answer = bounds.prove(task.operators[number].apply(task.init), sides.h, limit=limit)
        if answer.plan is not None:
            _agree(sides, len(answer.plan) + 1)
            sides.closer[number] = [number, *answer.plan]
        elif answer.holds:
            sides.farther.add(number)
        else:
            continue
        sides.open.remove(number)
    if not sides.h_certified:
        whole = bounds.prove(task.init, sides.h, limit=limit)
        _agree(sides, sides.h if whole.plan is None else len(whole.plan))
        sides.h_certified = bool(whole.holds)
    if sides.h_certified:
        after = [task.operators[number].name for number in sorted(sides.farther)]
        body = {"bound": sides.h, "after": after, "nodes": bounds.nodes}
        sides.proof = [Certificate("lower_bound", body)]


def _agree(sides: Sides, steps: int) -> None:
    """A plan shorter than the shortest one means that some engine is wrong."""
    if steps < sides.h:
        raise EnginesDisagreeError(f"a plan of {steps} steps, where the optimal planner says {sides.h}")


def idle_facts(task: Task) -> int:
    """The facts, false initially, that only actions add which add nothing that is ever asked for.

    Asked for is what stands in a precondition or the goal.  A plan without such an action (a tile painted in
    the wrong colour) is a shorter plan, so the space without them holds all shortest plans.
    """
    needed = reduce(or_, (operator.pre for operator in task.operators), task.goal)
    useful = reduce(or_, (operator.add for operator in task.operators if operator.add & needed), 0)
    return reduce(or_, (operator.add for operator in task.operators), 0) & ~useful & ~task.init


def _by_pruned_space(oracle: Oracle, sides: Sides) -> None:
    """As `_by_distances`, in the space without the actions that no shortest plan takes."""
    limit = min(oracle.effort.pruned_space, oracle.effort.checkable_space)
    idle = idle_facts(oracle.task) if limit else 0
    if not idle:
        return
    space = searches.explore(oracle.task, limit=limit, avoid=idle)
    if space.complete:
        _by_distances(oracle, space, sides)
        body = {"states": space.count, "h": sides.h, "without": oracle.task.names(idle)}
        sides.proof = [Certificate("pruned_distances", body)]


def _by_distances(oracle: Oracle, exploration: searches.ExploredStates, sides: Sides) -> None:
    task, distances, following = oracle.task, exploration.distances, exploration.successors(0)
    if distances[0] != sides.h:
        raise EnginesDisagreeError(f"the space says h* = {distances[0]}, the planner {sides.h}")
    certified = exploration.count <= oracle.effort.checkable_space
    for number in list(sides.open):
        state = following.get(task.operators[number].apply(task.init))
        sides.open.remove(number)
        if state is not None and distances[state] == sides.h - 1:
            sides.closer[number] = [number, *(exploration.shortest_plan(state) or ())]
        else:
            sides.farther.add(number)
            if not certified:
                sides.disclaimed.add(number)
    if certified:
        sides.h_certified = True
        sides.proof = [Certificate("distances", {"states": exploration.count, "h": sides.h})]


def _by_engine(oracle: Oracle, sides: Sides, number: int) -> None:
    task = oracle.task
    successor = task.operators[number].apply(task.init)
    answer = oracle.engine_plan(task.goal, init=successor, optimal=True)
    if not isinstance(answer, Refuted):
        return
    if answer.cost == sides.h - 1:
        sides.closer[number] = [number, *oracle.numbers(answer.witness, successor)]
    elif answer.optimal:
        sides.farther.add(number)
        sides.disclaimed.add(number)
    else:
        return
    sides.open.remove(number)


def _labelled(oracle: Oracle, sides: Sides) -> Labelled:
    task = oracle.task
    closer, farther, undecided = (
        sorted(task.operators[number].name for number in side)
        for side in (sides.closer, sides.farther, sides.open)
    )
    truth = {"closer": closer, "not_closer": farther, "undecided": undecided}
    plans = [sides.closer[number] for number in sorted(sides.closer)]
    claims = len(closer) + len(farther) + 1
    disclaimed = len(sides.disclaimed) if sides.h_certified else claims  # the sides speak of h*
    return Labelled(
        {"kind": "next_action", "h": sides.h, **truth},
        (*plans_certificates(task, plans), *sides.proof),
        Grades(certified=claims - disclaimed, engine_proven=disclaimed, undecided=len(undecided)),
        gold=closer[0] if closer else None,
        difficulty={"distance": sides.h, "applicable": claims - 1 + len(undecided)},
    )
