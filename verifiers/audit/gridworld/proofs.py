"""Check `proofs`: the checker accepts the record, and refuses every mutant of it with a step named.

A mutant that only a whole search refutes costs as much as the record; of those a few are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ....domains.gridworld.questions import LETTERS
from ....instances.canonical import seal
from ....instances.records import Certificate, Grades, Instance, Json
from ...checking import check
from ..finding import Result
from .subject import GridSubject

SEARCHED = {"mfp": 3, "planning": 1, "change": 1}
Mutant = tuple[str, Instance]


def proofs(subject: GridSubject) -> Result:
    """Put the record and its mutants to the checker."""
    result = Result.of(subject.instance, "proofs")
    refusal = check(subject.instance).failed
    result.probe(refusal is None)
    if refusal is not None:
        result.fault(f"the checker refuses the record: {refusal}")
        return result
    drawn = SEARCHED[subject.task]
    searched = subject.draw.sample(list(_searched(subject.instance)), drawn, "searched")
    for name, mutant in (*_plain(subject.instance), *searched):
        refusal = check(mutant).failed
        named = refusal is not None and not refusal.startswith("malformed record: ")
        result.probe(named, "killed" if refusal else "survived", f"{name}: {'killed' if refusal else 'kept'}")
        if refusal is None:
            result.fault(f"the checker accepts a mutant: {name}", operator=name)
        elif not named:
            result.fault(f"the checker refuses a mutant ({name}) without naming a step: {refusal}")
    return result


def _plain(one: Instance) -> Iterator[Mutant]:
    """Mutants that a look, or a replay, refutes."""
    replace, truth = msgspec.structs.replace, one.truth or {}
    yield "another kind of truth", replace(one, truth={**truth, "kind": "verdict"})
    yield "a world of another id", replace(one, world={**one.world, "program": one.world["program"] + " "})
    proofs = one.certificates
    yield "an unknown certificate", replace(one, certificates=(*proofs, Certificate("oath", {})))
    yield "a certificate twice", replace(one, certificates=(*proofs, *proofs[:1]))
    if one.gold is None:
        return
    if one.task == "mfp":
        yield "another gold", replace(one, gold=_other(one.gold))
        yield "no gold", replace(one, gold=None)
    elif one.task == "planning":
        yield "a plan without its end", replace(one, truth={**truth, "plan": truth["plan"][:-1]})
        yield "another gold", replace(one, gold=one.gold + "\nnoop")
    else:
        yield "a gold that goes on", replace(one, gold=one.gold + "\nnoop")
        yield "a gold that ends before", replace(one, gold="\n".join(one.gold.splitlines()[:-1]))


def _searched(one: Instance) -> Iterator[Mutant]:
    """Mutants that only search refutes: truth, certificate and gold agree with one another."""
    truth, replace = one.truth or {}, msgspec.structs.replace
    if one.grades is not None:
        yield "one claim more", replace(one, grades=Grades(certified=one.grades.certified + 1))
    if one.task == "mfp":
        other = _other(truth["answer"])
        yield "another option", replace(one, truth={**truth, "answer": other}, gold=other)
        if truth["scope"] == "trajectory":
            yield "a wider scope", _both(one, "support", "scope", "every-realisation")
        yield "two options alike", _alike(one)
        return
    for proof in one.certificates:
        for field in ("steps", "actions"):
            if type(proof.body.get(field)) is int:
                for value in (proof.body[field] - 1, proof.body[field] + 1):
                    yield f"{proof.kind}: {field} {value}", _both(one, proof.kind, field, value)
        if "probability" in proof.body:
            yield "another probability", _both(one, proof.kind, "probability", "1/97")
        if "states" in proof.body and truth.get("steps", 0):
            yield f"{proof.kind}: no states", _body(one, proof.kind, "states", 0)
    if truth.get("shortest") is False:
        yield "a witness that goes on", replace(one, truth={**truth, "actions": [*truth["actions"], "noop"]})


def _both(one: Instance, kind: str, field: str, value: Any) -> Instance:
    """The record with a value exchanged in its truth and in a certificate."""
    changed = _body(one, kind, field, value)
    return msgspec.structs.replace(changed, truth={**(one.truth or {}), field: value})


def _body(one: Instance, kind: str, field: str, value: Any) -> Instance:
    proofs = tuple(
        Certificate(each.kind, {**each.body, field: value}) if each.kind == kind else each
        for each in one.certificates
    )
    return msgspec.structs.replace(one, certificates=proofs)


def _alike(one: Instance) -> Instance:
    """The right option also under another letter."""
    options, place = list(one.query["options"]), LETTERS.index((one.truth or {})["answer"])
    options[(place + 1) % len(options)] = options[place]
    query: Json = {**one.query, "options": options}
    return seal(msgspec.structs.replace(one, query=query))


def _other(letter: str) -> str:
    return LETTERS[(LETTERS.index(letter) + 1) % len(LETTERS)]
