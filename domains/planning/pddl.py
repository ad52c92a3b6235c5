"""The PDDL reader: text to a checked syntax tree (``tree``); ``writer`` goes the other way.

The fragment: STRIPS, typing with hierarchies and ``either``, constants, equality, action costs, and ADL:
negation, disjunction, implication and quantifiers in conditions, conditional and quantified effects, derived
predicates that do not depend on their own negation (McDermott et al. 1998; Fox and Long 2003; Helmert,
"Changes in PDDL 3.1", 2008).  Everything else is refused by name where it stands; what a requirement promises
and nothing uses is no fault.  Names fold to lower case, and sections may stand in any order.  The events of
PDDL+ (Fox and Long 2006) are read for families that give them a meaning.

>>> domain = "(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x) :effect (p ?x)))"
>>> problem = parse(domain, "(define (problem q) (:domain d) (:objects o) (:init) (:goal (p o)))")
>>> problem.domain.schemas["a"].add, problem.goal
((Atom(predicate='p', args=('?x',)),), (('p', 'o'),))
"""

from dataclasses import replace
from graphlib import CycleError

from . import pddl_adl as adl
from . import scope as reading
from .conditions import conjuncts, plain, predicates
from .scope import TOTAL_COST, EffectParts, Scope, typed_list
from .sexpr import Expression, clip, read
from .tree import (
    OBJECT,
    And,
    Atom,
    Condition,
    Domain,
    Event,
    Fact,
    Not,
    Or,
    Predicate,
    Problem,
    Schema,
    ancestors,
)

# fmt: off
REQUIREMENTS = frozenset(
    {
        ":strips", ":typing", ":equality", ":negative-preconditions", ":disjunctive-preconditions",
        ":existential-preconditions", ":universal-preconditions", ":quantified-preconditions",
        ":conditional-effects", ":adl", ":ucpop", ":derived-predicates", ":domain-axioms", ":action-costs",
        ":fluents", ":numeric-fluents", ":object-fluents", ":goal-utilities", ":durative-actions",
        ":duration-inequalities", ":continuous-effects", ":timed-initial-literals",
        ":timed-initial-fluents", ":time", ":preferences", ":constraints",
    }
)
# fmt: on
"""The requirements that PDDL knows; what stands behind one is refused where it is used, not here."""

MAX_TYPES = 1000

_REFUSED_SECTIONS = {
    ":axiom": "axioms (:axiom) are",
    ":durative-action": "durative actions are",
    ":process": "processes are",
    ":event": "events are",
    ":constraints": "constraints are",
    ":method": "task networks are",
    ":task": "task networks are",
    ":htn": "task networks are",
    ":observe": "observations are",
}
_DERIVED = ":derived"
_DOMAIN_SECTIONS = frozenset(
    {":requirements", ":types", ":constants", ":predicates", ":functions", ":action", _DERIVED}
)
_EVENT = ":event"
_PROBLEM_SECTIONS = frozenset({":domain", ":requirements", ":objects", ":init", ":goal", ":metric"})


def parse(domain_text: str, problem_text: str) -> Problem:
    """Read a domain and a problem of it; raises what ``parse_domain`` and ``parse_problem`` raise."""
    return parse_problem(problem_text, parse_domain(domain_text))


def parse_domain(text: str, *, file: str = "domain.pddl", events: bool = False) -> Domain:
    """Read a domain, with PDDL+ events if asked; WorldError, UnsupportedError, LimitError with the place."""
    known = _DOMAIN_SECTIONS - {_DERIVED} | {_EVENT} if events else _DOMAIN_SECTIONS
    name, sections = _sections(read(text, file=file), "domain", known)
    requirements = _requirements(sections)
    scope = Scope(_types(sections[":types"][0] if ":types" in sections else None), adl=not events)
    for section in sections.get(":constants", ()):
        scope.objects = _objects(scope, section)
    for section in sections.get(":predicates", ()):
        for skeleton in section.lists(1):
            _declare(scope, skeleton, "predicate", scope.predicates)
    for section in sections.get(":functions", ()):
        _functions(scope, section)
    written = sections.get(_EVENT, [])
    scope.derived = adl.derived(sections.get(_DERIVED, ()))
    schemas = _schemas(scope, [*sections.get(":action", []), *written])
    axioms = adl.axioms(scope, sections.get(_DERIVED, ()))
    happening = {}
    for event in written:
        schema = schemas.pop(event.symbol(1, "an event"))
        if schema.cost is not None:
            raise event.unsupported("costs of events are")
        happening[schema.name] = Event(schema, event.source.file, event.where()[0])
    return Domain(
        name,
        requirements,
        scope.parents,
        scope.objects,
        scope.predicates,
        schemas,
        scope.fluents,
        scope.functions,
        happening,
        axioms,
        adl.cased(scope, schemas, axioms),
    )


