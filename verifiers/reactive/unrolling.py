"""Interventions by SAT: the product unrolled into clauses, for PySAT (Ignatiev et al., 2018).

Variables: the flips ``x[t, a]``; ``s[t, q]``, the run is in node q before step t; ``g[t, q]``, from q at step
t the chosen letters lead to acceptance; ``u[t]``, something is flipped at t.  Since g speaks of every node,
the run without one flip needs no copy of the unrolling, and Min1 is local: x[t, a] and s[t, q] and the flips
of step t are f imply not g[t + 1, q after f without a].  Certificates are enumerated by blocking the whole
valuation of x, for sufficiency is not monotone.  No code is shared with the dynamic programmes.

Beyond the bounds (clauses, conflicts of one call) the answer is None, never "no".
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from ...domains.reactive.effect import Product
from ...instances.errors import LimitError

Clause = list[int]
Flipped = tuple[tuple[int, int], ...]
"""Flipped cells (step, input), sorted: an encoding of its own, as all of this engine is."""
SOLVER = "glucose4"
CLAUSES = 2_000_000
CONFLICTS = 200_000


class Unrolling:
    """The clauses of one product; ``minimal`` asks for Min1 as well as for sufficiency."""

    def __init__(self, product: Product, *, minimal: bool = True):
        """LimitError when there would be more than ``CLAUSES``."""
        self.product, self.last = product, 0
        self.clauses: list[Clause] = []
        self.nodes = _reachable(product)
        size = sum(map(len, self.nodes)) << product.inputs
        if size * (3 + product.inputs) > CLAUSES:
            raise LimitError(f"an unrolling of over {CLAUSES} clauses")
        steps = range(product.horizon)
        self.flip = [[self._new() for _ in range(product.inputs)] for _ in steps]
        self.used = [self._new() for _ in steps]
        self.at = [{node: self._new() for node in nodes} for nodes in self.nodes]
        self.good = [{node: self._new() for node in nodes} for nodes in self.nodes]
        for step in steps:
            self._step(step, minimal)
        for node, good in self.good[-1].items():
            self.clauses.append([good if product.accepting[node] else -good])
        self.clauses += [[self.at[0][0]], [self.good[0][0]]]

    def _new(self) -> int:
        self.last += 1
        return self.last

    def _step(self, step: int, minimal: bool) -> None:
        product, flips, add = self.product, self.flip[step], self.clauses.append
        table, letter = product.tables[step], product.base[step]
        at, good, later = self.at[step], self.good[step], self.good[step + 1]
        add([-self.used[step], *flips])
        self.clauses += [[self.used[step], -flip] for flip in flips]
        for mask in range(1 << product.inputs):
            other = [-flip if mask >> bit & 1 else flip for bit, flip in enumerate(flips)]
            for node in self.nodes[step]:
                target = table[node][letter ^ mask]
                add([*other, -at[node], self.at[step + 1][target]])
                add([*other, -good[node], later[target]])
                add([*other, good[node], -later[target]])
                for bit in range(product.inputs if minimal else 0):
                    if mask >> bit & 1:
                        add([*other, -at[node], -later[table[node][letter ^ mask ^ 1 << bit]]])

    def cells(self, model: list[int]) -> Flipped:
        """The flips of a model."""
        true = {literal for literal in model if literal > 0}
        return tuple(
            (step, index)
            for step, row in enumerate(self.flip)
            for index, flip in enumerate(row)
            if flip in true
        )

    def at_most(self, literals: list[int], bound: int) -> None:
        """Let at most so many of the literals be true (a totalizer)."""
        from pysat.card import CardEnc, EncType

        if bound < len(literals):
            made = CardEnc.atmost(literals, max(0, bound), top_id=self.last, encoding=EncType.totalizer)
            self.last = max(self.last, made.nv)
            self.clauses += made.clauses if bound >= 0 else [[]]


class SatCertificates:
    """The valid certificates with at most ``budget`` timesteps and ``settings`` flips (None: any), by SAT."""

    def __init__(
        self,
        product: Product,
        budget: int | None = None,
        *,
        settings: int | None = None,
        conflicts: int = CONFLICTS,
    ):
        """LimitError when the encoding is too large."""
        self.product, self.settings, self.conflicts = product, settings, conflicts
        self.budget = product.horizon if budget is None else budget

    def __iter__(self) -> Iterator[Flipped]:
        """The certificates in some order; LimitError when a call takes too many conflicts."""
        unrolling = self._encoded()
        everything = list(chain.from_iterable(unrolling.flip))
        with _solver(unrolling.clauses) as solver:
            while _solved(solver, self.conflicts):
                model = solver.get_model()
                true = {literal for literal in model if literal > 0}
                yield unrolling.cells(model)
                solver.add_clause([-flip if flip in true else flip for flip in everything])
                if not everything:
                    return

    def enumerate(self, cap: int) -> tuple[tuple[Flipped, ...], bool]:
        """At most ``cap`` certificates, sorted, and whether these are all."""
        certificates: list[Flipped] = []
        for cells in self:
            if len(certificates) == cap:
                return tuple(sorted(certificates)), False
            certificates.append(cells)
        return tuple(sorted(certificates)), True

    def count(self, cap: int = 1_000_000) -> int | None:
        """How many there are; None when they are more than ``cap``."""
        certificates, complete = self.enumerate(cap)
        return len(certificates) if complete else None

    def exist(self) -> bool:
        """Whether there is one: unsatisfiability proves that nothing works within the budget."""
        with _solver(self._encoded(minimal=False).clauses) as solver:
            return _solved(solver, self.conflicts)

    def cheaper(self, timesteps: int, atoms: int) -> bool:
        """Whether a sufficient set costs less than this: fewer timesteps, or as many and fewer atoms."""
        fewer = SatCertificates(self.product, timesteps - 1, settings=self.settings, conflicts=self.conflicts)
        if fewer.exist():
            return True
        unrolling = self._encoded(minimal=False, budget=timesteps)
        unrolling.at_most(list(chain.from_iterable(unrolling.flip)), atoms - 1)
        with _solver(unrolling.clauses) as solver:
            return _solved(solver, self.conflicts)

    def _encoded(self, *, minimal: bool = True, budget: int | None = None) -> Unrolling:
        unrolling = Unrolling(self.product, minimal=minimal)
        unrolling.at_most(unrolling.used, self.budget if budget is None else budget)
        if self.settings is not None:
            unrolling.at_most(list(chain.from_iterable(unrolling.flip)), self.settings)
        return unrolling


def breaking_subset(
    product: Product, cells: Flipped, *, without: Iterable[Flipped] = (), conflicts: int = CONFLICTS
) -> Flipped | None:
    """Flips among the cells, containing none of the sets ``without``, under which the effect does not happen.

    None when there are none: with all cells, that proves a list of breaking sets complete.  Or LimitError.
    """
    unrolling = Unrolling(product, minimal=False)
    unrolling.clauses.pop()
    unrolling.clauses.append([-unrolling.good[0][0]])
    allowed = set(cells)
    for step, row in enumerate(unrolling.flip):
        unrolling.clauses += [[-flip] for index, flip in enumerate(row) if (step, index) not in allowed]
    unrolling.clauses += [[-unrolling.flip[step][index] for step, index in listed] for listed in without]
    with _solver(unrolling.clauses) as solver:
        return unrolling.cells(solver.get_model()) if _solved(solver, conflicts) else None


def _reachable(product: Product) -> list[list[int]]:
    """For each step the nodes that some letters lead to."""
    layers = [[0]]
    for table in product.tables:
        layers.append(sorted({target for node in layers[-1] for target in table[node]}))
    return layers


def _solver(clauses: list[Clause]) -> Any:
    from pysat.solvers import Solver

    return Solver(name=SOLVER, bootstrap_with=clauses)


def _solved(solver: Any, conflicts: int) -> bool:
    """Whether the clauses are satisfiable; LimitError when the conflicts do not suffice to tell."""
    solver.conf_budget(conflicts)
    satisfied = solver.solve_limited()
    if satisfied is None:
        raise LimitError(f"the SAT solver gave up after {conflicts} conflicts")
    return bool(satisfied)
