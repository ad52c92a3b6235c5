"""What the checks of one reactive instance share, and a second judgement of answers.

An answer here is the JSON of a gold answer, or a word.  Whether one is right is worked out by the rules of
the proof checker, from the question alone or from a truth that it has accepted; never by the judge.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import msgspec

from ....domains.reactive.product import Product
from ....instances.hostile import decode
from ....instances.records import Answer, Instance, Json, Verdict
from ...checking import check, record_of
from ...proofs.reactive.knowledge import Knowledge
from ...proofs.reactive.question import Question, members
from ...proofs.reactive.question import atoms as as_atoms
from ...proofs.reactive.rules import breaking, intervention, sufficient
from ...proofs.refused import RefusedError
from ...reactive.question import Question as OwnQuestion
from ..case import Case
from ..draw import Draw

Cells = tuple[tuple[int, int], ...]
RULES: dict[str, Callable[[Knowledge, str, Any], None]] = {
    "sufficient": sufficient.check,
    "breaking": breaking.check,
    "intervene": intervention.check,
}
"""Tasks of which several answers are right, with the checker's rule for one of them."""
WORDS: dict[str, Any] = {"none": [], "true": {"cnf": []}}
"""What the words of gold answers stand for."""


class ReactiveSubject:
    """One instance under audit."""

    def __init__(self, case: Case):
        self.case, self.instance = case, case.instance
        self.draw = Draw(case.instance.id)

    @property
    def truth(self) -> Json:
        """The truth record."""
        return self.instance.truth or {}

    @property
    def answerable(self) -> bool:
        """Whether answers are texts: an episode is judged by other means."""
        return self.instance.form != "episode"

    @cached_property
    def refused(self) -> str | None:
        """Why the checker refuses the record; None when it accepts it."""
        return check(self.instance).failed

    @cached_property
    def judge(self) -> Callable[[Answer], Verdict]:
        """The judge of answers."""
        from ...judge import prepare

        return prepare(self.instance)

    def respond(self, text: str) -> Verdict:
        """The verdict on a text."""
        return self.judge(Answer(id=self.instance.id, response=text))

    @property
    def question(self) -> Question:
        """The question as the checker reads it."""
        return self.knowledge.question

    @cached_property
    def knowledge(self) -> Knowledge:
        """What the checker knows of it without certificates."""
        return Knowledge(record_of(self.instance))

    @cached_property
    def product(self) -> Product:
        """The product as the engines make it, with readers of their own."""
        return OwnQuestion.of(self.instance).product

    def cells(self, mask: int) -> Cells:
        """A set of cells as pairs (step, input)."""
        return tuple(divmod(cell, self.question.inputs) for cell in members(mask))

    def mask(self, listed: list[Any], *, actual: bool) -> int:
        """A set of cells out of the atoms of the truth."""
        return self.question.cells("atoms", as_atoms("atoms", listed), actual=actual)

    def ordered(self, atoms: list[Any]) -> list[Any]:
        """Atoms by step and input; those about unknown inputs last."""
        names = self.question.machine.inputs
        place = {name: index for index, name in enumerate(names)}
        return sorted(atoms, key=lambda atom: (atom[0], place.get(atom[1], len(names)), atom[1], atom[2]))

    def right(self, text: str) -> bool:
        """Whether a canonical text is a right answer, by the truth or by the checker's rules."""
        task, truth = self.instance.task, self.truth
        if self.instance.form == "bool":
            return bool(text == {True: "yes", False: "no", None: None}[truth["answer"]])
        value = read_gold(text)
        unsaid = self.silent and text not in WORDS and value in ([], {"cnf": []})
        if value is None or unsaid:
            return False
        if task in RULES:
            ordered = self.ordered(value)
            try:
                RULES[task](self.knowledge, "answer", {"atoms": ordered})
            except RefusedError:
                return False
            return task != "intervene" or self.affordable(ordered)
        if task == "butfor":
            return bool(self.ordered(value) == truth["items"])
        if task == "cause":
            return bool(
                isinstance(value, dict)
                and truth["cnf"] is not None
                and absorbed(value["cnf"]) == absorbed(truth["cnf"])
            )
        return bool(value == {key: part for key, part in truth.items() if key != "kind"})

    def affordable(self, atoms: list[Any]) -> bool:
        """Whether a certificate is within both budgets of the query."""
        timesteps, settings = self.question.budget
        return len({step for step, _, _ in atoms}) <= timesteps and len(atoms) <= settings

    @property
    def silent(self) -> bool:
        """Whether an empty list is no answer to the question."""
        return self.instance.form == "gen" and self.instance.task != "intervene"

    @property
    def nothing(self) -> str:
        """The answer that there is nothing: the empty set, the formula that is always true."""
        if self.instance.form == "gen" and self.instance.task == "intervene":
            return "[]"
        return "true" if self.instance.task == "cause" else "none"


def read_gold(text: str) -> Any:
    """The value of a gold answer; None for a word that says none."""
    if text in WORDS:
        return WORDS[text]
    return None if text in ("yes", "no") else decode(text.encode())


def absorbed(clauses: list[Any]) -> list[list[Any]]:
    """The clauses that contain no other: two monotone formulas are equivalent when these are the same.

    >>> absorbed([[[0, "a", 1]], [[0, "a", 1], [1, "b", 0]]])
    [[(0, 'a', 1)]]
    """
    sets = {frozenset(map(tuple, clause)) for clause in clauses}
    return sorted(sorted(one) for one in sets if not any(other < one for other in sets))


def with_truth(instance: Instance, **changes: Any) -> Instance:
    """The instance with some keys of its truth exchanged."""
    return msgspec.structs.replace(instance, truth={**(instance.truth or {}), **changes})
