"""Single claims about interventions put to Z3 (de Moura and Bjorner, 2008): a third opinion.

Not clauses here but functions: the number of the node after a step is a bit-vector term, nested choices over
node and letter of the step before, and the runs with other flips are further such terms.  So an error in the
clauses of ``unrolling`` cannot hide here as well.

Answers are True, False, or None when Z3 has used up its resources (a count, ``rlimit``, not a clock).
"""

from collections.abc import Sequence
from typing import Any

from ...domains.reactive.effect import Product
from .unrolling import Flipped

RESOURCES = 20_000_000
TERMS = 200_000
"""Entries of tables, over all steps, beyond which nothing is asked."""


def valid(product: Product, cells: Flipped) -> bool | None:
    """Whether a certificate is valid: its run is accepted, and no run without one of its flips is."""
    terms = _Terms(product)
    if terms.large:
        return None
    rests = [[cell for cell in cells if cell != left_out] for left_out in cells]
    shadows = [terms.z3.Not(terms.accepted(terms.constant(rest))) for rest in rests]
    return terms.satisfiable(terms.accepted(terms.constant(cells)), *shadows)


def cheaper(product: Product, timesteps: int, atoms: int, settings: int | None = None) -> bool | None:
    """Whether some flips, at most ``settings`` of them, make the effect happen at less than this cost."""
    terms = _Terms(product)
    if terms.large:
        return None
    z3, flips = terms.z3, terms.flips
    steps = z3.Sum([*(z3.If(word != 0, 1, 0) for word in flips), z3.IntVal(0)])
    bits = [z3.Extract(index, index, word) == 1 for word in flips for index in range(product.inputs)]
    size = z3.Sum([*(z3.If(bit, 1, 0) for bit in bits), z3.IntVal(0)])
    less = z3.Or(steps < timesteps, z3.And(steps == timesteps, size < atoms))
    within = [] if settings is None else [size <= settings]
    return terms.satisfiable(terms.accepted(flips), less, *within)


def breakable(product: Product, cells: Flipped) -> bool | None:
    """Whether flips among the cells can keep the effect from happening."""
    terms = _Terms(product)
    if terms.large:
        return None
    every = ((step, index) for step in range(product.horizon) for index in range(product.inputs))
    held = terms.constant([cell for cell in every if cell not in cells])
    kept = [word & mask == 0 for word, mask in zip(terms.flips, held, strict=True)]
    return terms.satisfiable(terms.z3.Not(terms.accepted(terms.flips)), *kept)


class _Terms:
    """Runs of a product as terms; ``flips`` are the flipped inputs of each step, as bit-vectors."""

    def __init__(self, product: Product):
        import z3

        self.z3, self.product, self.width = z3, product, max(1, product.inputs)
        self.flips = [z3.BitVec(f"f{step}", self.width) for step in range(product.horizon)]
        self.large = product.horizon * product.nodes << product.inputs > TERMS

    def constant(self, cells: Sequence[tuple[int, int]]) -> list[Any]:
        """Given flips of each step."""
        masks = [0] * self.product.horizon
        for step, index in cells:
            masks[step] |= 1 << index
        return [self.z3.BitVecVal(mask, self.width) for mask in masks]

    def accepted(self, flips: Sequence[Any]) -> Any:
        """Whether the run under some flips ends in an accepting node, as a term."""
        z3, product = self.z3, self.product
        width = max(1, (product.nodes - 1).bit_length())
        term, reached = z3.BitVecVal(0, width), [0]
        for table, base, word in zip(product.tables, product.base, flips, strict=True):
            letter, after = word ^ z3.BitVecVal(base, self.width), z3.BitVecVal(0, width)
            for node in reached:
                row = z3.BitVecVal(table[node][0], width)
                for number in range(1, 1 << product.inputs):
                    row = z3.If(letter == number, z3.BitVecVal(table[node][number], width), row)
                after = z3.If(term == node, row, after)
            reached = sorted({target for node in reached for target in table[node]})
            term = after
        return z3.Or([term == number for number, good in enumerate(product.accepting) if good] or [False])

    def satisfiable(self, *constraints: Any) -> bool | None:
        """Whether the constraints can hold together; None when Z3 does not know."""
        solver = self.z3.Solver()
        solver.set("rlimit", RESOURCES)
        solver.add(*constraints)
        return {"sat": True, "unsat": False}.get(str(solver.check()))
