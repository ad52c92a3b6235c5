"""Draws among sets of options with weights that even out what right options are more often than wrong ones.

``leaning.json`` holds for each task a weight for every measure of an option (those of the panel, and how many
predicates or actions of each name it has), and for whether it has the most or the least of it.  Their sum
over what the right option has beyond the mean of all four is how far a set *leans*, and a set is drawn with
a probability proportional to ``exp(-lean)``.  The weights are fitted such that over many questions of all
domains the right option has on average as much of every measure as the others: of all ways to draw that do
so, the one closest to drawing evenly (maximum entropy; Jaynes, 1957).  Where every measure is even on
average, no weighted sum of measures tells right from wrong.

Whole numbers and decimals with their own rounding: floats round differently from one machine to another.
The file is made by ``python -m certwright.scripts.bench.leaning``.
"""

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from decimal import Context, Decimal
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

from ....verifiers.audit.guess.features import measured
from ....verifiers.audit.guess.features.words import atoms_of
from ....verifiers.audit.guess.question import Question
from ...rng import Rng

FILE = Path(__file__).with_name("leaning.json")
UNIT = 997  # measures are counted in parts of one: a prime, so no ratio of small numbers lies between two
SHARE = 12  # the share of options that have the most of a measure; divided evenly among one to four of them
MILLION = 1_000_000  # weights are stored in parts of one
EXACT = Context(prec=20)
CHANCES = 10**9  # the chances of the set that leans least

Weights = dict[str, tuple[int, int, int]]  # of a measure, of the most of it, and of the least


@lru_cache(1)
def stored() -> dict[str, Weights]:
    """The weights of each task."""
    weights: dict[str, Weights] = json.loads(FILE.read_text(encoding="utf-8"))
    return weights


def measures(question: Question) -> dict[str, list[float]]:
    """What tells options apart: all that the panel measures but their place, and how many facts or actions of
    each name they have, by domain."""
    rows = [Counter(row[0] for row in atoms_of(option)) for option in question.options]
    counts = {
        f"{question.instance.domain} {head}": [float(row[head]) for row in rows]
        for head in sorted(set().union(*rows))
        if len({row[head] for row in rows}) > 1
    }
    seen = {name: numbers for name, numbers in measured(question).items() if not name.startswith("place")}
    return seen | counts


def lean(question: Question, weights: Weights) -> Decimal:
    """How far the first option, the right one, is from the mean of all."""
    many, total = len(question.options), 0
    for name, numbers in measures(question).items():
        raw, most, least = weights.get(name, (0, 0, 0))
        units = [round(number * UNIT) for number in numbers]
        total += raw * SHARE * (many * units[0] - sum(units))
        for weight, end in ((most, max(units)), (least, min(units))):
            total += weight * UNIT * (many * SHARE // units.count(end) * (units[0] == end) - SHARE)
    return EXACT.divide(Decimal(total), Decimal(MILLION * UNIT * SHARE * many))


def drawn(questions: Sequence[Question], rng: Rng) -> int:
    """The place of the question that is drawn, all of one task, the right option first in each."""
    weights = stored().get(questions[0].instance.task, {})
    leans = [lean(question, weights) for question in questions]
    weights_of = [EXACT.exp(EXACT.subtract(min(leans), each)) for each in leans]
    chances = [int(EXACT.multiply(weight, Decimal(CHANCES))) for weight in weights_of]
    return bisect_right(list(accumulate(chances)), rng.below(sum(chances)))
