"""The search that refutes short plans (``rules.lower_bound`` has the argument)."""

from collections.abc import Hashable, Sequence

from ..refused import refuse
from .estimate import Estimate
from .model import Model
from .search import Moves
from .symmetry import Symmetry
from .world import World

MAX_REFUTED = 2_000_000  # the most states that one search enters at all


def refute(name: str, world: World, model: Model, roots: Sequence[int], bound: int, budget: int) -> int:
    """How many states had to be entered to show that no plan from a root is shorter than the bound."""
    estimate, symmetry = Estimate(model, model.closure()[1]), Symmetry(world, model)
    moves, goal, entered = Moves(model.moves), model.goal or 0, set[Hashable]()
    left, layer = bound - 1, dict.fromkeys(roots)
    while layer:
        successors: dict[int, None] = {}
        for state in layer:
            key = symmetry.key(state)
            if key in entered:
                continue
            entered.add(key)
            many = len(entered) > budget
            refuse(many, f"{name}: not proven again within the stated effort ({budget} states)")
            solved = not goal & ~state
            refuse(solved, f"{name}: there is a plan of {bound - 1 - left} actions from a listed state")
            if not estimate.exceeds(state, left):
                successors.update((move.after(state), None) for move in moves.applicable(state))
        left, layer = left - 1, successors
    return len(entered)
