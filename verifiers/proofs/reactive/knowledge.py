"""What the certificates of one reactive question establish.

Each kind adds facts of one sort after its rule has been checked; the obligations of the truth record ask,
once all are replayed.
"""

from __future__ import annotations

from functools import cached_property

from .question import Question
from .runs import Runs


class Knowledge:
    """The established facts about one question."""

    def __init__(self, question: Question):
        self.question = question
        self.evaluated = False
        """An `evaluation` certificate says that what a run tells is to be evaluated."""
        self.valid: set[int] = set()
        """Certificates (sets of flipped cells) that are valid: sufficient, and each flip needed."""
        self.bounded = False
        """The least cost of a sufficient set is known."""
        self.cost: tuple[int, int] | None = None
        """That cost, (timesteps, atoms); None when no set at all is sufficient."""
        self.counts: tuple[int, ...] | None = None
        """How many valid certificates have exactly 0, 1, ... timesteps, up to the budget."""
        self.sufficient: set[int] = set()
        """Minimal sufficient sets."""
        self.breaking: dict[int, None] = {}
        """Minimal breaking sets, in the order given."""
        self.hitting: tuple[int, ...] | None = None
        """All minimal sufficient sets; known once the list of breaking sets has been proven complete."""

    @cached_property
    def runs(self) -> Runs:
        """The runs of the product."""
        return Runs(self.question)

    @property
    def complete(self) -> bool:
        """Whether ``breaking`` is the list of all minimal breaking sets."""
        return self.hitting is not None
