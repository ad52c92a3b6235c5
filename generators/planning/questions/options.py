"""Which options stand together: four, one of them right, that blind guessers cannot tell apart.

A maker offers pools of right and of wrong items.  Out of them those are taken that lie closest to each
other in all that can be seen of an option without knowing the world: the measures of
``verifiers.audit.guess.features`` that concern one option alone, the names it uses, and the words it shares
with the others.  Options that agree in a measure say nothing by it.  What is nearest to all others would still
be right too often or too seldom, so the right option's place between the most central and the most remote of
the four is drawn once an item.  All distances are whole numbers: floats round differently from one version of
Python to another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ....domains.planning import atoms
from ....instances.records import Instance, Json
from ....verifiers.audit.guess.features import context, looks, removals, sequences
from ....verifiers.audit.guess.question import Question
from ...rng import Rng
from .maker import OPTIONS, Choice

TRIALS = 60
"""Sets of four that are looked at."""
SCALE = 100
"""The distance between the least and the greatest of a pool in one measure."""
OTHER_NAMES = 4 * SCALE
"""The distance between options of other actions or predicates."""
WORDS = 5 * SCALE
"""The distance between options without a common word."""


def select(
    choice: Choice, wanted: int, rng: Rng, bare: Instance, text: Callable[[Json], str]
) -> tuple[Json, list[Json]]:
    """A right option and three wrong ones; ``wanted`` (from 0) is how many of them shall be more central."""
    pool = _Pool.of(choice, bare, text)
    rights = range(len(choice.right))
    best, found = (0, 0), list[int]()
    for _ in range(TRIALS):
        right = rng.choice(rights)
        four = pool.four(right, rng)
        cost, rank = pool.cost(four)
        missed = max(rank[0] - wanted, wanted - rank[1], 0)
        if not found or (missed, cost) < best:
            best, found = (missed, cost), four
    options = [*choice.right, *choice.wrong]
    return options[found[0]], [options[place] for place in found[1:]]


@dataclass(frozen=True)
class _Pool:
    """The items of a choice, right ones first, and how far any two of them are apart."""

    rights: int
    apart: list[list[int]]

    @classmethod
    def of(cls, choice: Choice, bare: Instance, text: Callable[[Json], str]) -> _Pool:
        """All distances between the items."""
        options = tuple({**choice.shared, **option} for option in (*choice.right, *choice.wrong))
        question = Question(bare, options, tuple(map(text, options)), ())
        columns = [
            _ranks(list(map(float, numbers)))
            for kind in (looks, context, removals, sequences)
            for numbers in kind.measure(question).values()
        ]
        rows = list(zip(*columns, strict=True))
        named = [_names({**option, "plan": ()}) for option in options]
        everything = range(len(options))
        apart = [
            [_apart(rows[one], rows[other], named[one], named[other]) for other in everything]
            for one in everything
        ]
        return cls(len(choice.right), apart)

    def four(self, right: int, rng: Rng) -> list[int]:
        """A right item, a wrong one that is drawn among the nearest, and those nearest to both."""
        wrong = sorted(
            range(self.rights, len(self.apart)), key=lambda place: (self.apart[right][place], place)
        )
        four = [right, rng.choice(wrong[: max(2 * OPTIONS, len(wrong) // 3)])]
        while len(four) < OPTIONS:
            left = [place for place in wrong if place not in four]
            four.append(min(left, key=lambda place: (sum(self.apart[place][one] for one in four), place)))
        return four

    def cost(self, four: Sequence[int]) -> tuple[int, tuple[int, int]]:
        """How far the four are apart, and between which places the first stands from central to remote."""
        sums = [sum(self.apart[one][other] for other in four) for one in four]
        first, others = sums[0], sums[1:]
        return sum(sums), (sum(each < first for each in others), sum(each <= first for each in others))


def _ranks(numbers: Sequence[float]) -> list[int]:
    """For each number the share of those that are less, of ``SCALE``."""
    ordered = sorted(numbers)
    place = {number: spot for spot, number in reversed(list(enumerate(ordered)))}
    return [SCALE * place[number] // max(1, len(numbers) - 1) for number in numbers]


def _names(option: Json) -> tuple[list[str], frozenset[str]]:
    """The names of an option's actions or facts, and all its words."""
    rows = [
        atoms.parse(text)
        for value in option.values()
        for text in (value if isinstance(value, list) else [value])
        if isinstance(text, str) and text.startswith("(")
    ]
    return sorted(row[0] for row in rows), frozenset(word for row in rows for word in row[1:])


def _apart(
    one: Sequence[int],
    other: Sequence[int],
    names: tuple[list[str], frozenset[str]],
    others: tuple[list[str], frozenset[str]],
) -> int:
    union = len(names[1] | others[1])
    words = WORDS * (union - len(names[1] & others[1])) // union if union else 0
    heads = 0 if names[0] == others[0] else OTHER_NAMES
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) + heads + words
