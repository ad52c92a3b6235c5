"""What is asked about a reactive system: a maker of questions for each task, found by the task's key.

A question maker says which targets it balances, and how it draws a query for one of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ....instances.records import Json
from ...family import maker_of
from ...rng import Rng
from ..scene import Scene


@dataclass(frozen=True)
class Wish:
    """What one question should be like."""

    target: str  # one of the maker's targets
    mode: str  # ``hard``, ``normal`` or ``ltlf``
    level: int
    patience: int
    """2 while the target binds; 1 in later attempts, 0 in the last ones: families may lack such questions."""

    @property
    def strict(self) -> bool:
        """Whether the target binds."""
        return self.patience == 2


@dataclass(frozen=True)
class Words:
    """What a prompt says of a task, with places for {effect}, {steps}, {atoms} and {literal}."""

    question: str = ""  # what is asked; where it has no place for the effect, the effect stands before it
    answer: str = ""  # how an answer in the form ``gen`` is to be given
    literals: bool = False  # whether the notation of literals is explained
    boolean: str = ""  # what is asked in the form ``bool``, where that is another question
    asks: Mapping[str, str] = field(default_factory=dict)  # the question by what the query asks


@dataclass(frozen=True)
class QueryMaker:
    """``draw`` gives a query that fits a wish, or in one word the reason why a scene has none."""

    words: Words
    targets: tuple[str, ...]
    draw: Callable[[Scene, Wish, Rng], Json | str]


def question_maker(task: str) -> QueryMaker:
    """The maker of a task; NameUnknownError for another key."""
    return maker_of(task, __name__, QueryMaker)
