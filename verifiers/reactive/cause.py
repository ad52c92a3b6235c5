"""The full cause as a formula: right is every formula equivalent to it.

A monotone formula is equivalent to the cause iff it is false whenever a minimal breaking set changes and true
whenever a minimal sufficient set is kept.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ...domains.reactive.labels import evaluated
from ...instances.records import Code
from ..reading.formulas import Formula
from ..reading.kinds import AnswerKind
from ..task import Judge, Judgement, JudgeOptions, Labelled, Task, correct, incorrect, undecided
from .atoms import AtomFault, atom_text, read_literals, stored_cells
from .cells import Cells, everything, hitting_sets, union
from .explanations import CAP, LISTED, cause, certificates, overlap
from .question import TRUE, Question, labelled


def label(question: Question) -> Labelled:
    """The cause as a conjunction of clauses, one a minimal breaking set; undecided where it is too large."""
    full = cause(question.product, LISTED)
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
        number = {literal: literal[0] * len(names) + names.index(literal[1]) for literal in value.literals}
        differs = difference(value, number, clauses, implicants, whole)
        if differs is None:
            return correct("", **figures)
        named = ", ".join(map(atom_text, question.atoms(differs.about))) or "nothing"
        why = f"false though {named} is kept, which suffices"
        why = why if differs.wanted else f"true though {named} may change"
        return incorrect(Code.WRONG, f"the formula is {why}", **figures)

    return verdict


class Difference(NamedTuple):
    """How a formula differs from a cause: a set of cells that is kept, and whether it should hold of it."""

    kept: Cells
    wanted: bool
    about: Cells  # the minimal breaking set that changes, or the minimal sufficient set that is kept


def difference(
    formula: Formula,
    number: Mapping[Any, int],
    breaking: Sequence[Cells],
    sufficient: Sequence[Cells],
    whole: Cells,
) -> Difference | None:
    """None when the formula is equivalent to the cause with these prime implicates and implicants. ``number``
    gives the cells of its literals."""
    kept = [*(whole & ~cells for cells in breaking), *sufficient]
    everywhere = (1 << len(kept)) - 1

    @cache
    def table(part: Any) -> int:
        """By bit the sets of ``kept`` in which a literal of the formula, or a constant, is true."""
        if isinstance(part, bool):
            return everywhere * part
        return int("".join(str(cells >> number[part] & 1) for cells in reversed(kept)), 2)

    wanted = everywhere >> len(breaking) << len(breaking)
    if not (wrong := evaluated(formula.program, table, everywhere) ^ wanted):
        return None
    first = (wrong & -wrong).bit_length() - 1
    return Difference(kept[first], first >= len(breaking), [*breaking, *sufficient][first])


TASK = Task(
    number=6,
    title="full cause as a formula",
    paper="PC1-PC3",
    groups={"gen": "reactive_cause_gen"},
    shape=AnswerKind.FORMULA,
    label=label,
    judge=judge,
)
