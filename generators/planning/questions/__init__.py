"""What is asked about a state: a maker of questions for each task, found by the task's key.

A maker proposes a query for each form; it need not know the truth.  The pipeline labels the proposal and
keeps it when the truth is the drawn one: the drawn answer of a boolean question, exactly one option that
holds, no reason of ``unfit``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ....instances.records import Instance, Json
from ...family import maker_of
from ...rng import Rng
from ..states import Scene

OPTIONS = 4
NAMED = "actions or predicates"  # the measure that tells which actions or predicates an option names
IDLE = "an object about which nothing holds"
"""The measure that tells whether an option names an object that is in no fluent fact of the state."""
PLAIN = (NAMED, "objects twice in all", "an object that no fact names")
"""What shows without thought that something is impossible: other names than the rest, an object twice, or one
of which nothing is said."""
POOL = 32  # items of one sort that a maker offers at most


@dataclass(frozen=True, slots=True)
class OptionPools:
    """A multiple-choice question before its options are taken: pools of right and of wrong ones."""

    right: list[Json]
    wrong: list[Json]
    shared: Json = field(default_factory=dict)
    even: tuple[str, ...] = ()
    """Measures of ``options`` in which all options shall agree, those that are given up first at the end."""
    insists: bool = False  # whether they are given up late: other worlds are drawn first
    fours: list[list[Json]] = field(default_factory=list)
    """Where the pools are empty: sets of four, the right option first, the closest set first."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What ``unfit`` sees: the labelled instance, its scene, a stream, and which try it is (from 0)."""

    instance: Instance
    scene: Scene
    rng: Rng
    tries: int  # late tries may give up a wish, never a demand

    @property
    def truth(self) -> Json:
        """The truth of the instance."""
        return self.instance.truth or {}


@dataclass(frozen=True, slots=True)
class Words:
    """What a prompt says, with places for {item}, {action}, {actions}, {plan} and {none}."""

    generative: str
    listing: str  # ``actions`` or ``facts``: which vocabulary is listed beside a context in words
    answer: str  # how a generative answer is to be given
    none: str = ""  # what a generative question adds where "None" may be right
    boolean: str = ""
    choice: str = ""
    asks: Mapping[str, str] = field(default_factory=dict)  # the {asks} of a boolean question, by the query


@dataclass(frozen=True, slots=True)
class QuestionMaker:
    """The forms of one task; None where the drawing led to no question."""

    words: Words
    generative: Callable[[Scene, Rng], Json | None] = lambda scene, rng: {}
    choice: Callable[[Scene, Rng], OptionPools | None] | None = None
    """A boolean question asks about one of the options that a choice would have."""
    unfit: Callable[[Draft], str | None] = lambda draft: None
    """The reason why a labelled question will not do, None when it will."""
    boolean: Callable[[Scene, Rng, bool], Json | None] | None = None
    """Where a boolean question is made in a way of its own."""
    solvable: bool = False  # whether it asks about plans: then it only gets states from which one was found
    quick: bool = False
    """Whether searches for plans are short, and little is done for the distance from the goal: what is asked
    depends on the plans alone."""
    none: Callable[[Scene], bool] | None = None  # whether "None" may be right, as seen without labels


def chosen(
    right: list[str], wrong: list[str], key: str, *, even: tuple[str, ...] = (), insists: bool = False
) -> OptionPools | None:
    """A choice between items of ``right`` and of ``wrong``, under one key of the query. ``even`` and
    ``insists`` are those of ``OptionPools``. None when there are too few."""
    if not right or len(wrong) < OPTIONS - 1:
        return None
    most = None if even else POOL
    rights, wrongs = [{key: item} for item in right[:most]], [{key: item} for item in wrong[:most]]
    return OptionPools(rights, wrongs, even=even, insists=insists)


def question_maker(task: str) -> QuestionMaker:
    """The question maker of a planning task; NameUnknownError for another key."""
    return maker_of(task, __name__, QuestionMaker)
