"""Fits the weights by which ``generators.planning.questions.leaning`` draws sets of options, and stores them.

    python -m certwright.scripts.bench.leaning SEED N [TASK...]

N items a domain and task at level 3 are drawn, none of them labelled; the seed should be that of no set.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from ...generators.cells import Cell, Item
from ...generators.planning.cells import Recipe
from ...generators.planning.items import candidate_fours
from ...generators.planning.makers import makers
from ...generators.planning.questions.leaning import FILE, MILLION, Weights, measures

LEVEL = 3
STEPS = 1500
RATE = 0.05
DECAY = 0.003
"""Strength of the pull of all weights towards zero, of measures divided by their spread."""

Floats = npt.NDArray[np.float64]
Measures = list[dict[str, list[float]]]
"""The measures of each set of an item."""


def sets_of(task: str, seed: int, many: int) -> Iterable[Measures]:
    """The sets that items of a task may have, measured."""
    recipe = Recipe(seed=seed, levels=(LEVEL,))
    for domain in makers():
        for index in range(many):
            fours = candidate_fours(Item(Cell(domain, task, "mcq"), index), recipe)
            if fours:
                yield [measures(four.seen) for four in fours]


def fitted(items: Sequence[Measures]) -> Weights:
    """The weights under which the right option, the first of each set, has as much of all as the others.

    They are the minimum of a convex function, the mean logarithm of the items' sums of chances.
    """
    names = sorted({name for sets in items for each in sets for name in each})
    rows = np.concatenate([_beyond(each, names)[None] for sets in items for each in sets])
    spreads = np.where((spread := rows.std(axis=0)) > 0, spread, 1.0)
    rows = rows / spreads
    sizes = np.array([len(sets) for sets in items])
    found = _least(rows, np.cumsum([0, *sizes[:-1]]), sizes) / spreads
    three = np.round(MILLION * found).astype(int).reshape(3, len(names))
    return {
        name: (int(a), int(b), int(c)) for name, a, b, c in zip(names, *three, strict=True) if a or b or c
    }


def _beyond(seen: dict[str, list[float]], names: Sequence[str]) -> Floats:
    """What the first option has beyond the mean, of each measure; then most, then least of each."""
    row = np.zeros((3, len(names)))
    for place, name in enumerate(names):
        if name in seen:
            numbers = np.array(seen[name])
            row[0, place] = numbers[0] - numbers.mean()
            for step, end in enumerate((numbers.max(), numbers.min()), 1):
                row[step, place] = (numbers[0] == end) / (numbers == end).sum() - 1 / len(numbers)
    return row.ravel()


def _least(rows: Floats, starts: npt.NDArray[np.int64], sizes: npt.NDArray[np.int64]) -> Floats:
    """The minimum, by gradient steps with momentum."""
    found = np.zeros(rows.shape[1])
    speed = np.zeros_like(found)
    for _ in range(STEPS):
        lean = -rows @ found
        chance = np.exp(lean - np.repeat(np.maximum.reduceat(lean, starts), sizes))
        chance /= np.repeat(np.add.reduceat(chance, starts), sizes)
        slope = rows.T @ chance / len(starts) - DECAY * found
        speed = 0.9 * speed + RATE * slope
        found = found + speed
    return found


def main(seed: int, many: int, tasks: Sequence[str]) -> None:
    """Replace the weights of the tasks, of all that have options where none is named."""
    stored = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for task in chosen:
        stored[task] = fitted(list(sets_of(task, seed, many)))
    FILE.write_text(json.dumps(stored, sort_keys=True, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
