"""PDDL text of a syntax tree; reading it back gives the same tree.

>>> from .tree import And, Atom, Equal, Not
>>> condition(And((Atom("p", ("?x",)), Not(Equal("?x", "a")))))
'(and (p ?x) (not (= ?x a)))'
"""

from collections.abc import Iterable

from . import tree


def condition(node: tree.Condition) -> str:
    """The text of a condition."""
    if isinstance(node, tree.Atom):
        return _list(node.predicate, *node.args)
    if isinstance(node, tree.Equal):
        return _list("=", node.left, node.right)
    if isinstance(node, tree.Not):
        return _list("not", condition(node.part))
    if isinstance(node, (tree.Forall, tree.Exists)):
        head = "forall" if isinstance(node, tree.Forall) else "exists"
        return _list(head, _list(*_parameters(node.parameters)), condition(node.part))
    return _list("or" if isinstance(node, tree.Or) else "and", *map(condition, node.parts))


def write_domain(domain: tree.Domain) -> str:
    """The text of a domain."""
    declared = {name: above for name, above in domain.parents.items() if name != tree.OBJECT}
    sections = [
        _list(":requirements", *domain.requirements) if domain.requirements else "",
        _list(":types", *_typed(declared.items())) if declared else "",
        _list(":constants", *_typed(domain.constants.items())) if domain.constants else "",
        _list(":predicates", *map(_skeleton, domain.predicates.values())),
        _list(":functions", *map(_skeleton, domain.functions.values())) if domain.functions else "",
        *(
            _list(":derived", _list(name, *_parameters(axiom.parameters)), condition(axiom.condition))
            for name, axioms in domain.axioms.items()
            for axiom in axioms
        ),
        *map(_schema, domain.schemas.values()),
        *(_schema(event.schema, ":event") for event in domain.events.values()),
    ]
    return _define(f"(domain {domain.name})", sections)


def write_problem(problem: tree.Problem) -> str:
    """The text of a problem."""
    constants = problem.domain.constants
    declared = {name: types for name, types in problem.objects.items() if name not in constants}
    values = (_list("=", _list(*term), str(value)) for term, value in sorted(problem.values.items()))
    goal = [
        *(_list(*fact) for fact in problem.goal),
        *(_list("not", _list(*fact)) for fact in problem.negative_goal),
        *map(condition, problem.static_goal),
        *map(condition, problem.choices),
    ]
    sections = [
        _list(":domain", problem.domain.name),
        _list(":objects", *_typed(declared.items())) if declared else "",
        _list(":init", *(_list(*fact) for fact in sorted(problem.init)), *values),
        _list(":goal", _list("and", *goal)),
        "(:metric minimize (total-cost))" if problem.minimize_cost else "",
    ]
    return _define(f"(problem {problem.name})", sections)


def _define(head: str, sections: Iterable[str]) -> str:
    body = "\n".join(f"  {section}" for section in sections if section)
    return f"(define {head}\n{body}\n)\n"


def _schema(schema: tree.Schema, keyword: str = ":action") -> str:
    effects = [
        *(condition(tree.Not(atom)) for atom in schema.delete),
        *map(condition, schema.add),
        *map(_conditional, schema.conditional),
    ]
    if schema.cost is not None:
        cost = condition(schema.cost) if isinstance(schema.cost, tree.Atom) else str(schema.cost)
        effects.append(f"(increase (total-cost) {cost})")
    lines = [
        f"({keyword} {schema.name}",
        f":parameters {_list(*_parameters(schema.parameters))}",
        f":precondition {condition(schema.precondition)}",
        f":effect {_list('and', *effects)})",
    ]
    return "\n    ".join(lines)


def _conditional(effect: tree.Conditional) -> str:
    deleted = map(condition, map(tree.Not, effect.delete))
    changes = _list("and", *deleted, *map(condition, effect.add))
    under = _list("when", condition(effect.condition), changes)
    return _list("forall", _list(*_parameters(effect.parameters)), under) if effect.parameters else under


def _skeleton(predicate: tree.Predicate) -> str:
    return _list(predicate.name, *_parameters(predicate.parameters))


def _parameters(parameters: Iterable[tree.Parameter]) -> list[str]:
    return _typed((parameter.name, parameter.types) for parameter in parameters)


def _typed(entries: Iterable[tuple[str, tuple[str, ...]]]) -> list[str]:
    return [f"{name} - {types[0] if len(types) == 1 else _list('either', *types)}" for name, types in entries]


def _list(*items: str) -> str:
    return f"({' '.join(items)})"
