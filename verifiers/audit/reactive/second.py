"""Check `second`: PySAT, then Z3, asked about the product, do not say otherwise.

Causes: a literal is but-for, or a set breaks the effect, when flips within it can avoid the effect; a set
suffices when flips of all other cells cannot; a list of breaking sets is complete when no flips that contain
none of them avoid the effect.  Interventions: the example is valid, nothing is cheaper, and the certificates
are as many as can be enumerated.  What is beyond the engines' counted bounds stays open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ....instances.errors import LimitError
from ...engines import registry
from ...proofs.reactive.question import members
from ...reactive import smt
from ...reactive.unrolling import SatCertificates, breaking_subset
from ..finding import Result
from ..options import AuditOptions
from .subject import ReactiveSubject

ENUMERATED = 3000
"""Certificates that SAT is asked to enumerate one by one."""


class Claim(NamedTuple):
    """A statement of the truth, the value it gives, and how the engines are asked for it."""

    sentence: str
    stated: Any
    sat: Callable[[], Any] | None
    z3: Callable[[], Any] | None


def second(subject: ReactiveSubject, options: AuditOptions) -> Result:
    """Ask both engines.  EngineMissingError when one is not there."""
    registry.require("sat")
    registry.require("z3")
    result = Result.of(subject.instance, "second")
    if subject.refused is not None:
        return result
    for claim in _claims(subject, options.sample):
        for engine, ask in (("PySAT", claim.sat), ("Z3", claim.z3)):
            if ask is None:
                continue
            try:
                found = ask()
            except LimitError:
                found = None
            if found is None:
                result.counts["open"] += 1
                result.counts[f"open: {engine}"] += 1
                continue
            result.probe(found == claim.stated, f"claims by {engine}")
            if found != claim.stated:
                result.fault(
                    f"EnginesDisagree: {claim.sentence}: we prove {claim.stated}, {engine} finds {found}",
                    ours=claim.stated,
                    theirs=found,
                )
    return result


def _claims(subject: ReactiveSubject, sample: int) -> Iterator[Claim]:
    task, truth = subject.instance.task, subject.truth
    if task in ("simulate", "accept"):
        return
    if task == "intervene":
        yield from _intervention(subject)
    elif task == "member":
        cell = subject.mask([subject.instance.query["literal"]], actual=True)
        if subject.instance.query["asks"] == "butfor":
            yield _breaks(subject, cell, bool(truth["answer"]))
    elif task == "butfor":
        items = subject.mask(truth["items"], actual=True)
        everything = range(subject.product.horizon * subject.question.inputs)
        for sort in (True, False):
            these = [cell for cell in everything if bool(items >> cell & 1) is sort]
            for cell in subject.draw.sample(these, sample, "butfor", sort):
                yield _breaks(subject, 1 << cell, sort)
    elif task in ("sufficient", "breaking") and truth["example"] is not None:
        yield from _example(subject, sample)
    yield from _complete(subject)


def _breaks(subject: ReactiveSubject, mask: int, stated: bool) -> Claim:
    cells, product = subject.cells(mask), subject.product
    return Claim(
        f"flips within {subject.question.atoms(mask)} can avoid the effect",
        stated,
        lambda: breaking_subset(product, cells) is not None,
        lambda: smt.breakable(product, cells),
    )


def _example(subject: ReactiveSubject, sample: int) -> Iterator[Claim]:
    """The example is of its sort, and no longer so without one of its literals."""
    example = subject.mask(subject.truth["example"], actual=True)
    breaks = subject.instance.task == "breaking"
    everything = (1 << subject.product.horizon * subject.question.inputs) - 1
    yield _breaks(subject, example if breaks else everything & ~example, breaks)
    for cell in subject.draw.sample(members(example), sample, "example"):
        smaller = example & ~(1 << cell)
        yield _breaks(subject, smaller if breaks else everything & ~smaller, not breaks)


def _complete(subject: ReactiveSubject) -> Iterator[Claim]:
    """All lists of breaking sets together."""
    bodies = [one.body for one in subject.instance.certificates if one.kind == "causes"]
    if bodies:
        product = subject.product
        listed = [subject.mask(atoms, actual=True) for body in bodies for atoms in body["breaking"]]
        sets = [subject.cells(mask) for mask in listed]
        everything = subject.cells((1 << product.horizon * subject.question.inputs) - 1)
        yield Claim(
            f"there is no minimal breaking set but the {len(sets)} listed ones",
            True,
            lambda: breaking_subset(product, everything, without=sets) is None,
            None,
        )


def _intervention(subject: ReactiveSubject) -> Iterator[Claim]:
    truth, product = subject.truth, subject.product
    budget, settings = (subject.instance.query[name] for name in ("budget_timestep", "budget_atoms"))
    if truth["example"] is not None:
        cells = subject.cells(subject.mask(truth["example"], actual=False))
        yield Claim("the example is valid", True, None, lambda: smt.valid(product, cells))
    steps, atoms = truth["cheapest"] or (product.horizon + 1, 0)
    yield Claim(
        f"something costs less than ({steps}, {atoms})",
        False,
        lambda: SatCertificates(product, settings=settings).cheaper(steps, atoms),
        lambda: smt.cheaper(product, steps, atoms, settings),
    )
    if truth["count"] is not None and int(truth["count"]) <= ENUMERATED:
        count = SatCertificates(product, budget, settings=settings)
        yield Claim("the number of certificates", int(truth["count"]), lambda: count.count(ENUMERATED), None)
