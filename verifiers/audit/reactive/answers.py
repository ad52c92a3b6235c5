"""Checks `gold`, `idle`, `answers`: right answers score however they are spelt, idle and spoilt ones do not.

Where several answers are right (a minimal sufficient or breaking set, a certificate), a spoilt one that
scores is held against the checker's rule for the set; it is *equivalent* when that accepts it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....instances.canonical import encode
from ....instances.hostile import decode
from ....instances.records import Answer, Code, Outcome, Verdict
from ..finding import Result
from ..idle import NOTHING
from .subject import WORDS, ReactiveSubject, read_gold

DRAWN = 3
EMPTY = ("[]", "{}", "Final answer: []", "```json\n[]\n```")
"""Empty answers; where nothing is right, that must be said."""


def gold(subject: ReactiveSubject) -> Result:
    """Ask the judge about the gold answer in its various spellings."""
    result, text = Result.of(subject.instance, "gold"), subject.instance.gold
    if text is None or not subject.answerable:
        return result
    spellings = {
        "as it stands": text,
        "after reasoning": f"<think>Perhaps not.</think>\nI am sure.\n\n**Final Answer**: {text}\n",
        "fenced": f"So this is it:\n```json\n{text}\n```",
    }
    if subject.instance.form == "bool":
        spellings["upper case"] = text.upper()
    for name, spelt in spellings.items():
        _expect_right(result, name, spelt, subject.respond(spelt))
    data = (
        text == "yes" if subject.instance.form == "bool" else text if text in WORDS else decode(text.encode())
    )
    _expect_right(result, "as data", data, subject.judge(Answer(id=subject.instance.id, answer=data)))
    return result


def _expect_right(result: Result, spelling: str, answer: Any, verdict: Verdict) -> None:
    right = verdict.outcome is Outcome.CORRECT and verdict.code is Code.OK
    result.probe(right)
    if not right:
        result.fault(
            f"the gold answer ({spelling}) is judged {verdict.outcome.value} / {verdict.code.value}",
            answer=answer,
            read=verdict.answer,
            explanation=verdict.explanation,
        )


def idle(subject: ReactiveSubject) -> Result:
    """Judge answers that nobody worked for."""
    result = Result.of(subject.instance, "idle")
    if not subject.answerable:
        return result
    for text in (*NOTHING, *(EMPTY if subject.silent else ())):
        verdict = subject.respond(text)
        scored = verdict.outcome is Outcome.CORRECT
        result.probe(not scored)
        if scored:
            result.fault(f"the idle answer {text!r} scores", answer=text, read=verdict.answer)
    _strategy(subject, result, "none", subject.nothing, subject.right(subject.nothing))
    constant = subject.case.constant
    if constant is not None:
        _strategy(subject, result, "constant", constant, subject.right(constant))
    return result


def _strategy(subject: ReactiveSubject, result: Result, name: str, text: str, deserved: bool) -> None:
    verdict = subject.respond(text)
    result.counts[f"{name} asked"] += 1
    if verdict.outcome is Outcome.UNDECIDED:
        result.counts["open"] += 1
        return
    scored = verdict.outcome is Outcome.CORRECT
    result.probe(scored == deserved)
    result.counts[f"{name} scored"] += scored
    result.counts[f"{name} deserved"] += deserved
    if scored != deserved:
        wrong = "scores, and is not right" if scored else "does not score, and is right"
        result.fault(f"the answer {text[:100]!r} {wrong}", answer=text, judged=verdict.code.value)


def answers(subject: ReactiveSubject) -> Result:
    """Judge every mutant of the gold answer."""
    result, text = Result.of(subject.instance, "answers"), subject.instance.gold
    if text is None or not subject.answerable:
        return result
    seen = {text}
    for name, mutant in _mutants(subject, text):
        if mutant in seen:
            continue
        seen.add(mutant)
        verdict = subject.respond(mutant)
        if verdict.outcome is Outcome.UNDECIDED:
            result.counts["open"] += 1
            continue
        scored, right = verdict.outcome is Outcome.CORRECT, subject.right(mutant)
        fate = "survived" if scored and not right else "equivalent" if scored else "killed"
        result.probe(scored == right, fate, f"{name}: {fate}")
        if scored and not right:
            result.fault(f"the mutant {mutant[:100]!r} ({name}) scores 1", operator=name, answer=mutant)
        elif right and not scored:
            result.fault(f"the answer {mutant[:100]!r} ({name}) is right, and judged wrong", answer=mutant)
    return result


def _mutants(subject: ReactiveSubject, text: str) -> Iterator[tuple[str, str]]:
    if subject.instance.form == "bool":
        yield "the other word", {"yes": "no", "no": "yes"}[text]
        return
    value = read_gold(text)
    for name, mutant in _data(subject, value):
        yield name, encode(mutant).decode()


def _data(subject: ReactiveSubject, value: Any) -> Iterator[tuple[str, Any]]:
    task, draw = subject.instance.task, subject.draw
    if task == "simulate":
        yield from _run(subject, value)
    elif task == "accept":
        bad = value["first_bad_step"]
        yield "the other answer", {**value, "accepted": not value["accepted"]}
        yield "no step", {**value, "first_bad_step": None}
        yield "the next step", {**value, "first_bad_step": 0 if bad is None else bad + 1}
    elif task == "cause":
        clauses = value["cnf"]
        for place in draw.sample(range(len(clauses)), DRAWN, "clause"):
            rest = clauses[:place] + clauses[place + 1 :]
            yield "drop a clause", {"cnf": rest}
            for name, atoms in spoilt(subject, clauses[place]):
                yield f"in a clause: {name}", {"cnf": [*rest, atoms]}
        yield "no clauses", {"cnf": []}
        for name, atoms in spoilt(subject, []):
            yield f"a clause: {name}", {"cnf": [*clauses, atoms]}
        if len(clauses) > 1:
            joined = sorted({tuple(atom) for atom in (*clauses[0], *clauses[1])})
            yield "an or for an and", {"cnf": [joined, *clauses[2:]]}
    else:
        yield "the empty set", []
        yield from spoilt(subject, value)


def _run(subject: ReactiveSubject, value: Any) -> Iterator[tuple[str, Any]]:
    states, outputs = value["states"], value["outputs"]
    yield "states without the last", {**value, "states": states[:-1]}
    yield "a state more", {**value, "states": [*states, states[-1]]}
    yield "outputs without the first", {**value, "outputs": outputs[1:]}
    for place in subject.draw.sample(range(len(states)), DRAWN, "state"):
        other = (states[place] + 1) % (len(subject.question.machine.successors) + 1)
        yield "another state", {**value, "states": [*states[:place], other, *states[place + 1 :]]}
    for place in subject.draw.sample(range(len(outputs)), DRAWN, "output"):
        if row := outputs[place]:
            other_row = ("1" if row[0] == "0" else "0") + row[1:]
            yield "another output", {**value, "outputs": [*outputs[:place], other_row, *outputs[place + 1 :]]}


def spoilt(subject: ReactiveSubject, atoms: list[Any]) -> Iterator[tuple[str, list[Any]]]:
    """Sets of atoms that differ from this one by one atom, or in one field of one."""
    draw, question = subject.draw, subject.question
    names, trace = question.machine.inputs, question.trace
    for place in draw.sample(range(len(atoms)), DRAWN, "atom"):
        step, name, bit = atoms[place]
        rest = atoms[:place] + atoms[place + 1 :]
        yield "drop an atom", rest
        yield "the other value", subject.ordered([*rest, [step, name, 1 - bit]])
        if step + 1 < len(trace):
            yield "the next step", subject.ordered(_with(rest, [step + 1, name, bit]))
        if len(names) > 1:
            other = names[(names.index(name) + 1) % len(names)]
            yield "another input", subject.ordered(_with(rest, [step, other, bit]))
    flip = subject.instance.task == "intervene"
    taken = {(step, name) for step, name, _ in atoms}
    free = [(step, name) for step in range(len(trace)) for name in names if (step, name) not in taken]
    for step, name in draw.sample(free, DRAWN, "more"):
        bit = (trace[step] >> names.index(name) & 1) ^ flip
        yield "add an atom", subject.ordered([*atoms, [step, name, bit]])


def _with(atoms: list[Any], atom: list[Any]) -> list[Any]:
    """The atoms with one more, which replaces one about the same cell."""
    return [*(one for one in atoms if one[:2] != atom[:2]), atom]
