"""Fits and stores the weights by which ``generators.planning.questions.leaning`` draws sets of options.

    python -m certwright.scripts.bench.leaning SEED N [TASK...]

It draws N unlabelled items for each domain and task at level 3, by a seed that no set should use, whatever
the generator's version.  New weights give other questions, hence a new version.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...generators.cells import Cell, Item
from ...generators.planning.family import Recipe
from ...generators.planning.items import candidate_fours
from ...generators.planning.maker import makers
from ...generators.planning.questions import question_maker
from ...generators.planning.questions.leaning import FILE, MILLION, Weights, measures
from ...instances.names import tasks

LEVEL = 3
DRAWS = "leaning"  # what the draws depend on in place of the generator's version
LEFT_OUT = frozenset({("land", "swap")})
"""Tasks of domains in which right options lean one way whatever is drawn, as their records state."""
STEPS = 25
HALVINGS = 20
DECAY = 0.03  # strength of the pull of all weights towards zero, of measures divided by their spread
TIED = 1e-9

Floats = npt.NDArray[np.float64]
Measures = list[dict[str, list[float]]]


def sets_of(task: str, seed: int, many: int) -> Iterable[Measures]:
    """The possible option sets of a task's items, with their measures."""
    recipe = Recipe(seed=seed, levels=(LEVEL,), generator=DRAWS)
    for domain in makers():
        for index in range(0 if (task, domain) in LEFT_OUT else many):
            fours = candidate_fours(Item(Cell(domain, task, "mcq"), index), recipe)
            if fours:
                yield [measures(four.seen) for four in fours]


def fitted(items: Sequence[Measures]) -> Weights:
    """The weights that equalise the measures of the right option, the first of each set, and of the
    others: they minimise the mean logarithm of the items' sums of ``exp(-lean)``, which is convex."""
    names = sorted({name for sets in items for each in sets for name in each})
    rows = np.concatenate([_beyond(each, names)[None] for sets in items for each in sets])
    spreads = np.where((spread := rows.std(axis=0)) > TIED, spread, np.inf)
    sizes = np.array([len(sets) for sets in items])
    weights = _Sums(rows / spreads, np.cumsum([0, *sizes[:-1]]), sizes).least() / spreads
    three = np.round(MILLION * weights).astype(int).reshape(3, len(names))
    return {key: (int(a), int(b), int(c)) for key, a, b, c in zip(names, *three, strict=True) if a or b or c}


def _beyond(seen: dict[str, list[float]], names: Sequence[str]) -> Floats:
    """For each measure, the first option's excess over the mean; then most, then least of each."""
    row = np.zeros((3, len(names)))
    for place, name in enumerate(names):
        if name in seen:
            numbers = np.array(seen[name])
            row[0, place] = numbers[0] - numbers.mean()
            for step, end in enumerate((numbers.max(), numbers.min()), 1):
                row[step, place] = (numbers[0] == end) / (numbers == end).sum() - 1 / len(numbers)
    return row.ravel()


@dataclass(frozen=True)
class _Sums:
    """The mean over items of the logarithm of the sum of ``exp(-lean)`` over their sets, with the pull."""

    rows: Floats
    starts: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]

    def value(self, weights: Floats) -> tuple[float, Floats]:
        """The sum, and the probabilities of all sets."""
        lean = -self.rows @ weights
        most = np.maximum.reduceat(lean, self.starts)
        chances = np.exp(lean - np.repeat(most, self.sizes))
        total = np.add.reduceat(chances, self.starts)
        pull = DECAY / 2 * float(weights @ weights)
        return float((np.log(total) + most).mean()) + pull, chances / np.repeat(total, self.sizes)

    def least(self) -> Floats:
        """The weights that minimise it: Newton's method, halving the step until the value falls."""
        weights = np.zeros(self.rows.shape[1])
        now, chances = self.value(weights)
        for _ in range(STEPS):
            step = self._step(weights, chances)
            for _ in range(HALVINGS):
                then, moved = self.value(weights - step)
                if then <= now:
                    break
                step = step / 2
            weights, now, chances = weights - step, then, moved
        return weights

    def _step(self, weights: Floats, chances: Floats) -> Floats:
        weighed = self.rows * chances[:, None]
        means = np.add.reduceat(weighed, self.starts)
        slope = DECAY * weights - means.mean(axis=0)
        bend = (self.rows.T @ weighed - means.T @ means) / len(means) + DECAY * np.eye(len(weights))
        step: Floats = np.linalg.solve(bend, slope)
        return step


def main(seed: int, many: int, chosen: Sequence[str]) -> None:
    """Replace the weights of the tasks, by default of all tasks with options."""
    stored = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for task in chosen or [task for task in tasks("planning") if question_maker(task).choice]:
        stored[task] = fitted(list(sets_of(task, seed, many)))
    FILE.write_text(json.dumps(stored, sort_keys=True, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
