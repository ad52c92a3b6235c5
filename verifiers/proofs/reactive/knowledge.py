"""What the certificates of one reactive question establish, each with the certificate that carries it."""

from collections.abc import Callable

from ..record import Record
from ..refused import refuse
from .question import Atom, Question, members


class Knowledge:
    """The established facts about one question.  Sets of cells are integers (``question``)."""

    def __init__(self, record: Record, plain: bool = False):
        self.question = Question(record)
        self.turns = len(self.question.trace) if record.form == "episode" else 1
        self.evaluated = ""  # the certificate that says that what a run shows is to be evaluated; or empty
        self.valid: dict[int, str] = {}  # sets of flips that bring the effect about, each flip needed
        self.bounded = ""  # the certificate that gives the least cost; empty while that is not known
        self.cost: tuple[int, int] | None = None
        """The least (timesteps, atoms) that bring the effect about; None when nothing does."""
        self.number: str | None = None  # how many valid certificates are within the budgets
        self.sufficient: dict[int, str] = {}  # minimal sufficient sets
        self.breaking: dict[int, str] = {}  # minimal breaking sets
        self.complete = ""  # the kind of certificate that says that both are all; empty while none does

    def minimal(self, name: str, atoms: list[Atom], holds: Callable[[int], bool], actual: bool = True) -> int:
        """The cells of atoms; RefusedError unless ``holds`` is true of them, and not without one of them."""
        cells = self.question.cells(name, atoms, actual=actual)
        refuse(not holds(cells), f"{name}: these literals are not enough")
        for cell in members(cells):
            idle = holds(cells & ~(1 << cell))
            refuse(idle, f"{name}: {self.question.text(1 << cell)} is not needed")
        return cells

    @property
    def explained(self) -> Question:
        """The question; RefusedError when the effect does not happen: nothing is to be explained."""
        happens = self.question.product.happens(self.question.trace)
        refuse(not happens, "query effect: it does not happen on the trace")
        return self.question