def parse_problem(text: str, domain: Domain, *, file: str = "problem.pddl") -> Problem:
    """Read a problem of a domain; raises what ``parse_domain`` raises."""
    whole = read(text, file=file)
    name, sections = _sections(whole, "problem", _PROBLEM_SECTIONS)
    for required in (":domain", ":init", ":goal"):
        if required not in sections:
            raise whole.error(f"the problem has no {required}")
    section = sections[":domain"][0]
    if section.symbol(1, "the domain's name") != domain.name:
        raise section.error(f"the problem is of domain {section.items[1]!r}, not {domain.name!r}", 1)
    _requirements(sections)
    scope = Scope(
        domain.parents,
        dict(domain.constants),
        domain.predicates,
        domain.functions,
        domain.fluents,
        adl=not domain.events,
        derived=frozenset(domain.axioms),
    )
    for section in sections.get(":objects", ()):
        scope.objects = _objects(scope, section)
    init, values = _init(scope, sections[":init"][0])
    minimize = any(_metric(section) for section in sections.get(":metric", ()))
    bare = Problem(name, domain, scope.objects, init, (), values=values, minimize_cost=minimize)
    return _with_goal(scope, sections[":goal"][0], bare)


def _sections(whole: Expression, kind: str, known: frozenset[str]) -> tuple[str, dict[str, list[Expression]]]:
    """The name and the sections, by keyword, of ``(define (kind name) section ...)``."""
    if whole.head != "define":
        raise whole.error("expected (define ...)")
    parts = list(whole.lists(1))
    if not parts or parts[0].head != kind or len(parts[0].items) != 2:
        raise (parts[0] if parts else whole).error(f"expected ({kind} name) after 'define'")
    sections: dict[str, list[Expression]] = {}
    for section in parts[1:]:
        keyword = section.symbol(0, "a section's keyword")
        if keyword in _REFUSED_SECTIONS and keyword not in known:
            raise section.unsupported(_REFUSED_SECTIONS[keyword])
        if keyword not in known:
            raise section.error(f"{clip(keyword)!r} is no section of a {kind}", 0)
        if keyword in sections and keyword not in (":action", _EVENT, _DERIVED):
            raise section.error(f"a second {keyword}")
        sections.setdefault(keyword, []).append(section)
    return reading.name(parts[0], 1, f"a {kind}"), sections


def _requirements(sections: dict[str, list[Expression]]) -> tuple[str, ...]:
    used: dict[str, None] = {}
    for section in sections.get(":requirements", ()):
        for position in range(1, len(section.items)):
            requirement = section.symbol(position, "a requirement")
            if requirement not in REQUIREMENTS:
                raise section.unsupported(f"requirement {clip(requirement)} is", position)
            used[requirement] = None
    return tuple(used)


def _types(section: Expression | None) -> dict[str, tuple[str, ...]]:
    """Each type's direct supertypes, checked to be declared and free of cycles."""
    parents: dict[str, tuple[str, ...]] = {OBJECT: ()}
    if section is None:
        return parents
    places: dict[str, int] = {}
    for position, name, above in typed_list(section, 1, "a type"):
        if name == OBJECT and above == (OBJECT,):
            continue
        if name in parents:
            raise section.error(f"type {clip(name)!r} is declared twice", position)
        if len(places) >= MAX_TYPES:
            raise section.source.limit(f"more than {MAX_TYPES} types", section.where(position))
        parents[name] = above
        places[name] = position
    for name, position in places.items():
        reading.known_types(parents, section, position, parents[name])
    try:
        ancestors(parents)
    except CycleError as error:
        name = min(error.args[1], key=places.__getitem__)
        raise section.error(f"type {clip(name)!r} is a subtype of itself", places[name]) from None
    return parents


def _objects(scope: Scope, section: Expression) -> dict[str, tuple[str, ...]]:
    objects = dict(scope.objects)
    for position, name, types in typed_list(section, 1, "an object"):
        if name in objects:
            raise section.error(f"object {clip(name)!r} is declared twice", position)
        objects[name] = reading.known_types(scope.parents, section, position, types)
    return objects


def _declare(scope: Scope, skeleton: Expression, what: str, known: dict[str, Predicate]) -> None:
    name = reading.name(skeleton, 0, f"a {what}")
    if name in known:
        raise skeleton.error(f"{what} {clip(name)!r} is declared twice", 0)
    known[name] = Predicate(name, reading.parameters(scope, skeleton, 1))
    if what == "function" and name == TOTAL_COST and known[name].parameters:
        raise skeleton.error("total-cost takes no arguments")


def _functions(scope: Scope, section: Expression) -> None:
    """Read the functions of a section; ``- number`` may follow each."""
    position = 1
    while position < len(section.items):
        skeleton = section.items[position]
        if skeleton == "-":
            if position + 1 >= len(section.items) or section.items[position + 1] != "number":
                raise section.unsupported("functions whose values are objects are", position)
            position += 2
            continue
        if isinstance(skeleton, str):
            raise section.error(f"expected a list, found {clip(skeleton)!r}", position)
        _declare(scope, skeleton, "function", scope.functions)
        position += 1


