"""Mutation operators on labelled reactive records: truth, gold, grades, query, world, certificates.

Each mutant states something that is not so, or leaves a claim without its proof, whatever was drawn: the
checker must refuse every one with the broken step named.  `moved` are other questions under the id that is
theirs; there the truth may be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ....instances.canonical import seal
from ....instances.records import Certificate, Grades, Instance, Json
from .answers import spoilt
from .subject import ReactiveSubject, with_truth

Mutant = tuple[str, Instance]
Truths = Iterator[tuple[str, Json]]
DRAWN = 2


def mutants(subject: ReactiveSubject) -> Iterator[Mutant]:
    """All false mutants of a record."""
    instance, truth = subject.instance, subject.truth
    for name, changes in TRUTHS[truth["kind"]](subject):
        if {**truth, **changes} != truth:
            yield f"truth: {name}", with_truth(instance, **changes)
    yield "truth: a further key", with_truth(instance, more=1)
    yield "truth: another kind", with_truth(instance, kind="bool" if truth["kind"] != "bool" else "run")
    yield from _gold(instance)
    yield from _grades(instance)
    yield from _queries(subject)
    yield from _certificates(subject)


def _run(subject: ReactiveSubject) -> Truths:
    states, outputs = subject.truth["states"], subject.truth["outputs"]
    yield "a state less", {"states": states[:-1]}
    yield "an output more", {"outputs": [*outputs, outputs[-1]]}
    for place in subject.draw.sample(range(len(states)), DRAWN, "states"):
        yield "another state", {"states": [*states[:place], states[place] + 1, *states[place + 1 :]]}
    for place in subject.draw.sample(range(len(outputs)), DRAWN, "outputs"):
        other = outputs[place].translate({48: 49, 49: 48})
        yield "other outputs", {"outputs": [*outputs[:place], other, *outputs[place + 1 :]]}


def _acceptance(subject: ReactiveSubject) -> Truths:
    accepted, bad = subject.truth["accepted"], subject.truth["first_bad_step"]
    yield "the other answer", {"accepted": not accepted}
    yield (
        "the other answer, and its step",
        {"accepted": not accepted, "first_bad_step": 0 if accepted else None},
    )
    yield "another step", {"first_bad_step": 0 if bad is None else bad + 1}


def _literals(subject: ReactiveSubject) -> Truths:
    for name, items in spoilt(subject, subject.truth["items"]):
        yield name, {"items": items}


def _family(subject: ReactiveSubject) -> Truths:
    """sufficient and breaking: their examples are minimal, so none with an atom more or less is right."""
    example, count = subject.truth["example"], subject.truth["count"]
    if count is not None:
        for other in (count - 1, count + 1):
            yield "another count", {"count": other}
        yield "the count unknown", {"count": None}
    if example is not None:
        for name, atoms in spoilt(subject, example):
            if name in ("drop an atom", "add an atom", "the other value"):
                yield f"example: {name}", {"example": atoms}
        yield "no example", {"example": None}


def _cause(subject: ReactiveSubject) -> Truths:
    clauses = subject.truth["cnf"]
    if clauses is None:
        yield "no clause", {"cnf": []}
        return
    yield "the cause unknown", {"cnf": None}
    yield "the empty clause", {"cnf": [[], *clauses]}
    for place in subject.draw.sample(range(len(clauses)), DRAWN, "clauses"):
        rest = clauses[:place] + clauses[place + 1 :]
        yield "drop a clause", {"cnf": rest}
        yield "repeat a clause", {"cnf": [*clauses, clauses[place]]}
        for name, atoms in spoilt(subject, clauses[place]):
            if name in ("drop an atom", "add an atom", "the other value"):
                yield f"clause: {name}", {"cnf": [*rest, atoms]}


def _interventions(subject: ReactiveSubject) -> Truths:
    count, cheapest, example = (subject.truth[key] for key in ("count", "cheapest", "example"))
    if count is not None:
        yield "a certificate more", {"count": str(int(count) + 1)}
        yield "a certificate less", {"count": str(int(count) - 1)}
        yield "the count with a zero before", {"count": f"0{count}"}
        yield "the count as a number", {"count": int(count)}
        yield "the count unknown", {"count": None}
    if cheapest is None:
        yield "a least cost", {"cheapest": [1, 1]}
    else:
        steps, atoms = cheapest
        for other in ([steps, atoms + 1], [steps + 1, atoms], [steps, atoms - 1], [max(0, steps - 1), atoms]):
            yield "another least cost", {"cheapest": other}
        yield "out of reach", {"cheapest": None}
        yield "out of reach, no example", {"cheapest": None, "example": None}
    if example is not None:
        yield "no example", {"example": None}
        for name, atoms in spoilt(subject, example):
            if name in ("drop an atom", "add an atom", "the other value"):
                yield f"example: {name}", {"example": atoms}


def _bool(subject: ReactiveSubject) -> Truths:
    for value in (True, False, None):
        yield "another answer", {"answer": value}


TRUTHS: dict[str, Callable[[ReactiveSubject], Truths]] = {
    "run": _run,
    "acceptance": _acceptance,
    "literals": _literals,
    "sufficient": _family,
    "breaking": _family,
    "cause": _cause,
    "certificates": _interventions,
    "bool": _bool,
}


def _gold(instance: Instance) -> Iterator[Mutant]:
    gold = instance.gold
    if gold is None:
        wrong = ["[]"]
    elif instance.form == "bool":
        wrong = [{"yes": "no", "no": "yes"}[gold], gold.upper()]
    else:
        wrong = [f"{gold} ", gold[:-1], gold.replace("0", "1", 1), "null"]
    for text in wrong:
        if text != gold:
            yield "a wrong gold", msgspec.structs.replace(instance, gold=text)


def _grades(instance: Instance) -> Iterator[Mutant]:
    grades = instance.grades or Grades()
    for name in ("certified", "engine_proven", "undecided", "unverified"):
        changed = msgspec.structs.replace(grades, **{name: getattr(grades, name) + 1})
        yield f"grades: {name} more", msgspec.structs.replace(instance, grades=changed)
    if grades.certified:
        fewer = msgspec.structs.replace(grades, certified=grades.certified - 1)
        yield "grades: certified less", msgspec.structs.replace(instance, grades=fewer)


def _queries(subject: ReactiveSubject) -> Iterator[Mutant]:
    """Another question under the same id."""
    instance = subject.instance
    for name, other in others(subject):
        yield f"{name} under the same id", msgspec.structs.replace(other, id=instance.id)


def others(subject: ReactiveSubject) -> Iterator[Mutant]:
    """Other questions: another world, trace or effect."""
    instance, query = subject.instance, subject.instance.query
    if subject.case.other_world is not None:
        yield "another world", msgspec.structs.replace(instance, world=subject.case.other_world)
    trace = query["trace"]
    for step in subject.draw.sample(range(len(trace)), DRAWN, "trace"):
        if trace[step]:
            turned = trace[step].translate({48: 49, 49: 48})
            changed = {**query, "trace": [*trace[:step], turned, *trace[step + 1 :]]}
            yield "another trace", msgspec.structs.replace(instance, query=changed)
    for budget in ("budget_timestep", "budget_atoms"):
        if query.get(budget):
            changed = {**query, budget: query[budget] - 1}
            yield f"another {budget}", msgspec.structs.replace(instance, query=changed)
    effect = query.get("effect")
    if effect is not None:
        if effect["kind"] == "output":
            changes = [{**effect, "value": 1 - effect["value"]}, {**effect, "at": max(0, effect["at"] - 1)}]
        else:
            changes = [{**effect, "formula": f"!({effect['formula']})"}]
        for other in changes:
            if other != effect:
                yield (
                    "another effect",
                    msgspec.structs.replace(instance, query={**query, "effect": other}),
                )


def moved(subject: ReactiveSubject) -> Iterator[Mutant]:
    """Those other questions, each under its own id, with truth and proofs of this one."""
    for name, other in others(subject):
        yield f"{name} and its id", seal(other)


def _certificates(subject: ReactiveSubject) -> Iterator[Mutant]:
    """Certificates that are gone, or are not what they say."""
    listed = subject.instance.certificates
    for place in range(min(len(listed), 4)):
        kind, body = listed[place].kind, listed[place].body
        yield f"drop: {kind}", _replaced(subject, place, None)
        yield "an unknown kind", _replaced(subject, place, Certificate("oath", body))
        yield "a further key", _replaced(subject, place, Certificate(kind, {**body, "more": 1}))
        for name, changed in _bodies(subject, kind, body):
            if changed != body:
                yield f"{kind}: {name}", _replaced(subject, place, Certificate(kind, changed))


def _replaced(subject: ReactiveSubject, place: int, certificate: Certificate | None) -> Instance:
    listed = list(subject.instance.certificates)
    listed[place : place + 1] = [] if certificate is None else [certificate]
    return msgspec.structs.replace(subject.instance, certificates=tuple(listed))


def _bodies(subject: ReactiveSubject, kind: str, body: Json) -> Iterator[tuple[str, Json]]:
    draw = subject.draw
    if kind in ("sufficient", "breaking"):
        for name, atoms in spoilt(subject, body["atoms"]):
            if name in ("drop an atom", "add an atom", "the other value"):
                yield name, {"atoms": atoms}
    elif kind == "intervention":
        for name, atoms in spoilt(subject, body["atoms"]):
            yield name, {"atoms": atoms}
    elif kind == "cheapest":
        steps, atoms = body["timesteps"], body["atoms"]
        more = {"timesteps": (steps or 0) + 1}, {"atoms": (atoms or 0) + 1}, {"timesteps": None}
        for change in (*more, {"timesteps": 0, "atoms": 0}, {"atoms": "1"}):
            yield "another cost", {**body, **change}
    elif kind == "counting":
        numbers = body["by_timesteps"]
        yield "a number less", {"by_timesteps": numbers[:-1]}
        yield "a number more", {"by_timesteps": [*numbers, "0"]}
        for place in draw.sample(range(len(numbers)), DRAWN, "numbers"):
            other = str(int(numbers[place]) + 1)
            yield "another number", {"by_timesteps": [*numbers[:place], other, *numbers[place + 1 :]]}
    elif kind == "causes":
        yield from _lists(subject, body["breaking"])


def _lists(subject: ReactiveSubject, sets: list[Any]) -> Iterator[tuple[str, Json]]:
    yield "the empty set", {"breaking": [*sets, []]}
    for place in subject.draw.sample(range(len(sets)), DRAWN, "sets"):
        rest = sets[:place] + sets[place + 1 :]
        yield "drop a set", {"breaking": rest}
        for name, atoms in spoilt(subject, sets[place]):
            if name in ("drop an atom", "add an atom", "the other value"):
                yield f"a set: {name}", {"breaking": [*rest, atoms]}
