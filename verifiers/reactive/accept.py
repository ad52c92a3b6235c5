"""Trace acceptance (TempoBench TTE): whether claimed outputs are the machine's own.

A claimed trace is *accepted* when the machine emits just these outputs on these inputs; otherwise the first
step at which it emits something else is the first bad step.

>>> from certwright.domains.reactive.machine import Machine
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> first_bad_step(latch, (0, 1, 0), (0, 1, 0))
2
"""

from collections.abc import Sequence
from typing import Any

from ...domains.reactive.machine import Machine
from ...instances.records import Code, Json
from ..reading.kinds import AnswerKind
from ..task import EVALUATION, Decision, Judge, Judgement, JudgeOptions, Labelled, Task, correct, incorrect
from .question import Question, labelled
from .simulate import shown


def first_bad_step(machine: Machine, letters: Sequence[int], claimed: Sequence[int]) -> int | None:
    """The first step at which the machine does not emit what is claimed; None when there is none."""
    emitted = machine.run(letters).outputs
    pairs = enumerate(zip(emitted, claimed, strict=True))
    return next((step for step, pair in pairs if pair[0] != pair[1]), None)


def label(question: Question) -> Labelled:
    """Acceptance and the first bad step, which need no proof but their evaluation."""
    bad = first_bad_step(question.machine, question.trace, question.outputs)
    gold = {"accepted": bad is None, "first_bad_step": bad}
    return labelled({"kind": "acceptance", **gold}, EVALUATION, 1, gold=gold)


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Right when acceptance and, for a rejected trace, the first bad step are."""
    accepted, bad = question.truth["accepted"], question.truth["first_bad_step"]

    def verdict(value: Any) -> Judgement:
        given, step = value
        if not isinstance(given, bool):
            return incorrect(Code.ILL_TYPED, f'"accepted" is true or false, not {shown(given)}')
        if given != accepted:
            what = "is the machine's own" if accepted else f"departs from the machine's at step {bad}"
            return incorrect(Code.WRONG, f"the claimed trace {what}", accepted_right=False)
        if step != bad or isinstance(step, bool):
            why = f"the first bad step is {bad}, not {shown(step)}"
            return incorrect(Code.WRONG_INDEX, why, accepted_right=True)
        return correct("", accepted_right=True)

    return verdict


def decide(question: Question, item: Json) -> Decision:
    """Whether the claimed outputs are accepted."""
    bad = first_bad_step(question.machine, question.trace, question.outputs)
    return Decision.evaluated(bad is None)


TASK = Task(
    number=2,
    title="claimed outputs",
    paper="TTE",
    groups={"gen": "reactive_accept_gen", "bool": "reactive_accept_bool"},
    shape=AnswerKind.ACCEPTANCE,
    label=label,
    judge=judge,
    decide=decide,
)
