"""Delete-relaxed reachability of lifted tasks: all ground actions and facts that it reaches, by joins.

Each action schema is a rule whose body holds its positive preconditions.  Static preconditions are relations
that are there from the start; fluent ones grow, round by round, by what the instances found so far add
(semi-naive evaluation of a Datalog program: Helmert, "Concise finite-domain representations for PDDL planning
tasks", 2009, section 6).  All well-typed groundings count and none is enumerated.  Variables that no
positive precondition binds run through the objects of their types.

A negated precondition over a fluent atom holds in the relaxation if the atom is false initially or some
reached instance deletes it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

from ...instances.errors import LimitError
from .conditions import compile_static, conjuncts, projection, variables
from .joins import Filter, JoinPlan, Pattern, Relation, Row, Rule, check
from .tree import Atom, Fact, Not, Problem, Schema

LIMIT = 1_000_000  # rows that one join may hold, and instances that a task may have

MAX_PATTERNS = 100  # positive preconditions of a schema: ordering its joins takes time cubic in their number


@dataclass
class SchemaRule:
    """A schema as a rule, with the instances reached so far: rows of objects, one for each parameter."""

    schema: Schema
    rule: Rule
    negative: tuple[Atom, ...]
    triggers: list[tuple[str, JoinPlan]] = field(default_factory=list)
    """For each fluent pattern its predicate, and the plan for rows that are new to it."""
    instances: dict[Row, None] = field(default_factory=dict)
    blocked: dict[Row, None] = field(default_factory=dict)
    """Rows whose positive preconditions are reached and whose negated ones are not, yet."""

    def arguments(self, atom: Atom) -> Callable[[Row], Row]:
        """From an instance's row to the arguments that an atom of the schema gets."""
        return projection(atom.args, {name: place for place, name in enumerate(self.rule.variables)})

    def grounds(self, literals: Iterable[Atom]) -> list[tuple[str, Callable[[Row], Row]]]:
        """The predicates of some atoms of the schema, with ``arguments`` of each."""
        return [(atom.predicate, self.arguments(atom)) for atom in literals]


@dataclass
class Reached:
    """The least fixpoint of the relaxation."""

    rules: list[SchemaRule]
    facts: dict[str, set[Row]]  # the arguments of the reached atoms of each fluent predicate
    complemented: frozenset[str]
    deletable: set[Fact]  # the atoms of complemented predicates that some reached instance deletes


def reach(problem: Problem, *, limit: int = LIMIT) -> Reached:
    """Run the rules of all schemas to their least fixpoint; LimitError beyond ``limit`` rows or instances."""
    relations = _relations(problem)
    rules = [_schema_rule(problem, schema, relations) for schema in problem.domain.schemas.values()]
    fluents = problem.domain.fluents
    negated = {atom.predicate for rule in rules for atom in rule.negative}
    negated.update(fact[0] for fact in problem.negative_goal if fact[0] in fluents)
    facts = {name: relations[name].rows for name in sorted(fluents)}
    reached = Reached(rules, facts, frozenset(negated), set())
    initial: dict[str, list[Row]] = {}
    for fact in problem.fluent_init:
        initial.setdefault(fact[0], []).append(fact[1:])
    for name, rows in initial.items():
        relations[name].insert(rows)
    candidates = [rule.rule.plan(relations, None).run((), limit) for rule in rules]
    for rule in rules:
        rule.triggers = [
            (pattern.relation, rule.rule.plan(relations, position))
            for position, pattern in enumerate(rule.rule.patterns)
            if relations[pattern.relation].growing
        ]
    while True:
        deletable = len(reached.deletable)
        new = [_accept(problem, reached, rule, rows) for rule, rows in zip(rules, candidates, strict=True)]
        check(sum(len(rule.instances) for rule in rules), limit)
        delta = _consequences(reached, new)
        if not delta and len(reached.deletable) == deletable:
            return reached
        for name, rows in delta.items():
            relations[name].insert(rows)
        candidates = [
            [row for name, plan in rule.triggers if name in delta for row in plan.run(delta[name], limit)]
            for rule in rules
        ]


def _relations(problem: Problem) -> dict[str, Relation]:
    domain = problem.domain
    relations = {}
    for name, predicate in domain.predicates.items():
        places = tuple(problem.members(parameter.types) for parameter in predicate.parameters)
        relations[name] = Relation(places, growing=name in domain.fluents)
    for fact in problem.init:
        if fact[0] not in domain.fluents:
            relations[fact[0]].rows.add(fact[1:])
    return relations


def _schema_rule(problem: Problem, schema: Schema, relations: dict[str, Relation]) -> SchemaRule:
    """Compile a schema; relations of types are made where it needs them."""
    patterns: dict[Pattern, None] = {}
    negative: dict[Atom, None] = {}
    filters: list[Filter] = []
    ranges = {parameter.name: problem.members(parameter.types) for parameter in schema.parameters}
    for part in conjuncts(schema.precondition):
        inner = part.part if isinstance(part, Not) else None
        if isinstance(part, Atom):
            patterns[Pattern(part.predicate, part.args)] = None
        elif isinstance(inner, Atom) and inner.predicate in problem.domain.fluents:
            negative[inner] = None
        else:
            test = partial(compile_static, part, true=problem.init.__contains__)
            filters.append(Filter(variables(part), test))
    bound = {term for pattern in patterns for term in pattern.terms}
    for parameter in schema.parameters:
        if parameter.name not in bound:
            members = ranges[parameter.name]
            name = " ".join(("object of", *parameter.types))
            relations.setdefault(name, Relation((members,), rows={(member,) for member in members}))
            patterns[Pattern(name, (parameter.name,))] = None
    if len(patterns) > MAX_PATTERNS:
        raise LimitError(f"action {schema.name} has more than {MAX_PATTERNS} positive preconditions")
    objects = tuple(sorted(bound - ranges.keys()))
    return SchemaRule(schema, Rule(ranges, objects, tuple(patterns), tuple(filters)), tuple(negative))


def _accept(problem: Problem, reached: Reached, rule: SchemaRule, candidates: list[Row]) -> list[Row]:
    """Those among the candidates and the rows blocked so far that are reached now and were not before."""
    new = {row: None for row in candidates if row not in rule.instances}
    if rule.negative:
        new = rule.blocked | new
        grounds = rule.grounds(rule.negative)
        rule.blocked = {}
        for row in list(new):
            facts = [(name, *arguments(row)) for name, arguments in grounds]
            if any(fact in problem.init and fact not in reached.deletable for fact in facts):
                rule.blocked[row] = None
                del new[row]
    rule.instances.update(new)
    return list(new)


def _consequences(reached: Reached, new: list[list[Row]]) -> dict[str, list[Row]]:
    """The atoms that new instances add for the first time; what they delete becomes deletable."""
    delta: dict[str, set[Row]] = {}
    for rule, rows in zip(reached.rules, new, strict=True):
        if not rows:
            continue
        adds = rule.grounds(rule.schema.add)
        for name, arguments in adds:
            delta.setdefault(name, set()).update(map(arguments, rows))
        for deleted, arguments in rule.grounds(rule.schema.delete):
            if deleted in reached.complemented:
                rivals = [added for name, added in adds if name == deleted]
                gone = ((arguments(row), row) for row in rows)
                reached.deletable.update(
                    (deleted, *atom) for atom, row in gone if all(added(row) != atom for added in rivals)
                )
    fresh = {name: list(rows - reached.facts[name]) for name, rows in delta.items()}
    return {name: rows for name, rows in fresh.items() if rows}
