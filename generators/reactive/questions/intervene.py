"""Interventions (GF-01): effects that do not happen on the trace and can be made to happen within a budget.

Targets: ``deep`` (two questions of three) asks for an effect that needs two timesteps or more and that the
greedy solver does not reach; ``any`` takes what comes, and so do the last attempts for a deep one: a system
that was given may have none.
"""

from ....domains.reactive.effect import read_effect
from ....instances.errors import LimitError
from ....instances.records import Json
from ....instances.toml import beside
from ....verifiers.reactive.cells import cost
from ....verifiers.reactive.certificates import count
from ....verifiers.reactive.check import cheapest
from ...rng import Rng
from ..greedy import falls
from ..scene import Scene, effects
from . import QueryMaker, Wish, Words

TRANSITIONS = 200_000  # what counting the valid certificates may cost
BUDGET = 4  # the most timesteps of a cheapest certificate, at level 3; one more or less a level


def draw(scene: Scene, wish: Wish, rng: Rng) -> Json | str:
    """An effect to bring about, with a budget of the fewest timesteps or one more."""
    deep, reason = wish.target == "deep" and wish.patience > 0, "no_effect"
    for effect in effects(scene, wish.mode, rng.fork("effects"), happens=False, positive=True):
        product = scene.product(effect)
        best = cheapest(product)
        if best is None or cost(best, product.inputs)[0] > BUDGET + wish.level - 3:
            reason = "out_of_reach"
            continue
        timesteps, flips = cost(best, product.inputs)
        if deep and timesteps < 2:
            reason = "shallow"
            continue
        budget = min(len(scene.trace), timesteps + rng.below(2))
        if deep and falls(scene.machine, scene.trace, read_effect(effect), product, budget):
            reason = "greedy"
            continue
        settings = flips + 1 if rng.below(3) == 0 else None
        try:
            count(product, budget, settings=settings, limit=TRANSITIONS)
        except LimitError:
            reason = "too_many_certificates"
            continue
        return {
            "trace": scene.rows,
            "effect": effect,
            "mode": "normal" if wish.mode == "normal" else "hard",
            "budget_timestep": budget,
            "budget_atoms": settings,
        }
    return reason


MAKER = QueryMaker(beside(__file__, Words), ("deep", "deep", "any"), draw)
