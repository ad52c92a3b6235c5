"""The full cause of an effect on a finite horizon: a monotone formula over the literals of the trace.

With E(D) for "the effect happens when the cells D are flipped" and E true of the trace itself, there is
exactly one property of input traces that satisfies the conditions PC1 to PC3 of temporal causality (Coenen et
al., 2022) without contingencies:  C* = { D : E(D') for every subset D' of D }  (``docs/causality.md`` has
the proof).  As a formula it is the conjunction, over the minimal breaking sets, of the disjunction of their
literals; its prime implicants are the minimal sufficient sets.  Each family is that of the minimal hitting
sets of the other, so the second is computed from the first.

>>> from certwright.domains.reactive.effect import OutputEffect
>>> from certwright.domains.reactive.machine import Machine
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> cause(Product.of(latch, (1, 1), OutputEffect("o", at=1)))
Cause(breaking=(3,), sufficient=(1, 2))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...domains.reactive.product import Product
from . import sufficient
from .antichains import hitting_sets
from .breaking import every
from .butfor import but_for
from .cells import mask_of
from .passes import Passes

CAP = 4096
"""Families with more sets than this are given up."""


@dataclass(frozen=True)
class Cause:
    """Both normal forms of C*: its prime implicates and its prime implicants, sets of cells as integers."""

    breaking: tuple[int, ...]
    sufficient: tuple[int, ...]

    @property
    def butfor(self) -> int:
        """The but-for set: the cells that break the effect alone."""
        return union(mask for mask in self.breaking if mask.bit_count() == 1)

    @property
    def relevant(self) -> int:
        """The cells that stand in some minimal breaking set, which is: in some minimal sufficient set."""
        return union(self.breaking)

    @property
    def kind(self) -> str:
        """``forced`` (nothing can avoid the effect), ``conjunctive`` (one set of literals), or neither."""
        if not self.breaking:
            return "forced"
        return "conjunctive" if len(self.sufficient) == 1 else "overdetermined"


def kind(passes: Passes) -> str:
    """What `Cause.kind` will be, in polynomial time: the but-for set decides.

    The cause is one set of literals iff the but-for set is sufficient; nothing can avoid the effect iff the
    empty set is.
    """
    if sufficient.check(passes, 0).sufficient:
        return "forced"
    found = mask_of(but_for(passes.product), passes.product.inputs)
    return "conjunctive" if sufficient.check(passes, found).sufficient else "overdetermined"


def cause(product: Product, cap: int = CAP) -> Cause | None:
    """The cause; None when one of its normal forms is larger than ``cap`` (or passes through such a size).

    WorldError when the effect does not happen on the base trace.
    """
    breaking = every(product, cap)
    if breaking is None:
        return None
    implicants = hitting_sets(breaking, cap)
    return None if implicants is None else Cause(breaking, implicants)


def union(masks: Iterable[int]) -> int:
    """The union of sets."""
    found = 0
    for mask in masks:
        found |= mask
    return found
