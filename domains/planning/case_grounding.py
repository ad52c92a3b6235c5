"""The grounder of domains whose actions are matters of cases (ADL): see ``cases``.

Which rows of arguments a schema may have comes from the relaxation of the STRIPS grounder, run on what a
schema takes for sure and on all that it may add.  Each row is taken apart, and the delete relaxation of the
cases is closed.  Every fluent has a complement, for a case may ask for a fact to be false where the text does
not.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from ...instances.errors import LimitError
from . import atoms
from .cases import Case, Grounder
from .conditions import atoms_of, conjuncts, plain
from .grounding import NOT, cost, goal_of
from .reachability import reach
from .strips import Operator, Task
from .tree import And, Atom, Condition, Fact, Not, Problem, Schema

MAX_ADDED = 100_000
"""Instances of the effects of one schema over the objects that its quantifiers run through."""

Named = tuple[str, int, Case]
"""The action's name, its cost, and one of its cases."""


def ground_cases(problem: Problem, *, limit: int) -> Task:
    """The grounded task; LimitError beyond ``limit`` rows or cases, or where an action has too many."""
    cases = _cases(problem, limit)
    reached, deletable, kept = _closed(problem, cases)
    facts = set(reached)
    facts |= {(NOT, *fact) for fact in reached if fact not in problem.init or fact in deletable}
    name = {fact: _name(fact) for fact in facts}
    ordered = sorted(facts, key=name.__getitem__)
    bit = {fact: 1 << place for place, fact in enumerate(ordered)}
    operators = tuple(_operator(named, bit) for named in kept)
    init = sum(
        mask
        for fact, mask in bit.items()
        if (fact[1:] not in problem.init if fact[0] == NOT else fact in problem.init)
    )
    goal, possible = goal_of(problem, bit)
    return Task(tuple(name[fact] for fact in ordered), operators, init, goal, possible)


def _name(fact: Fact) -> str:
    return atoms.negation(atoms.text(fact[1:])) if fact[0] == NOT else atoms.text(fact)


def _cases(problem: Problem, limit: int) -> list[Named]:
    """The cases of all actions that the relaxation may reach, in name order."""
    domain, grounder = problem.domain, Grounder.of(problem)
    sure = {name: _sure(problem, schema) for name, schema in domain.schemas.items()}
    relaxed = replace(domain, schemas=sure, axioms={}, cased=False)
    found: list[Named] = []
    for rule in reach(replace(problem, domain=relaxed, goal=(), negative_goal=()), limit=limit).rules:
        schema = domain.schemas[rule.schema.name]
        for row in rule.instances:
            paid, name = cost(problem, rule, row), atoms.text((schema.name, *row))
            found += [(name, paid, case) for case in grounder.cases(schema, row)]
            if len(found) > limit:
                raise LimitError(f"grounding needs more than {limit} cases of actions")
    return sorted(found, key=lambda named: (named[0], sorted(named[2].pre), sorted(named[2].not_pre)))


def _sure(problem: Problem, schema: Schema) -> Schema:
    """What a schema takes in every case, without what must be false, and all that it adds in some."""
    domain, grounder = problem.domain, Grounder.of(problem)
    changing = domain.fluents | domain.axioms.keys()
    taken: list[Condition] = []
    for part in conjuncts(schema.precondition):
        derived = any(atom.predicate in domain.axioms for atom in atoms_of(part))
        negated = isinstance(part, Not) and any(atom.predicate in changing for atom in atoms_of(part))
        if not derived and not negated and plain(part, changing):
            taken.append(part)
    added = dict.fromkeys(schema.add)
    for each in schema.conditional:
        names = [parameter.name for parameter in each.parameters]
        for row in product(*(grounder.members(parameter) for parameter in each.parameters)):
            bound = dict(zip(names, row, strict=True))
            for atom in each.add:
                added[Atom(atom.predicate, tuple(bound.get(term, term) for term in atom.args))] = None
            if len(added) > MAX_ADDED:
                raise LimitError(f"action {schema.name} may add more than {MAX_ADDED} facts")
    return replace(schema, precondition=And(tuple(taken)), add=tuple(added), delete=(), conditional=())


def _closed(problem: Problem, cases: list[Named]) -> tuple[set[Fact], set[Fact], list[Named]]:
    """The facts that the relaxation reaches, those that it can delete, and the cases that it can apply."""
    reached, deletable = set(problem.fluent_init), set[Fact]()
    waiting, kept = list(enumerate(cases)), set[int]()
    while True:
        blocked = []
        for number, named in waiting:
            case = named[2]
            held = any(fact in problem.init and fact not in deletable for fact in case.not_pre)
            if held or not case.pre <= reached:
                blocked.append((number, named))
            else:
                kept.add(number)
                reached |= case.add
                deletable |= case.delete
        if len(blocked) == len(waiting):
            return reached, deletable, [cases[number] for number in sorted(kept)]
        waiting = blocked


def _operator(named: Named, bit: dict[Fact, int]) -> Operator:
    name, paid, case = named
    needed = sum(bit[fact] for fact in case.pre)
    needed |= sum(bit.get((NOT, *fact), 0) for fact in case.not_pre)
    added = sum(bit[fact] for fact in case.add)
    deleted = sum(bit.get(fact, 0) for fact in case.delete)
    added |= sum(bit.get((NOT, *fact), 0) for fact in case.delete if fact in bit)
    deleted |= sum(bit.get((NOT, *fact), 0) for fact in case.add)
    return Operator(name, needed, added, deleted, paid)
