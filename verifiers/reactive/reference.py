"""GF-01's public code, as it behaves (official-Auralin/Benchmark-game): for comparison with its figures.

Where it departs from the specification:

- atoms are coerced: ``int()`` of timestep and value, the name without its margins, objects as well as lists;
- a certificate is a list: a repeated atom counts twice and can always be left out;
- more timesteps than the budget make a certificate malformed; there is no budget of single settings;
- Min1 is only asked of a sufficient certificate;
- precision, recall and F1 are taken against the first ``RESULTS`` valid certificates that a depth-first
  search by (atoms, list of cells) meets within ``NODES`` candidates; ties go to the largest sha256.

That list comes from the automaton of M(I): how many candidates would come before each can be computed.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import merge
from itertools import islice
from math import comb
from typing import Any, Literal, get_args

from ...instances.errors import LimitError
from ...instances.records import Code
from . import metrics
from .atoms import ATOM_LIMIT, Settings, settings, shown
from .best_match import ClosestCertificate
from .cells import Cells, members, steps_of
from .certificates import Enumeration
from .metrics import Causality, Metrics, figures
from .question import Interventions

RESULTS = 32
NODES = 120_000
INTEGER_LIMIT = 400  # characters of a number's text that are read; a longer one is out of any range
OVER_BUDGET = "timestep budget exceeded"  # the public code's words
CODES = {"": Code.OK, OVER_BUDGET: Code.OVER_BUDGET}
Listed = Sequence[tuple[int, str, int]]  # atoms (timestep, ap, value) as submitted, repetitions and all
Semantics = Literal["specification", "reference"]
SEMANTICS: tuple[Semantics, ...] = get_args(Semantics)


def measure(question: Interventions, raw: Any) -> Metrics:
    """The metrics of a submitted certificate as the public code computes them."""
    question, listed = question.without_settings, coerced(raw)
    if isinstance(listed, str):
        return Metrics(False, listed, m_size=question.size, code=Code.MALFORMED)
    reason = fault(question, listed)
    sufficient = min1 = smallest = False
    if not reason:
        cause = Causality(question.product, read(question, listed))
        sufficient, min1, smallest = cause.checked.sufficient, cause.checked.valid, cause.subset_minimal
    eff_t, eff_a = len({step for step, _, _ in listed}), len(listed)
    return Metrics(
        *(not reason, reason, sufficient, min1, min1, smallest, eff_t, eff_a),
        (int(min1), int(sufficient), -eff_t, -eff_a),
        m_size=question.size,
        code=CODES.get(reason, Code.MALFORMED),
        **figures(_match(question, listed)),
    )


MEASURES: Mapping[Semantics, Callable[[Interventions, Any], Metrics]] = {
    "specification": metrics.measure,
    "reference": measure,
}  # the metrics of a submitted certificate in either semantics


def coerced(raw: Any) -> Listed | str:
    """The atoms as the public parser reads them, or why it cannot."""
    if not isinstance(raw, list) or len(raw) > ATOM_LIMIT:
        return f"{shown(raw)} is not a list of atoms"
    listed = []
    for place, item in enumerate(raw):
        parts = [item.get(key) for key in ("timestep", "ap", "value")] if isinstance(item, dict) else item
        if not isinstance(parts, list) or len(parts) != 3:
            return f"atom {place} is {shown(item)}, not [timestep, ap, value]"
        step, value = _integer(parts[0]), _integer(parts[2])
        if step is None or value is None:
            return f"atom {place} holds {shown(parts[2] if step is not None else parts[0])}, not an integer"
        listed.append((step, parts[1].strip() if isinstance(parts[1], str) else shown(parts[1]), value))
    return listed


def _integer(value: Any) -> int | None:
    """``int()`` of a JSON value, where that is defined."""
    if not isinstance(value, int | float | str) or (isinstance(value, str) and len(value) > INTEGER_LIMIT):
        return None
    try:
        return int(value)
    except (ValueError, OverflowError):
        return None


def fault(question: Interventions, listed: Listed) -> str:
    """The first fault in the order of the list, in the public code's words; "" for none."""
    seen: dict[tuple[int, str], int] = {}
    for step, ap, value in listed:
        if not 0 <= step < len(question.trace):
            return f"timestep {shown(step)} out of range"
        if ap not in question.inputs:
            return f"ap {ap[:INTEGER_LIMIT]} not in AP_in"
        if value not in (0, 1):
            return f"value {shown(value)} is invalid"
        if seen.setdefault((step, ap), value) != value:
            return f"conflicting assignments for {(step, ap)}"
    return OVER_BUDGET if len({step for step, _, _ in listed}) > question.budget else ""


