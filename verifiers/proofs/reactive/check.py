"""The check of one reactive record: certificates, claims, grades, gold answer.

Machine, effect and their product are read with the code of ``domains/reactive``; every pass over them is the
checker's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....instances.canonical import encode
from ....instances.errors import CertificateError
from ....instances.records import Certificate, Instance
from ..bodies import read
from ..check import MAX_BYTES, MAX_CERTIFICATES, Report
from ..evaluation import Evaluation
from . import causes, certificates, gold
from .knowledge import Knowledge
from .obligations import discharge
from .question import Question

KINDS: dict[str, Callable[[Knowledge, str, Any], None]] = {
    "intervention": certificates.intervention,
    "cheapest": certificates.cheapest,
    "counting": certificates.counting,
    "sufficient": causes.sufficient,
    "breaking": causes.breaking,
}
"""Each kind's rule; `evaluation` has none to speak of, and all `causes` are checked together."""


def check(instance: Instance) -> Report:
    """Check one instance of the family; CertificateError names the first broken step."""
    if instance.truth is None or instance.grades is None:
        raise CertificateError("the instance is not labelled: it has no truth or no grades")
    knowledge = Knowledge(Question(instance))
    replay(knowledge, instance.certificates)
    ledger = discharge(knowledge, instance, instance.truth)
    ledger.settle(instance.grades)
    gold.check(instance, instance.truth)
    return Report(instance.id, True, None, ledger.proven, len(ledger.unbacked), ledger.undecided)


def replay(knowledge: Knowledge, listed: tuple[Certificate, ...]) -> None:
    """Check every certificate; CertificateError names the first broken step of the first that is broken."""
    if len(listed) > MAX_CERTIFICATES:
        raise CertificateError(f"{len(listed)} certificates, the limit is {MAX_CERTIFICATES}")
    lists: list[Any] = []
    for certificate in listed:
        kind, body = certificate.kind, certificate.body
        if len(encode(body)) > MAX_BYTES:
            raise CertificateError(f"{kind}: larger than {MAX_BYTES} bytes")
        if kind == "evaluation":
            read(kind, Evaluation, body)
            knowledge.evaluated = True
        elif kind == "causes":
            lists.append(body)
        elif kind in KINDS:
            KINDS[kind](knowledge, kind, body)
        else:
            raise CertificateError(f"{kind}: no such kind of certificate")
    if lists:
        causes.causes(knowledge, "causes", lists)
