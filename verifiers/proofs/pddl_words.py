"""The words of PDDL as the checker reads them: names, typed lists, atoms, conditions, effects."""

import re
from collections.abc import Iterator
from typing import Any

from .pddl_tree import OBJECT, Condition, Domain, Effect, Fact, Types, Variables
from .refused import clip
from .sexpr import Form

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


def named(form: Form, place: int, pattern: re.Pattern[str] = _NAME) -> str:
    """The name at a place; reserved words name nothing."""
    name = form.word(place, "a name")
    form.refuse(not pattern.fullmatch(name) or name in _RESERVED, f"{clip(name)} cannot be a name")
    return name


def typed(form: Form, start: int, pattern: re.Pattern[str] = _NAME) -> Iterator[tuple[str, Types]]:
    """The entries of ``a b - t c - (either t u) d``: a name with its types, else ``object``."""
    waiting: list[str] = []
    place = start
    while place < len(form):
        if form[place] != "-":
            waiting.append(named(form, place, pattern))
            place += 1
            continue
        above = form[place + 1] if place + 1 < len(form) else None
        if not waiting or above is None:
            raise form.fault("a dash needs names before it and a type after it")
        if isinstance(above, str):
            types: Types = (named(form, place + 1),)
        elif above.head == "either" and len(above) > 1:
            types = tuple(dict.fromkeys(named(above, k) for k in range(1, len(above))))
        else:
            raise above.fault("a type or (either type ...) was expected")
        yield from ((name, types) for name in waiting)
        waiting, place = [], place + 2
    yield from ((name, OBJECT) for name in waiting)


def enter(form: Form, table: dict[str, Any], name: str, value: Any) -> None:
    """Declare a name, which must be new."""
    form.refuse(name in table, f"{clip(name)} is declared twice")
    table[name] = value


def known(form: Form, parents: Variables, types: Types) -> Types:
    """The types, which must be declared."""
    if undeclared := [name for name in types if name not in parents]:
        raise form.fault(f"type {clip(undeclared[0])} is not declared")
    return types


def variables_of(domain: Domain, form: Form, start: int = 0) -> Variables:
    """The variables of a typed list, all different."""
    parameters: Variables = {}
    for variable, types in typed(form, start, _VARIABLE):
        enter(form, parameters, variable, known(form, domain.parents, types))
    return parameters


def read_effect(domain: Domain, form: Form, variables: Variables, own: Effect, effects: list[Effect]) -> int:
    """Read literals into ``own``, with ADL more into ``effects``; the number of increases of total-cost."""
    if form.head == "and":
        return sum([read_effect(domain, part, variables, own, effects) for part in form.forms()])
    if form.head == "not":
        own.delete.append(_changed(domain, only(form), variables))
    elif domain.adl and form.head in ("forall", "when"):
        first, second = pair(form)
        bound, under = own.parameters, own.condition
        if form.head == "when":
            under = Condition("and", (under, read_condition(domain, first, variables)))
        else:
            more = variables_of(domain, first)
            if twice := more.keys() & variables.keys():
                raise first.fault(f"{clip(min(twice))} is declared twice")
            bound, variables = {**bound, **more}, {**variables, **more}
        effects.append(Effect(bound, under, [], []))
        costs = read_effect(domain, second, variables, effects[-1], effects)
        second.refuse(costs, "costs that depend on a condition are not supported")
    elif form.head == "increase":
        only(form, 3)
        if atom_of(domain, form[1], variables, "effect", functions=True) != ("total-cost",):
            raise form.fault("numeric fluents are not supported")
        if isinstance(form[2], str):
            natural(form)
        elif atom_of(domain, form[2], variables, "effect", functions=True) == ("total-cost",):
            raise form.fault("costs that depend on total-cost are not supported")
        return 1
    elif form:
        own.add.append(_changed(domain, form, variables))
    return 0


def _changed(domain: Domain, form: Form, variables: Variables) -> Fact:
    atom = atom_of(domain, form, variables, "effect")
    if atom[0] in domain.axioms:
        raise form.fault(f"{clip(atom[0])} is derived: no effect can change it")
    return atom


def read_condition(
    domain: Domain, form: Form, variables: Variables, positive: bool = True, either: bool = False
) -> Condition:
    """A condition; ``either`` is true inside what amounts to a disjunction, where fluents are refused unless
    the domain is read with ADL."""
    if domain.adl and form.head in ("forall", "exists", "imply"):
        first, second = pair(form)
        if form.head == "imply":
            premise = Condition("not", (read_condition(domain, first, variables, not positive),))
            return Condition("or", (premise, read_condition(domain, second, variables, positive)))
        bound = variables_of(domain, first)
        inner = read_condition(domain, second, {**variables, **bound}, positive)
        return Condition(form.head, (tuple(bound.items()), inner))
    if form.head in ("and", "or"):
        either = either or ((form.head == "or") == positive and len(form) > 2)
        parts = tuple([read_condition(domain, part, variables, positive, either) for part in form.forms()])
        return Condition(form.head, parts)
    if form.head == "not":
        return Condition("not", (read_condition(domain, only(form), variables, not positive, either),))
    if form.head == "=":
        form.refuse(len(form) != 3, "an equality has two terms")
        return Condition("=", tuple([_term(domain, form, place, variables)[0] for place in (1, 2)]))
    if not form:
        return Condition("and", ())
    atom = atom_of(domain, form, variables, "condition")
    if either and atom[0] in domain.fluents and not domain.adl:
        raise form.fault(f"{clip(atom[0])} changes: disjunctions over it are not supported")
    return Condition("atom", atom)


def pair(form: Form) -> tuple[Form, Form]:
    """The two arguments of a form, both lists."""
    parts = list(form.forms())
    form.refuse(len(parts) != 2, f"{clip(form.head)} takes two arguments, not {len(parts)}")
    return parts[0], parts[1]


def only(form: Form, length: int = 2) -> Form:
    """The first argument, a list, of a form of the given length."""
    if len(form) != length or not isinstance(form[1], Form):
        raise form.fault(f"{clip(form.head)} takes {length - 1} arguments, the first a list")
    return form[1]


def _term(domain: Domain, form: Form, place: int, variables: Variables) -> tuple[str, Types]:
    term = form.word(place, "a term")
    types = (variables if term[0] == "?" else domain.objects).get(term)
    if types is None:
        raise form.fault(f"{clip(term)} is not declared")
    return term, types


def atom_of(domain: Domain, form: Form, variables: Variables, within: str, functions: bool = False) -> Fact:
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
        form.refuse(not fits, f"{clip(term)} is of type {clip(types)}, {clip(name)} takes {clip(taken)}")
        arguments.append(term)
    return (name, *arguments)


def natural(form: Form) -> int:
    """The number at the third place."""
    digits = form.word(2, "a number")
    form.refuse(not _NATURAL.fullmatch(digits), f"{clip(digits)}: only naturals below 10^9 are supported")
    return int(digits)
