"""PDDL as the checker reads it: STRIPS with types, ``either``, constants, equality, action costs (checked and
dropped: a plan costs its length), ADL (negation, disjunction, quantifiers, conditional effects, derived
predicates that do not depend on their own negation), and, for families that give them a meaning, the events
of PDDL+.

Everything else is refused, with file, line and column: unknown sections, requirements and words, names
declared twice or not at all, wrong arities, and terms whose type can never be the one wanted (McDermott et
al., PDDL, 1998; Fox and Long, JAIR 2003 and 2006).
"""

import re
from collections import defaultdict
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter
from itertools import zip_longest
from typing import Any

from .pddl_tree import TRUE, Condition, Domain, Effect, Fact, Problem, Schema, Types, Variables, predicates
from .refused import clip
from .sexpr import Form, read

MAX_TYPES = 1000
_WORDS = """
strips typing equality negative-preconditions disjunctive-preconditions existential-preconditions
universal-preconditions quantified-preconditions conditional-effects adl ucpop derived-predicates
domain-axioms action-costs fluents numeric-fluents object-fluents goal-utilities durative-actions
duration-inequalities continuous-effects timed-initial-literals timed-initial-fluents time
preferences constraints
"""
_REQUIREMENTS = frozenset(f":{word}" for word in _WORDS.split())
"""Known to PDDL: what one promises is refused, if at all, where it is used."""
_DOMAIN = {":requirements", ":types", ":constants", ":predicates", ":functions", ":action"}
_PROBLEM = {":domain", ":requirements", ":objects", ":init", ":goal", ":metric"}
_RESERVED = {
    "and",
    "or",
    "not",
    "imply",
    "forall",
    "exists",
    "when",
    "either",
    "increase",
    "decrease",
    "preference",
}
_FOREIGN = {
    "condition": {"at-start", "at-end", "over"},
    "effect": {"assign", "oneof", "probabilistic", "scale-up", "scale-down"},
    "initial state": {"oneof", "unknown"},
}
"""Words that stand for something else in dialects that are not supported."""
_NAME = re.compile(r"[a-z0-9_][a-z0-9_.@#+-]*")
_VARIABLE = re.compile(r"\?[a-z0-9_][a-z0-9_.@#+-]*")
_NATURAL = re.compile(r"[0-9]{1,9}")
_COST: Fact = ("total-cost",)
_DUAL = {"and": "or", "or": "and", "forall": "exists", "exists": "forall"}


def read_domain(text: str, events: bool = False) -> Domain:
    """Read a domain; RefusedError with line and column for what is not supported or not PDDL."""
    repeated = {":action", ":event" if events else ":derived"}
    whole = read(text, "domain.pddl")
    name, sections = _sections(whole, "domain", _DOMAIN | repeated, repeated)
    domain = Domain(name, adl=not events)
    for section in sections[":types"]:
        _declare(domain, domain.parents, section, 1)
        section.refuse(len(domain.parents) > MAX_TYPES, f"more than {MAX_TYPES} types")
        try:
            TopologicalSorter(domain.parents).prepare()
        except CycleError as error:
            raise section.fault(f"type {clip(error.args[1][0])} is a subtype of itself") from None
    for section in sections[":constants"]:
        _declare(domain, domain.objects, section, 1)
    for section in sections[":predicates"]:
        _heads(domain, domain.predicates, section)
    for section in sections[":functions"]:
        _heads(domain, domain.functions, section, "number")
    whole.refuse(domain.functions.get("total-cost"), "total-cost takes no arguments")
    for form in sections[":derived"]:
        domain.axioms[_named(form.form(1), 0)] = []
    actions = sections[":action"] + sections[":event"]
    for action in actions:
        _enter(action, domain.schemas, _named(action, 1), _schema(domain, action))
    domain.fluents = frozenset(each.fact[0] for s in domain.schemas.values() for each in s.effects)
    _axioms(domain, sections[":derived"])
    for action, schema in zip(actions, domain.schemas.values(), strict=True):
        if not _plain(domain, schema.precondition):
            action.refuse(events, "disjunctions over what changes are not supported")
            domain.cased = True
    return domain


