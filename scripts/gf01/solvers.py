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
from ...verifiers.reactive.check import Flips, check
from ...verifiers.reactive.interventions import Interventions
from .toolbox import Toolbox

ROLLOUTS = 2_000
"""Flip sets that the search looks at."""
CALLS = 64
"""Calls of the local planner."""

Solver = Callable[[Interventions, Toolbox, Rng], Flips]


def by_chance(question: Interventions, tools: Toolbox, rng: Rng) -> Flips:
    """A flip set drawn at random."""
    world = question.product
    wanted = 1 + rng.below(max(1, min(question.budget, world.horizon)))
    steps = sorted(rng.sample(range(world.horizon), wanted))
    return tuple((step, 1 + rng.below((1 << world.inputs) - 1)) for step in steps)


def by_greed(question: Interventions, tools: Toolbox, rng: Rng) -> Flips:
    """The flips of the greedy solver."""
    found = greedily(question.machine, question.trace, question.effect, question.product, question.budget)
    return found or ()


def by_search(question: Interventions, tools: Toolbox, rng: Rng) -> Flips:
    """The first valid set among those that the rollouts suffice for."""
    for flips in islice(_sets(question), ROLLOUTS):
        if check(question.product, flips).valid:
            return flips
    return ()


def by_tool(question: Interventions, tools: Toolbox, rng: Rng) -> Flips:
    """What the local planner completes, without the flips that are not needed."""
    for kept in islice(_sets(question), CALLS):
        found = tools.last_step(kept)
        if found is not None:
            return _pruned(question, found)
    return ()


def by_oracle(question: Interventions, tools: Toolbox, rng: Rng) -> Flips:
    """The exact cheapest certificate."""
    return tools.exact() or ()


SOLVERS: dict[str, Solver] = {
    "random": by_chance,
    "greedy": by_greed,
    "search": by_search,
    "tool": by_tool,
    "oracle": by_oracle,
}


def _sets(question: Interventions) -> Iterator[Flips]:
    """The flip sets of at most ``budget`` timesteps, the empty one first, by timesteps, atoms and cells."""
    world = question.product
    masks = sorted(range(1, 1 << world.inputs), key=lambda mask: (mask.bit_count(), mask))
    for used in range(question.budget + 1):
        for atoms in range(used, used * world.inputs + 1):
            for steps in combinations(range(world.horizon), used):
                for chosen in product(masks, repeat=used):
                    if sum(mask.bit_count() for mask in chosen) == atoms:
                        yield tuple(zip(steps, chosen, strict=True))


def _pruned(question: Interventions, flips: Flips) -> Flips:
    """Without removable cells, one at a time from the first, until there is none."""
    while removable := check(question.product, flips).removable:
        step, index = removable[0]
        left = {**dict(flips), step: dict(flips)[step] ^ 1 << index}
        flips = tuple(sorted((at, mask) for at, mask in left.items() if mask))
    return flips
