"""GF-01's public code, as it behaves (official-Auralin/Benchmark-game): for comparison with its figures.

Where it departs from the specification:

- atoms are coerced: ``int()`` of timestep and value, the name without its margins, objects as well as lists;
- a certificate is a list: a repeated atom counts twice and can always be left out;
- more timesteps than the budget make a certificate malformed, and a malformed one is nothing; there is no
  budget of single settings;
- Min1 is only asked of a sufficient certificate;
- precision, recall and F1 are taken against the first ``RESULTS`` valid certificates that a depth-first
  search by (atoms, list of cells) meets within ``NODES`` candidates; ties go to the largest sha256.

That list is not searched for here: the certificates come in that order from the automaton of M(I), and how
many candidates the search would have looked at before each is a number that can be computed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from heapq import merge
from itertools import islice
from math import comb
from typing import Any

from ...instances.errors import LimitError
from ...instances.records import Code
from .best_match import Match
from .check import Cell, Flips, cells
from .enumerate import Enumeration
from .interventions import Interventions
from .metrics import OVER_BUDGET, Metrics, causality, figures
from .structure import ATOM_LIMIT, shown

RESULTS = 32
NODES = 120_000
INTEGER_LIMIT = 400
"""Characters of a number's text that are read; a longer one is out of any range."""

CODES = {"": Code.OK, OVER_BUDGET: Code.OVER_BUDGET}
Named = tuple[int, str, int]
"""(timestep, ap, value)."""


def measure(question: Interventions, raw: Any) -> Metrics:
    """The metrics of a submitted certificate as the public code computes them."""
    question, atoms = question.without_settings, coerced(raw)
    if isinstance(atoms, str):
        return Metrics(False, atoms, m_size=question.size, code=Code.MALFORMED)
    reason = fault(question, atoms)
    sufficient = min1 = smallest = False
    if not reason:
        indexed = frozenset((step, question.inputs.index(ap), value) for step, ap, value in atoms)
        cause = causality(question, indexed)
        repeated = len(indexed) < len(atoms)
        sufficient = cause.sufficient
        min1 = sufficient and cause.min1 and not repeated
        smallest = cause.subset_minimal and not (repeated and sufficient)
    eff_t, eff_a = len({step for step, _, _ in atoms}), len(atoms)
    return Metrics(
        not reason,
        reason,
        sufficient,
        min1,
        min1,
        smallest,
        eff_t,
        eff_a,
        (int(min1), int(sufficient), -eff_t, -eff_a),
        m_size=question.size,
        code=CODES.get(reason, Code.MALFORMED),
        **figures(_match(question, set(atoms))),
    )


def coerced(raw: Any) -> list[Named] | str:
    """The atoms as the public parser reads them, or why it cannot."""
    if not isinstance(raw, list) or len(raw) > ATOM_LIMIT:
        return f"{shown(raw)} is not a list of atoms"
    atoms = []
    for place, item in enumerate(raw):
        parts = [item.get(key) for key in ("timestep", "ap", "value")] if isinstance(item, dict) else item
        if not isinstance(parts, list) or len(parts) != 3:
            return f"atom {place} is {shown(item)}, not [timestep, ap, value]"
        step, value = _integer(parts[0]), _integer(parts[2])
        if step is None or value is None:
            return f"atom {place} holds {shown(parts[2] if step is not None else parts[0])}, not an integer"
        atoms.append((step, parts[1].strip() if isinstance(parts[1], str) else shown(parts[1]), value))
    return atoms


def _integer(value: Any) -> int | None:
    """``int()`` of a JSON value, where that is defined."""
    if not isinstance(value, int | float | str) or (isinstance(value, str) and len(value) > INTEGER_LIMIT):
        return None
    try:
        return int(value)
    except (ValueError, OverflowError):
        return None


