"""What a reactive record asks, read strictly, and what its certificates establish.

A *cell* is an input at a step.  A set of cells is an integer: bit ``step * inputs + index``.  An *atom*
``[step, name, value]`` stands for a cell with a value.
"""

import re
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

from ..fields import Kind, being, constant, count, exactly, integer, listing, name, optional, string, tagged
from ..planning.model import ones
from ..record import Record
from ..refused import RefusedError, clip, refuse
from .hoa import read
from .product import Product

MAX_EFFORT = 40_000_000  # entries of tables that the proof of one question may make the checker look at
Atom = tuple[int, str, int]
_NUMBER = re.compile(r"0|[1-9][0-9]{0,3999}").fullmatch
_bit = integer(0, 1)
_triple = being("no atom [step, name, value]", lambda value: isinstance(value, list) and len(value) == 3)
number = being("no number in decimal digits", lambda value: isinstance(value, str) and _NUMBER(value))
rows = listing(string(64), 100_000)


def atom(place: str, value: Any) -> Atom:
    """A step, a name and a value."""
    step, ap, level = _triple(place, value)
    return count(place, step), name(place, ap), _bit(place, level)


atoms = listing(atom)
_WORLD = exactly(kind=constant("hoa"), hoa=string(2_000_000))
_QUERY = {
    "trace": rows,
    "outputs": rows,
    "effect": tagged(
        "kind",
        output=exactly(kind=constant("output"), ap=name, value=_bit, at=count, window=count),
        ltlf=exactly(kind=constant("ltlf"), formula=string(20_000)),
    ),
    "literal": atom,
    "asks": constant("butfor", "relevant"),
    "mode": constant("normal", "hard"),
    "budget_timestep": count,
    "budget_atoms": optional(count),
}


def asks(*names: str) -> dict[str, Kind]:
    """The fields of a query; each task says which."""
    return {name: _QUERY[name] for name in names}


class Knowledge:
    """The machine, the trace and the query of one record, and the established facts."""

    def __init__(self, record: Record, plain: bool = False):
        self._query, self._effort = record.query, 0
        self.machine = read(_WORLD("world", record.world).hoa)
        self.inputs = len(self.machine.inputs)
        self.trace = self.letters("trace", self.inputs)
        refuse(not self.trace, "query trace: it has no step")
        if "effect" in record.query and record.task != "intervene":  # it is to be explained
            refuse(not self.product.happens(self.trace), "query effect: it does not happen on the trace")
        self.turns = len(self.trace) if record.form == "episode" else 1
        self.evaluated = ""  # the certificate that says that what a run shows is to be evaluated; or empty
        self.valid: dict[int, str] = {}  # sets of flips that bring the effect about, each flip needed
        self.bounded = ""  # the certificate that gives the least cost; empty while that is not known
        self.cost: tuple[int, int] | None = None  # (timesteps, atoms); None when nothing works
        self.number: str | None = None  # how many valid certificates are within the budgets
        self.sufficient: dict[int, str] = {}  # minimal sufficient sets, each with its certificate
        self.breaking: dict[int, str] = {}  # minimal breaking sets
        self.complete = ""  # the kind of certificate that says that both are all; empty while none does

    def spend(self, what: str, entries: int) -> None:
        """Count looks at entries of tables, the unit of work; RefusedError beyond all bounds."""
        self._effort += entries
        if self._effort > MAX_EFFORT:
            raise RefusedError(f"{what}: the proof asks for more than {MAX_EFFORT} steps of checking")

    def field(self, name: str) -> Any:
        """One field of the query."""
        refuse(name not in self._query, f"query {name}: it is missing")
        return _QUERY[name](f"query {name}", self._query[name])

    def letters(self, name: str, width: int) -> tuple[int, ...]:
        """Rows over "01" as letters: bit i is character i."""
        rows = self.field(name)
        for row in rows:
            wrong = len(row) != width or row.strip("01")
            refuse(wrong, f"query {name}: {clip(row)} is no row of {width} characters 0 or 1")
        return tuple(int(row[::-1] or "0", 2) for row in rows)

    @cached_property
    def product(self) -> Product:
        """The product of machine, trace and effect."""
        return Product(self.machine, self.trace, self.field("effect"), partial(self.spend, "query effect"))

    @property
    def budget(self) -> tuple[int, int]:
        """The most timesteps, and the most atoms, that a certificate may have; both stand in the prompt."""
        product, settings = self.product, self.field("budget_atoms")
        most = product.horizon * self.inputs if settings is None else settings
        return self.field("budget_timestep"), most

    def cells(self, what: str, listed: list[Atom], *, actual: bool = True) -> int:
        """The cells of atoms, strictly ascending, with the values of the trace or with the other ones."""
        mask, names = 0, self.machine.inputs
        for place, (step, ap, value) in enumerate(listed):
            where = f"{what} atom {place}"
            refuse(step >= len(self.trace), f"{where}: the trace has no step {step}")
            refuse(ap not in names, f"{where}: {clip(ap)} is no input")
            cell = step * self.inputs + names.index(ap)
            refuse(mask >> cell, f"{where}: the atoms are not sorted, or one occurs twice")
            other = (self.trace[step] >> names.index(ap) & 1 == value) != actual
            word = "not the value" if actual else "the value"
            refuse(other, f"{where}: {ap}={value} is {word} of the trace at step {step}")
            mask |= 1 << cell
        return mask

    def minimal(self, name: str, atoms: list[Atom], holds: Callable[[int], bool], actual: bool = True) -> int:
        """The cells of atoms; RefusedError unless ``holds`` is true of them, and not without one of them."""
        cells = self.cells(name, atoms, actual=actual)
        refuse(not holds(cells), f"{name}: these literals are not enough")
        for cell in ones(cells):
            refuse(holds(cells & ~(1 << cell)), f"{name}: {self.text(1 << cell)} is not needed")
        return cells

    def atoms(self, cells: int) -> list[list[Any]]:
        """A set of cells as atoms with the values of the trace."""
        placed = (divmod(cell, self.inputs) for cell in ones(cells))
        return [[step, self.machine.inputs[bit], self.trace[step] >> bit & 1] for step, bit in placed]

    def text(self, cells: int) -> str:
        """A set of cells as it is shown: ``r@0, !c@3``."""
        shown = [f"{'' if value else '!'}{name}@{step}" for step, name, value in self.atoms(cells)]
        return ", ".join(shown) or "nothing"
