"""The reading of what ADL adds to PDDL: derived predicates, and goals worked out over the objects."""

from collections.abc import Sequence

from ...instances.errors import LimitError
from . import scope as reading
from .cases import conjunction
from .conditions import conjuncts, plain, predicates
from .diagrams import Literal
from .formulas import Grounder, negated_within
from .scope import Scope
from .sexpr import Expression, clip
from .tree import Axiom, Condition, Problem, Schema


def derived(sections: Sequence[Expression]) -> frozenset[str]:
    """The predicates that some ``:derived`` sections define."""
    return frozenset(_head(section).symbol(0, "a predicate") for section in sections)


def _head(section: Expression) -> Expression:
    """The ``(predicate ?x - type)`` of ``(:derived (predicate ?x - type) condition)``."""
    if len(section.items) != 3 or not isinstance(section.items[1], Expression):
        raise section.error("expected (:derived (predicate ?variable ...) condition)")
    return section.items[1]


def axioms(scope: Scope, sections: Sequence[Expression]) -> dict[str, tuple[Axiom, ...]]:
    """The derived predicates; UnsupportedError for one that depends on its own negation."""
    by_name: dict[str, list[Axiom]] = {}
    for section in sections:
        head = _head(section)
        name = head.symbol(0, "a predicate")
        declared = scope.predicates.get(name)
        if declared is None:
            raise head.error(f"predicate {clip(name)!r} is not declared", 0)
        parameters = reading.parameters(scope, head, 1)
        if len(parameters) != len(declared.parameters):
            raise head.error(f"{name!r} takes {len(declared.parameters)} arguments, found {len(parameters)}")
        variables = {parameter.name: parameter.types for parameter in parameters}
        condition = reading.condition(scope, list(section.lists(1))[1], variables)
        by_name.setdefault(name, []).append(Axiom(parameters, condition))
    wrong = negated_within(by_name)
    if wrong is not None:
        section = next(each for each in sections if _head(each).head == wrong)
        raise section.unsupported(f"derived predicates that depend on their own negation ({clip(wrong)}) are")
    return {name: tuple(axioms) for name, axioms in by_name.items()}


def cased(scope: Scope, schemas: dict[str, Schema], axioms: dict[str, tuple[Axiom, ...]]) -> bool:
    """Whether some action has conditional effects, or a precondition that is no conjunction of literals."""
    changing = scope.fluents | axioms.keys()
    parts = (part for schema in schemas.values() for part in conjuncts(schema.precondition))
    return any(schema.conditional for schema in schemas.values()) or any(
        not axioms.keys().isdisjoint(predicates(part)) or not plain(part, changing) for part in parts
    )


def worked_out(section: Expression, problem: Problem, part: Condition) -> list[Literal] | bool | None:
    """What a conjunct of a goal comes to: see ``cases.conjunction``."""
    grounder = problem.kept(Grounder)
    try:
        return conjunction(grounder, grounder.formula(part, {}))
    except LimitError as error:
        raise section.source.limit(f"goal: {error}", section.where(1)) from None
