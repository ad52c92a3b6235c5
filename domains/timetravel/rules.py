"""The ground actions, causal rules and expiries of a level, and the check that its rules settle.

Actions, events and the loss of unstable facts are grounded together, as the schemas of one planning problem,
so that the relaxed reachability behind the grounding knows what the rules bring about.

A level is accepted only if propagation ends, and ends in the same state, in whatever order rules fire:

- *Termination*: no fact is both added by some rule and deleted by some rule.  Then each fact changes at most
  once in a propagation, so there are at most as many firings as facts.
- *Confluence*: no rule undoes the condition of another one with which it could fire together, unless what
  that one does is part of what it does itself.  Then two rules that may fire in one state still lead to a
  common state, and by Newman's lemma ("On theories with a combinatorial definition of equivalence", 1942)
  a terminating system of that kind has one final state.

Both conditions are sufficient, cheap, and checked on the ground rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from ...instances.errors import LimitError, WorldError
from ..planning import atoms
from ..planning.grounding import ground
from ..planning.strips import Operator, Task, bits
from ..planning.tree import And, Atom, Event, Problem, Schema
from .level import Level

MAX_RULES = 2000  # ground rules that a level may have: the check looks at pairs
_DECAY = "decay "  # begins the name of the schema for a predicate's decay; no name in PDDL holds a blank


@dataclass(frozen=True)
class Ground:
    """A grounded level; the bits of all operators are those of ``task``, whose operators are the actions."""

    task: Task
    rules: tuple[Operator, ...]
    expiries: tuple[Operator, ...]
    """For each unstable fact what its expiry takes away (and which complement it brings)."""
    opposite: dict[int, int]
    """For each fact with a complement, by bit, the bit of the complement; and the other way round."""


def merged(problem: Problem, unstable: Sequence[str]) -> Problem:
    """The planning problem in which events, and the decay of unstable predicates, are actions too."""
    domain = problem.domain
    schemas = {**domain.schemas, **{name: event.schema for name, event in domain.events.items()}}
    for name in unstable:
        parameters = domain.predicates[name].parameters
        fact = Atom(name, tuple(parameter.name for parameter in parameters))
        schemas[_DECAY + name] = Schema(_DECAY + name, parameters, And((fact,)), (), (fact,))
    return replace(problem, domain=replace(domain, schemas=schemas, events={}))


def ground_level(level: Level) -> Ground:
    """Ground a level; WorldError with rule, file and line where rules do not settle, LimitError for size."""
    problem = level.problem
    unstable = level.about.decay.unstable if level.about.decay else ()
    task = ground(merged(problem, unstable))
    actions, rules, expiries = [], [], []
    for operator in task.operators:
        head = operator.name[1:].partition(" ")[0].rstrip(")")
        if operator.name.startswith("(" + _DECAY):
            expiries.append(operator)
        elif head in problem.domain.events:
            rules.append(operator)
        else:
            actions.append(operator)
    opposite = _opposites(task)
    if len(rules) > MAX_RULES:
        raise LimitError(f"{level.name}: {len(rules)} ground rules, the limit is {MAX_RULES}")
    _terminates(task, rules, problem.domain.events)
    _confluent(task, rules, opposite, problem.domain.events)
    _settled(task, rules, problem.domain.events)
    _irreversible(level, task, [*actions, *rules])
    return Ground(replace(task, operators=tuple(actions)), tuple(rules), tuple(expiries), opposite)


def _opposites(task: Task) -> dict[int, int]:
    opposites = {}
    for bit, name in enumerate(task.facts):
        fact = task.index.get(name[5:-1]) if atoms.is_negation(name) else None
        if fact is not None:
            opposites[1 << bit], opposites[1 << fact] = 1 << fact, 1 << bit
    return opposites


def _error(rule: Operator, events: dict[str, Event], message: str) -> WorldError:
    event = events[rule.name[1:-1].split(" ")[0]]
    return WorldError(f"rule {rule.name} {message}", file=event.file, line=event.line)


def _terminates(task: Task, rules: Sequence[Operator], events: dict[str, Event]) -> None:
    added = reduce(or_, (rule.add for rule in rules), 0)
    for rule in rules:
        if both := rule.delete & added:
            other = next(each for each in rules if each.add & both)
            fact = task.names(both & other.add)[0]
            raise _error(rule, events, f"deletes {fact}, which {other.name} adds: propagation may not end")


def _confluent(
    task: Task, rules: Sequence[Operator], opposite: dict[int, int], events: dict[str, Event]
) -> None:
    for first in rules:
        undoes = [rule for rule in rules if rule.pre & first.delete and rule is not first]
        for second in undoes:
            together = first.pre | second.pre
            if any(opposite.get(1 << bit, 0) & together for bit in bits(together)):
                continue
            if not (second.add & ~first.add or second.delete & ~first.delete):
                continue
            fact = task.names(second.pre & first.delete)[0]
            message = f"ends {fact}, which {second.name} needs: the outcome depends on which fires first"
            raise _error(first, events, message)


def _settled(task: Task, rules: Sequence[Operator], events: dict[str, Event]) -> None:
    for rule in rules:
        if rule.applicable(task.init) and rule.apply(task.init) != task.init:
            raise _error(rule, events, "fires in the initial state, which must be settled")


def _irreversible(level: Level, task: Task, operators: Sequence[Operator]) -> None:
    for text in level.about.milestones:
        bit = task.index.get(atoms.text(atoms.parse(text)))
        for operator in operators:
            if bit is not None and operator.delete >> bit & 1:
                message = f"milestone {text} is taken back by {operator.name}"
                raise WorldError(message, file=f"{level.name}/level.toml")
