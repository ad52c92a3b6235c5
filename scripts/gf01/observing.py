"""What the studies look at: the measures of each instance of a sweep, all of them counts."""

from __future__ import annotations

from dataclasses import dataclass

from ...domains.reactive.effect import OutputEffect
from ...generators.reactive.greedy import falls
from ...generators.reactive.sweep import Drawn
from ...instances.errors import LimitError
from ...verifiers.reactive.cells import by_step
from ...verifiers.reactive.cells import cost as size
from ...verifiers.reactive.cheapest import cheapest
from ...verifiers.reactive.count import count
from ...verifiers.reactive.gf01.diagnostics import Cost, cost
from ...verifiers.reactive.gf01.figures import WINDOW_MAX, WINDOW_MIN, window
from ...verifiers.reactive.question import Interventions
from .pilot import certificates

TRANSITIONS = 400_000
"""What counting M(I) may cost; beyond it is undecided."""


@dataclass(frozen=True)
class Certificate:
    """A sampled member of M(I): its size, and what the two checks of it cost."""

    atoms: int
    most_at_once: int
    """The most atoms at one timestep."""
    normative: int
    """Steps of the runs that Suff and Min1 ask for, one run an atom and one more."""
    diagnostic: Cost


@dataclass(frozen=True)
class Observation:
    """The measures of one instance."""

    drawn: Drawn
    cheapest: tuple[int, int]
    greedy: bool
    certificates: int | None
    """|M(I)|; None where counting was beyond the bound."""
    subset_minimal: int | None
    transitions: int
    peak: int
    sample: tuple[Certificate, ...]
    width: int
    """w(I), also in hard mode."""

    @property
    def slice(self) -> str:
        """The difficulty slice."""
        return self.drawn.factors.slice

    @property
    def question(self) -> Interventions:
        """The question of the instance."""
        return question_of(self.drawn)


def question_of(drawn: Drawn) -> Interventions:
    """A drawn instance as a question."""
    return Interventions(drawn.machine, drawn.trace, drawn.effect, drawn.budget)


def observe(drawn: Drawn) -> Observation:
    """Measure one instance."""
    question = question_of(drawn)
    product = question.product
    best = cheapest(product, drawn.budget) or 0
    try:
        whole = count(product, drawn.budget, limit=TRANSITIONS)
        sizes: tuple[int | None, int, int] = (whole.count, whole.spent, whole.peak)
        minimal = count(product, drawn.budget, subset_minimal=True, limit=TRANSITIONS).count
    except LimitError:
        sizes, minimal = (None, TRANSITIONS, 0), None
    return Observation(
        drawn,
        size(best, product.inputs),
        falls(drawn.machine, drawn.trace, drawn.effect, product, drawn.budget),
        sizes[0],
        minimal,
        sizes[1],
        sizes[2],
        tuple(
            Certificate(
                flips.bit_count(),
                max(mask.bit_count() for _, mask in by_step(flips, product.inputs)),
                (flips.bit_count() + 1) * product.horizon,
                cost(product, flips),
            )
            for flips in certificates(question)
            if flips
        ),
        window(len(drawn.trace), drawn.factors.exact),
    )


def widths(drawn: Drawn) -> list[tuple[int, bool, bool]]:
    """For each legal window: its width, whether the base trace shows the effect, whether greedy solves it."""
    found = []
    for width in range(WINDOW_MIN, WINDOW_MAX + 1):
        effect = OutputEffect(drawn.effect.ap, drawn.effect.at, True, width)
        asked = Interventions(drawn.machine, drawn.trace, effect, drawn.budget)
        given = asked.product.happens(drawn.trace)
        solved = not given and falls(drawn.machine, drawn.trace, effect, asked.product, drawn.budget)
        found.append((width, given, solved))
    return found
