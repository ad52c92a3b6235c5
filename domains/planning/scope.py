"""What names mean while a PDDL text is read: typed lists, conditions and effects, checked as they are read.

A ``Scope`` holds the declarations made so far.  The functions here read one construct each and refuse, with
file, line and column, what is undeclared, ill-typed, doubly declared, or outside the supported fragment.
Other families read their own sections (events, processes) with the same functions.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import repeat

from . import tree
from .sexpr import Expression, clip
from .tree import Atom, Condition, Parameter

RESERVED = frozenset(
    {"and", "or", "not", "imply", "forall", "exists", "when", "either", "preference", "increase", "decrease"}
)

TOTAL_COST = "total-cost"

_NAME = re.compile(r"[a-z0-9_][a-z0-9_.@#+-]*\Z")
_VARIABLE = re.compile(r"\?[a-z0-9_][a-z0-9_.@#+-]*\Z")
_NATURAL = re.compile(r"[0-9]{1,9}\Z")

_CONDITION_FEATURES = {
    "forall": "universal quantifiers (forall) are",
    "exists": "existential quantifiers (exists) are",
    "imply": "implications (imply) are",
    "when": "conditional effects (when) are",
    "preference": "preferences are",
    **dict.fromkeys(("<", ">", "<=", ">="), "comparisons of numbers are"),
    **dict.fromkeys(("at-start", "at-end", "over"), "durative conditions are"),
}
_EFFECT_FEATURES = {
    "forall": "universal effects (forall) are",
    "when": "conditional effects (when) are",
    "or": "nondeterministic effects (or) are",
    "oneof": "nondeterministic effects (oneof) are",
    "probabilistic": "probabilistic effects are",
    **dict.fromkeys(("assign", "decrease", "scale-up", "scale-down"), "numeric fluents are"),
}

Variables = dict[str, tuple[str, ...]]


@dataclass
class Scope:
    """The declarations that hold where a construct is read; ``objects`` are the constants and, later, all."""

    parents: dict[str, tuple[str, ...]]
    objects: dict[str, tuple[str, ...]] = field(default_factory=dict)
    predicates: dict[str, tree.Predicate] = field(default_factory=dict)
    functions: dict[str, tree.Predicate] = field(default_factory=dict)
    fluents: frozenset[str] = frozenset()
    adl: bool = False
    """Whether quantifiers, implications, disjunctions over fluents and conditional effects are read."""
    derived: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self._ancestors = tree.ancestors(self.parents)
        self._belongs: dict[tuple[tuple[str, ...], tuple[str, ...]], bool] = {}

    def belongs(self, types: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
        """Whether an object of the types may stand where one of the types wanted must."""
        known = self._belongs.get((types, wanted))
        if known is None:
            known = self._belongs[types, wanted] = any(map(self.below, types, repeat(wanted)))
        return known

    def below(self, name: str, wanted: tuple[str, ...]) -> bool:
        """Whether a type is, or stands below, one of those wanted."""
        return not self._ancestors[name].isdisjoint(wanted)

    def fits(self, types: tuple[str, ...], wanted: tuple[str, ...], every: bool) -> bool:
        """Whether each object (or some, unless ``every``) of the types may stand where one is wanted."""
        if all(map(self.below, types, repeat(wanted))):
            return True
        return not every and any(self.below(a, (b,)) or self.below(b, (a,)) for a in types for b in wanted)


def name(expression: Expression, position: int, what: str) -> str:
    """The name at a position: a letter, digit or underscore, then also ``. @ # + -``; no reserved word."""
    word = expression.symbol(position, what)
    if not _NAME.match(word) or word in RESERVED:
        raise expression.error(f"{clip(word)!r} cannot be the name of {what}", position)
    return word


def typed_list(
    expression: Expression, start: int, what: str, variables: bool = False
) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """The entries ``a b - t c - (either t u) d``: (position, name, types), ``object`` where none is given."""
    waiting: list[tuple[int, str]] = []
    position = start
    while position < len(expression.items):
        if expression.items[position] == "-":
            if not waiting:
                raise expression.error("a type without anything before it", position)
            types = _types(expression, position + 1)
            yield from ((place, entry, types) for place, entry in waiting)
            waiting = []
            position += 2
            continue
        entry = expression.symbol(position, what)
        if not (_VARIABLE if variables else _NAME).match(entry) or entry in RESERVED:
            raise expression.error(f"{clip(entry)!r} cannot be the name of {what}", position)
        waiting.append((position, entry))
        position += 1
    yield from ((place, entry, (tree.OBJECT,)) for place, entry in waiting)


