"""Planning problems as objects of unified-planning (Micheli et al., 2025), for children only.

A grounded query becomes a fluent for each fact and an action without parameters for each operator; our own
syntax tree goes over lifted, since unified-planning's PDDL reader refuses names that are used twice and some
type hierarchies.  As it wants all names distinct, every name gets a letter in front.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from ...domains.planning.atoms import is_negation, parse
from ...domains.planning.strips import Task
from ...domains.planning.tree import (
    OBJECT,
    And,
    Atom,
    Condition,
    Equal,
    Fact,
    Not,
    Or,
    Predicate,
    Problem,
    Schema,
)
from ...domains.planning.writer import write_domain, write_problem
from ...instances.errors import UnsupportedError
from .query import Cut


def lifted_query(problem: Problem, cut: Cut) -> dict[str, Any]:
    """The query as PDDL texts ``domain`` and ``problem``, and ``avoided``, ground atoms that no step may add.

    ``problem`` is what the query's task was grounded from; its initial state and goal are exchanged for those
    of the query.  UnsupportedError when the complement of a negated fact is to be avoided.
    """
    task = cut.task
    edited = problem
    if cut.init != task.init:
        static = {fact for fact in problem.init if fact[0] not in problem.domain.fluents}
        edited = replace(edited, init=frozenset(static.union(_atoms(task, cut.init, negated=False))))
    if cut.goal != task.goal or cut.possible != task.goal_possible:
        goal, negative = (tuple(_atoms(task, cut.goal, negated=flag)) for flag in (False, True))
        edited = replace(edited, goal=goal, negative_goal=negative, static_goal=())
    if _atoms(task, cut.without, negated=True):
        raise UnsupportedError("the complement of a fact cannot be avoided in a lifted problem")
    return {
        "domain": write_domain(edited.domain),
        "problem": write_problem(edited),
        "avoided": [list(fact) for fact in _atoms(task, cut.without, negated=False)],
    }


def _atoms(task: Task, mask: int, *, negated: bool) -> list[Fact]:
    """The atoms of a bitmask: those that stand for themselves, or those that stand for complements."""
    names = [name for name in task.names(mask) if is_negation(name) == negated]
    return [parse(name.removeprefix("(not ").removesuffix(")") if negated else name) for name in names]


def grounded(payload: Mapping[str, Any]) -> Any:
    """A unified-planning problem for what `query.wire` wrote: facts ``f0..``, actions ``a0..``."""
    import unified_planning.shortcuts as up

    made = up.Problem("query")
    true = set(payload["init"])
    facts = [up.Fluent(f"f{number}") for number in range(payload["facts"])]
    for number, fact in enumerate(facts):
        made.add_fluent(fact, default_initial_value=number in true)
    for number, (pre, add, delete) in enumerate(payload["operators"]):
        action = up.InstantaneousAction(f"a{number}")
        for fact in pre:
            action.add_precondition(facts[fact])
        for fact in add:
            action.add_effect(facts[fact], True)
        for fact in delete:
            action.add_effect(facts[fact], False)
        made.add_action(action)
    for fact in payload["goal"]:
        made.add_goal(facts[fact])
    return made


def lifted(problem: Problem, avoided: Sequence[Sequence[str]] = ()) -> Any:
    """A unified-planning problem for our syntax tree; no action may add one of the ``avoided`` ground atoms.

    UnsupportedError for types with several parents, and for terms that belong to several types.
    """
    return _Exchange(problem, avoided).problem()


class _Exchange:
    def __init__(self, problem: Problem, avoided: Sequence[Sequence[str]]):
        import unified_planning.shortcuts as up

        self.up, self.source, self.avoided = up, problem, avoided
        self.types: dict[str, Any] = {OBJECT: up.UserType(f"t_{OBJECT}")}
        for name in problem.domain.parents:
            self.type(name)
        self.objects = {
            name: up.Object(f"o_{name}", self.type(_single(types))) for name, types in problem.objects.items()
        }
        self.fluents = {
            name: up.Fluent(f"f_{name}", up.BoolType(), **self.parameters(predicate))
            for name, predicate in problem.domain.predicates.items()
        }

    def parameters(self, head: Predicate | Schema) -> dict[str, Any]:
        places = enumerate(head.parameters)
        return {f"x{place}": self.type(_single(parameter.types)) for place, parameter in places}

    def type(self, name: str) -> Any:
        if name not in self.types:
            parent = self.type(_single(self.source.domain.parents[name]))
            self.types[name] = self.up.UserType(f"t_{name}", parent)
        return self.types[name]

    def problem(self) -> Any:
        if self.source.domain.cased or self.source.choices:
            what = "the actions or the goal need ADL"
            raise UnsupportedError(f"unified-planning is used only for STRIPS: {what}")
        made = self.up.Problem("problem")
        made.add_objects(self.objects.values())
        for fluent in self.fluents.values():
            made.add_fluent(fluent, default_initial_value=False)
        for schema in self.source.domain.schemas.values():
            made.add_action(self.action(schema))
        for fact in sorted(self.source.init):
            made.set_initial_value(self.atom(Atom(fact[0], fact[1:]), {}), True)
        goal = [Atom(fact[0], fact[1:]) for fact in self.source.goal]
        negative = [Not(Atom(fact[0], fact[1:])) for fact in self.source.negative_goal]
        for part in (*goal, *negative, *self.source.static_goal):
            made.add_goal(self.condition(part, {}))
        return made

    def action(self, schema: Schema) -> Any:
        """An action; adding wins over deleting, which unified-planning would call a contradiction."""
        made = self.up.InstantaneousAction(f"a_{schema.name}", **self.parameters(schema))
        places = enumerate(schema.parameters)
        terms = {parameter.name: made.parameter(f"x{place}") for place, parameter in places}
        made.add_precondition(self.condition(schema.precondition, terms))
        for atom, fact in product(schema.add, self.avoided):
            same = self.equal(schema, atom, fact)
            if same is not None:
                made.add_precondition(self.up.Not(self.condition(same, terms)))
        for atom in schema.add:
            made.add_effect(self.atom(atom, terms), True)
        for atom in schema.delete:
            if atom not in schema.add:
                made.add_effect(self.atom(atom, terms), False)
        return made

    def equal(self, schema: Schema, atom: Atom, fact: Sequence[str]) -> Condition | None:
        """When an atom of a schema names a ground fact; None when it never does."""
        if atom.predicate != fact[0]:
            return None
        ranges = {parameter.name: self.source.members(parameter.types) for parameter in schema.parameters}
        if any(name not in ranges.get(term, (term,)) for term, name in zip(atom.args, fact[1:], strict=True)):
            return None
        pairs = zip(atom.args, fact[1:], strict=True)
        return And(tuple(Equal(term, name) for term, name in pairs if term in ranges))

    def atom(self, atom: Atom, terms: Mapping[str, Any]) -> Any:
        return self.fluents[atom.predicate](*(self.term(name, terms) for name in atom.args))

    def term(self, name: str, terms: Mapping[str, Any]) -> Any:
        return terms[name] if name in terms else self.objects[name]

    def condition(self, part: Condition, terms: Mapping[str, Any]) -> Any:
        if isinstance(part, Atom):
            return self.atom(part, terms)
        if isinstance(part, Equal):
            return self.up.Equals(self.term(part.left, terms), self.term(part.right, terms))
        if isinstance(part, Not):
            return self.up.Not(self.condition(part.part, terms))
        if not isinstance(part, (And, Or)):
            raise UnsupportedError("unified-planning is used without quantifiers")
        parts = [self.condition(inner, terms) for inner in part.parts]
        if isinstance(part, And):
            return self.up.And(parts) if parts else self.up.TRUE()
        return self.up.Or(parts) if parts else self.up.FALSE()


def _single(types: Sequence[str]) -> str:
    if len(types) > 1:
        raise UnsupportedError(f"unified-planning has no place for several types at once: {' '.join(types)}")
    return types[0] if types else OBJECT
