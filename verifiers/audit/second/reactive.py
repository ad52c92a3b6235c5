"""Second opinions on reactive questions: PySAT, then Z3, asked about the product.

A literal is but-for, or a set breaks the effect, when flips within it can avoid the effect; a set suffices
when flips of all other cells cannot; a list of breaking sets is complete when no flips that contain none of
them avoid it.  Of interventions: the example is valid, nothing is cheaper, and the number is right.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from ....domains.reactive.effect import Product
from ....instances.errors import LimitError
from ...engines import registry
from ...proofs.planning.model import ones
from ...proofs.reactive.knowledge import atoms as as_atoms
from ...reactive.question import Question as EnginesQuestion
from ...reactive.second import SatCertificates, breaking_subset, z3_breakable, z3_cheaper, z3_valid
from ..finding import AuditOptions, CheckResult
from ..reactive import Subject

ENUMERATED = 3000  # certificates that SAT is asked to enumerate one by one


class Claim(NamedTuple):
    """A statement of the truth, the value it gives, and how the engines are asked for it."""

    sentence: str
    stated: Any
    sat: Callable[[], Any] | None
    z3: Callable[[], Any] | None


def second(subject: Subject, options: AuditOptions, result: CheckResult) -> None:
    """Ask both engines."""
    registry.require("sat")
    registry.require("z3")
    if subject.report.failed is not None:
        return
    for claim in Claims(subject, options.sample).listed():
        for engine, ask in (("PySAT", claim.sat), ("Z3", claim.z3)):
            if ask is None:
                continue
            try:
                value = ask()
            except LimitError:
                value = None
            if value is None:
                result.counts.update(("open", f"open: {engine}"))
                continue
            ours, key = claim.stated, f"claims by {engine}"
            text = f"{claim.sentence}: we prove {ours}, {engine} finds {value}"
            result.claim(value == ours, key, text, ours=ours, theirs=value)


class Claims:
    """What a truth says, as questions to engines; of many like ones ``sample``."""

    def __init__(self, subject: Subject, sample: int):
        self.subject, self.sample, self.question = subject, sample, subject.question
        self.truth, self.task = subject.truth, subject.instance.task

    @cached_property
    def product(self) -> Product:
        """The product as the engines make it, with readers of their own."""
        return EnginesQuestion.of(self.subject.instance).product

    @property
    def everything(self) -> int:
        """The set of all cells."""
        return (1 << self.product.horizon * self.question.inputs) - 1

    def _cells(self, mask: int) -> tuple[tuple[int, int], ...]:
        return tuple(divmod(cell, self.question.inputs) for cell in ones(mask))

    def _mask(self, listed: list[Any], *, actual: bool = True) -> int:
        return self.question.cells("atoms", as_atoms("atoms", listed), actual=actual)

    def listed(self) -> Iterator[Claim]:
        """The claims of the record."""
        truth, draw = self.truth, self.subject.draw
        query = self.subject.instance.query
        if self.task == "intervene":
            yield from self._intervention()
        elif self.task == "member" and query["asks"] == "butfor":
            yield self._breaks(self._mask([query["literal"]]), bool(truth["answer"]))
        elif self.task == "butfor":
            items = self._mask(truth["items"])
            for sort in (True, False):
                these = [cell for cell in ones(self.everything) if bool(items >> cell & 1) is sort]
                for cell in draw.sample(these, self.sample, "butfor", sort):
                    yield self._breaks(1 << cell, sort)
        elif self.task in ("sufficient", "breaking") and truth["example"] is not None:
            yield from self._example()
        yield from self._complete()

    def _breaks(self, mask: int, stated: bool) -> Claim:
        cells = self._cells(mask)
        return Claim(
            f"flips within {self.question.atoms(mask)} can avoid the effect",
            stated,
            lambda: breaking_subset(self.product, cells) is not None,
            lambda: z3_breakable(self.product, cells),
        )

    def _example(self) -> Iterator[Claim]:
        """The example is of its sort, and no longer so without one of its literals."""
        example, breaks = self._mask(self.truth["example"]), self.task == "breaking"
        yield self._breaks(example if breaks else self.everything & ~example, breaks)
        for cell in self.subject.draw.sample(list(ones(example)), self.sample, "example"):
            smaller = example & ~(1 << cell)
            yield self._breaks(smaller if breaks else self.everything & ~smaller, not breaks)

    def _complete(self) -> Iterator[Claim]:
        bodies = [proof.body for proof in self.subject.instance.certificates if proof.kind == "causes"]
        if bodies:
            sets = [self._cells(self._mask(atoms)) for body in bodies for atoms in body["breaking"]]
            yield Claim(
                f"there is no minimal breaking set but the {len(sets)} listed ones",
                True,
                lambda: breaking_subset(self.product, self._cells(self.everything), without=sets) is None,
                None,
            )

    def _intervention(self) -> Iterator[Claim]:
        truth, product = self.truth, self.product
        budget, settings = (self.subject.instance.query[key] for key in ("budget_timestep", "budget_atoms"))
        if truth["example"] is not None:
            cells = self._cells(self._mask(truth["example"], actual=False))
            yield Claim("the example is valid", True, None, lambda: z3_valid(product, cells))
        steps, atoms = truth["cheapest"] or (product.horizon + 1, 0)
        yield Claim(
            f"something costs less than ({steps}, {atoms})",
            False,
            lambda: SatCertificates(product, settings=settings).cheaper(steps, atoms),
            lambda: z3_cheaper(product, steps, atoms, settings),
        )
        if truth["count"] is not None and int(truth["count"]) <= ENUMERATED:
            count = SatCertificates(product, budget, settings=settings)
            stated = int(truth["count"])
            yield Claim("the number of certificates", stated, lambda: count.count(ENUMERATED), None)
