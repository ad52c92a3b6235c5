"""The but-for set: each literal without which, all others kept, the effect would not have happened.

This is TempoBench's task as it is worded ("if any one of these inputs were missing, the effect would not
have occurred"): N = { c : flipping c alone avoids the effect }.  It is unique, and empty when the effect is
over-determined or forced.  One forward run and one backward sweep along the base trace find it, O(T (S + n)).

>>> from certwright.domains.reactive.effect import OutputEffect
>>> from certwright.domains.reactive.machine import Machine
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> but_for(Product.of(latch, (0, 1), OutputEffect("o", at=1)))
((1, 0),)
>>> but_for(Product.of(latch, (1, 1), OutputEffect("o", at=1)))
()
"""

from __future__ import annotations

from typing import Any

from ...domains.reactive.product import Product
from ..reading.kinds import AnswerKind
from ..task import Task
from .cells import Cell
from .passes import Passes


def but_for(product: Product) -> tuple[Cell, ...]:
    """The cells whose flip alone avoids the effect, in order; WorldError when it does not happen."""
    passes = Passes(product)
    passes.require_effect()
    safe = passes.safe([0] * product.horizon)
    node, found = 0, []
    for step, table in enumerate(product.tables):
        letter = product.base[step]
        for index in range(product.inputs):
            if not safe[step + 1] >> table[node][letter ^ 1 << index] & 1:
                found.append((step, index))
        node = table[node][letter]
    return tuple(found)


def _label(question: Any) -> Any:
    from .labelling import butfor_label

    return butfor_label(question)


def _judge(question: Any, options: Any) -> Any:
    from .judging_causes import judge_butfor

    return judge_butfor(question, question.truth)


TASK = Task(
    key="butfor",
    family="reactive",
    number=3,
    title="but-for set",
    paper="TCE",
    groups={"gen": "reactive_butfor_gen"},
    shape=AnswerKind.LITERALS,
    label=_label,
    judge=_judge,
)
