"""What the certificates of one reactive question establish, each with the certificate that carries it."""

from collections.abc import Callable
from functools import cached_property
from operator import xor

from ..record import Record
from ..refused import refuse
from .question import Atom, Question, members


class Runs:
    """Forward passes over one product, under given flips, and over all that free cells allow.

    With some cells *free*, the nodes that the product can be in after each step form a set; the effect can be
    avoided when a rejecting node is among those at the end.  The images of sets of nodes are kept.
    """

    def __init__(self, question: Question):
        self.question, self.product = question, question.product
        self.rejecting = sum(1 << node for node, good in enumerate(self.product.accepting) if not good)
        self.everything = (1 << question.inputs * self.product.horizon) - 1  # all cells that can matter
        self._images: dict[tuple[int, int, int, int], int] = {}

    def happens(self, flips: int) -> bool:
        """Whether the effect happens when exactly these cells are flipped."""
        self.question.spend("runs", self.product.horizon)
        return self.product.happens(list(map(xor, self.product.base, self.question.masks(flips))))

    def unavoidable(self, held: int) -> bool:
        """Whether flips of all cells but these cannot keep the effect from happening."""
        return not self.avoidable(self.everything & ~held)

    def avoidable(self, free: int) -> bool:
        """Whether flips within a set of cells can keep the effect from happening."""
        nodes = 1
        self.question.spend("runs", self.product.horizon)
        for step, mask in enumerate(self.question.masks(free)):
            nodes = self._image(step, mask, nodes)
        return bool(nodes & self.rejecting)

    def _image(self, step: int, free: int, nodes: int) -> int:
        """The nodes that one step leads to from a set of nodes."""
        table, letter = self.product.tables[step], self.product.base[step]
        key = (id(table), letter, free, nodes)
        if key not in self._images:
            self.question.spend("runs", nodes.bit_count() << free.bit_count())
            choices = [letter]
            for bit in members(free):
                choices += [choice ^ 1 << bit for choice in choices]
            after = 0
            for node in members(nodes):
                for choice in choices:
                    after |= 1 << table[node][choice]
            self._images[key] = after
        return self._images[key]

    def butfor(self) -> int:
        """The cells each of which, flipped alone, avoids the effect."""
        cells = (1 << cell for cell in range(self.question.inputs * self.product.horizon))
        return sum(cell for cell in cells if not self.happens(cell))


class Knowledge:
    """The established facts about one question.  Sets of cells are integers (``question``)."""

    def __init__(self, record: Record, plain: bool = False):
        self.question = Question(record)
        self.turns = len(self.question.trace) if record.form == "episode" else 1
        self.evaluated = ""
        """The certificate that says that what a run shows is to be evaluated; empty when there is none."""
        self.valid: dict[int, str] = {}
        """Certificates (sets of flips) that bring the effect about and of which each flip is needed."""
        self.bounded = ""  # the certificate that gives the least cost; empty while that is not known
        self.cost: tuple[int, int] | None = None
        """The least (timesteps, atoms) that bring the effect about; None when nothing does."""
        self.counts: tuple[int, ...] | None = None
        """How many valid certificates within the budgets have exactly 0, 1, ... timesteps."""
        self.sufficient: dict[int, str] = {}  # minimal sufficient sets
        self.breaking: dict[int, str] = {}  # minimal breaking sets
        self.hitting: tuple[int, ...] | None = None
        """All minimal sufficient sets, once ``breaking`` is proven to be all minimal breaking sets."""

    @cached_property
    def runs(self) -> Runs:
        """The runs of the product."""
        return Runs(self.question)

    def minimal(self, name: str, atoms: list[Atom], holds: Callable[[int], bool], actual: bool = True) -> int:
        """The cells of atoms; RefusedError unless ``holds`` is true of them, and not without one of them."""
        cells = self.question.cells(name, atoms, actual=actual)
        refuse(not holds(cells), f"{name}: these literals are not enough")
        for cell in members(cells):
            idle = holds(cells & ~(1 << cell))
            refuse(idle, f"{name}: {self.question.text(1 << cell)} is not needed")
        return cells

    @property
    def explained(self) -> Runs:
        """The runs; RefusedError when the effect does not happen on the trace: nothing is to be explained."""
        happens = self.runs.product.happens(self.question.trace)
        refuse(not happens, "query effect: it does not happen on the trace")
        return self.runs

    @property
    def complete(self) -> bool:
        """Whether ``breaking`` is the list of all minimal breaking sets."""
        return self.hitting is not None