def read_problem(text: str, domain: Domain) -> Problem:
    """Read a problem of a domain; RefusedError as above."""
    whole = read(text, "problem.pddl")
    _, sections = _sections(whole, "problem", _PROBLEM, set())
    for key in (":domain", ":init", ":goal"):
        whole.refuse(key not in sections, f"the problem has no {key}")
    (named,), (init,), (goal,) = (sections[key] for key in (":domain", ":init", ":goal"))
    other = named.word(1, "the domain's name") != domain.name
    named.refuse(other, f"the problem is not of domain {clip(domain.name)}")
    domain = replace(domain, objects=dict(domain.objects))
    for section in sections[":objects"]:
        _declare(domain, domain.objects, section, 1)
    goal.refuse(len(goal) != 2, "a goal is one condition")
    problem = Problem(domain, _initial(domain, init), _condition(domain, goal.form(1), {}))
    choice = not domain.adl and not _plain(domain, problem.goal)
    goal.refuse(choice, "disjunctions over what changes are not supported")
    for metric in sections[":metric"]:
        known = metric[1:] in (["minimize", "total-cost"], ["minimize", ["total-cost"]])
        metric.refuse(not known, "only (:metric minimize (total-cost)) is supported")
    return problem


def _plain(domain: Domain, condition: Condition, changing: bool = True) -> bool:
    """Whether a condition is a conjunction of literals and of what, without quantifiers, never changes."""
    sort, parts, _ = condition
    if sort == "atom":
        return parts[0] not in domain.axioms and (changing or parts[0] not in domain.fluents)
    both = changing and (sort == "and" or len(parts) == 1)
    inner = sort in ("and", "or") and all(_plain(domain, part, both) for part in parts)
    return sort == "=" or inner


def _sections(
    whole: Form, kind: str, known: set[str], repeated: set[str]
) -> tuple[str, dict[str, list[Form]]]:
    """The name and the sections, by keyword, of ``(define (kind name) section ...)``."""
    head, *parts = whole.forms() if len(whole) > 1 else [whole]
    defined = whole.head == "define" and head.head == kind and len(head) == 2
    whole.refuse(not defined, f"(define ({kind} name) ...) was expected")
    sections = defaultdict[str, list[Form]](list)
    for section in parts:
        keyword = section.word(0, "a section's keyword")
        section.refuse(keyword not in known, f"{clip(keyword)} is not supported, or no section of a {kind}")
        section.refuse(keyword in sections and keyword not in repeated, f"a second {keyword}")
        sections[keyword].append(section)
    for section in sections[":requirements"]:
        for word in section[1:]:
            wrong = isinstance(word, Form) or word not in _REQUIREMENTS
            section.refuse(wrong, f"requirement {clip(word)} is not supported")
    return _named(head, 1), sections


def _named(form: Form, place: int, pattern: re.Pattern[str] = _NAME) -> str:
    """The name at a place; reserved words name nothing."""
    name = form.word(place, "a name")
    form.refuse(not pattern.fullmatch(name) or name in _RESERVED, f"{clip(name)} cannot be a name")
    return name


def _enter(form: Form, table: dict[str, Any], name: str, value: Any) -> None:
    """Declare a name, which must be new."""
    form.refuse(name in table, f"{clip(name)} is declared twice")
    table[name] = value


def _declare(
    domain: Domain, table: Variables, form: Form, start: int, pattern: re.Pattern[str] = _NAME
) -> Variables:
    """Enter the names of ``a b - t c - (either t u) d``, all different, with types, else ``object``."""
    found, waiting, places = list[tuple[str, Types]](), list[str](), iter(range(start, len(form)))
    for place in places:
        if form[place] != "-":
            waiting.append(_named(form, place, pattern))
            continue
        place = next(places, 0)
        form.refuse(not waiting or not place, "a dash needs names before it and a type after it")
        above, types = form[place], tuple[str, ...]()
        if isinstance(above, Form):
            above.refuse(above.head != "either" or len(above) < 2, "a type or (either ...) was expected")
            types = tuple(dict.fromkeys(_named(above, n) for n in range(1, len(above))))
        found += [(name, types or (_named(form, place),)) for name in waiting]
        waiting = []
    for name, types in [*found, *((name, ("object",)) for name in waiting)]:
        if table is not domain.parents or (name, types) != ("object", ("object",)):
            _enter(form, table, name, types)
    for each in dict.fromkeys(each for types in table.values() for each in types):
        form.refuse(each not in domain.parents, f"type {clip(each)} is not declared")
    return table


