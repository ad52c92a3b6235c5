"""Judges of causality: but-for set, minimal sufficient set, minimal breaking set, full cause.

Every judge names the first thing that fails, and gives precision, recall and F1 over the union of the atoms
of the answer and of the right answer that it is nearest to (``overlap``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...domains.reactive.records import atoms
from ...instances.errors import IllegalItemError
from ...instances.records import Code
from ..judgement import Judgement, correct, incorrect, undecided
from . import breaking, sufficient
from .antichains import hitting_sets
from .causes import CAP, cause, union
from .cells import atom_text, cells_of, everything, mask_of
from .formula import Compiled, Formula, difference
from .overlap import best_overlap, overlap
from .question import Question, cells_mask

Judge = Callable[[Any], Judgement]
Truth = dict[str, Any]
FAMILY = 512
"""An answer is compared with all right sets where there are at most so many."""


def judge_butfor(question: Question, truth: Truth) -> Judge:
    """Right when the set is the but-for set."""
    right = frozenset(cells_of(cells_mask(truth["items"], question.machine), question.product.inputs))

    def judge(value: Any) -> Judgement:
        given = _cells(value, question)
        if isinstance(given, Fault):
            return incorrect(given.code, given.message)
        figures = overlap(given, right)
        if given == right:
            return correct("", **figures)
        extra, missing = sorted(given - right), sorted(right - given)
        if extra:
            code = Code.MISSING_AND_EXTRA_ITEMS if missing else Code.EXTRA_ITEMS
            why = f"without {_text(question, extra[0])} alone the effect still happens"
            return incorrect(code, why, **figures)
        why = f"without {_text(question, missing[0])} alone the effect does not happen"
        return incorrect(Code.MISSING_ITEMS, why, **figures)

    return judge


def judge_sufficient(question: Question, truth: Truth) -> Judge:
    """Right when the set forces the effect and no literal of it can be left out."""
    question.passes.require_effect()
    nearest = _nearest(question, truth, lambda found: found.sufficient)

    def judge(value: Any) -> Judgement:
        given = _cells(value, question)
        if isinstance(given, Fault):
            return incorrect(given.code, given.message)
        figures = nearest(given)
        told = sufficient.check(question.passes, mask_of(given, question.product.inputs))
        if not told.sufficient:
            return incorrect(
                Code.MISSING_ITEMS, "with these literals kept the effect can still be avoided", **figures
            )
        if told.removable:
            needless = _text(question, cells_of(told.removable, question.product.inputs)[0])
            return incorrect(Code.EXTRA_ITEMS, f"{needless} is not needed", **figures)
        return correct("", **figures)

    return judge


def judge_breaking(question: Question, truth: Truth) -> Judge:
    """Right when changing all literals of the set avoids the effect, and no smaller part of it would do."""
    question.passes.require_effect()
    nearest = _nearest(question, truth, lambda found: found.breaking)

    def judge(value: Any) -> Judgement:
        given = _cells(value, question)
        if isinstance(given, Fault):
            return incorrect(given.code, given.message)
        figures = nearest(given)
        told = breaking.check(question.passes, mask_of(given, question.product.inputs))
        if not told.breaking:
            return incorrect(
                Code.MISSING_ITEMS, "changing these literals does not avoid the effect", **figures
            )
        if told.removable:
            needless = _text(question, cells_of(told.removable, question.product.inputs)[0])
            return incorrect(Code.EXTRA_ITEMS, f"{needless} need not change", **figures)
        return correct("", **figures)

    return judge


def judge_cause(question: Question, truth: Truth) -> Judge:
    """Right when the formula is equivalent to the cause, the conjunction of the stored clauses."""
    inputs, steps = question.product.inputs, len(question.trace)
    clauses = [cells_mask(clause, question.machine) for clause in truth["cnf"] or ()]
    implicants = None if truth["cnf"] is None else hitting_sets(clauses, CAP)
    right = frozenset(cells_of(union(clauses), inputs))

    def judge(value: Any) -> Judgement:
        given = _cells([list(literal) for literal in value.literals], question)
        if isinstance(given, Fault):
            return incorrect(given.code, given.message)
        figures = overlap(given, right)
        if implicants is None:
            return undecided("the cause is not known, or has too many sufficient sets to compare with")
        found = difference(_compiled(value, question), clauses, implicants, everything(inputs, steps))
        if found is None:
            return correct("", **figures)
        names = ", ".join(atom_text(atom) for atom in question.atoms(found.about)) or "nothing"
        if found.wanted:
            return incorrect(
                Code.WRONG, f"the formula is false though {names} is kept, which suffices", **figures
            )
        return incorrect(Code.WRONG, f"the formula is true though {names} may change", **figures)

    return judge


class Fault(NamedTuple):
    """Why answered literals are none of the trace."""

    code: Code
    message: str


def _cells(value: Any, question: Question) -> frozenset[tuple[int, int]] | Fault:
    """The cells of answered literals; each must hold on the trace."""
    machine, trace = question.machine, question.trace
    try:
        given = atoms(list(value), machine, len(trace))
    except IllegalItemError as error:
        return Fault(Code(error.code), str(error))
    found = set()
    for step, name, bit in given:
        index = machine.inputs.index(name)
        if trace[step] >> index & 1 != bit:
            return Fault(Code.WRONG, f"{name} is {1 - bit} at step {step} of the trace, not {bit}")
        found.add((step, index))
    return frozenset(found)


def _compiled(formula: Formula, question: Question) -> Compiled:
    names, inputs = question.machine.inputs, len(question.machine.inputs)
    return Compiled(
        tuple(
            part[0] * inputs + names.index(part[1]) if isinstance(part, tuple) else part
            for part in formula.program
        )
    )


def _nearest(
    question: Question, truth: Truth, family: Callable[[Any], tuple[int, ...]]
) -> Callable[[frozenset[tuple[int, int]]], dict[str, Any]]:
    """The figures against the nearest right set, or against the stored example where there are too many."""
    inputs = question.product.inputs
    known: list[list[frozenset[tuple[int, int]]]] = []
    exact = truth.get("count") is not None and truth["count"] <= FAMILY

    def figures(given: frozenset[tuple[int, int]]) -> dict[str, Any]:
        if not known:
            found = cause(question.product) if exact else None
            masks = family(found) if found else (cells_mask(truth["example"] or [], question.machine),)
            known.append([frozenset(cells_of(mask, inputs)) for mask in masks])
        return {**best_overlap(given, known[0]), "compared_with": len(known[0])}

    return figures


def _text(question: Question, cell: tuple[int, int]) -> str:
    step, index = cell
    return atom_text((step, question.machine.inputs[index], question.trace[step] >> index & 1))
