"""Interventions by SAT and by Z3: two more opinions, which share no code with the dynamic programmes.

For PySAT (Ignatiev et al., 2018) the product is unrolled into clauses.  Variables: the flips ``x[t, a]``;
``s[t, q]``, the run is in node q before step t; ``g[t, q]``, from q at step t the chosen letters lead to
acceptance; ``u[t]``, something is flipped at t.  Since g speaks of every node, the run without one flip needs
no copy of the unrolling, and Min1 is local: x[t, a] and s[t, q] and the flips of step t are f imply not
g[t + 1, q after f without a].  Certificates are enumerated by blocking the whole valuation of x, for
sufficiency is not monotone.  Beyond the bounds (clauses, conflicts of one call) there is a LimitError.

For Z3 (de Moura and Bjorner, 2008) not clauses but functions: the number of the node after a step is a
bit-vector term, nested choices over node and letter of the step before, and the runs with other flips are
further such terms.  So an error in the clauses cannot hide here as well.  Answers are True, False, or None
when Z3 has used up its resources (a count, ``rlimit``, not a clock).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from ...domains.reactive.effect import Product
from ...instances.errors import LimitError

Clause = list[int]
Flipped = tuple[tuple[int, int], ...]  # flipped cells (step, input), sorted: this engine's own encoding
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
        true = set(model)
        return tuple(
            (step, bit) for step, row in enumerate(self.flip) for bit, flip in enumerate(row) if flip in true
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
                true = set(model)
                yield unrolling.cells(model)
                solver.add_clause([-flip if flip in true else flip for flip in everything])
                if not everything:
                    return

    def enumerate(self, cap: int) -> tuple[tuple[Flipped, ...], bool]:
        """At most ``cap`` certificates, sorted, and whether these are all."""
        certificates = list(islice(self, cap + 1))
        return tuple(sorted(certificates[:cap])), len(certificates) <= cap

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
    None when there are none: with all cells, that proves a list of breaking sets complete. Or LimitError."""
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
    layers = [[0]]
    for table in product.tables:
        layers.append(sorted({target for node in layers[-1] for target in table[node]}))
    return layers


def _solver(clauses: list[Clause]) -> Any:
    from pysat.solvers import Solver

    return Solver(name=SOLVER, bootstrap_with=clauses)


def _solved(solver: Any, conflicts: int) -> bool:
    solver.conf_budget(conflicts)
    if (satisfied := solver.solve_limited()) is None:
        raise LimitError(f"the SAT solver gave up after {conflicts} conflicts")
    return bool(satisfied)


RESOURCES = 20_000_000
TERMS = 200_000  # entries of tables, over all steps, beyond which nothing is asked


def z3_valid(product: Product, cells: Flipped) -> bool | None:
    """Whether a certificate is valid: its run is accepted, and no run without one of its flips is."""
    terms = _Terms(product)
    if terms.large:
        return None
    rests = [[cell for cell in cells if cell != left_out] for left_out in cells]
    shadows = [terms.z3.Not(terms.accepted(terms.constant(rest))) for rest in rests]
    return terms.satisfiable(terms.accepted(terms.constant(cells)), *shadows)


def z3_cheaper(product: Product, timesteps: int, atoms: int, settings: int | None = None) -> bool | None:
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


def z3_breakable(product: Product, cells: Flipped) -> bool | None:
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
