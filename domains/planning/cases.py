"""What an action takes and does, taken apart into cases (ADL; Pednault, 1989).

For one row of arguments the precondition and the conditions of the effects become decision diagrams over
ground fluents, derived facts worked out (``formulas``).  The fluents are then decided one after the other
until the precondition holds and every effect is in or out.  So no two cases of an action hold in one state,
and where none does, the action is not applicable: each case is a STRIPS operator under its name.

Deleting what is false changes nothing, so the condition of a deletion is taken as it is where the fact
holds; adding what is true changes nothing either, where the action never deletes it.  Effects that only undo
what may hold thus need no cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass

from ...instances.errors import LimitError
from . import atoms
from .conditions import conjuncts, substitute
from .diagrams import Diagrams, Literal
from .formulas import Binding, Formula, Grounder, Valuation, assume, leaves
from .tree import Atom, Condition, Fact, Problem, Schema

MAX_CASES = 4096

Known = Callable[[Fact], "bool | None"]  # whether a fluent is true or false in all states; None: open


@dataclass(frozen=True)
class Case:
    """What must be true and what false, and what then becomes so; ``delete`` without what is also added."""

    pre: frozenset[Fact]
    not_pre: frozenset[Fact]
    add: frozenset[Fact]
    delete: frozenset[Fact]


def chosen(number: int) -> Fact:
    """The task's own fact that says whether a conjunct of the goal holds that leaves a choice."""
    return ("not", f":goal-{number}")


@dataclass(frozen=True)
class Effect:
    """Facts that become true, or false, where a formula holds."""

    under: Formula
    add: frozenset[Fact]
    delete: frozenset[Fact]


class Divider:
    """Takes actions of a problem apart; ``known`` says what no state, or every state, has."""

    def __init__(self, problem: Problem, known: Known = lambda fact: None):
        self.grounder, self.known = problem.kept(Grounder), known
        self._choices = [self.grounder.formula(part, {}) for part in problem.choices]
        self._named = [self.grounder.fluents(choice) for choice in self._choices]

    def cases(self, schema: Schema, row: Iterable[str]) -> Iterator[Case]:
        """The cases of an action; LimitError where there are more than ``MAX_CASES``."""
        arguments = tuple(row)
        name = atoms.text((schema.name, *arguments))
        binding = schema.binding(arguments)
        every = list(_effects(self.grounder, schema, binding))
        changed = frozenset[Fact]().union(*(each.add | each.delete for each in every))
        effects = list(self._useful(every))
        diagrams = Diagrams()
        valuation = Valuation(self.grounder, diagrams, self._fluent(diagrams))
        try:
            wanted = valuation.value(self.grounder.formula(schema.precondition, binding))
            under = [diagrams.choose(wanted, valuation.value(each.under), 0) for each in effects]
            after = Valuation(self.grounder, diagrams, self._after(diagrams, effects, under))
            for number, choice in enumerate(self._choices):
                if not changed.isdisjoint(self._named[number]):
                    then, fact = after.value(choice), frozenset((chosen(number),))
                    effects += [Effect(True, fact, frozenset()), Effect(True, frozenset(), fact)]
                    under += [diagrams.choose(wanted, then, 0), diagrams.choose(then, 0, wanted)]
            different = list(dict.fromkeys(under))
            for count, (literals, values) in enumerate(diagrams.branches(wanted, different)):
                if count == MAX_CASES:
                    raise LimitError(f"its conditions divide into more than {MAX_CASES} cases")
                value = dict(zip(different, values, strict=True))
                done = (each for each, number in zip(effects, under, strict=True) if value[number])
                add, delete = _together(done)
                pre = frozenset(literal.fact for literal in literals if literal.wanted)
                yield Case(pre, frozenset(literal.fact for literal in literals) - pre, add, delete)
        except LimitError as error:
            raise LimitError(f"{name}: {error}") from None

    def _fluent(self, diagrams: Diagrams) -> Callable[[Fact], int]:
        def value(fact: Fact) -> int:
            known = self.known(fact)
            return diagrams.fact(fact) if known is None else int(known)

        return value

    def _after(self, diagrams: Diagrams, effects: list[Effect], under: list[int]) -> Callable[[Fact], int]:
        added, deleted = dict[Fact, int](), dict[Fact, int]()
        for effect, number in zip(effects, under, strict=True):
            for changed, facts in ((added, effect.add), (deleted, effect.delete)):
                for fact in facts:
                    changed[fact] = diagrams.choose(number, 1, changed.get(fact, 0))
        before = self._fluent(diagrams)

        def value(fact: Fact) -> int:
            kept = diagrams.choose(deleted.get(fact, 0), 0, before(fact))
            return diagrams.choose(added.get(fact, 0), 1, kept)

        return value

    def _useful(self, effects: Iterable[Effect]) -> Iterator[Effect]:
        for each in _simplified(list(effects)):
            add = frozenset(fact for fact in each.add if self.known(fact) is not True)
            delete = frozenset(fact for fact in each.delete if self.known(fact) is not False)
            if add or delete:
                yield Effect(each.under, add, delete)


