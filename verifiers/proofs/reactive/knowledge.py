"""What the certificates of one reactive question establish, each with the certificate that carries it."""

from __future__ import annotations

from functools import cached_property

from ..record import Record
from ..refused import UnknownKindError
from .question import Question
from .runs import Runs


class Knowledge:
    """The established facts about one question.  Sets of cells are integers (``question``)."""

    def __init__(self, record: Record, plain: bool = False):
        self.question = Question(record)
        self.evaluated = ""
        """The certificate that says that what a run shows is to be evaluated; empty when there is none."""
        self.valid: dict[int, str] = {}
        """Certificates (sets of flips) that bring the effect about and of which each flip is needed."""
        self.bounded = ""
        """The certificate that gives the least cost; empty while that is not known."""
        self.cost: tuple[int, int] | None = None
        """The least (timesteps, atoms) that bring the effect about; None when nothing does."""
        self.counts: tuple[int, ...] | None = None
        """How many valid certificates within the budgets have exactly 0, 1, ... timesteps."""
        self.sufficient: dict[int, str] = {}
        """Minimal sufficient sets."""
        self.breaking: dict[int, str] = {}
        """Minimal breaking sets."""
        self.hitting: tuple[int, ...] | None = None
        """All minimal sufficient sets, once ``breaking`` is proven to be all minimal breaking sets."""

    @cached_property
    def runs(self) -> Runs:
        """The runs of the product."""
        return Runs(self.question)

    @property
    def complete(self) -> bool:
        """Whether ``breaking`` is the list of all minimal breaking sets."""
        return self.hitting is not None


def require_form(record: Record, *forms: str) -> None:
    """UnknownKindError when the task has no such form."""
    if record.form not in forms:
        raise UnknownKindError(f"form: there is no reactive task {record.task} in form {record.form}")