def _types(expression: Expression, position: int) -> tuple[str, ...]:
    if position >= len(expression.items):
        raise expression.error("a type is missing after '-'", position - 1)
    item = expression.items[position]
    if isinstance(item, str):
        return (name(expression, position, "a type"),)
    if item.head != "either" or len(item.items) < 2:
        raise item.error("expected a type or (either type ...)")
    return tuple(dict.fromkeys(name(item, place, "a type") for place in range(1, len(item.items))))


def known_types(
    parents: Mapping[str, tuple[str, ...]], expression: Expression, position: int, types: tuple[str, ...]
) -> tuple[str, ...]:
    """The same types, each of which must be declared; ``position`` is that of the entry they belong to."""
    for each in types:
        if each not in parents:
            raise expression.error(f"type {clip(each)!r} is not declared", position)
    return types


def parameters(scope: Scope, expression: Expression, start: int = 0) -> tuple[Parameter, ...]:
    """A typed list of distinct variables."""
    declared: Variables = {}
    for position, variable, types in typed_list(expression, start, "a variable", variables=True):
        if variable in declared:
            raise expression.error(f"variable {clip(variable)} is declared twice", position)
        declared[variable] = known_types(scope.parents, expression, position, types)
    return tuple(Parameter(variable, types) for variable, types in declared.items())


def condition(
    scope: Scope,
    expression: Expression,
    variables: Variables,
    positive: bool = True,
    disjunctive: bool = False,
) -> Condition:
    """A condition; recursion is as deep as the text, which the reader of expressions bounds.

    ``positive`` is False below an odd number of negations; ``disjunctive`` is True inside what amounts to a
    disjunction, where fluents are refused.
    """
    head = expression.head
    if not expression.items:
        return tree.And()
    if head in ("and", "or"):
        disjunctive = disjunctive or ((head == "or") == positive and len(expression.items) > 2)
        parts = [condition(scope, part, variables, positive, disjunctive) for part in expression.lists(1)]
        return tree.And(tuple(parts)) if head == "and" else tree.Or(tuple(parts))
    if head == "not":
        return tree.Not(condition(scope, _only_part(expression), variables, not positive, disjunctive))
    if head == "=":
        if any(isinstance(item, Expression) for item in expression.items):
            raise expression.unsupported("comparisons of functions are")
        return tree.Equal(*(_term(scope, _two(expression), position, variables)[0] for position in (1, 2)))
    if scope.adl and head in ("forall", "exists", "imply"):
        return _adl_condition(scope, expression, variables, positive)
    if head in _CONDITION_FEATURES:
        raise expression.unsupported(_CONDITION_FEATURES[head])
    atom_read = atom(scope, expression, variables, every=False)
    if disjunctive and atom_read.predicate in scope.fluents and not scope.adl:
        feature = f"{atom_read.predicate!r} changes, and disjunctions over fluent predicates are"
        raise expression.unsupported(feature)
    return atom_read


def _adl_condition(scope: Scope, expression: Expression, variables: Variables, positive: bool) -> Condition:
    first, second = _two(expression).lists(1)
    if expression.head == "imply":
        premise = condition(scope, first, variables, not positive)
        return tree.Or((tree.Not(premise), condition(scope, second, variables, positive)))
    bound = parameters(scope, first)
    within = {**variables, **{each.name: each.types for each in bound}}
    part = condition(scope, second, within, positive)
    return tree.Forall(bound, part) if expression.head == "forall" else tree.Exists(bound, part)


def _two(expression: Expression) -> Expression:
    if len(expression.items) != 3:
        raise expression.error(f"{expression.head!r} takes two arguments, found {len(expression.items) - 1}")
    return expression


def _only_part(expression: Expression) -> Expression:
    parts = list(expression.lists(1))
    if len(parts) != 1:
        raise expression.error(f"'not' takes one argument, found {len(parts)}")
    return parts[0]


def _term(
    scope: Scope, expression: Expression, position: int, variables: Variables
) -> tuple[str, tuple[str, ...]]:
    if isinstance(expression.items[position], Expression):
        raise expression.unsupported("function terms as arguments are", position)
    term = expression.symbol(position, "a term")
    types = (variables if term[0] == "?" else scope.objects).get(term)
    if types is None:
        kind = "variable" if term[0] == "?" else "object"
        raise expression.error(f"{kind} {clip(term)!r} is not declared", position)
    return term, types


