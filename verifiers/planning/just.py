"""Justification: a plan simplified by removing actions (ACPBench Hard, section 4, task 6; section 5).

Answer: a proper subsequence of the given plan that is itself a plan, judged by replay; how much was removed
is reported.  Truth lists the positions whose action, and those whose action with the next, can be removed.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...domains.planning.atoms import parse, text
from ...domains.planning.lifted import instantiate, validate
from ...instances.errors import RecordError
from ...instances.records import Code, Json
from ..reading.kinds import AnswerKind
from ..task import Decision, Judge, Judgement, JudgeOptions, Labelled, Task, correct, evaluated, incorrect
from .oracle import Oracle
from .questions import actions_of
from .world import Question, World


class PlanStep(NamedTuple):
    """An action of the plan over the facts that the plan touches, as bitmasks."""

    pre: int
    forbidden: int
    add: int
    delete: int


class SubsequenceReplay:
    """Replays subsequences of one plan: its actions are instantiated once, nothing is grounded. RecordError
    when the given sequence is no plan. Where actions have cases (ADL) each is validated as a plan."""

    def __init__(self, world: World, plan: Sequence[str]):
        bit: dict[tuple[str, ...], int] = {}

        def mask(atoms: Any) -> int:
            return sum(1 << bit.setdefault(atom, len(bit)) for atom in sorted(atoms))

        self.problem = problem = world.problem
        self.plan = list(plan)
        self.steps: dict[str, PlanStep] = {}
        for name in plan:
            if name not in self.steps:
                ground = instantiate(problem, parse(name))
                if ground.blocked is not None:
                    message = f"{name} needs {ground.blocked}, which is static and false"
                    raise RecordError(message, field="query.plan")
                sides = (ground.pre, ground.not_pre, ground.add, ground.delete)
                self.steps[name] = PlanStep(*map(mask, sides))
        fluents = problem.domain.fluents
        self.goal = mask(atom for atom in problem.goal if atom[0] in fluents)
        self.forbidden_goal = mask(atom for atom in problem.negative_goal if atom[0] in fluents)
        self.init = sum(1 << position for atom, position in bit.items() if atom in problem.fluent_init)
        self.facts = {position: text(atom) for atom, position in bit.items()}
        if not validate(problem, self.plan).ok:
            raise RecordError("the sequence to be simplified is not a plan", field="query.plan")

    def fails(self, actions: Sequence[str]) -> tuple[Code, str] | None:
        """None when the actions are a plan, else the first thing that fails."""
        if self.problem.domain.cased or self.problem.choices:
            replay = validate(self.problem, actions)
            return None if replay.ok else _failure(actions, replay.failed_step, replay.failed_literal or "")
        state = self.init
        for position, name in enumerate(actions):
            step = self.steps[name]
            if step.pre & ~state or step.forbidden & state:
                return _failure(actions, position, self._false(step.pre, step.forbidden, state))
            state = (state & ~step.delete) | step.add
        if self.goal & ~state or self.forbidden_goal & state:
            return _failure(actions, None, self._false(self.goal, self.forbidden_goal, state))
        return None

    def _false(self, needed: int, forbidden: int, state: int) -> str:
        missing = needed & ~state
        return self._first(missing) if missing else f"(not {self._first(forbidden & state)})"

    def _first(self, mask: int) -> str:
        return min(name for position, name in self.facts.items() if mask >> position & 1)

    def without(self, start: int, count: int) -> list[str]:
        """The plan without ``count`` actions from position ``start``."""
        return self.plan[:start] + self.plan[start + count :]


def _failure(actions: Sequence[str], position: int | None, literal: str) -> tuple[Code, str]:
    """What is said of the action at a position, or of the goal, where a literal is false."""
    if position is None:
        return Code.GOAL_NOT_REACHED, f"the goal {literal} does not hold at the end"
    where = f"action {position}, {actions[position]}, is not applicable"
    return Code.NOT_A_PLAN, f"{where}: {literal} does not hold"


def is_subsequence(answer: Sequence[str], plan: Sequence[str]) -> bool:
    """Whether the answer keeps the order of the plan.

    >>> is_subsequence(["a", "c"], ["a", "b", "c"]), is_subsequence(["c", "a"], ["a", "b", "c"])
    (True, False)
    """
    rest = iter(plan)
    return all(action in rest for action in answer)


def label(question: Question, oracle: Oracle) -> Labelled:
    """The positions that can be removed, and a gold answer that removes the first possible of them."""
    replay = SubsequenceReplay(question.world, question.query["plan"])
    length = len(replay.plan)
    singles = [i for i in range(length) if replay.fails(replay.without(i, 1)) is None]
    pairs = [i for i in range(length - 1) if replay.fails(replay.without(i, 2)) is None]
    gold = replay.without(singles[0], 1) if singles else replay.without(pairs[0], 2) if pairs else None
    return evaluated(
        {"kind": "subsequence", "singles": singles, "pairs": pairs},
        None if gold is None else "[" + ", ".join(gold) + "]",
        plan_length=length,
        removable=len(singles) + len(pairs),
    )


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Replay a simplified plan."""
    replay = SubsequenceReplay(question.world, question.query["plan"])
    length = len(replay.plan)

    def verdict(value: Any) -> Judgement:
        answer: list[str] = value
        removed = length - len(answer)
        if not is_subsequence(answer, replay.plan):
            position = next(i for i in range(len(answer)) if not is_subsequence(answer[: i + 1], replay.plan))
            why = f"action {position}, {answer[position]}, does not follow in the given plan"
            return incorrect(Code.NOT_A_SUBSEQUENCE, why)
        if removed == 0:
            return incorrect(Code.NOT_SHORTER, "nothing was removed from the plan")
        if (fault := replay.fails(answer)) is not None:
            return incorrect(*fault, removed=removed)
        neighbours = removed == 2 and any(replay.without(i, 2) == answer for i in range(length - 1))
        kind = "single" if removed == 1 else "pair" if neighbours else "more"
        return correct(f"a plan with {removed} actions fewer", removed=removed, removal=kind)

    return verdict


def decide(question: Question, item: Json, oracle: Oracle) -> Decision:
    """Whether the plan is still one without ``count`` actions from ``start`` (``item["remove"]``)."""
    replay = SubsequenceReplay(question.world, item["plan"])
    start, count = item["remove"]
    if start < 0 or count < 1 or start + count > len(replay.plan):
        raise RecordError(f"cannot remove {count} actions from position {start}", field="query.remove")
    return Decision.evaluated(replay.fails(replay.without(start, count)) is None)


TASK = Task(
    number=6,
    title="plan made shorter",
    paper="Justification",
    groups={
        "gen": "action_justification_gen",
        "bool": "action_justification_bool",
        "mcq": "action_justification_mcq",
    },
    shape=AnswerKind.PLAN,
    asks="actions",
    label=label,
    judge=judge,
    formal=actions_of("plan"),
    decide=decide,
    stored=list[list[str]],
    answer_format="Answer with the shortened plan as a list of ground actions in parentheses, in the order "
    "in which they are carried out: [(action object1 object2), (action object3)].",
)
