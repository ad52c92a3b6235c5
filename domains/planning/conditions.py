"""Conditions as conjunctions of literals, and the evaluation of their static rest.

``conjuncts`` pushes negations inwards where that yields conjunctions (de Morgan) and drops double negations.
What remains is a list of atoms, negated atoms, equalities, negated equalities and disjunctions.  The reader
guarantees that disjunctions speak of static predicates and equality alone: a world fixes their truth value.

>>> [*conjuncts(Not(Or((Atom("p", ("?x",)), Not(Equal("?x", "a"))))))]
[Not(part=Atom(predicate='p', args=('?x',))), Equal(left='?x', right='a')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set

from ...instances.errors import UnsupportedError
from .tree import And, Atom, Condition, Equal, Exists, Fact, Forall, Not, Or

Row = tuple[str, ...]


def conjuncts(condition: Condition, positive: bool = True) -> Iterator[Condition]:
    """The conjuncts of a condition (or of its negation), in textual order; depth is bounded by the reader."""
    if isinstance(condition, Not):
        yield from conjuncts(condition.part, not positive)
    elif isinstance(condition, (Atom, Equal, Forall, Exists)):
        yield condition if positive else Not(condition)
    elif isinstance(condition, And if positive else Or) or len(condition.parts) == 1:
        for part in condition.parts:
            yield from conjuncts(part, positive)
    else:
        yield condition if positive else Not(condition)


def terms(condition: Condition) -> frozenset[str]:
    """The objects and the free variables that occur in a condition."""
    if isinstance(condition, Atom):
        return frozenset(condition.args)
    if isinstance(condition, Equal):
        return frozenset((condition.left, condition.right))
    if isinstance(condition, Not):
        return terms(condition.part)
    if isinstance(condition, (Forall, Exists)):
        return terms(condition.part) - {parameter.name for parameter in condition.parameters}
    return frozenset().union(*(terms(part) for part in condition.parts))


def variables(condition: Condition) -> frozenset[str]:
    """The free variables that occur in a condition."""
    return frozenset(term for term in terms(condition) if term[0] == "?")


def compile_static(condition: Condition, place: Mapping[str, int], facts: Set[Fact]) -> Callable[[Row], bool]:
    """A test of a static condition on rows of objects.

    ``place`` gives the position in the row of each variable; ``facts`` holds the static atoms that are true.
    """
    if isinstance(condition, Atom):
        ground = projection((condition.predicate, *condition.args), place)
        return lambda row: ground(row) in facts
    if isinstance(condition, Equal):
        pair = projection((condition.left, condition.right), place)
        return lambda row: len(set(pair(row))) == 1
    if isinstance(condition, Not):
        inner = compile_static(condition.part, place, facts)
        return lambda row: not inner(row)
    if isinstance(condition, (Forall, Exists)):
        raise UnsupportedError("a quantified condition is grounded before it is evaluated: see cases")
    tests = [compile_static(part, place, facts) for part in condition.parts]
    if isinstance(condition, And):
        return lambda row: all(test(row) for test in tests)
    return lambda row: any(test(row) for test in tests)


def holds(condition: Condition, true: Callable[[Fact], bool]) -> bool:
    """Whether a ground condition holds, where ``true`` says which atoms do."""
    if isinstance(condition, Atom):
        return true((condition.predicate, *condition.args))
    if isinstance(condition, Equal):
        return condition.left == condition.right
    if isinstance(condition, Not):
        return not holds(condition.part, true)
    if isinstance(condition, (Forall, Exists)):
        raise UnsupportedError("a quantified condition is grounded before it is evaluated: see cases")
    return (all if isinstance(condition, And) else any)(holds(part, true) for part in condition.parts)


def atoms_of(condition: Condition) -> Iterator[Atom]:
    """All atoms in a condition."""
    if isinstance(condition, Atom):
        yield condition
    elif isinstance(condition, (Not, Forall, Exists)):
        yield from atoms_of(condition.part)
    elif not isinstance(condition, Equal):
        for part in condition.parts:
            yield from atoms_of(part)


def quantified(condition: Condition) -> bool:
    """Whether a quantifier stands in a condition."""
    if isinstance(condition, (Forall, Exists)):
        return True
    if isinstance(condition, Not):
        return quantified(condition.part)
    return isinstance(condition, (And, Or)) and any(map(quantified, condition.parts))


def plain(condition: Condition, changing: Set[str]) -> bool:
    """Whether a conjunct is a literal, or speaks without quantifiers of what never changes."""
    inner = condition.part if isinstance(condition, Not) else condition
    if isinstance(inner, (Atom, Equal)):
        return True
    return not quantified(condition) and not any(atom.predicate in changing for atom in atoms_of(condition))


def projection(terms: Iterable[str], place: Mapping[str, int]) -> Callable[[Row], Row]:
    """From a row of objects to the tuple that ``terms`` becomes when each variable is looked up in it."""
    pattern = [(place[term], "") if term[0] == "?" else (-1, term) for term in terms]
    return lambda row: tuple([row[position] if position >= 0 else name for position, name in pattern])


def substitute(condition: Condition, binding: Mapping[str, str]) -> Condition:
    """The condition with variables replaced; those that the binding lacks stay."""
    if isinstance(condition, Atom):
        return Atom(condition.predicate, tuple(binding.get(term, term) for term in condition.args))
    if isinstance(condition, Equal):
        return Equal(
            binding.get(condition.left, condition.left), binding.get(condition.right, condition.right)
        )
    if isinstance(condition, Not):
        return Not(substitute(condition.part, binding))
    if isinstance(condition, (Forall, Exists)):
        bound = {parameter.name for parameter in condition.parameters}
        free = {name: term for name, term in binding.items() if name not in bound}
        return type(condition)(condition.parameters, substitute(condition.part, free))
    return type(condition)(tuple(substitute(part, binding) for part in condition.parts))