def fault(question: Interventions, atoms: list[Named]) -> str:
    """The first fault in the order of the list, in the public code's words; "" for none."""
    seen: dict[tuple[int, str], int] = {}
    for step, ap, value in atoms:
        if not 0 <= step < len(question.trace):
            return f"timestep {shown(step)} out of range"
        if ap not in question.inputs:
            return f"ap {ap[:INTEGER_LIMIT]} not in AP_in"
        if value not in (0, 1):
            return f"value {shown(value)} is invalid"
        if seen.setdefault((step, ap), value) != value:
            return f"conflicting assignments for {(step, ap)}"
    return OVER_BUDGET if len({step for step, _, _ in atoms}) > question.budget else ""


def _match(question: Interventions, atoms: set[Named]) -> Match | None:
    """How close the atoms are to the best of the list; None where the list is undecided."""
    try:
        listed = question.published
    except LimitError:
        return None
    steps = {step for step, _, _ in atoms}
    best: tuple[float, float, int, str] | None = None
    found = Match(None, *_scores(atoms, set()), *_scores(steps, set()))
    for gold in listed:
        gold_steps = {step for step, _, _ in gold}
        match = Match(None, *_scores(atoms, set(gold)), *_scores(steps, gold_steps))
        digest = hashlib.sha256(repr(sorted(gold)).encode()).hexdigest()
        key = (match.ap_f1, match.ts_f1, -len(gold_steps), digest)
        if best is None or key > best:
            best, found = key, match
    return found


def _scores(left: set[Any], right: set[Any]) -> tuple[float, float, float]:
    """In the public code's order of floating-point operations, so that ties are its ties."""
    common = len(left & right)
    precision = common / len(left) if left else 0.0
    recall = common / len(right) if right else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if common else 0.0


def found(question: Interventions) -> tuple[tuple[Named, ...], ...]:
    """The valid certificates that the public search meets, in its order."""
    listed = []
    for flips in islice(by_atoms(question), RESULTS):
        chosen = cells(flips)
        if candidates_before(chosen, len(question.trace), len(question.inputs), question.budget) >= NODES:
            break
        listed.append(
            tuple(
                (step, question.inputs[index], 1 - (question.trace[step] >> index & 1))
                for step, index in chosen
            )
        )
    return tuple(listed)


def by_atoms(question: Interventions) -> Iterator[Flips]:
    """M(I) by (atoms, list of cells)."""
    listing = Enumeration(question.product, question.budget, limit=question.limit)
    for atoms in range(listing.most + 1):
        yield from merge(
            *(listing.of_size(steps, atoms) for steps in range(min(atoms, question.budget) + 1)), key=cells
        )


def candidates_before(chosen: tuple[Cell, ...], steps: int, inputs: int, budget: int) -> int:
    """How many flip sets within the budget come before ``chosen`` by (atoms, list of cells)."""
    before = sum(sets(steps, inputs, budget, atoms) for atoms in range(len(chosen)))
    previous = (0, -1)
    used: set[int] = set()
    for place, (step, index) in enumerate(chosen):
        left = len(chosen) - place - 1
        first = previous[0] * inputs + previous[1] + 1
        for cell in range(first, step * inputs + index):
            at, within = divmod(cell, inputs)
            spare = budget - len(used | {at})
            if spare >= 0:
                before += sum(
                    comb(inputs - 1 - within, here) * sets(steps - 1 - at, inputs, spare, left - here)
                    for here in range(left + 1)
                )
        previous = (step, index)
        used.add(step)
    return before


@lru_cache(maxsize=100_000)
def sets(steps: int, inputs: int, budget: int, atoms: int) -> int:
    """Sets of ``atoms`` cells within so many steps that touch at most ``budget`` of the steps."""
    return sum(
        comb(steps, touched) * _covering(touched, inputs, atoms) for touched in range(min(budget, steps) + 1)
    )


@lru_cache(maxsize=100_000)
def _covering(steps: int, inputs: int, atoms: int) -> int:
    """Sets of ``atoms`` cells that touch each of the steps (inclusion and exclusion)."""
    return sum(
        (-1) ** missed * comb(steps, missed) * comb((steps - missed) * inputs, atoms)
        for missed in range(steps + 1)
    )
