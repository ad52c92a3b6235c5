"""The full cause as a formula: right is every formula equivalent to it.

A monotone formula is equivalent to the cause iff it is false whenever a minimal breaking set changes and true
whenever a minimal sufficient set is kept.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...instances.records import Code
from ..reading.formulas import Formula
from ..reading.kinds import AnswerKind
from ..task import Judge, Judgement, JudgeOptions, Labelled, Task, correct, incorrect, undecided
from .atoms import AtomFault, atom_text, read_literals, stored_cells
from .cells import Cells, everything, hitting_sets, union
from .explanations import CAP, certificates, listed, overlap
from .question import TRUE, Question, labelled


def label(question: Question) -> Labelled:
    """The cause as a conjunction of clauses, one a minimal breaking set; undecided where it is too large."""
    full = listed(question.product)
    if full is None:
        return labelled({"kind": "cause", "cnf": None}, [], 0, 1)
    cnf = [question.atoms(cells) for cells in full.breaking]
    gold = {"cnf": cnf} if cnf else TRUE
    return labelled({"kind": "cause", "cnf": cnf}, certificates(question, full), 1, gold=gold)


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Right when the formula is equivalent to the cause, the conjunction of the stored clauses."""
    inputs, names = question.product.inputs, question.machine.inputs
    cnf, whole = question.truth["cnf"], everything(inputs, len(question.trace))
    clauses = [stored_cells(clause, names) for clause in cnf or ()]
    implicants = None if cnf is None else hitting_sets(clauses, CAP)
    right = union(clauses)

    def verdict(value: Any) -> Judgement:
        given = read_literals([list(literal) for literal in value.literals], question.machine, question.trace)
        if isinstance(given, AtomFault):
            return incorrect(*given)
        figures = overlap(given, right, inputs)
        if implicants is None:
            return undecided("the cause is not known, or has too many sufficient sets to compare with")
        differs = difference(_compiled(value, names), clauses, implicants, whole)
        if differs is None:
            return correct("", **figures)
        named = ", ".join(map(atom_text, question.atoms(differs.about))) or "nothing"
        why = (
            f"false though {named} is kept, which suffices"
            if differs.wanted
            else f"true though {named} may change"
        )
        return incorrect(Code.WRONG, f"the formula is {why}", **figures)

    return verdict


class CellFormula(NamedTuple):
    """A formula whose literals are cells: a postfix program of cell numbers, "&", "|", True and False."""

    program: tuple[Any, ...]

    def value(self, kept: Cells) -> bool:
        """Its value when just these cells keep their values."""
        stack: list[bool] = []
        for part in self.program:
            if part is True or part is False:
                stack.append(part)
            elif isinstance(part, int):
                stack.append(bool(kept >> part & 1))
            else:
                right = stack.pop()
                stack[-1] = (stack[-1] and right) if part == "&" else (stack[-1] or right)
        return stack[0]


def _compiled(formula: Formula, names: Sequence[str]) -> CellFormula:
    def cell(part: Any) -> Any:
        return part[0] * len(names) + names.index(part[1]) if isinstance(part, tuple) else part

    return CellFormula(tuple(map(cell, formula.program)))


class Difference(NamedTuple):
    """How a formula differs from a cause: a set of cells that is kept, and whether it should hold of it."""

    kept: Cells
    wanted: bool
    about: Cells  # the minimal breaking set that changes, or the minimal sufficient set that is kept


def difference(
    formula: CellFormula, breaking: Sequence[Cells], sufficient: Sequence[Cells], whole: Cells
) -> Difference | None:
    """None when the formula is equivalent to the cause with these prime implicates and implicants."""
    for cells in breaking:
        if formula.value(whole & ~cells):
            return Difference(whole & ~cells, False, cells)
    for cells in sufficient:
        if not formula.value(cells):
            return Difference(cells, True, cells)
    return None


TASK = Task(
    number=6,
    title="full cause as a formula",
    paper="PC1-PC3",
    groups={"gen": "reactive_cause_gen"},
    shape=AnswerKind.FORMULA,
    label=label,
    judge=judge,
)
