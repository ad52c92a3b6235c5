"""Which options stand together: four, one of them right, that blind guessers cannot tell apart.

A maker offers pools of right and of wrong items, and sets of four are drawn from them.  Half of these lie
close to each other in all that can be seen of an option without knowing the world: the measures of
``verifiers.audit.guess.features`` that concern one option alone, the names it uses, and the words it shares
with the others.  Options that agree in a measure say nothing by it.  Out of all sets one is taken with
chances by which right and wrong options have, on average, as much of every measure (``leaning``).
Where right items differ from wrong ones in nearly every world (two facts that exclude each other are mostly
about one object), a maker names the measures (``OptionPools.even``), and options are taken that agree in
them.  All distances are whole numbers: floats round differently from one version of Python to another.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ....domains.planning import atoms
from ....instances.records import Instance, Json
from ....verifiers.audit.guess.features.sequences import of_plans
from ....verifiers.audit.guess.features.words import context, looks
from ....verifiers.audit.guess.question import Question
from ...rng import Rng
from . import IDLE, NAMED, OPTIONS, POOL, OptionPools
from .leaning import drawn

TRIALS = 100  # sets of near options that are looked at
CLOSE = 48  # the closest of them, which are candidates
WIDE = 48  # candidates drawn evenly: without them right options would lean one way only in some worlds
SCALE = 100  # the distance between the least and the greatest of a pool in one measure
OTHER_NAMES = 20 * SCALE  # the distance between options of other actions or predicates
WORDS = 5 * SCALE  # the distance between options without a common word
NEAREST = 3
GROUPS = 4  # groups of items that agree with each other, out of which sets are drawn
TELLING = {
    *("different words", "facts that hold", "number of objects of the goal", "objects of the unmet goal"),
    *("objects twice in all", "two neighbours about the same objects"),
}
"""Measures in which right and wrong items of a pool often differ; they count ``WEIGHT`` times."""
WEIGHT = 5


See = Callable[[Sequence[Json]], Question]  # what is seen of options, with what all of them share


class Four(NamedTuple):
    """A set of four options, the right one first, and how they are seen."""

    options: list[Json]
    seen: Question


def select(fours: Sequence[Four], rng: Rng) -> list[Json] | None:
    """Four options, the right one first; None where there are no sets of them."""
    return fours[drawn([four.seen for four in fours], rng)].options if fours else None


def candidates(
    choice: OptionPools, rng: Rng, bare: Instance, text: Callable[[Json], str], spared: int
) -> list[Four]:
    """Sets of four; none where no four agree in all measures of ``even``. ``spared``: so many measures of
    ``even``, from its end, may be given up."""

    def see(options: Sequence[Json]) -> Question:
        shown = tuple({**choice.shared, **option} for option in options)
        return Question(bare, shown, tuple(map(text, shown)), ())

    fours = choice.fours or _fours(choice, rng, see, spared)
    return [Four(four, see(four)) for four in fours]


def _fours(choice: OptionPools, rng: Rng, see: See, spared: int) -> list[list[Json]]:
    """Sets of four out of the pools, the right option first: those that lie closest, then any."""
    groups = _even(choice, see, spared)
    draws = [rng.fork("group", number) for number in range(len(groups))] if choice.insists else [rng]
    drawn = [_drawn(*each, see, len(groups)) for each in zip(groups, draws, strict=False)]
    return [four for fours in drawn for four in fours]


def _drawn(group: OptionPools, rng: Rng, see: See, share: int) -> list[list[Json]]:
    """Sets of four out of one group, which has a share of the trials."""
    options = [*group.right, *group.wrong]
    rights, wrongs = range(len(group.right)), range(len(group.right), len(options))
    apart = _apart(see(options))
    near = {tuple(_near(apart, rng.choice(rights), wrongs, rng)) for _ in range(-(-TRIALS // share))}
    costs = {four: sum(apart[one][other] for one in four for other in four) for four in near}
    close = sorted(near, key=lambda four: (costs[four], four))[: -(-CLOSE // share)]
    wide = {(rng.choice(rights), *rng.sample(wrongs, OPTIONS - 1)) for _ in range(-(-WIDE // share))}
    return [[options[place] for place in four] for four in [*close, *sorted(wide.difference(close))]]


def _even(choice: OptionPools, see: See, spared: int) -> list[OptionPools]:
    """Groups of items that agree in the measures of ``even``, in all of them or with the fewest given up.

    The group with the most wrong items; of a choice that insists on ``even`` up to ``GROUPS`` of them, since
    its groups are small.
    """
    options, rights = [*choice.right, *choice.wrong], len(choice.right)
    measures = _measured(see(options)) if choice.even else {}
    for given_up in range(min(spared, len(choice.even)) + 1):
        names = choice.even[: len(choice.even) - given_up]
        groups: dict[tuple[float, ...], tuple[list[Json], list[Json]]] = {}
        for place, option in enumerate(options):
            key = tuple(measures[name][place] for name in names if name in measures)
            groups.setdefault(key, ([], []))[place >= rights].append(option)
        if fit := [pair for pair in groups.values() if pair[0] and len(pair[1]) >= OPTIONS - 1]:
            kept = sorted(fit, key=lambda pair: -len(pair[1]))[: GROUPS if choice.insists else 1]
            return [replace(choice, right=right[:POOL], wrong=wrong[:POOL]) for right, wrong in kept]
    return []


def _measured(question: Question) -> dict[str, list[float]]:
    """What is seen of each option alone; ``NAMED`` tells which names stand in it, ``IDLE``
    whether it names an object about which nothing holds."""
    named = [_names({**option, "plan": ()})[0] for option in question.options]
    seen = {
        name: list(map(float, numbers))
        for kind in (looks, context, of_plans)
        for name, numbers in kind(question).items()
    }
    idle = [float(number == 0) for number in seen.get("rarest object of the state", ())]
    return {**seen, NAMED: [float(named.index(names)) for names in named], **({IDLE: idle} if idle else {})}


def _apart(question: Question) -> list[list[int]]:
    columns = [
        _ranks(numbers, WEIGHT if name in TELLING else 1)
        for name, numbers in _measured(question).items()
        if name not in (NAMED, IDLE)
    ]
    rows = zip(zip(*columns, strict=True), question.options, strict=True)
    seen = [(row, *_names({**option, "plan": ()})) for row, option in rows]
    return [
        [
            sum(abs(a - b) for a, b in zip(row, other_row, strict=True))
            + (names != other_names) * OTHER_NAMES
            + WORDS * len(words ^ other_words) // max(1, len(words | other_words))
            for other_row, other_names, other_words in seen
        ]
        for row, names, words in seen
    ]


def _near(apart: list[list[int]], right: int, wrongs: range, rng: Rng) -> list[int]:
    """A right item, a wrong one drawn among the nearest, and others drawn that are near to both."""
    wrong = sorted(wrongs, key=lambda place: (apart[right][place], place))
    four = [right, rng.choice(wrong[: max(2 * OPTIONS, len(wrong) // 3)])]
    while len(four) < OPTIONS:
        left = [place for place in wrong if place not in four]
        left.sort(key=lambda place: (sum(apart[place][chosen] for chosen in four), place))
        four.append(rng.choice(left[:NEAREST]))
    return four


def _ranks(numbers: Sequence[float], weight: int) -> list[int]:
    """For each number the share of those that are less, of ``SCALE`` times the weight."""
    ordered = sorted(numbers)
    place = {number: spot for spot, number in reversed(list(enumerate(ordered)))}
    return [weight * SCALE * place[number] // max(1, len(numbers) - 1) for number in numbers]


def _names(option: Json) -> tuple[list[str], frozenset[str]]:
    rows = [
        atoms.parse(text)
        for value in option.values()
        for text in (value if isinstance(value, list) else [value])
        if isinstance(text, str) and text.startswith("(")
    ]
    return sorted(row[0] for row in rows), frozenset(word for row in rows for word in row)