def _schemas(scope: Scope, actions: list[Expression]) -> dict[str, Schema]:
    headers: dict[str, tuple[dict[str, Expression], Schema]] = {}
    for action in actions:
        name = reading.name(action, 1, "an action")
        if name in headers:
            raise action.error(f"action {clip(name)!r} is declared twice", 1)
        fields = _fields(action)
        parameters = reading.parameters(scope, fields[":parameters"]) if ":parameters" in fields else ()
        effect = EffectParts()
        if ":effect" in fields:
            variables = {parameter.name: parameter.types for parameter in parameters}
            reading.effect(scope, fields[":effect"], variables, effect)
        add, delete = tuple(dict.fromkeys(effect.add)), tuple(dict.fromkeys(effect.delete))
        more = tuple(effect.conditional)
        headers[name] = fields, Schema(name, parameters, And(), add, delete, effect.cost, more)
    changed = [atom for _, schema in headers.values() for atom in (*schema.add, *schema.delete)]
    for _, schema in headers.values():
        changed += [atom for more in schema.conditional for atom in (*more.add, *more.delete)]
    scope.fluents = frozenset(atom.predicate for atom in changed)
    schemas = {}
    for name, (fields, schema) in headers.items():
        variables = {parameter.name: parameter.types for parameter in schema.parameters}
        if ":precondition" in fields:
            schema = replace(
                schema, precondition=reading.condition(scope, fields[":precondition"], variables)
            )
        schemas[name] = schema
    return schemas


def _fields(action: Expression) -> dict[str, Expression]:
    fields: dict[str, Expression] = {}
    for position in range(2, len(action.items), 2):
        keyword = action.symbol(position, "a keyword")
        if keyword not in (":parameters", ":precondition", ":effect"):
            raise action.error(f"{clip(keyword)!r} is no part of an action", position)
        if keyword in fields:
            raise action.error(f"a second {keyword}", position)
        value = action.items[position + 1] if position + 1 < len(action.items) else None
        if not isinstance(value, Expression):
            raise action.error(f"expected a list after {keyword}", position)
        fields[keyword] = value
    return fields


def _init(scope: Scope, section: Expression) -> tuple[frozenset[Fact], dict[Fact, int]]:
    true: set[Fact] = set()
    false: dict[Fact, Expression] = {}
    values: dict[Fact, int] = {}
    for item in section.lists(1):
        if item.head == "=":
            if len(item.items) != 3 or not isinstance(item.items[1], Expression):
                raise item.error("expected (= (function ...) number)")
            term = _fact(reading.atom(scope, item.items[1], {}, functions=True))
            value = reading.natural(item, 2)
            if values.setdefault(term, value) != value:
                raise item.error("a second value of the same function term")
        elif item.head == "not":
            atom = reading.condition(scope, item, {})
            if not (isinstance(atom, Not) and isinstance(atom.part, Atom)):
                raise item.error("expected an atom or its negation")
            false[_fact(atom.part)] = item
        elif item.head == "at" and len(item.items) == 3 and isinstance(item.items[2], Expression):
            raise item.unsupported("timed initial literals are")
        elif item.head in ("and", "or", "oneof", "unknown", "forall"):
            raise item.unsupported(f"({item.head} ...) in the initial state is")
        else:
            fact = _fact(reading.atom(scope, item, {}))
            if fact[0] in scope.derived:
                raise item.error(f"{fact[0]!r} is derived: the initial state cannot state it")
            true.add(fact)
    for fact, item in false.items():
        if fact in true:
            raise item.error("an atom and its negation both stand in the initial state")
    return frozenset(true), values


def _with_goal(scope: Scope, section: Expression, problem: Problem) -> Problem:
    """The problem with its goal.  Quantifiers and derived predicates are worked out over the objects; a
    conjunct that leaves a choice among fluents is kept as it is written."""
    if len(section.items) != 2:
        raise section.error("expected (:goal condition)")
    positive: dict[Fact, None] = {}
    negative: dict[Fact, None] = {}
    static: dict[Condition, None] = {}
    choices: list[Condition] = []
    changing = scope.fluents | scope.derived
    for part in conjuncts(reading.condition(scope, next(section.lists(1)), {})):
        if scope.derived & predicates(part) or not plain(part, changing):
            literals = adl.worked_out(section, problem, part)
            if literals is None:
                choices.append(part)
            elif isinstance(literals, bool):
                static[Or()] = None
            else:
                for literal in literals:
                    (positive if literal.wanted else negative)[literal.fact] = None
        elif isinstance(part, Atom):
            positive[_fact(part)] = None
        elif isinstance(part, Not) and isinstance(part.part, Atom):
            negative[_fact(part.part)] = None
        else:
            static[part] = None
    return replace(
        problem,
        goal=tuple(positive),
        negative_goal=tuple(negative),
        static_goal=tuple(static),
        choices=tuple(choices),
    )


def _metric(section: Expression) -> bool:
    amount = section.items[2] if len(section.items) == 3 else None
    symbol = amount.head if isinstance(amount, Expression) and len(amount.items) == 1 else amount
    if section.symbol(1, "minimize or maximize") != "minimize" or symbol != TOTAL_COST:
        raise section.unsupported("a metric other than (:metric minimize (total-cost)) is")
    return True


def _fact(atom: Atom) -> Fact:
    return (atom.predicate, *atom.args)
