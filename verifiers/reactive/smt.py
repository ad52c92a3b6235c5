"""Single claims about interventions put to Z3 (de Moura and Bjorner, 2008): a third opinion.

Not clauses here but functions: the number of the node after a step is a bit-vector term, nested choices over
node and letter of the step before, and the runs with other flips are further such terms.  So an error in the
clauses of ``unrolling`` cannot hide here as well.

Answers are True, False, or None when Z3 has used up its resources (a count, ``rlimit``, not a clock).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...domains.reactive.product import Product
from .unrolling import Flipped

RESOURCES = 20_000_000
TERMS = 200_000
"""Entries of tables, over all steps, beyond which nothing is asked."""


def valid(product: Product, cells: Flipped) -> bool | None:
    """Whether a certificate is valid: its run is accepted, and no run without one of its flips is."""
    runs = [_run(product, [_constant(product, step, cells) for step in range(product.horizon)])]
    for left_out in cells:
        rest = tuple(cell for cell in cells if cell != left_out)
        runs.append(_run(product, [_constant(product, step, rest) for step in range(product.horizon)]))
    if None in runs:
        return None
    import z3

    accepted = [_accepted(product, run) for run in runs]
    return _satisfiable([accepted[0], *(z3.Not(other) for other in accepted[1:])])


def cheaper(product: Product, timesteps: int, atoms: int, settings: int | None = None) -> bool | None:
    """Whether some flips, at most ``settings`` of them, make the effect happen at less than this cost."""
    import z3

    flips = _flips(product)
    run = _run(product, _letters(product, flips))
    if run is None:
        return None
    used = [z3.If(word != 0, 1, 0) for word in flips]
    bits = [
        z3.If(z3.Extract(index, index, word) == 1, 1, 0) for word in flips for index in range(product.inputs)
    ]
    steps, size = z3.Sum([*used, z3.IntVal(0)]), z3.Sum([*bits, z3.IntVal(0)])
    less = z3.Or(steps < timesteps, z3.And(steps == timesteps, size < atoms))
    within = [] if settings is None else [size <= settings]
    return _satisfiable([_accepted(product, run), less, *within])


def breakable(product: Product, cells: Flipped) -> bool | None:
    """Whether flips among the cells can keep the effect from happening."""
    import z3

    flips = _flips(product)
    run = _run(product, _letters(product, flips))
    if run is None:
        return None
    allowed = []
    for step, word in enumerate(flips):
        held = sum(1 << index for index in range(product.inputs) if (step, index) not in cells)
        allowed.append(word & z3.BitVecVal(held, max(1, product.inputs)) == 0)
    return _satisfiable([z3.Not(_accepted(product, run)), *allowed])


def _flips(product: Product) -> list[Any]:
    import z3

    width = max(1, product.inputs)
    return [z3.BitVec(f"f{step}", width) for step in range(product.horizon)]


def _letters(product: Product, flips: Sequence[Any]) -> list[Any]:
    import z3

    width = max(1, product.inputs)
    return [word ^ z3.BitVecVal(base, width) for word, base in zip(flips, product.base, strict=False)]


def _constant(product: Product, step: int, cells: Flipped) -> Any:
    import z3

    flipped = sum(1 << index for at, index in cells if at == step)
    return z3.BitVecVal(product.base[step] ^ flipped, max(1, product.inputs))


def _run(product: Product, letters: Sequence[Any]) -> Any:
    """The node at the end, as a term; None when the product is too large."""
    import z3

    if product.horizon * product.nodes << product.inputs > TERMS:
        return None
    width = max(1, (product.nodes - 1).bit_length())
    term, reached = z3.BitVecVal(0, width), [0]
    for table, letter in zip(product.tables, letters, strict=True):
        after = z3.BitVecVal(0, width)
        for node in reached:
            row = z3.BitVecVal(table[node][0], width)
            for number in range(1, 1 << product.inputs):
                row = z3.If(letter == number, z3.BitVecVal(table[node][number], width), row)
            after = z3.If(term == node, row, after)
        reached = sorted({target for node in reached for target in table[node]})
        term = after
    return term


def _accepted(product: Product, node: Any) -> Any:
    import z3

    return z3.Or([node == number for number, good in enumerate(product.accepting) if good] or [False])


def _satisfiable(constraints: Sequence[Any]) -> bool | None:
    import z3

    solver = z3.Solver()
    solver.set("rlimit", RESOURCES)
    solver.add(*constraints)
    return {"sat": True, "unsat": False}.get(str(solver.check()))
