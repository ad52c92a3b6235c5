"""Which options stand together: four, one of them right, that blind guessers cannot tell apart.

A maker offers pools of right and of wrong items.  Out of them those are taken that lie closest to each
other in all that can be seen of an option without knowing the world: the measures of
``verifiers.audit.guess.features`` that concern one option alone, the names it uses, and the words it shares
with the others.  Options that agree in a measure say nothing by it.  What has most words in common with the
others would still be right too often or too seldom, so the right option's rank in this is drawn once an item;
and so is its rank in the direction in which the right items of the pool differ from the wrong ones.
Where right items differ from wrong ones in nearly every world (a landmark is about what the goal is about),
a maker names the measures (``Choice.even``), and options are taken that agree in them altogether.
All distances are whole numbers: floats round differently from one version of Python to another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ....domains.planning import atoms
from ....instances.records import Instance, Json
from ....verifiers.audit.guess.features import context, looks, removals, sequences
from ....verifiers.audit.guess.question import Question
from ...rng import Rng
from .maker import NAMED, OPTIONS, POOL, Choice

TRIALS = 100
"""Sets of four that are looked at."""
SCALE = 100
"""The distance between the least and the greatest of a pool in one measure."""
OTHER_NAMES = 20 * SCALE
"""The distance between options of other actions or predicates."""
WORDS = 5 * SCALE
"""The distance between options without a common word."""
NEAREST = 3
TELLING = frozenset(
    {
        "different words",
        "facts that hold",
        "number of objects of the goal",
        "objects of the unmet goal",
        "objects twice in all",
        "two neighbours about the same objects",
    }
)
"""Measures in which right and wrong items of a pool often differ; they count ``WEIGHT`` times."""
WEIGHT = 5


def select(
    choice: Choice,
    wanted: tuple[int, int],
    rng: Rng,
    bare: Instance,
    text: Callable[[Json], str],
    spared: int,
) -> tuple[Json, list[Json]] | None:
    """A right option and three wrong ones; None where no four agree in all measures of ``even``.

    ``wanted``: how many of them shall be more like the others, and how many lean less to the right side.
    ``spared``: so many measures of ``even``, from its end, may be given up.
    """
    fair = _even(choice, bare, text, spared)
    if fair is None:
        return None
    choice = fair
    pool = _Pool.of(choice, bare, text)
    rights = range(len(choice.right))
    best, found = (0, 0), list[int]()
    for _ in range(TRIALS):
        right = rng.choice(rights)
        four = pool.four(right, rng)
        cost = pool.cost(four)
        missed = sum(
            max(low - place, place - high, 0)
            for place, (low, high) in zip(wanted, pool.places(four), strict=True)
        )
        if not found or (missed, cost) < best:
            best, found = (missed, cost), four
    options = [*choice.right, *choice.wrong]
    return options[found[0]], [options[place] for place in found[1:]]


def _even(choice: Choice, bare: Instance, text: Callable[[Json], str], spared: int) -> Choice | None:
    """The items that agree in the measures of ``even``, in all of them or with the fewest given up."""
    measures = _measured(choice, bare, text) if choice.even else {}
    rights = len(choice.right)
    for given_up in range(min(spared, len(choice.even)) + 1):
        names = choice.even[: len(choice.even) - given_up]
        groups: dict[tuple[float, ...], tuple[list[Json], list[Json]]] = {}
        for place, option in enumerate([*choice.right, *choice.wrong]):
            key = tuple(measures[name][place] for name in names if name in measures)
            groups.setdefault(key, ([], []))[place >= rights].append(option)
        fit = [pair for pair in groups.values() if pair[0] and len(pair[1]) >= OPTIONS - 1]
        if fit:
            right, wrong = max(fit, key=lambda pair: len(pair[1]))
            return replace(choice, right=right[:POOL], wrong=wrong[:POOL])
    return None


def _measured(choice: Choice, bare: Instance, text: Callable[[Json], str]) -> dict[str, list[float]]:
    """What is seen of each option alone, right ones first; ``NAMED`` tells which names stand in it."""
    options = _listed(choice)
    question = Question(bare, options, tuple(map(text, options)), ())
    named = [_names({**option, "plan": ()})[0] for option in options]
    return {
        NAMED: [float(named.index(names)) for names in named],
        **{
            name: list(map(float, numbers))
            for kind in (looks, context, removals, sequences)
            for name, numbers in kind.measure(question).items()
        },
    }


def _listed(choice: Choice) -> tuple[Json, ...]:
    """All items as options, right ones first."""
    return tuple({**choice.shared, **option} for option in (*choice.right, *choice.wrong))


@dataclass(frozen=True)
class _Pool:
    """The items of a choice, right ones first, and how far any two of them are apart."""

    rights: int
    apart: list[list[int]]
    words: list[list[int]]
    """How far they are apart by their words alone."""
    leaning: list[int]
    """How far each lies in the direction of right ones."""

    @classmethod
    def of(cls, choice: Choice, bare: Instance, text: Callable[[Json], str]) -> _Pool:
        """All distances between the items."""
        options = _listed(choice)
        columns = [
            _ranks(numbers, WEIGHT if name in TELLING else 1)
            for name, numbers in _measured(choice, bare, text).items()
            if name != NAMED
        ]
        rows = list(zip(*columns, strict=True))
        named = [_names({**option, "plan": ()}) for option in options]
        everything = range(len(options))
        words = [[_strange(named[one][1], named[other][1]) for other in everything] for one in everything]
        apart = [
            [
                sum(abs(a - b) for a, b in zip(rows[one], rows[other], strict=True))
                + (named[one][0] != named[other][0]) * OTHER_NAMES
                + words[one][other]
                for other in everything
            ]
            for one in everything
        ]
        return cls(len(choice.right), apart, words, _leaning(rows, len(choice.right)))

    def four(self, right: int, rng: Rng) -> list[int]:
        """A right item, a wrong one drawn among the nearest, and others drawn that are near to both."""
        wrong = sorted(
            range(self.rights, len(self.apart)), key=lambda place: (self.apart[right][place], place)
        )
        four = [right, rng.choice(wrong[: max(2 * OPTIONS, len(wrong) // 3)])]
        while len(four) < OPTIONS:
            left = [place for place in wrong if place not in four]
            left.sort(key=lambda place: (sum(self.apart[place][one] for one in four), place))
            four.append(rng.choice(left[:NEAREST]))
        return four

    def cost(self, four: Sequence[int]) -> int:
        """How far the four are apart."""
        return sum(self.apart[one][other] for one in four for other in four)

    def places(self, four: Sequence[int]) -> list[tuple[int, int]]:
        """Between which ranks the first stands by its words, and by its leaning."""
        found = []
        for numbers in (
            [sum(self.words[one][other] for other in four) for one in four],
            [self.leaning[one] for one in four],
        ):
            first, *others = numbers
            found.append((sum(each < first for each in others), sum(each <= first for each in others)))
        return found


def _ranks(numbers: Sequence[float], weight: int) -> list[int]:
    """For each number the share of those that are less, of ``SCALE`` times the weight."""
    ordered = sorted(numbers)
    place = {number: spot for spot, number in reversed(list(enumerate(ordered)))}
    return [weight * SCALE * place[number] // max(1, len(numbers) - 1) for number in numbers]


def _leaning(rows: Sequence[Sequence[int]], rights: int) -> list[int]:
    """Each item's ranks, weighed by how far right items are above wrong ones on average."""
    wrongs = len(rows) - rights
    away = [
        (sum(column[:rights]) * wrongs - sum(column[rights:]) * rights) // (rights * wrongs)
        for column in zip(*rows, strict=True)
    ]
    return [sum(rank * weight for rank, weight in zip(row, away, strict=True)) for row in rows]


def _names(option: Json) -> tuple[list[str], frozenset[str]]:
    """The names of an option's actions or facts, and all its words."""
    rows = [
        atoms.parse(text)
        for value in option.values()
        for text in (value if isinstance(value, list) else [value])
        if isinstance(text, str) and text.startswith("(")
    ]
    return sorted(row[0] for row in rows), frozenset(word for row in rows for word in row)


def _strange(one: frozenset[str], other: frozenset[str]) -> int:
    """How few words two items have in common, from 0 to ``WORDS``."""
    union = len(one | other)
    return WORDS * (union - len(one & other)) // union if union else 0