def _heads(domain: Domain, table: dict[str, tuple[Types, ...]], section: Form, kind: str = "") -> None:
    """Declare predicates or functions with the types of their arguments; ``- kind`` may follow each."""
    for place in range(1, len(section)):
        if kind and (
            section[place : place + 2] == ["-", kind] or section[place - 1 : place + 1] == ["-", kind]
        ):
            continue
        head = section.form(place)
        _enter(head, table, _named(head, 0), tuple(_declare(domain, {}, head, 1, _VARIABLE).values()))


def _axioms(domain: Domain, derived: list[Form]) -> None:
    """Enter the derived predicates, none of which may depend on its own negation."""
    users: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    for form in derived:
        head = form.form(1)
        name, variables = head[0], _declare(domain, {}, head, 1, _VARIABLE)
        other = len(domain.predicates.get(name, ())) != len(variables) or name not in domain.predicates
        form.refuse(other or len(form) != 3, f"{clip(name)} is not declared with {len(variables)} arguments")
        condition = _condition(domain, form.form(2), variables)
        domain.axioms[name].append((variables, condition))
        for needed, positive in sorted(predicates(condition)):
            if needed in domain.axioms:
                users[needed].append((name, positive))
    levels, waiting = dict.fromkeys(domain.axioms, 0), list(domain.axioms)
    while waiting:  # raise what is too low; without a cycle through a negation none passes their number
        needed = waiting.pop()
        for name, positive in users[needed]:
            least = levels[needed] + (not positive)
            form.refuse(least > len(levels), f"{clip(name)} depends on its own negation: not supported")
            if levels[name] < least:
                levels[name] = least
                waiting.append(name)
    domain.levels = levels


def _schema(domain: Domain, action: Form) -> Schema:
    fields = {":parameters": Form(), ":precondition": Form(), ":effect": Form()}
    given = dict[str, Form]()
    for keyword, value in zip_longest(action[2::2], action[3::2]):
        part = isinstance(keyword, str) and keyword in fields and isinstance(value, Form)
        action.refuse(not part, f"{clip(keyword)} is no part of an action, or no list follows it")
        _enter(action, given, keyword, value)
    head, condition, effect = (fields | given).values()
    parameters, effects = _declare(domain, {}, head, 0, _VARIABLE), list[Effect]()
    event, costs = action.head == ":event", _effect(domain, effect, parameters, TRUE, effects)
    action.refuse(costs > (not event), "several increases in one action, or one in an event")
    own = parameters.keys()
    effects = [e._replace(variables={v: t for v, t in e.variables.items() if v not in own}) for e in effects]
    return Schema(action[1], parameters, _condition(domain, condition, parameters), effects, event)


def _effect(domain: Domain, form: Form, variables: Variables, under: Condition, effects: list[Effect]) -> int:
    """Enter what a form does, for its variables, where a condition holds; the number of increases."""
    match form:
        case []:
            return 0
        case ["and", *_]:
            return sum([_effect(domain, part, variables, under, effects) for part in form.forms()])
        case ["increase", ["total-cost"] as cost, amount]:
            _atom(domain, cost, {}, "effect", function=True)
            if not isinstance(amount, Form):
                _natural(form)
            elif _atom(domain, amount, variables, "effect", function=True) == _COST:
                raise form.fault("costs that depend on total-cost are not supported")
            return 1
        case ["forall" | "when", Form() as first, Form() as second] if domain.adl:
            domain.cased = True
            if form.head == "when":
                under = Condition("and", (under, _condition(domain, first, variables)))
            else:
                more = _declare(domain, {}, first, 0, _VARIABLE)
                for name in sorted(more.keys() & variables):
                    raise first.fault(f"{clip(name)} is declared twice")
                variables = variables | more
            costs = _effect(domain, second, variables, under, effects)
            second.refuse(costs, "costs that depend on a condition are not supported")
            return 0
    adds = not (form.head == "not" and len(form) == 2 and isinstance(form[1], Form))
    fact = _atom(domain, form if adds else form[1], variables, "effect")
    form.refuse(fact[0] in domain.axioms, f"{clip(fact[0])} is derived: no effect can change it")
    effects.append(Effect(variables, under, fact, adds))
    return 0


