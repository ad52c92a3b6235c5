"""What the subset-minimality diagnostic costs on a pilot: the basis of the caps (DEC-021 to DEC-023).

The costs are those of the first certificates of M(I) of each instance, in the order of their price.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...instances.errors import LimitError
from ...instances.formats.gf01 import Gf01Instance
from ...verifiers.reactive.cells import Cells
from ...verifiers.reactive.gf01.diagnostics import Cost, cost
from ...verifiers.reactive.listing import Enumeration
from ...verifiers.reactive.question import Interventions

SAMPLED = 32
"""Certificates of each instance."""
TRANSITIONS = 400_000
"""What listing them may cost for one instance; one that costs more is left out."""


def costs(instances: Iterable[Gf01Instance]) -> Iterator[Cost]:
    """The cost of each sampled certificate."""
    for one in instances:
        question = Interventions.of(one)
        for flips in certificates(question):
            yield cost(question.product, flips)


def certificates(question: Interventions, cap: int = SAMPLED) -> tuple[Cells, ...]:
    """The first certificates of an instance; none where listing them is beyond the bound."""
    try:
        return Enumeration(question.product, question.budget, limit=TRANSITIONS).first(cap)[0]
    except LimitError:
        return ()
