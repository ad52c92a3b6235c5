"""Checks `gold`, `idle` and `answers`: what scores is what deserves to.

The gold answer of a complete truth scores in every spelling (`gold`); doing nothing never scores, and "None",
a constant, waiting exactly where they deserve to (`idle`); mutants of the gold answer score what they
deserve, texts that hedge nothing, and records of episodes that claim what did not happen are refused
(`answers`). What an answer deserves is found without the judge (``Subject.deserves``).
"""

import math
from collections.abc import Iterator
from typing import Any

import msgspec

from ...instances.records import Code, Episode, Outcome, Verdict
from .finding import CheckResult
from .mutator import changes, drawn
from .subject import Subject

SHRUGS = ("I do not know.", "I cannot answer this question.")
NOTHING = ("", "   ", "\n\t \n", "...", *SHRUGS, "The answer is:", "<think>This is hard.</think>")
STATED = ("stop", "outcome", "observation")  # what the record of an episode says of the world
FORGED = 8  # false records of one episode
CLOSE = 1e-9


def gold(subject: Subject) -> CheckResult:
    """Judge the gold answer in its various spellings."""
    result = CheckResult(subject.instance.id, "gold")
    if subject.instance.gold is None:
        if subject.owes_gold:
            text = "the truth is complete, but there is no gold answer"
            result.hold(False, text, truth=subject.truth["kind"])
        return result
    for name, answer, options in subject.spellings():
        verdict = subject.verdict(answer, options)
        right = verdict.outcome is Outcome.CORRECT and verdict.code is Code.OK and verdict.value == 1.0
        right = right and not verdict.metadata.get("beyond_optimum")
        text = f"the gold answer ({name}) is judged {verdict.outcome.value} / {verdict.code.value}"
        how = {"answer": _shown(answer), "read": _shown(verdict.answer), "explanation": verdict.explanation}
        result.hold(right, text, **how)
    return result


def idle(subject: Subject) -> CheckResult:
    """Judge answers that nobody worked for."""
    result = CheckResult(subject.instance.id, "idle")
    for answer in subject.idle():
        verdict = subject.verdict(answer)
        text = f"the idle answer {_shown(answer)!r} scores"
        result.hold(not verdict.value, text, read=_shown(verdict.answer))
    for name, value in subject.strategies():
        verdict = subject.verdict(subject.write(value))
        result.counts[f"{name} asked"] += 1
        if verdict.outcome is Outcome.UNDECIDED:
            result.counts["open"] += 1
            continue
        worth, due = verdict.value or 0.0, subject.deserves(value, verdict) or 0.0
        same, text = math.isclose(worth, due, abs_tol=CLOSE), f"scores {worth:g}, and deserves {due:g}"
        how = {"read": _shown(verdict.answer), "judged": verdict.code.value}
        result.hold(same, f"the answer {_shown(value)!r} {text}", **how)
        result.counts[f"{name} scored"] += worth == 1.0
        result.counts[f"{name} deserved"] += due == 1.0
    return result


def answers(subject: Subject) -> CheckResult:
    """Judge mutants of the gold answer."""
    result = CheckResult(subject.instance.id, "answers")
    if subject.gold_value is None:
        return result
    seen = {repr(subject.write(subject.gold_value))}
    for sort, value in (*mutants(subject), *subject.wrong()):
        answer = subject.write(value)
        if answer is not None and repr(answer) not in seen:
            seen.add(repr(answer))
            _judge(subject, result, sort, value, answer)
    for text in subject.texts():
        fate = "survived" if subject.verdict(text).value else "killed"
        result.fate("hedge", fate, f"the hedge {text[:100]!r} scores")
    episode = subject.played()
    for sort, record in _forged(subject, episode) if episode is not None else ():
        fate = "killed" if subject.verdict(record).outcome is Outcome.UNPARSED else "survived"
        result.fate(f"record: {sort}", fate, f"a record that claims another {sort} is not refused")
    return result


def near_misses(subject: Subject) -> Iterator[tuple[str, Any, Verdict]]:
    """Wrong answers that are near the gold answer, the first of each sort: sort, answer, verdict."""
    seen = set[str]()
    for sort, value in [*subject.wrong(), *mutants(subject)] if subject.gold_value is not None else ():
        answer = None if sort in seen else subject.write(value)
        if answer is None or answer == subject.instance.gold:
            continue
        verdict = subject.verdict(answer)
        if verdict.outcome is Outcome.INCORRECT:
            seen.add(sort)
            yield sort, answer, verdict


def mutants(subject: Subject) -> Iterator[tuple[str, Any]]:
    """Sort and value of the changes of the gold answer that are drawn, but for lists in quotes."""
    gold = subject.gold_value
    for sort, change in drawn(changes(gold, subject), subject.draw, subject.answers):
        if change.name != "retyped" or not isinstance(change.part, str) or change.part[:1] not in "[{":
            yield sort, change.of(gold)


def _judge(subject: Subject, result: CheckResult, sort: str, value: Any, answer: Any) -> None:
    verdict = subject.verdict(answer)
    if verdict.outcome is Outcome.UNDECIDED:
        result.counts["open"] += 1
    worth, due = verdict.value or 0.0, subject.deserves(value, verdict)
    if math.isclose(worth, due or 0.0, abs_tol=CLOSE):
        result.fate(sort, "equivalent" if worth == 1.0 else "killed")
        return
    deserved = "what it deserves is not known" if due is None else f"it deserves {due:g}"
    text = f"the answer {_shown(answer)!r} ({sort}) scores {worth:g}, {deserved}"
    if worth > (due or 0.0):
        how = {"read": _shown(verdict.answer), "explanation": verdict.explanation}
        result.fate(sort, "survived", text, **how)
    elif verdict.outcome is not Outcome.UNDECIDED:
        text, keys = f"{text}: it is judged too strictly", ("killed", f"{sort}: killed")
        result.hold(False, text, *keys, read=_shown(verdict.answer))


def _forged(subject: Subject, episode: Episode) -> Iterator[tuple[str, Episode]]:
    """Records that state another end, outcome or observation, or lack the step that led to the end."""
    data = msgspec.to_builtins(episode)
    texts = (change for change in changes(data) if isinstance(change.part, str))
    lies = [change for change in texts if change.path and change.path[-1] in STATED]
    for sort, change in drawn(lies, subject.draw, FORGED):
        yield sort, msgspec.convert(change.of(data), Episode)
    yield "end: what led to it is missing", msgspec.structs.replace(episode, steps=episode.steps[:-1])
    yield "end: QUIT", msgspec.structs.replace(episode, stop="QUIT")


def _shown(answer: Any) -> str:
    return (answer if isinstance(answer, str) else repr(answer))[:200]
