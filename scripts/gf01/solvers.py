"""The baselines of the open view: they are shown machine, base trace, effect and budget, and answer at once.

random   flips drawn at random within the budget;
greedy   the atom that helps most, one after the other (``generators.reactive.greedy``);
search   flip sets by (timesteps, atoms, cells), as many as a count of rollouts allows, without a tool;
tool     asks the local planner for a last timestep after each first one, as often as a count allows;
oracle   asks for the exact cheapest certificate.

What cannot be reached within the counts is answered with the empty certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, islice, product

from ...generators.reactive.greedy import greedily
from ...generators.rng import Rng
from ...verifiers.reactive.cells import Cells
from ...verifiers.reactive.check import check
from ...verifiers.reactive.question import Interventions
from .toolbox import Toolbox

ROLLOUTS = 2_000
"""Flip sets that the search looks at."""
CALLS = 64
"""Calls of the local planner."""

Solver = Callable[[Interventions, Toolbox, Rng], Cells]


def by_chance(question: Interventions, tools: Toolbox, rng: Rng) -> Cells:
    """A flip set drawn at random."""
    world = question.product
    wanted = 1 + rng.below(max(1, min(question.budget, world.horizon)))
    steps = sorted(rng.sample(range(world.horizon), wanted))
    return sum(1 + rng.below((1 << world.inputs) - 1) << step * world.inputs for step in steps)


def by_greed(question: Interventions, tools: Toolbox, rng: Rng) -> Cells:
    """The flips of the greedy solver."""
    found = greedily(question.machine, question.trace, question.effect, question.product, question.budget)
    return found or 0


def by_search(question: Interventions, tools: Toolbox, rng: Rng) -> Cells:
    """The first valid set among those that the rollouts suffice for."""
    for flips in islice(_sets(question), ROLLOUTS):
        if check(question.product, flips).valid:
            return flips
    return 0


def by_tool(question: Interventions, tools: Toolbox, rng: Rng) -> Cells:
    """What the local planner completes, without the flips that are not needed."""
    for kept in islice(_sets(question), CALLS):
        found = tools.last_step(kept)
        if found is not None:
            return _pruned(question, found)
    return 0


def by_oracle(question: Interventions, tools: Toolbox, rng: Rng) -> Cells:
    """The exact cheapest certificate."""
    return tools.exact() or 0


SOLVERS: dict[str, Solver] = {
    "random": by_chance,
    "greedy": by_greed,
    "search": by_search,
    "tool": by_tool,
    "oracle": by_oracle,
}


def _sets(question: Interventions) -> Iterator[Cells]:
    """The flip sets of at most ``budget`` timesteps, the empty one first, by timesteps, atoms and cells."""
    world = question.product
    masks = sorted(range(1, 1 << world.inputs), key=lambda mask: (mask.bit_count(), mask))
    for used in range(question.budget + 1):
        for atoms in range(used, used * world.inputs + 1):
            for steps in combinations(range(world.horizon), used):
                for chosen in product(masks, repeat=used):
                    if sum(mask.bit_count() for mask in chosen) == atoms:
                        yield sum(mask << at * world.inputs for at, mask in zip(steps, chosen, strict=True))


def _pruned(question: Interventions, flips: Cells) -> Cells:
    """Without removable cells, one at a time from the first, until there is none."""
    while removable := check(question.product, flips).removable:
        flips &= ~(removable & -removable)
    return flips