def read(question: Interventions, listed: Listed) -> Settings:
    """The cells of atoms without a fault but, perhaps, the budget; a repeated atom is idle, too."""
    inputs, repeated = len(question.inputs), 0
    values: dict[tuple[int, int], int] = {}
    for step, ap, value in listed:
        cell = step, question.inputs.index(ap)
        repeated |= (cell in values) << step * inputs + cell[1]
        values[cell] = value
    given = settings(values, inputs, question.trace)
    return Settings(given.flips, given.idle | repeated)


def _match(question: Interventions, listed: Listed) -> ClosestCertificate | None:
    """How close the atoms, faulty or not, are to the best of the published certificates; None: undecided."""
    try:
        certificates = published(question)
    except LimitError:
        return None
    submitted, inputs = set(listed), question.inputs
    steps, flips = {step for step, _, _ in submitted}, 0
    for step, ap, value in submitted:
        if 0 <= step < len(question.trace) and ap in inputs:
            index = inputs.index(ap)
            if value == 1 - (question.trace[step] >> index & 1):
                flips |= 1 << step * len(inputs) + index
    best: tuple[float, float, int, str] | None = None
    closest = ClosestCertificate(None, *_scores(len(submitted), 0, 0), *_scores(len(steps), 0, 0))
    for cells in certificates:
        gold_steps = set(members(steps_of(cells, len(inputs))))
        by_atom = _scores(len(submitted), cells.bit_count(), (cells & flips).bit_count())
        by_timestep = _scores(len(steps), len(gold_steps), len(steps & gold_steps))
        digest = hashlib.sha256(repr(sorted(map(tuple, question.flipped(cells)))).encode()).hexdigest()
        key = (by_atom[2], by_timestep[2], -len(gold_steps), digest)
        if best is None or key > best:
            best, closest = key, ClosestCertificate(cells, *by_atom, *by_timestep)
    return closest


def _scores(left: int, right: int, common: int) -> tuple[float, float, float]:
    """In the public code's order of floating-point operations, so that ties are its ties."""
    precision = common / left if left else 0.0
    recall = common / right if right else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if common else 0.0


@lru_cache(256)
def published(question: Interventions) -> tuple[Cells, ...]:
    """The valid certificates that the public search meets, in its order; LimitError where undecided."""
    listed, inputs = [], len(question.inputs)
    for cells in islice(by_atoms(question), RESULTS):
        if candidates_before(cells, len(question.trace), inputs, question.budget) >= NODES:
            break
        listed.append(cells)
    return tuple(listed)


def by_atoms(question: Interventions) -> Iterator[Cells]:
    """M(I) by (atoms, list of cells)."""
    listing = Enumeration(question.product, question.budget, limit=question.limit)
    for atoms in range(listing.most + 1):
        sizes = range(min(atoms, question.budget) + 1)
        yield from merge(*(listing.of_size(steps, atoms) for steps in sizes), key=members)


def candidates_before(cells: Cells, steps: int, inputs: int, budget: int) -> int:
    """How many flip sets within the budget come before ``cells`` by (atoms, list of cells)."""
    chosen = members(cells)
    before = sum(sets(steps, inputs, budget, atoms) for atoms in range(len(chosen)))
    first, used = 0, set[int]()
    for place, last in enumerate(chosen):
        left = len(chosen) - place - 1
        for cell in range(first, last):
            at, within = divmod(cell, inputs)
            spare = budget - len(used | {at})
            if spare >= 0:
                before += sum(
                    comb(inputs - 1 - within, inside) * sets(steps - 1 - at, inputs, spare, left - inside)
                    for inside in range(left + 1)
                )
        first = last + 1
        used.add(last // inputs)
    return before


@lru_cache(maxsize=100_000)
def sets(steps: int, inputs: int, budget: int, atoms: int) -> int:
    """Sets of ``atoms`` cells within so many steps that touch at most ``budget`` of the steps."""
    return sum(comb(steps, many) * _covering(many, inputs, atoms) for many in range(min(budget, steps) + 1))


@lru_cache(maxsize=100_000)
def _covering(steps: int, inputs: int, atoms: int) -> int:
    """Sets of ``atoms`` cells that touch each of the steps (inclusion and exclusion)."""
    return sum((-1) ** m * comb(steps, m) * comb((steps - m) * inputs, atoms) for m in range(steps + 1))