@dataclass(frozen=True)
class Now:
    """What actions take and do in one state, a set of fluents."""

    grounder: Grounder
    valuation: Valuation

    @classmethod
    def of(cls, problem: Problem, state: Set[Fact]) -> Now:
        """A problem in one of its states."""
        grounder = problem.kept(Grounder)
        return cls(grounder, Valuation(grounder, Diagrams(), lambda fact: int(fact in state)))

    def true(self, formula: Formula) -> bool:
        """Whether a formula holds."""
        return self.valuation.value(formula) == 1

    def failing(self, schema: Schema, row: Iterable[str]) -> Condition | None:
        """The first conjunct of an action's precondition that is false; None if all hold."""
        binding = schema.binding(row)
        for part in conjuncts(schema.precondition):
            if not self.true(self.grounder.formula(part, binding)):
                return substitute(part, binding)
        return None

    def changes(self, schema: Schema, row: Iterable[str]) -> tuple[frozenset[Fact], frozenset[Fact]]:
        """What an action that is applicable adds, and what it deletes and does not add."""
        effects = _effects(self.grounder, schema, schema.binding(row))
        return _together(each for each in effects if self.true(each.under))


def conjunction(grounder: Grounder, formula: Formula) -> list[Literal] | bool | None:
    """The literals of a formula; False where no state fulfils it, None where it leaves a choice."""
    diagrams = Diagrams()
    number = Valuation(grounder, diagrams, diagrams.fact).value(formula)
    return diagrams.literals(number) if number else False


def _effects(grounder: Grounder, schema: Schema, binding: Binding) -> Iterator[Effect]:
    """The effects of an action, those whose condition can never hold left out."""
    yield Effect(True, _facts(schema.add, binding), _facts(schema.delete, binding))
    for each in schema.conditional:
        for more in grounder.instances(each.parameters):
            bound = {**binding, **more}
            under = grounder.formula(each.condition, bound)
            if under is not False:
                yield Effect(under, _facts(each.add, bound), _facts(each.delete, bound))


def _together(effects: Iterable[Effect]) -> tuple[frozenset[Fact], frozenset[Fact]]:
    """What effects add, and what they delete and do not add."""
    done = list(effects)
    add = frozenset[Fact]().union(*(each.add for each in done))
    return add, frozenset[Fact]().union(*(each.delete for each in done)) - add


def _simplified(effects: list[Effect]) -> Iterator[Effect]:
    """The effects, each fact that its own condition names by itself, under what then remains to be asked."""
    deleted = frozenset[Fact]().union(*(each.delete for each in effects))
    for each in effects:
        named = {leaf.fact for leaf in leaves(each.under)}
        gone, new = each.delete & named, (each.add & named) - deleted
        yield Effect(each.under, each.add - new, each.delete - gone)
        for fact in sorted(gone):
            yield Effect(assume(each.under, fact, True), frozenset(), frozenset((fact,)))
        for fact in sorted(new):
            yield Effect(assume(each.under, fact, False), frozenset((fact,)), frozenset())


def _facts(changed: Iterable[Atom], binding: Binding) -> frozenset[Fact]:
    return frozenset([(atom.predicate, *[binding.get(t, t) for t in atom.args]) for atom in changed])
