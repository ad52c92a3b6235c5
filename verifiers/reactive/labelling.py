"""Labelling one reactive question: its complete truth, the proofs of it, and an answer that scores.

What runs tell needs no proof but its evaluation.  The minimal breaking sets prove everything about causes;
where there are too many of them, one example is proven by itself and the number stays undecided.  An
intervention is labelled with a cheapest certificate, the least cost, and |M(I)| by timesteps.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...instances.canonical import encode
from ...instances.errors import LimitError
from ...instances.records import Certificate, Grades, Instance
from ..labelled import Labelled
from ..task import Decision, asked_of
from . import breaking, sufficient
from .butfor import but_for
from .causes import Cause, cause
from .cells import mask_of
from .cheapest import cheapest
from .check import Flips, cells
from .count import count
from .interventions import Interventions
from .judging_interventions import interventions
from .question import Question, cells_mask
from .runs import acceptance_truth, run_truth

Json = dict[str, Any]
EVALUATION = Certificate("evaluation", {})
CAUSES = 600
"""More minimal sets than this, of either sort, are not listed."""
TRANSITIONS = 1_000_000
"""What counting the valid certificates may cost; the checker has to do it again."""
BITS = 12_000
"""Longer numbers are not written down."""
NONE, TRUE = "none", "true"
"""The gold answers that say a set is empty, and that nothing can prevent the effect."""
BODY = 40_000
"""The bytes of breaking sets that one certificate takes, well within the checker's limit."""


def label(instance: Instance) -> Labelled:
    """The complete truth of a question with its proofs.

    Raises RecordError or WorldError for a malformed record, or when the effect of a question about causes
    does not happen on its trace; NameUnknownError or UnsupportedError for a task or form that is not there.
    """
    row, question = asked_of(instance), Question.of(instance)
    if instance.form != "bool" or row.decide is None:
        return row.label(question)
    decision = row.decide(question, instance.query)
    gold = {True: "yes", False: "no", None: None}[decision.holds]
    known = decision.holds is not None
    truth = {"kind": "bool", "answer": decision.holds}
    return _labelled(truth, decision.certificates, int(known), int(not known), gold)


def _labelled(
    truth: Json, proofs: Iterable[Certificate], proven: int, undecided: int = 0, gold: Any = None
) -> Labelled:
    text = gold if isinstance(gold, str) or gold is None else encode(gold).decode()
    return Labelled(truth, tuple(proofs), Grades(certified=proven, undecided=undecided), text)


def simulate_label(question: Question) -> Labelled:
    """The run of the machine."""
    truth = run_truth(question.machine, question.trace)
    gold = {"states": truth["states"], "outputs": truth["outputs"]}
    return _labelled(truth, [EVALUATION], 1, gold=gold)


def accept_label(question: Question) -> Labelled:
    """Whether the claimed outputs are the machine's, and the first step at which they are not."""
    truth = acceptance_truth(question.machine, question.trace, question.outputs)
    gold = {"accepted": truth["accepted"], "first_bad_step": truth["first_bad_step"]}
    return _labelled(truth, [EVALUATION], 1, gold=gold)


def accept_item(question: Question, item: Json) -> Decision:
    """Whether the claimed outputs are the machine's."""
    told = acceptance_truth(question.machine, question.trace, question.outputs)
    return Decision(told["accepted"], (EVALUATION,))


def butfor_label(question: Question) -> Labelled:
    """The but-for set."""
    items = question.atoms(mask_of(but_for(question.product), question.product.inputs))
    return _labelled({"kind": "literals", "items": items}, [EVALUATION], 1, gold=items or NONE)


def _all_causes(question: Question, found: Cause) -> list[Certificate]:
    """The list of all minimal breaking sets, as several certificates when it is long."""
    parts: list[list[Any]] = [[]]
    size = 0
    for one in found.breaking:
        atoms = question.atoms(one)
        size += len(encode(atoms)) + 1
        if size > BODY:
            parts.append([])
            size = len(encode(atoms)) + 1
        parts[-1].append(atoms)
    return [Certificate("causes", {"breaking": part}) for part in parts]


