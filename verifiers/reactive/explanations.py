"""The full cause of an effect on a finite horizon, and how near an answer is to the right explanations.

With E(D) for "the effect happens when the cells D are flipped", exactly one property of input traces
satisfies PC1 to PC3 of temporal causality (Coenen et al., 2022) without contingencies:  C* = { D : E(D') for
every subset D' of D }  (``docs/causality.md`` has the proof).  It is the conjunction, over the minimal
breaking sets, of the disjunction of their literals; its prime implicants are the minimal sufficient sets.
Each family is that of the minimal hitting sets of the other.  The minimal sets of flips from a node on are
the minimal ones among ``f`` now with a minimal set from the node that ``f`` leads to.

Precision, recall and F1 are TempoBench's.  AP level: over the atoms of both sets.  Timestep level: over the
steps that occur in either; a step is hit when both sets have just the same atoms there.

>>> from certwright.domains.reactive.effect import OutputEffect
>>> from certwright.domains.reactive.machine import Machine
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> cause(Product.of(latch, (1, 1), OutputEffect("o", at=1)))
Cause(breaking=(3,), sufficient=(1, 2))
>>> overlap(0b11, 0b01, inputs=1)["ap_f1"]
0.6666666666666666
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...domains.reactive.effect import Product
from ...instances.canonical import encode
from ...instances.records import Certificate, Code
from ..task import Judge, Judgement, Labelled, correct, incorrect
from .atoms import AtomFault, read_literals, stored_cells
from .best_match import scores
from .cells import Cells, by_step, hitting_sets, minimal, submasks, union
from .passes import Minimality, Passes, sufficiency
from .question import Question, labelled

CAP = 4096  # families with more sets than this are given up
LISTED = 600  # more minimal sets than this, of either sort, are not listed in a truth
FAMILY = 512  # an answer is compared with all right sets where there are at most so many
BODY = 40_000  # the bytes of breaking sets that one certificate takes, well within the checker's limit


@dataclass(frozen=True)
class Cause:
    """Both normal forms of C*: its prime implicates and its prime implicants, small sets first."""

    breaking: tuple[Cells, ...]
    sufficient: tuple[Cells, ...]

    @property
    def butfor(self) -> Cells:
        """The but-for set: the cells that break the effect alone."""
        return union(cells for cells in self.breaking if cells.bit_count() == 1)

    @property
    def relevant(self) -> Cells:
        """The cells of some minimal breaking set, which are those of some minimal sufficient set."""
        return union(self.breaking)

    @property
    def kind(self) -> str:
        """``forced`` (nothing can avoid the effect), ``conjunctive`` (one set of literals), or neither."""
        if not self.breaking:
            return "forced"
        return "conjunctive" if len(self.sufficient) == 1 else "overdetermined"


def cause(product: Product, cap: int = CAP) -> Cause | None:
    """The cause; None when a normal form is larger than ``cap``, WorldError where there is no effect."""
    if (breaking := every_breaking(product, cap)) is None:
        return None
    implicants = hitting_sets(breaking, cap)
    return None if implicants is None else Cause(breaking, implicants)


def listed(product: Product) -> Cause | None:
    """The cause as a truth lists it; None when one of its normal forms is too large for that."""
    return cause(product, LISTED)


def every_breaking(product: Product, cap: int) -> tuple[Cells, ...] | None:
    """All minimal breaking sets, small ones first; None beyond ``cap``, WorldError without the effect."""
    passes = Passes(product)
    passes.require_effect()
    inputs = product.inputs
    all_free = (1 << inputs) - 1
    reached = passes.reached([all_free] * product.horizon)
    later: dict[int, list[Cells]] = {node: [] if good else [0] for node, good in enumerate(product.accepting)}
    for step in reversed(range(product.horizon)):
        table, letter, shift = product.tables[step], product.base[step], step * inputs
        now: dict[int, list[Cells]] = {}
        for node in range(product.nodes):
            if reached[step] >> node & 1:
                row = table[node]
                family = minimal(
                    flips << shift | rest
                    for flips in submasks(all_free)
                    for rest in later[row[letter ^ flips]]
                )
                if len(family) > cap:
                    return None
                now[node] = family
        later = now
    return tuple(later[0])


def kind(product: Product, butfor: Cells) -> str:
    """What `Cause.kind` will be, in polynomial time: whether the empty or the but-for set suffices."""
    passes = Passes(product)
    if sufficiency(passes, 0).holds:
        return "forced"
    return "conjunctive" if sufficiency(passes, butfor).holds else "overdetermined"


def certificates(question: Question, full: Cause) -> tuple[Certificate, ...]:
    """The list of all minimal breaking sets, as several certificates when it is long."""
    parts: list[list[Any]] = [[]]
    size = 0
    for atoms in map(question.atoms, full.breaking):
        length = len(encode(atoms)) + 1
        size += length
        if size > BODY:
            parts.append([])
            size = length
        parts[-1].append(atoms)
    return tuple(Certificate("causes", {"breaking": part}) for part in parts)


def label_of_sets(
    question: Question,
    sort: str,
    cells: Cells | None,
    family: Callable[[Cause], Sequence[Cells]],
    empty: str | None = None,
) -> Labelled:
    """An example of a sort of minimal sets and their number; where they are too many that stays undecided."""
    example, full = None if cells is None else question.atoms(cells), listed(question.product)
    truth, gold = {"kind": sort, "example": example, "count": full and len(family(full))}, example or empty
    if full is None:
        return labelled(truth, [Certificate(sort, {"atoms": example})], 1, 1, gold)
    return labelled(truth, certificates(question, full), 2, gold=gold)


def overlap(answered: Cells, right: Cells, inputs: int) -> dict[str, float]:
    """``ap_precision, ap_recall, ap_f1, ts_precision, ts_recall, ts_f1``; both sets empty give 1.0."""
    ours, theirs = dict(by_step(answered, inputs)), dict(by_step(right, inputs))
    hits = sum(theirs.get(step) == mask for step, mask in ours.items())
    return {
        **_figures("ap", (answered & right).bit_count(), answered.bit_count(), right.bit_count()),
        **_figures("ts", hits, len(ours), len(theirs)),
    }


def _figures(level: str, hits: int, answered: int, right: int) -> dict[str, float]:
    precision, recall, f1 = scores(answered, right, hits) if answered or right else (1.0, 1.0, 1.0)
    return {f"{level}_precision": precision, f"{level}_recall": recall, f"{level}_f1": f1}


def nearest(
    question: Question, family: Callable[[Cause], Sequence[Cells]]
) -> Callable[[Cells], dict[str, float]]:
    """The overlap with the right set (or, of too many, the example) of the best AP F1, then timestep F1."""
    inputs, truth = question.product.inputs, question.truth
    known: list[Sequence[Cells]] = []

    def figures(given: Cells) -> dict[str, float]:
        if not known:
            exact = truth.get("count") is not None and truth["count"] <= FAMILY
            full = cause(question.product) if exact else None
            example = stored_cells(truth["example"] or [], question.machine.inputs)
            known.append((example,) if full is None else family(full))
        scored = [overlap(given, right, inputs) for right in known[0]] or [overlap(given, 0, inputs)]
        best = max(scored, key=lambda each: (each["ap_f1"], each["ts_f1"]))
        return {**best, "compared_with": len(known[0])}

    return figures


def judge_of_sets(
    question: Question,
    family: Callable[[Cause], Sequence[Cells]],
    check: Callable[[Passes, Cells], Minimality],
    fails: str,
    needless: str,
) -> Judge:
    """A judge of minimal sets of a sort, by the sweeps of ``passes``; WorldError without the effect."""
    question.passes.require_effect()
    figures_of = nearest(question, family)

    def verdict(value: Any) -> Judgement:
        given = read_literals(list(value), question.machine, question.trace)
        if isinstance(given, AtomFault):
            return incorrect(*given)
        figures, checked = figures_of(given), check(question.passes, given)
        if not checked.holds:
            return incorrect(Code.MISSING_ITEMS, fails, **figures)
        if checked.removable:
            return incorrect(Code.EXTRA_ITEMS, f"{question.first(checked.removable)} {needless}", **figures)
        return correct("", **figures)

    return verdict
