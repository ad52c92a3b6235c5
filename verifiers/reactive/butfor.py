"""The but-for set: each literal without which, all others kept, the effect would not have happened.

This is TempoBench's task as it is worded ("if any one of these inputs were missing, the effect would not
have occurred"): N = { c : flipping c alone avoids the effect }.  It is unique, and empty when the effect is
over-determined or forced.  One forward run and one backward sweep along the base trace find it, O(T (S + n)).

>>> from certwright.domains.reactive.effect import OutputEffect
>>> from certwright.domains.reactive.machine import Machine
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> but_for(Product.of(latch, (0, 1), OutputEffect("o", at=1)))
2
>>> but_for(Product.of(latch, (1, 1), OutputEffect("o", at=1)))
0
"""

from typing import Any

from ...domains.reactive.effect import Product
from ...instances.records import Code
from ..reading.kinds import AnswerKind
from ..task import EVALUATION, Judge, Judgement, JudgeOptions, Labelled, Task, correct, incorrect
from .atoms import AtomFault, read_literals, stored_cells
from .cells import Cells
from .explanations import overlap
from .passes import Passes
from .question import NONE, Question, labelled


def but_for(product: Product) -> Cells:
    """The cells whose flip alone avoids the effect; WorldError when it does not happen."""
    passes = Passes(product)
    passes.require_effect()
    safe = passes.safe([0] * product.horizon)
    node = cells = 0
    for step, table in enumerate(product.tables):
        letter = product.base[step]
        for index in range(product.inputs):
            if not safe[step + 1] >> table[node][letter ^ 1 << index] & 1:
                cells |= 1 << step * product.inputs + index
        node = table[node][letter]
    return cells


def label(question: Question) -> Labelled:
    """The set, which needs no proof but its evaluation."""
    items = question.atoms(but_for(question.product))
    return labelled({"kind": "literals", "items": items}, EVALUATION, 1, gold=items or NONE)


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Right when the set is the but-for set."""
    inputs = question.product.inputs
    right = stored_cells(question.truth["items"], question.machine.inputs)

    def verdict(value: Any) -> Judgement:
        given = read_literals(list(value), question.machine, question.trace)
        if isinstance(given, AtomFault):
            return incorrect(*given)
        figures = overlap(given, right, inputs)
        extra, missing = given & ~right, right & ~given
        if extra:
            code = Code.MISSING_AND_EXTRA_ITEMS if missing else Code.EXTRA_ITEMS
            why = f"without {question.first(extra)} alone the effect still happens"
            return incorrect(code, why, **figures)
        if missing:
            why = f"without {question.first(missing)} alone the effect does not happen"
            return incorrect(Code.MISSING_ITEMS, why, **figures)
        return correct("", **figures)

    return verdict


TASK = Task(
    number=3,
    title="but-for set",
    paper="TCE",
    groups={"gen": "reactive_butfor_gen"},
    shape=AnswerKind.LITERALS,
    label=label,
    judge=judge,
)
