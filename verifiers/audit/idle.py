"""Check `idle`: doing nothing scores nothing; "None" and a constant score exactly where the truth says so.

An empty or blank answer, or a shrug, must never be right.  "None" and the commonest gold of the task and
domain may be right; their rates are counted beside the share that they deserve (which `rightness` works out
without the judge), and only a difference between the two is a fault.
"""

from __future__ import annotations

from ...instances.records import Outcome
from .finding import Result
from .rightness import Rightness
from .subject import Subject

CHECK = "idle"

NOTHING = (
    "",
    "   ",
    "\n\t \n",
    "...",
    "I do not know.",
    "I cannot answer this question.",
    "The answer is:",
    "<think>This is hard.</think>",
)


def check(subject: Subject) -> Result:
    """Judge answers that nobody worked for."""
    result = Result.of(subject.instance, CHECK)
    for text in NOTHING:
        verdict = subject.judge(text)
        scored = verdict.outcome is Outcome.CORRECT
        result.probe(not scored)
        if scored:
            result.fault(f"the idle answer {text!r} scores", answer=text, read=verdict.answer)
    _strategy(subject, result, "none", "None")
    if subject.case.constant is not None:
        _strategy(subject, result, "constant", subject.case.constant)
    return result


def _strategy(subject: Subject, result: Result, name: str, text: str) -> None:
    """Judge a constant answer, and work out whether it deserves what it gets."""
    verdict = subject.judge(text)
    result.counts[f"{name} asked"] += 1
    if verdict.outcome is Outcome.UNDECIDED:
        result.counts["open"] += 1
        return
    scored = verdict.outcome is Outcome.CORRECT
    deserved = verdict.outcome is not Outcome.UNPARSED and bool(Rightness(subject).of(verdict.answer))
    result.probe(scored == deserved)
    result.counts[f"{name} scored"] += scored
    result.counts[f"{name} deserved"] += deserved
    if scored != deserved:
        wrong = "scores, and the truth does not have it" if scored else "does not score, and the truth has it"
        result.fault(
            f"the answer {text!r} {wrong}", answer=text, read=verdict.answer, judged=verdict.code.value
        )
