"""The grounder: from a problem to the positive STRIPS task that search and proofs work on.

The task holds what delete relaxation reaches from the initial state (``reachability``), initial facts
included.  Negation is compiled away: an atom of a predicate that occurs negated gets a complement fact,
``(not (p a))``, that holds when the atom does not (Gazen and Knoblock, "Combining the expressivity of UCPOP
with the efficiency of Graphplan", 1997).  An atom that is never reached is false for good, so its negation
is dropped.  Actions that change nothing are kept.  Adding wins over deleting, and what no state ever holds is
not deleted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ...instances.errors import WorldError
from . import atoms
from .conditions import conjuncts, holds
from .joins import Row
from .reachability import LIMIT, Reached, SchemaRule, reach
from .strips import Operator, Task
from .tree import Atom, Fact, Problem

NOT = "not"
"""Stands before a fact's tuple to make its complement's; no predicate bears this name."""


def ground(problem: Problem, *, limit: int = LIMIT) -> Task:
    """The grounded task of a problem.

    Raises LimitError when more than ``limit`` rows or instances would be needed, WorldError when an action's
    cost has no value in the initial state.
    """
    if problem.domain.cased:
        from .case_grounding import ground_cases

        return ground_cases(problem, limit=limit)
    reached = reach(problem, limit=limit)
    names = {_name(fact): fact for fact in _facts(problem, reached)}
    ordered = sorted(names)
    bit = {names[name]: 1 << position for position, name in enumerate(ordered)}
    operators = chain.from_iterable(_operators(problem, rule, reached, bit) for rule in reached.rules)
    init = sum(mask for fact, mask in bit.items() if _initial(problem, fact))
    goal, possible = goal_of(problem, bit)
    in_order = tuple(sorted(operators, key=lambda operator: operator.name))
    return Task(tuple(ordered), in_order, init, goal, possible)


def _facts(problem: Problem, reached: Reached) -> Iterator[Fact]:
    """The reached atoms and their reached complements."""
    for predicate, rows in reached.facts.items():
        complemented = predicate in reached.complemented
        for row in rows:
            fact = (predicate, *row)
            yield fact
            if complemented and (fact not in problem.init or fact in reached.deletable):
                yield (NOT, *fact)


def _name(fact: Fact) -> str:
    return atoms.negation(atoms.text(fact[1:])) if fact[0] == NOT else atoms.text(fact)


def _initial(problem: Problem, fact: Fact) -> bool:
    return fact[1:] not in problem.init if fact[0] == NOT else fact in problem.init


def _operators(
    problem: Problem, rule: SchemaRule, reached: Reached, bit: dict[Fact, int]
) -> Iterator[Operator]:
    """The operators of a schema's instances."""
    schema, get = rule.schema, bit.get
    literals = [part for part in conjuncts(schema.precondition) if isinstance(part, Atom)]
    pre = rule.grounds(atom for atom in literals if atom.predicate in problem.domain.fluents)
    negative, adds, deletes = (
        rule.grounds(rule.negative),
        rule.grounds(schema.add),
        rule.grounds(schema.delete),
    )
    opposite = any(name in reached.complemented for name, _ in chain(adds, deletes))
    for row in rule.instances:
        needed = added = deleted = 0
        for name, arguments in pre:
            fact = (name, *arguments(row))
            needed |= bit[fact]
        for name, arguments in negative:
            needed |= get((NOT, name, *arguments(row)), 0)
        for name, arguments in adds:
            fact = (name, *arguments(row))
            added |= bit[fact]
        for name, arguments in deletes:
            deleted |= get((name, *arguments(row)), 0)
        deleted &= ~added
        if opposite:
            gone = [fact for name, arguments in deletes if get(fact := (name, *arguments(row)), 0) & deleted]
            for name, arguments in adds:
                deleted |= get((NOT, name, *arguments(row)), 0)
            for fact in gone:
                added |= get((NOT, *fact), 0)
        yield Operator(atoms.text((schema.name, *row)), needed, added, deleted, cost(problem, rule, row))


def cost(problem: Problem, rule: SchemaRule, row: Row) -> int:
    """The cost of an instance: 1 unless the metric is total-cost."""
    stated = rule.schema.cost
    if not problem.minimize_cost:
        return 1
    if not isinstance(stated, Atom):
        return stated or 0
    term = (stated.predicate, *rule.arguments(stated)(row))
    if term not in problem.values:
        raise WorldError(f"the initial state gives {atoms.text(term)} no value")
    return problem.values[term]


def goal_of(problem: Problem, bit: dict[Fact, int]) -> tuple[int, bool]:
    """The goal's bits, and whether every conjunct is reached, or static and true."""
    goal, fluents = 0, problem.domain.fluents
    possible = all(holds(part, problem.init.__contains__) for part in problem.static_goal)
    for fact in problem.goal:
        goal |= bit.get(fact, 0)
        possible &= fact in bit or (fact[0] not in fluents and fact in problem.init)
    for fact in problem.negative_goal:
        complement = (NOT, *fact)
        goal |= bit.get(complement, 0)
        possible &= complement in bit or fact not in problem.init
    return goal, possible
