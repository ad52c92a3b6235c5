"""Which rule discharges which truth record: one entry a task and form.

A task has a rule for its generative record and, but for nexta, one that decides a single item; boolean and
multiple-choice records are discharged by the latter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from ...instances.errors import CertificateError
from ...instances.records import Instance
from . import evaluation, landmarks, next_action, reachability
from .bodies import read
from .knowledge import Knowledge
from .ledger import Ledger

Json = dict[str, Any]
Discharge = Callable[[Knowledge, Json, Json, Ledger], None]
Decide = Callable[[Knowledge, Json], "bool | None"]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Rules(NamedTuple):
    """The rules of one task."""

    record: Discharge
    item: Decide | None


TASKS: dict[str, Rules] = {
    "app": Rules(evaluation.app, evaluation.app_item),
    "prog": Rules(evaluation.prog, evaluation.prog_item),
    "val": Rules(evaluation.val, evaluation.val_item),
    "just": Rules(evaluation.just, evaluation.just_item),
    "reach": Rules(reachability.reach, reachability.reach_item),
    "areach": Rules(reachability.areach, reachability.areach_item),
    "land": Rules(landmarks.land, landmarks.land_item),
    "nexta": Rules(next_action.nexta, None),
}


class Bool(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="bool"):
    """The truth of a boolean question."""

    answer: bool | None


class Choice(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="mcq"):
    """The truth of a multiple-choice question: the letter, and whether each option holds."""

    answer: str | None
    values: list[bool | None]


def discharge(knowledge: Knowledge, instance: Instance, truth: Json) -> Ledger:
    """Discharge every claim of a truth record; CertificateError names the first that is refuted."""
    rules, ledger = TASKS.get(instance.task), Ledger()
    if rules is None:
        raise CertificateError(f"there is no planning task {instance.task}")
    if instance.form == "gen":
        void = truth.get("kind") == "degenerate" and instance.task in ("land", "nexta")
        (next_action.degenerate if void else rules.record)(knowledge, instance.query, truth, ledger)
    elif instance.form in ("bool", "mcq") and rules.item is not None:
        (_bool if instance.form == "bool" else _choice)(knowledge, rules.item, instance.query, truth, ledger)
    else:
        raise CertificateError(f"task {instance.task} has no form {instance.form}")
    return ledger


def _bool(knowledge: Knowledge, item: Decide, query: Json, truth: Json, ledger: Ledger) -> None:
    answer = read("truth", Bool, truth).answer
    _option(ledger, "the answer", answer, item(knowledge, query))


def _choice(knowledge: Knowledge, item: Decide, query: Json, truth: Json, ledger: Ledger) -> None:
    stated, options = read("truth", Choice, truth), query.get("options")
    if not isinstance(options, list) or not 2 <= len(options) <= len(LETTERS):
        raise CertificateError("query: a multiple-choice question has 2 to 26 options")
    if len(stated.values) != len(options):
        raise CertificateError(f"truth: {len(stated.values)} values for {len(options)} options")
    for letter, option, value in zip(LETTERS, options, stated.values, strict=False):
        if not isinstance(option, dict):
            raise CertificateError(f"query: option {letter} is no object")
        _option(ledger, f"option {letter}", value, item(knowledge, {**query, **option}))
    right = [letter for letter, value in zip(LETTERS, stated.values, strict=False) if value]
    decided = len(right) == 1 and None not in stated.values
    if stated.answer != (right[0] if decided else None) or (not decided and None not in stated.values):
        raise CertificateError(f"truth answer: {stated.answer} is stated, the options that hold are {right}")


def _option(ledger: Ledger, what: str, stated: bool | None, known: bool | None) -> None:
    if stated is None:
        ledger.undecided += 1
    else:
        ledger.claim(what, stated, known)
