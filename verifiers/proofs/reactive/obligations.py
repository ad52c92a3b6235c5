"""Which rule discharges which truth record: one a task, and one for yes or no.

Claims, as `grades` counts them: simulate, accept, butfor, cause, and every yes or no: one.  sufficient,
breaking: one for the example, one for the count.  intervene: one each for the example, the least cost and the
count.  What is null because nobody knows is undecided.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ....instances.errors import CertificateError
from ....instances.records import Instance
from ..bodies import Count, Name, read
from ..ledger import Ledger
from .certificates import Number
from .knowledge import Knowledge
from .question import Atoms, Bit, Rows, members

Json = dict[str, Any]


class Run(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="run"):
    """The truth of simulate."""

    states: list[Count]
    outputs: Rows


class Acceptance(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="acceptance"):
    """The truth of accept."""

    accepted: bool
    first_bad_step: Count | None


class Literals(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="literals"):
    """The truth of butfor."""

    items: Atoms


class Sufficient(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="sufficient"):
    """The truth of sufficient; the count is null when it is not known."""

    example: Atoms
    count: Count | None


class Breaking(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="breaking"):
    """The truth of breaking; no example where there is no such set."""

    example: Atoms | None
    count: Count | None


class Cause(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="cause"):
    """The truth of cause: all minimal breaking sets, or null when they are not known."""

    cnf: list[Atoms] | None


class Certificates(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="certificates"):
    """The truth of intervene.

    ``cheapest`` is the least (timesteps, atoms) whatever the budget, null when the effect is out of reach;
    ``example`` has that cost, null when it is beyond the budget; ``count`` is null when it is not known.
    """

    count: Number | None
    cheapest: tuple[Count, Count] | None
    example: Atoms | None


class Bool(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="bool"):
    """The truth of a yes-or-no question; null when it is not known."""

    answer: bool | None


def discharge(knowledge: Knowledge, instance: Instance, truth: Json) -> Ledger:
    """Discharge every claim of a truth record; CertificateError names the first that is refuted."""
    rules = {"gen": GEN, "bool": BOOL, "episode": EPISODE}.get(instance.form, {})
    if instance.task not in rules:
        raise CertificateError(f"there is no reactive task {instance.task} in form {instance.form}")
    ledger = Ledger()
    rules[instance.task](knowledge, truth, ledger)
    return ledger


def _rows(words: tuple[int, ...], width: int) -> list[str]:
    return ["".join("1" if word >> bit & 1 else "0" for bit in range(width)) for word in words]


def _simulate(knowledge: Knowledge, truth: Json, ledger: Ledger) -> None:
    stated, question = read("truth", Run, truth), knowledge.question
    run = question.machine.run(question.trace)
    rows = _rows(run.outputs, len(question.machine.outputs))
    ledger.evaluated(
        "the run", (stated.states, stated.outputs), (list(run.states), rows), knowledge.evaluated
    )


def _first_bad_step(knowledge: Knowledge) -> int | None:
    question = knowledge.question
    emitted = question.machine.run(question.trace).outputs
    pairs = enumerate(zip(emitted, question.claimed(), strict=True))
    return next((step for step, (own, claimed) in pairs if own != claimed), None)


def _accept(knowledge: Knowledge, truth: Json, ledger: Ledger) -> None:
    stated, bad = read("truth", Acceptance, truth), _first_bad_step(knowledge)
    given = (stated.accepted, stated.first_bad_step)
    ledger.evaluated("acceptance", given, (bad is None, bad), knowledge.evaluated)


def _butfor(knowledge: Knowledge, truth: Json, ledger: Ledger) -> None:
    stated, question = read("truth", Literals, truth), knowledge.question
    question.happens()
    items = question.cells("truth items", stated.items, actual=True)
    right = knowledge.runs.butfor()
    for cell in members(items ^ right):
        word = "in" if right >> cell & 1 else "not in"
        raise CertificateError(f"truth items: {question.atoms(1 << cell)[0]} is {word} the but-for set")
    ledger.claim("the but-for set", True, True if knowledge.evaluated else None)


def _sufficient(knowledge: Knowledge, truth: Json, ledger: Ledger) -> None:
    stated, question = read("truth", Sufficient, truth), knowledge.question
    question.happens()
    example = question.cells("truth example", stated.example, actual=True)
    known = True if example in knowledge.sufficient else False if knowledge.complete else None
    ledger.claim("the example", True, known)
    _count(stated.count, None if knowledge.hitting is None else len(knowledge.hitting), ledger)


def _breaking(knowledge: Knowledge, truth: Json, ledger: Ledger) -> None:
    stated, question = read("truth", Breaking, truth), knowledge.question
    question.happens()
    if stated.example is None:
        known = not knowledge.breaking if knowledge.complete or knowledge.breaking else None
        ledger.claim("that there is no breaking set", True, known)
    else:
        example = question.cells("truth example", stated.example, actual=True)
        known = True if example in knowledge.breaking else False if knowledge.complete else None
        ledger.claim("the example", True, known)
    _count(stated.count, len(knowledge.breaking) if knowledge.complete else None, ledger)


def _count(stated: int | None, found: int | None, ledger: Ledger) -> None:
    if stated is None:
        ledger.undecided += 1
    elif found is not None and found != stated:
        raise CertificateError(f"the count: the record says {stated}, {found} is proven")
    else:
        ledger.claim("the count", True, None if found is None else True)


def _cause(knowledge: Knowledge, truth: Json, ledger: Ledger) -> None:
    stated, question = read("truth", Cause, truth), knowledge.question
    question.happens()
    if stated.cnf is None:
        ledger.undecided += 1
        return
    clauses = [
        question.cells(f"truth clause {place}", clause, actual=True)
        for place, clause in enumerate(stated.cnf)
    ]
    if not knowledge.complete:
        ledger.claim("the cause", True, None)
        return
    if len(set(clauses)) < len(clauses):
        raise CertificateError("truth cnf: a clause is repeated")
    for clause in sorted(set(clauses) ^ knowledge.breaking.keys()):
        word = "missing" if clause in knowledge.breaking else "no minimal breaking set"
        raise CertificateError(f"truth cnf: the clause {question.atoms(clause)} is {word}")
    ledger.claim("the cause", True, True)


def _intervene(knowledge: Knowledge, truth: Json, ledger: Ledger) -> None:
    stated, question = read("truth", Certificates, truth), knowledge.question
    budget = question.query.get("budget_timestep")
    if type(budget) is not int or budget < 0:
        raise CertificateError("query budget_timestep: it is no number of steps")
    within = stated.cheapest is not None and stated.cheapest[0] <= budget
    if (stated.example is not None) != within:
        raise CertificateError("truth example: there is one exactly when the least cost is within the budget")
    _costs(knowledge, stated, ledger)
    if stated.count is None:
        ledger.undecided += 1
    else:
        found = None if knowledge.counts is None else str(sum(knowledge.counts))
        if found is not None and found != stated.count:
            raise CertificateError(f"the count: the record says {stated.count[:60]}, {found[:60]} is proven")
        ledger.claim("the count", True, None if found is None else True)


def _costs(knowledge: Knowledge, stated: Certificates, ledger: Ledger) -> None:
    """The example and the least cost."""
    question = knowledge.question
    if stated.example is None:
        ledger.claim("that there is no example", True, True if knowledge.bounded else None)
    else:
        cells = question.cells("truth example", stated.example, actual=False)
        cost = (len({step for step, _, _ in stated.example}), len(stated.example))
        if cost != stated.cheapest:
            raise CertificateError(f"truth example: it costs {cost}, {stated.cheapest} is stated")
        ledger.claim("the example", True, True if cells in knowledge.valid else None)
    if knowledge.bounded and knowledge.cost != stated.cheapest:
        raise CertificateError(
            f"the least cost: the record says {stated.cheapest}, {knowledge.cost} is proven"
        )
    ledger.claim("the least cost", True, True if knowledge.bounded else None)


def _accept_bool(knowledge: Knowledge, truth: Json, ledger: Ledger) -> None:
    found = _first_bad_step(knowledge) is None
    _answer(truth, "acceptance", found if knowledge.evaluated else None, ledger)


class Literal(msgspec.Struct):
    """What the query of member says."""

    literal: tuple[Count, Name, Bit]
    asks: str


def _member(knowledge: Knowledge, truth: Json, ledger: Ledger) -> None:
    question = knowledge.question
    question.happens()
    asked = read("query", Literal, question.query)
    cell = question.cells("query literal", [asked.literal], actual=True)
    known: bool | None = None
    if asked.asks == "butfor":
        known = bool(knowledge.runs.butfor() & cell) if knowledge.evaluated else None
    elif asked.asks == "relevant":
        if any(one & cell for one in knowledge.breaking):
            known = True
        elif knowledge.complete:
            known = False
    else:
        raise CertificateError("query asks: it is butfor or relevant")
    _answer(truth, "membership", known, ledger)


def _answer(truth: Json, what: str, known: bool | None, ledger: Ledger) -> None:
    stated = read("truth", Bool, truth).answer
    if stated is None:
        ledger.undecided += 1
    else:
        ledger.claim(what, stated, known)


Rule = Callable[[Knowledge, Json, Ledger], None]
GEN: dict[str, Rule] = {
    "simulate": _simulate,
    "accept": _accept,
    "butfor": _butfor,
    "sufficient": _sufficient,
    "breaking": _breaking,
    "cause": _cause,
    "intervene": _intervene,
}
BOOL: dict[str, Rule] = {"accept": _accept_bool, "member": _member}
EPISODE: dict[str, Rule] = {"intervene": _intervene}
