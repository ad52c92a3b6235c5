"""PDDL as the checker reads it: STRIPS with types, ``either``, constants, equality, negation, disjunction
over static facts, action costs (checked and dropped: a plan costs its length), and, for families that give
them a meaning, the events of PDDL+.

Everything else is refused, with file, line and column: unknown sections, requirements and words, names
declared twice or not at all, wrong arities, and terms whose type can never be the one wanted (McDermott et
al., PDDL, 1998; Fox and Long, JAIR 2003 and 2006).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from typing import Any

from .pddl_tree import OBJECT, Condition, Domain, Fact, Problem, Schema, Types
from .refused import clip
from .sexpr import Form, read

MAX_TYPES = 1000
SHORT = 50_000
"""Characters of domains that are remembered."""

_REQUIREMENTS = frozenset(
    {":strips", ":typing", ":equality", ":negative-preconditions", ":disjunctive-preconditions"}
    | {":action-costs", ":adl"}
)
_DOMAIN = frozenset({":requirements", ":types", ":constants", ":predicates", ":functions", ":action"})
_PROBLEM = frozenset({":domain", ":requirements", ":objects", ":init", ":goal", ":metric"})
_RESERVED = frozenset(
    {"and", "or", "not", "imply", "forall", "exists", "when", "either", "preference", "increase", "decrease"}
)
_FOREIGN = {
    "condition": {"at-start", "at-end", "over"},
    "effect": {"assign", "oneof", "probabilistic", "scale-up", "scale-down"},
    "initial state": {"oneof", "unknown"},
}
"""Words that stand for something else in dialects that are not supported."""
_NAME = re.compile(r"[a-z0-9_][a-z0-9_.@#+-]*")
_VARIABLE = re.compile(r"\?[a-z0-9_][a-z0-9_.@#+-]*")
_NATURAL = re.compile(r"[0-9]{1,9}")


def read_domain(text: str, events: bool = False) -> Domain:
    """Read a domain; RefusedError with line and column for what is not supported or not PDDL.

    Short domains are remembered, for many questions share one.
    """
    return (_remembered if len(text) <= SHORT else _read_domain)(text, events)


def _read_domain(text: str, events: bool) -> Domain:
    whole = read(text, "domain.pddl")
    repeated = {":action", ":event"} if events else {":action"}
    name, sections = _sections(whole, "domain", _DOMAIN | repeated, repeated)
    supported = _REQUIREMENTS | {":time"} if events else _REQUIREMENTS
    domain = Domain(name, _requirements(sections, supported), _types(sections))
    domain = replace(domain, objects=_objects(domain, sections.get(":constants", ())))
    domain = replace(domain, predicates=_heads(domain, sections.get(":predicates", ())))
    domain = replace(domain, functions=_heads(domain, sections.get(":functions", ()), functions=True))
    actions = [form for key in (":action", ":event") for form in sections.get(key, ())]
    return _with_schemas(domain, actions)


_remembered = lru_cache(maxsize=32)(_read_domain)


def read_problem(text: str, domain: Domain) -> Problem:
    """Read a problem of a domain; RefusedError as above."""
    whole = read(text, "problem.pddl")
    _, sections = _sections(whole, "problem", _PROBLEM, set())
    for key in (":domain", ":init", ":goal"):
        if key not in sections:
            raise whole.fault(f"the problem has no {key}")
    if sections[":domain"][0].word(1, "the domain's name") != domain.name:
        raise sections[":domain"][0].fault(f"the problem is not of domain {clip(domain.name)}")
    _requirements(sections, _REQUIREMENTS | domain.requirements)
    domain = replace(domain, objects=_objects(domain, sections.get(":objects", ())))
    init = _initial(domain, sections[":init"][0])
    goal = _condition(domain, _only(sections[":goal"][0]), {})
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
        if keyword not in known:
            raise section.fault(f"{clip(keyword)} is not supported, or no section of a {kind}")
        if keyword in sections and keyword not in repeated:
            raise section.fault(f"a second {keyword}")
        sections.setdefault(keyword, []).append(section)
    return _named(parts[0], 1), sections


def _requirements(sections: dict[str, list[Form]], supported: frozenset[str]) -> frozenset[str]:
    for section in sections.get(":requirements", ()):
        for word in section[1:]:
            if isinstance(word, Form) or word not in supported:
                raise section.fault(f"requirement {clip(word)} is not supported")
        return frozenset(section[1:])
    return frozenset()


def _named(form: Form, place: int, pattern: re.Pattern[str] = _NAME) -> str:
    """The name at a place; reserved words name nothing."""
    name = form.word(place, "a name")
    if not pattern.fullmatch(name) or name in _RESERVED:
        raise form.fault(f"{clip(name)} cannot be a name")
    return name


def _typed(form: Form, start: int, pattern: re.Pattern[str] = _NAME) -> Iterator[tuple[str, Types]]:
    """The entries of ``a b - t c - (either t u) d``: a name with its types, else ``object``."""
    waiting: list[str] = []
    place = start
    while place < len(form):
        if form[place] != "-":
            waiting.append(_named(form, place, pattern))
            place += 1
            continue
        above = form[place + 1] if place + 1 < len(form) else None
        if not waiting or above is None:
            raise form.fault("a dash needs names before it and a type after it")
        if isinstance(above, str):
            types: Types = (_named(form, place + 1),)
        elif above.head == "either" and len(above) > 1:
            types = tuple(dict.fromkeys(_named(above, k) for k in range(1, len(above))))
        else:
            raise above.fault("a type or (either type ...) was expected")
        yield from ((name, types) for name in waiting)
        waiting, place = [], place + 2
    yield from ((name, OBJECT) for name in waiting)


def _enter(form: Form, table: dict[str, Any], name: str, value: Any) -> None:
    """Declare a name, which must be new."""
    if name in table:
        raise form.fault(f"{clip(name)} is declared twice")
    table[name] = value


def _known(form: Form, parents: dict[str, Types], types: Types) -> Types:
    """The types, which must be declared."""
    if undeclared := [name for name in types if name not in parents]:
        raise form.fault(f"type {clip(undeclared[0])} is not declared")
    return types


def _types(sections: dict[str, list[Form]]) -> dict[str, Types]:
    """The direct supertypes of each type: all declared, none below itself."""
    parents: dict[str, Types] = {"object": ()}
    for section in sections.get(":types", ()):
        for name, above in _typed(section, 1):
            if (name, above) != ("object", OBJECT):
                _enter(section, parents, name, above)
        if len(parents) > MAX_TYPES:
            raise section.fault(f"more than {MAX_TYPES} types")
        try:
            TopologicalSorter({name: _known(section, parents, parents[name]) for name in parents}).prepare()
        except CycleError as error:
            raise section.fault(f"type {clip(error.args[1][0])} stands below itself") from None
    return parents


def _objects(domain: Domain, sections: Iterable[Form]) -> dict[str, Types]:
    """The objects declared so far, and those of a section."""
    objects = dict(domain.objects)
    for section in sections:
        for name, types in _typed(section, 1):
            _enter(section, objects, name, _known(section, domain.parents, types))
    return objects


def _parameters(domain: Domain, form: Form, start: int = 0) -> dict[str, Types]:
    parameters: dict[str, Types] = {}
    for variable, types in _typed(form, start, _VARIABLE):
        _enter(form, parameters, variable, _known(form, domain.parents, types))
    return parameters


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
                _enter(form, heads, _named(form, 0), tuple(_parameters(domain, form, 1).values()))
        if functions and heads.get("total-cost"):
            raise section.fault("total-cost takes no arguments")
    return heads


def _with_schemas(domain: Domain, actions: Iterable[Form]) -> Domain:
    """The domain with its actions.  Effects are read first: they say which predicates are fluent."""
    schemas, preconditions = dict[str, Schema](), dict[str, Form]()
    for action in actions:
        name, fields = _named(action, 1), dict[str, Form]()
        for place in range(2, len(action), 2):
            keyword = action.word(place, "a keyword")
            value = action[place + 1] if place + 1 < len(action) else None
            if keyword not in (":parameters", ":precondition", ":effect") or not isinstance(value, Form):
                raise action.fault(f"{clip(keyword)} is no part of an action, or no list follows it")
            _enter(action, fields, keyword, value)
        parameters = _parameters(domain, fields[":parameters"]) if ":parameters" in fields else {}
        effect = _Effect()
        if ":effect" in fields:
            _effect(domain, fields[":effect"], parameters, effect)
        if effect.costs > (action.head == ":action"):
            raise action.fault("several increases in one action, or one in an event, are not supported")
        add, delete = tuple(dict.fromkeys(effect.add)), tuple(dict.fromkeys(effect.delete))
        nothing = Condition("and", ())
        _enter(action, schemas, name, Schema(name, parameters, nothing, add, delete, action.head == ":event"))
        if ":precondition" in fields:
            preconditions[name] = fields[":precondition"]
    fluents = frozenset(fact[0] for schema in schemas.values() for fact in (*schema.add, *schema.delete))
    domain = replace(domain, fluents=fluents, schemas=schemas)
    for name, form in preconditions.items():
        condition = _condition(domain, form, schemas[name].parameters)
        schemas[name] = schemas[name]._replace(precondition=condition)
    return domain


@dataclass
class _Effect:
    add: list[Fact] = field(default_factory=list)
    delete: list[Fact] = field(default_factory=list)
    costs: int = 0


def _effect(domain: Domain, form: Form, variables: dict[str, Types], effect: _Effect) -> None:
    """Read a conjunction of literals and increases of total-cost."""
    if form.head == "and":
        for part in form.forms():
            _effect(domain, part, variables, effect)
    elif form.head == "not":
        effect.delete.append(_atom(domain, _only(form), variables, "effect"))
    elif form.head == "increase":
        effect.costs += 1
        _only(form, 3)
        if _atom(domain, form[1], variables, "effect", functions=True) != ("total-cost",):
            raise form.fault("numeric fluents are not supported")
        if isinstance(form[2], str):
            _natural(form)
        elif _atom(domain, form[2], variables, "effect", functions=True) == ("total-cost",):
            raise form.fault("costs that depend on total-cost are not supported")
    elif form:
        effect.add.append(_atom(domain, form, variables, "effect"))


def _condition(
    domain: Domain, form: Form, variables: dict[str, Types], positive: bool = True, either: bool = False
) -> Condition:
    """A condition; ``either`` is true inside what amounts to a disjunction, where fluents are refused."""
    if form.head in ("and", "or"):
        either = either or ((form.head == "or") == positive and len(form) > 2)
        parts = tuple([_condition(domain, part, variables, positive, either) for part in form.forms()])
        return Condition(form.head, parts)
    if form.head == "not":
        return Condition("not", (_condition(domain, _only(form), variables, not positive, either),))
    if form.head == "=":
        if len(form) != 3:
            raise form.fault("an equality has two terms")
        return Condition("=", tuple([_term(domain, form, place, variables)[0] for place in (1, 2)]))
    if not form:
        return Condition("and", ())
    atom = _atom(domain, form, variables, "condition")
    if either and atom[0] in domain.fluents:
        raise form.fault(f"{clip(atom[0])} changes: disjunctions over it are not supported")
    return Condition("atom", atom)


def _only(form: Form, length: int = 2) -> Form:
    """The first argument, a list, of a form of the given length."""
    if len(form) != length or not isinstance(form[1], Form):
        raise form.fault(f"{clip(form.head)} takes {length - 1} arguments, the first a list")
    return form[1]


def _term(domain: Domain, form: Form, place: int, variables: dict[str, Types]) -> tuple[str, Types]:
    term = form.word(place, "a term")
    types = (variables if term[0] == "?" else domain.objects).get(term)
    if types is None:
        raise form.fault(f"{clip(term)} is not declared")
    return term, types


def _atom(
    domain: Domain, form: Form, variables: dict[str, Types], within: str, functions: bool = False
) -> Fact:
    """An atom over a declared predicate (or a term over a declared function), of its arity and types.

    In effects every instance must be well-typed; in conditions it is enough that one could be.
    """
    name = form.word(0, "a predicate")
    wanted = (domain.functions if functions else domain.predicates).get(name)
    if wanted is None or name in _FOREIGN[within]:
        raise form.fault(f"{clip(name)} is not declared, or not supported in a {within}")
    if len(wanted) != len(form) - 1:
        raise form.fault(f"{clip(name)} takes {len(wanted)} arguments, not {len(form) - 1}")
    arguments = []
    for place, taken in enumerate(wanted, 1):
        term, types = _term(domain, form, place, variables)
        below = domain.below(taken)
        if term[0] != "?":
            fits = not below.isdisjoint(types)
        else:
            fits = below.issuperset(types) or (
                within == "condition"
                and not (below.isdisjoint(types) and domain.below(types).isdisjoint(taken))
            )
        if not fits:
            raise form.fault(f"{clip(term)} is of type {clip(types)}, {clip(name)} takes {clip(taken)}")
        arguments.append(term)
    return (name, *arguments)


def _natural(form: Form) -> int:
    digits = form.word(2, "a number")
    if not _NATURAL.fullmatch(digits):
        raise form.fault(f"{clip(digits)}: only naturals below 10^9 are supported")
    return int(digits)


def _initial(domain: Domain, section: Form) -> frozenset[Fact]:
    """The atoms that hold initially; function values and stated negations are checked."""
    true, false, values = set[Fact](), set[Fact](), dict[Fact, int]()
    for item in section.forms():
        if item.head == "=":
            term = _atom(domain, _only(item, 3), {}, "initial state", functions=True)
            if values.setdefault(term, _natural(item)) != _natural(item):
                raise item.fault("a second value of the same function term")
        elif item.head == "not":
            false.add(_atom(domain, _only(item), {}, "condition"))
        else:
            true.add(_atom(domain, item, {}, "initial state"))
    if true & false:
        raise section.fault(f"{clip(min(true & false))} and its negation both stand in the initial state")
    return frozenset(true)
