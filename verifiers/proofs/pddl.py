"""PDDL as the checker reads it: STRIPS with types, ``either``, constants, equality, action costs (checked and
dropped: a plan costs its length), ADL (negation, disjunction, quantifiers, conditional effects, derived
predicates that do not depend on their own negation), and, for families that give them a meaning, the events
of PDDL+.

Everything else is refused, with file, line and column: unknown sections, requirements and words, names
declared twice or not at all, wrong arities, and terms whose type can never be the one wanted (McDermott et
al., PDDL, 1998; Fox and Long, JAIR 2003 and 2006).
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter

from .pddl_tree import (
    OBJECT,
    Condition,
    Domain,
    Effect,
    Fact,
    Problem,
    Schema,
    Types,
    literals,
    predicates,
    settled,
)
from .pddl_words import (
    atom_of,
    enter,
    known,
    named,
    natural,
    only,
    pair,
    read_condition,
    read_effect,
    typed,
    variables_of,
)
from .refused import clip
from .sexpr import Form, read

MAX_TYPES = 1000
SHORT = 50_000
"""Characters of domains that are remembered."""

_WORDS = """
strips typing equality negative-preconditions disjunctive-preconditions existential-preconditions
universal-preconditions quantified-preconditions conditional-effects adl ucpop derived-predicates
domain-axioms action-costs fluents numeric-fluents object-fluents goal-utilities durative-actions
duration-inequalities continuous-effects timed-initial-literals timed-initial-fluents time
preferences constraints
"""
_REQUIREMENTS = frozenset(f":{word}" for word in _WORDS.split())
"""Known to PDDL: what one promises is refused, if at all, where it is used."""
_DOMAIN = frozenset({":requirements", ":types", ":constants", ":predicates", ":functions", ":action"})
_PROBLEM = frozenset({":domain", ":requirements", ":objects", ":init", ":goal", ":metric"})


def read_domain(text: str, events: bool = False) -> Domain:
    """Read a domain; RefusedError with line and column for what is not supported or not PDDL.

    Short domains are remembered, for many questions share one.
    """
    return (_remembered if len(text) <= SHORT else _read_domain)(text, events)


def _read_domain(text: str, events: bool) -> Domain:
    whole = read(text, "domain.pddl")
    repeated = {":action", ":event"} if events else {":action", ":derived"}
    name, sections = _sections(whole, "domain", _DOMAIN | repeated, repeated)
    _require(sections)
    domain = Domain(name, _types(sections), adl=not events)
    domain = replace(domain, objects=_objects(domain, sections.get(":constants", ())))
    domain = replace(domain, predicates=_heads(domain, sections.get(":predicates", ())))
    domain = replace(domain, functions=_heads(domain, sections.get(":functions", ()), functions=True))
    domain = replace(
        domain, axioms={_derived(form)[0].word(0, "a name"): [] for form in sections.get(":derived", ())}
    )
    actions = [form for key in (":action", ":event") for form in sections.get(key, ())]
    return _with_axioms(_with_schemas(domain, actions), sections.get(":derived", ()))


_remembered = lru_cache(maxsize=32)(_read_domain)


def read_problem(text: str, domain: Domain) -> Problem:
    """Read a problem of a domain; RefusedError as above."""
    whole = read(text, "problem.pddl")
    _, sections = _sections(whole, "problem", _PROBLEM, set())
    for key in (":domain", ":init", ":goal"):
        whole.refuse(key not in sections, f"the problem has no {key}")
    if sections[":domain"][0].word(1, "the domain's name") != domain.name:
        raise sections[":domain"][0].fault(f"the problem is not of domain {clip(domain.name)}")
    _require(sections)
    domain = replace(domain, objects=_objects(domain, sections.get(":objects", ())))
    init = _initial(domain, sections[":init"][0])
    goal = read_condition(domain, only(sections[":goal"][0]), {})
    for metric in sections.get(":metric", ()):
        if metric[1:] not in (["minimize", "total-cost"], ["minimize", ["total-cost"]]):
            raise metric.fault("only (:metric minimize (total-cost)) is supported")
    return Problem(domain, init, goal)


def _sections(
    whole: Form, kind: str, known: frozenset[str], repeated: set[str]
) -> tuple[str, dict[str, list[Form]]]:
    """The name and the sections, by keyword, of ``(define (kind name) section ...)``."""
    parts = list(whole.forms())
    if whole.head != "define" or not parts or parts[0].head != kind or len(parts[0]) != 2:
        raise whole.fault(f"(define ({kind} name) ...) was expected")
    sections: dict[str, list[Form]] = {}
    for section in parts[1:]:
        keyword = section.word(0, "a section's keyword")
        section.refuse(keyword not in known, f"{clip(keyword)} is not supported, or no section of a {kind}")
        section.refuse(keyword in sections and keyword not in repeated, f"a second {keyword}")
        sections.setdefault(keyword, []).append(section)
    return named(parts[0], 1), sections


def _require(sections: dict[str, list[Form]]) -> None:
    """Refuse what is required and no word of PDDL."""
    for section in sections.get(":requirements", ()):
        for word in section[1:]:
            if isinstance(word, Form) or word not in _REQUIREMENTS:
                raise section.fault(f"requirement {clip(word)} is not supported")


def _types(sections: dict[str, list[Form]]) -> dict[str, Types]:
    """The direct supertypes of each type: all declared, none below itself."""
    parents: dict[str, Types] = {"object": ()}
    for section in sections.get(":types", ()):
        for name, above in typed(section, 1):
            if (name, above) != ("object", OBJECT):
                enter(section, parents, name, above)
        section.refuse(len(parents) > MAX_TYPES, f"more than {MAX_TYPES} types")
        try:
            TopologicalSorter({name: known(section, parents, parents[name]) for name in parents}).prepare()
        except CycleError as error:
            raise section.fault(f"type {clip(error.args[1][0])} is a subtype of itself") from None
    return parents


def _objects(domain: Domain, sections: Iterable[Form]) -> dict[str, Types]:
    """The objects declared so far, and those of a section."""
    objects = dict(domain.objects)
    for section in sections:
        for name, types in typed(section, 1):
            enter(section, objects, name, known(section, domain.parents, types))
    return objects


def _heads(domain: Domain, sections: Iterable[Form], functions: bool = False) -> dict[str, tuple[Types, ...]]:
    """Predicates, or functions (``- number`` may follow each), with the types of their arguments."""
    heads: dict[str, tuple[Types, ...]] = {}
    for section in sections:
        number = False
        for place, form in enumerate(section[1:], 1):
            if functions and not number and form == "-" and section[place + 1 : place + 2] == ["number"]:
                number = True
            elif number:
                number = False
            elif not isinstance(form, Form):
                raise section.fault(f"a list was expected, not {clip(form)}")
            else:
                enter(form, heads, named(form, 0), tuple(variables_of(domain, form, 1).values()))
        section.refuse(functions and heads.get("total-cost"), "total-cost takes no arguments")
    return heads


def _with_schemas(domain: Domain, actions: Iterable[Form]) -> Domain:
    """The domain with its actions.  Effects are read first: they say which predicates are fluent."""
    schemas, preconditions = dict[str, Schema](), dict[str, Form]()
    for action in actions:
        name, fields = named(action, 1), dict[str, Form]()
        for place in range(2, len(action), 2):
            keyword = action.word(place, "a keyword")
            value = action[place + 1] if place + 1 < len(action) else None
            if keyword not in (":parameters", ":precondition", ":effect") or not isinstance(value, Form):
                raise action.fault(f"{clip(keyword)} is no part of an action, or no list follows it")
            enter(action, fields, keyword, value)
        parameters = variables_of(domain, fields[":parameters"]) if ":parameters" in fields else {}
        nothing, event = Condition("and", ()), action.head == ":event"
        effects = [Effect({}, nothing, [], [])]
        costs = read_effect(domain, fields.get(":effect", Form("", "", 0)), parameters, effects[0], effects)
        if costs > (not event):
            raise action.fault("several increases in one action, or one in an event, are not supported")
        enter(action, schemas, name, Schema(name, parameters, nothing, effects, event))
        if ":precondition" in fields:
            preconditions[name] = fields[":precondition"]
    fluents = frozenset(fact[0] for schema in schemas.values() for fact in (*schema.add, *schema.delete))
    domain = replace(domain, fluents=fluents, schemas=schemas)
    for name, form in preconditions.items():
        condition = read_condition(domain, form, schemas[name].parameters)
        schemas[name] = schemas[name]._replace(precondition=condition)
    return domain


def _derived(form: Form) -> tuple[Form, Form]:
    """The head and the condition of ``(:derived (predicate ?x) condition)``."""
    head, condition = pair(form)
    named(head, 0)
    return head, condition


def _with_axioms(domain: Domain, sections: Iterable[Form]) -> Domain:
    """The domain with its derived predicates, none of which may depend on its own negation."""
    needs: dict[str, set[tuple[str, bool]]] = {}
    forms: dict[str, Form] = {}
    for form in sections:
        head, written = _derived(form)
        name, variables = head.word(0, "a name"), variables_of(domain, head, 1)
        if len(variables) != len(domain.predicates.get(name, [None] * (len(variables) + 1))):
            raise head.fault(f"{clip(name)} is not declared with {len(variables)} arguments")
        condition = read_condition(domain, written, variables)
        domain.axioms[name].append((variables, condition))
        forms.setdefault(name, form)
        others = (each for each in predicates(condition) if each[0] in domain.axioms)
        needs.setdefault(name, set()).update(others)
    levels = _levels(needs, forms)
    cased = any(
        len(schema.effects) > 1 or not all(settled(domain, part) for part, _ in literals(schema.precondition))
        for schema in domain.schemas.values()
    )
    return replace(domain, levels=levels, cased=cased)


def _levels(needs: dict[str, set[tuple[str, bool]]], forms: dict[str, Form]) -> dict[str, int]:
    """The least levels of the derived predicates, raised as long as one is too low.

    Without a cycle through a negation none passes the number of predicates.
    """
    users: dict[str, list[tuple[str, bool]]] = {name: [] for name in needs}
    for name, others in needs.items():
        for other, positive in others:
            users[other].append((name, positive))
    levels, waiting = dict.fromkeys(needs, 0), list(needs)
    while waiting:
        other = waiting.pop()
        for name, positive in users[other]:
            least = levels[other] + (not positive)
            if levels[name] < least:
                if least > len(needs):
                    raise forms[name].fault(f"{clip(name)} depends on its own negation: not supported")
                levels[name] = least
                waiting.append(name)
    return levels


def _initial(domain: Domain, section: Form) -> frozenset[Fact]:
    """The atoms that hold initially; function values and stated negations are checked."""
    true, false, values = set[Fact](), set[Fact](), dict[Fact, int]()
    for item in section.forms():
        if item.head == "=":
            term = atom_of(domain, only(item, 3), {}, "initial state", functions=True)
            if values.setdefault(term, natural(item)) != natural(item):
                raise item.fault("a second value of the same function term")
        elif item.head == "not":
            false.add(atom_of(domain, only(item), {}, "condition"))
        else:
            fact = atom_of(domain, item, {}, "initial state")
            if fact[0] in domain.axioms:
                raise item.fault(f"{clip(fact[0])} is derived: the initial state cannot state it")
            true.add(fact)
    if true & false:
        raise section.fault(f"{clip(min(true & false))} and its negation both stand in the initial state")
    return frozenset(true)