def sufficient_label(question: Question) -> Labelled:
    """One minimal sufficient set, and how many there are."""
    example = question.atoms(sufficient.one(question.passes))
    found = cause(question.product, CAUSES)
    if found is None:
        truth: Json = {"kind": "sufficient", "example": example, "count": None}
        return _labelled(truth, [Certificate("sufficient", {"atoms": example})], 1, 1, example or NONE)
    truth = {"kind": "sufficient", "example": example, "count": len(found.sufficient)}
    return _labelled(truth, _all_causes(question, found), 2, gold=example or NONE)


def breaking_label(question: Question) -> Labelled:
    """One minimal breaking set, and how many there are."""
    one, found = breaking.one(question.passes), cause(question.product, CAUSES)
    example = None if one is None else question.atoms(one)
    if found is None:
        truth: Json = {"kind": "breaking", "example": example, "count": None}
        return _labelled(truth, [Certificate("breaking", {"atoms": example})], 1, 1, example)
    truth = {"kind": "breaking", "example": example, "count": len(found.breaking)}
    return _labelled(truth, _all_causes(question, found), 2, gold=example)


def cause_label(question: Question) -> Labelled:
    """The full cause in conjunctive form."""
    found = cause(question.product, CAUSES)
    if found is None:
        return _labelled({"kind": "cause", "cnf": None}, [], 0, 1)
    cnf = [question.atoms(one) for one in found.breaking]
    return _labelled(
        {"kind": "cause", "cnf": cnf}, _all_causes(question, found), 1, gold={"cnf": cnf} if cnf else TRUE
    )


def member_item(question: Question, item: Json) -> Decision:
    """Whether a literal is in the but-for set, or stands in some minimal explanation at all."""
    cell = cells_mask([question.query["literal"]], question.machine)
    if question.query["asks"] == "butfor":
        found = mask_of(but_for(question.product), question.product.inputs)
        return Decision(bool(found & cell), (EVALUATION,))
    every = cause(question.product, CAUSES)
    if every is None:
        return Decision(None)
    witness = next((one for one in every.breaking if one & cell), None)
    if witness is None:
        return Decision(False, tuple(_all_causes(question, every)))
    return Decision(True, (Certificate("breaking", {"atoms": question.atoms(witness)}),))


def intervene_label(question: Question) -> Labelled:
    """A cheapest certificate, its cost and how many valid ones there are."""
    asked = interventions(question)
    best = cheapest(asked.product, settings=asked.budget_atoms)
    cost = None if best is None else [len(best), len(cells(best))]
    example = None if best is None or len(best) > asked.budget else _flipped(question, best)
    steps, atoms = cost or (None, None)
    proofs = [Certificate("cheapest", {"timesteps": steps, "atoms": atoms})]
    if example is not None:
        proofs.append(Certificate("intervention", {"atoms": example}))
    by_timesteps = _counts(asked)
    if by_timesteps is not None:
        proofs.append(Certificate("counting", {"by_timesteps": [str(number) for number in by_timesteps]}))
    truth = {
        "kind": "certificates",
        "count": None if by_timesteps is None else str(sum(by_timesteps)),
        "cheapest": cost,
        "example": example,
    }
    open_claims = int(by_timesteps is None)
    return _labelled(truth, proofs, 3 - open_claims, open_claims, example)


def _counts(asked: Interventions) -> tuple[int, ...] | None:
    """|M(I)| by timesteps, or None beyond the bounds."""
    try:
        found = count(
            asked.product, asked.budget, settings=asked.budget_atoms, limit=TRANSITIONS
        ).by_timesteps
    except LimitError:
        return None
    return found if sum(found).bit_length() <= BITS else None


def _flipped(question: Question, flips: Flips) -> list[list[Any]]:
    """The flips as atoms, with the values that they set."""
    names, trace = question.machine.inputs, question.trace
    return [[step, names[index], 1 - (trace[step] >> index & 1)] for step, index in cells(flips)]