def _condition(domain: Domain, form: Form, variables: Variables, holds: bool = True) -> Condition:
    """What a form says, or its negation."""
    match form:
        case ["not", Form() as inner]:
            return _condition(domain, inner, variables, not holds)
        case [] | ["and" | "or", *_]:
            sort = "and" if form.head != "or" else "or"
            parts = tuple([_condition(domain, part, variables, holds) for part in form.forms()])
            return Condition(sort if holds else _DUAL[sort], parts)
        case ["=", _, _]:
            terms = tuple([_term(domain, form, place, variables)[0] for place in (1, 2)])
            return Condition("=", terms, holds)
        case ["imply", Form() as first, Form() as second] if domain.adl:
            unless, then = (
                _condition(domain, first, variables, not holds),
                _condition(domain, second, variables, holds),
            )
            return Condition("or" if holds else "and", (unless, then))
        case ["forall" | "exists" as sort, Form() as first, Form() as second] if domain.adl:
            bound = _declare(domain, {}, first, 0, _VARIABLE)
            body = _condition(domain, second, variables | bound, holds)
            return Condition(sort if holds else _DUAL[sort], (tuple(bound.items()), body))
    return Condition("atom", _atom(domain, form, variables, "condition"), holds)


def _term(domain: Domain, form: Form, place: int, variables: Variables) -> tuple[str, Types]:
    term = form.word(place, "a term")
    types = (variables if term[0] == "?" else domain.objects).get(term)
    if types is None:
        raise form.fault(f"{clip(term)} is not declared")
    return term, types


def _atom(domain: Domain, form: Form, variables: Variables, within: str, function: bool = False) -> Fact:
    """An atom over a declared predicate (or a term over a declared function), of its arity and types.

    In effects every instance must be well-typed; in conditions it is enough that one could be.
    """
    name, number = form.word(0, "a predicate"), len(form) - 1
    wanted = (domain.functions if function else domain.predicates).get(name)
    if wanted is None or name in _FOREIGN[within]:
        raise form.fault(f"{clip(name)} is not declared, or not supported in a {within}")
    form.refuse(len(wanted) != number, f"{clip(name)} takes {len(wanted)} arguments, not {number}")
    for place, taken in enumerate(wanted, 1):
        term, types = _term(domain, form, place, variables)
        below = domain.below(taken)
        meets = not below.isdisjoint(types)
        if term[0] == "?" and within == "condition":
            meets = meets or not domain.below(types).isdisjoint(taken)
        elif term[0] == "?":
            meets = below.issuperset(types)
        form.refuse(not meets, f"{clip(term)} is of type {clip(types)}, {clip(name)} takes {clip(taken)}")
    return (name, *form[1:])


def _natural(form: Form) -> int:
    """The number at the third place."""
    digits = form.word(2, "a number")
    form.refuse(not _NATURAL.fullmatch(digits), f"{clip(digits)}: only naturals below 10^9 are supported")
    return int(digits)


def _initial(domain: Domain, section: Form) -> frozenset[Fact]:
    """The atoms that hold initially; function values and stated negations are checked."""
    stated, values = dict[Fact, bool](), dict[Fact, int]()
    for item in section.forms():
        match item:
            case ["=", Form() as term, _]:
                fact, number = _atom(domain, term, {}, "initial state", True), _natural(item)
                again = values.setdefault(fact, number) != number
                item.refuse(again, "a second value of the same function term")
                continue
            case ["not", Form() as atom]:
                fact, holds = _atom(domain, atom, {}, "condition"), False
            case _:
                fact, holds = _atom(domain, item, {}, "initial state"), True
        derived = holds and fact[0] in domain.axioms
        item.refuse(derived, f"{clip(fact[0])} is derived: the initial state cannot state it")
        both = stated.setdefault(fact, holds) is not holds
        section.refuse(both, f"{clip(fact)} and its negation both stand in the initial state")
    return frozenset(fact for fact, holds in stated.items() if holds)
