"""Plan validation by replay, naming the first step that fails and the literal that fails it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ...instances.errors import IllegalItemError
from ...instances.records import Code
from . import atoms, writer
from .cases import Now
from .conditions import holds
from .formulas import Grounder
from .lifted import ActionModel
from .tree import Fact, Problem


@dataclass(frozen=True, slots=True)
class Validation:
    """Whether a sequence of actions is a plan; if not, where and why not."""

    ok: bool
    failed_step: int | None = None
    """The position, from 0, of the first illegal or inapplicable action; None if all are applicable."""
    failed_literal: str | None = None
    """The first literal, as written, that is false: of that action's precondition, or of the goal."""
    code: Code = Code.OK
    state: frozenset[Fact] = field(default=frozenset(), repr=False)
    """The fluent facts that hold after the last action that was applied."""


def validate(problem: Problem, actions: Iterable[str | tuple[str, ...]]) -> Validation:
    """Replay actions, texts or tuples, from the initial state to the goal; WorldError for a bad text."""
    model = problem.kept(ActionModel)
    state = set(problem.fluent_init)
    for step, action in enumerate(actions):
        parts = atoms.parse(action) if isinstance(action, str) else action
        try:
            ground = model.instantiate(parts)
        except IllegalItemError as error:
            return Validation(False, step, None, Code(error.code), frozenset(state))
        case = ground.case(state)
        if case is None:
            literal = model.failing(parts, state)
            return Validation(False, step, literal, Code.INAPPLICABLE, frozenset(state))
        state -= case.delete
        state |= case.add
    missing = missing_goal(problem, state)
    if missing is not None:
        return Validation(False, None, missing, Code.GOAL_NOT_REACHED, frozenset(state))
    return Validation(True, state=frozenset(state))


def missing_goal(problem: Problem, state: set[Fact] | frozenset[Fact]) -> str | None:
    """The first conjunct of the goal that is false in a state, a set of fluent facts; None if all hold."""
    fluents = problem.domain.fluents

    def true(fact: Fact) -> bool:
        return fact in (state if fact[0] in fluents else problem.init)

    for fact in problem.goal:
        if not true(fact):
            return atoms.text(fact)
    for fact in problem.negative_goal:
        if true(fact):
            return atoms.negation(atoms.text(fact))
    for part in problem.static_goal:
        if not holds(part, true):
            return writer.condition(part)
    if problem.choices:
        grounder, now = problem.kept(Grounder), Now.of(problem, state)
        for part in problem.choices:
            if not now.true(grounder.formula(part, {})):
                return writer.condition(part)
    return None
