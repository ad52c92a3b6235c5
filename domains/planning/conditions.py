"""Conditions as conjunctions of literals, and the evaluation of their static rest.

``conjuncts`` pushes negations inwards where that yields conjunctions (de Morgan) and drops double negations.
What remains is a list of atoms, negated atoms, equalities, negated equalities and disjunctions.  The reader
guarantees that disjunctions speak of static predicates and equality alone: a world fixes their truth value.

>>> [*conjuncts(Not(Or((Atom("p", ("?x",)), Not(Equal("?x", "a"))))))]
[Not(part=Atom(predicate='p', args=('?x',))), Equal(left='?x', right='a')]
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set

from ...instances.errors import UnsupportedError
from .joins import Row, select
from .tree import And, Atom, Condition, Equal, Exists, Fact, Forall, Not, Or


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


def parts_of(condition: Condition) -> tuple[Condition, ...]:
    """The conditions of which a condition is made directly."""
    if isinstance(condition, (Atom, Equal)):
        return ()
    return condition.parts if isinstance(condition, (And, Or)) else (condition.part,)


def terms(condition: Condition) -> frozenset[str]:
    """The objects and the free variables that occur in a condition."""
    if isinstance(condition, Atom):
        return frozenset(condition.args)
    if isinstance(condition, Equal):
        return frozenset((condition.left, condition.right))
    bound = condition.parameters if isinstance(condition, (Forall, Exists)) else ()
    return frozenset().union(*map(terms, parts_of(condition))) - {parameter.name for parameter in bound}


def variables(condition: Condition) -> frozenset[str]:
    """The free variables that occur in a condition."""
    return frozenset(term for term in terms(condition) if term[0] == "?")


def compile_static(
    condition: Condition, place: Mapping[str, int], true: Callable[[Fact], bool]
) -> Callable[[Row], bool]:
    """A test of rows of objects; ``place`` has the variables' positions, ``true`` says which atoms hold."""
    if isinstance(condition, Atom):
        ground = projection((condition.predicate, *condition.args), place)
        return lambda row: true(ground(row))
    if isinstance(condition, Equal):
        pair = projection((condition.left, condition.right), place)
        return lambda row: len(set(pair(row))) == 1
    if isinstance(condition, (Forall, Exists)):
        raise UnsupportedError("a quantified condition is grounded before it is evaluated: see cases")
    tests = [compile_static(part, place, true) for part in parts_of(condition)]
    if isinstance(condition, Not):
        return lambda row: not tests[0](row)
    every = all if isinstance(condition, And) else any
    return lambda row: every(test(row) for test in tests)


def holds(condition: Condition, true: Callable[[Fact], bool]) -> bool:
    """Whether a ground condition holds, where ``true`` says which atoms do."""
    return compile_static(condition, {}, true)(())


def signed_atoms(condition: Condition, positive: bool = True) -> Iterator[tuple[Atom, bool]]:
    """All atoms of a condition, each with whether it stands below an even number of negations."""
    if isinstance(condition, Atom):
        yield condition, positive
    for part in parts_of(condition):
        yield from signed_atoms(part, positive is not isinstance(condition, Not))


def predicates(condition: Condition) -> set[str]:
    """The predicates of all atoms in a condition."""
    return {atom.predicate for atom, _ in signed_atoms(condition)}


def quantified(condition: Condition) -> bool:
    """Whether a quantifier stands in a condition."""
    return isinstance(condition, (Forall, Exists)) or any(map(quantified, parts_of(condition)))


def plain(condition: Condition, changing: Set[str]) -> bool:
    """Whether a conjunct is a literal, or speaks without quantifiers of what never changes."""
    inner = condition.part if isinstance(condition, Not) else condition
    if isinstance(inner, (Atom, Equal)):
        return True
    return not quantified(condition) and changing.isdisjoint(predicates(condition))


def projection(terms: Iterable[str], place: Mapping[str, int]) -> Callable[[Row], Row]:
    """From a row of objects to the tuple that ``terms`` becomes when each variable is looked up in it."""
    pattern = [(place[term], "") if term[0] == "?" else (-1, term) for term in terms]
    if all(position >= 0 for position, _ in pattern):
        return select([position for position, _ in pattern])
    return lambda row: tuple([row[position] if position >= 0 else name for position, name in pattern])


def substitute(condition: Condition, binding: Mapping[str, str]) -> Condition:
    """The condition with variables replaced; those that the binding lacks stay."""
    if isinstance(condition, Atom):
        return Atom(condition.predicate, tuple(binding.get(term, term) for term in condition.args))
    if isinstance(condition, Equal):
        return Equal(*(binding.get(term, term) for term in (condition.left, condition.right)))
    if isinstance(condition, Not):
        return Not(substitute(condition.part, binding))
    if isinstance(condition, (Forall, Exists)):
        bound = {parameter.name for parameter in condition.parameters}
        free = {name: term for name, term in binding.items() if name not in bound}
        return type(condition)(condition.parameters, substitute(condition.part, free))
    return type(condition)(tuple(substitute(part, binding) for part in condition.parts))