def atom(
    scope: Scope, expression: Expression, variables: Variables, functions: bool = False, every: bool = True
) -> Atom:
    """An atom over a declared predicate (or function); ``every`` instance or some must be well-typed."""
    what = "function" if functions else "predicate"
    head = expression.symbol(0, f"a {what}")
    declared = (scope.functions if functions else scope.predicates).get(head)
    if declared is None:
        raise expression.error(f"{what} {clip(head)!r} is not declared", 0)
    if len(expression.items) - 1 != len(declared.parameters):
        message = f"{head!r} takes {len(declared.parameters)} arguments, found {len(expression.items) - 1}"
        raise expression.error(message)
    args = []
    for position, parameter in enumerate(declared.parameters, 1):
        term, types = _term(scope, expression, position, variables)
        wanted = parameter.types
        if not (scope.fits(types, wanted, every) if term[0] == "?" else scope.belongs(types, wanted)):
            given, taken = " or ".join(types), " or ".join(wanted)
            raise expression.error(f"{term!r} of type {given} where {head!r} takes {taken}", position)
        args.append(term)
    return Atom(head, tuple(args))


@dataclass
class EffectParts:
    """The parts of an effect under reading."""

    add: list[Atom] = field(default_factory=list)
    delete: list[Atom] = field(default_factory=list)
    cost: int | Atom | None = None
    conditional: list[tree.Conditional] = field(default_factory=list)


def effect(scope: Scope, expression: Expression, variables: Variables, into: EffectParts) -> None:
    """Read an effect: a conjunction of literals and, in ADL, conditional ones; at most one increase of
    total-cost."""
    head = expression.head
    if not expression.items:
        return
    if head == "and":
        for part in expression.lists(1):
            effect(scope, part, variables, into)
    elif head == "not":
        part = _only_part(expression)
        if part.head in _EFFECT_FEATURES or part.head in ("and", "not", "="):
            raise part.error("only an atom can be deleted")
        into.delete.append(_changed(scope, part, variables))
    elif head == "increase":
        if into.cost is not None:
            raise expression.unsupported("several increases in one action are")
        into.cost = _increase(scope, expression, variables)
    elif scope.adl and head in ("forall", "when"):
        into.conditional += _conditional(scope, expression, variables)
    elif head in _EFFECT_FEATURES:
        raise expression.unsupported(_EFFECT_FEATURES[head])
    else:
        into.add.append(_changed(scope, expression, variables))


def _changed(scope: Scope, expression: Expression, variables: Variables) -> Atom:
    changed = atom(scope, expression, variables)
    if changed.predicate in scope.derived:
        raise expression.error(f"{changed.predicate!r} is derived: no effect can change it")
    return changed


def _conditional(scope: Scope, expression: Expression, variables: Variables) -> Iterator[tree.Conditional]:
    """The effects below a ``forall`` or a ``when``, each with all its variables and its whole condition."""
    first, second = _two(expression).lists(1)
    bound: tuple[Parameter, ...] = ()
    under: Condition = tree.And()
    if expression.head == "when":
        under = condition(scope, first, variables)
    else:
        bound = parameters(scope, first)
        for each in bound:
            if each.name in variables:
                raise first.error(f"variable {clip(each.name)} is declared twice")
    inner = EffectParts()
    effect(scope, second, {**variables, **{each.name: each.types for each in bound}}, inner)
    if inner.cost is not None:
        raise second.unsupported("costs that depend on a condition are")
    if inner.add or inner.delete:
        yield tree.Conditional(bound, under, tuple(inner.add), tuple(inner.delete))
    for more in inner.conditional:
        whole = more.condition if under == tree.And() else tree.And((under, more.condition))
        yield tree.Conditional((*bound, *more.parameters), whole, more.add, more.delete)


def _increase(scope: Scope, expression: Expression, variables: Variables) -> int | Atom:
    if len(expression.items) != 3 or not isinstance(expression.items[1], Expression):
        raise expression.error("expected (increase (total-cost) amount)")
    target = atom(scope, expression.items[1], variables, functions=True)
    if target.predicate != TOTAL_COST:
        raise expression.unsupported(f"numeric fluents ({target.predicate} changes) are", 1)
    amount = expression.items[2]
    if isinstance(amount, str):
        return natural(expression, 2)
    if amount.head in ("+", "-", "*", "/"):
        raise amount.unsupported("arithmetic in costs is")
    term = atom(scope, amount, variables, functions=True)
    if term.predicate == TOTAL_COST:
        raise amount.unsupported("costs that depend on total-cost are")
    return term


def natural(expression: Expression, position: int) -> int:
    """The natural number at a position; others are not supported."""
    digits = expression.symbol(position, "a number")
    if not _NATURAL.match(digits):
        raise expression.unsupported(
            f"{clip(digits)!r}: numbers other than naturals below 10^9 are", position
        )
    return int(digits)
