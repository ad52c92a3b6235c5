"""Planning where no policy is sure: what luck allows, and how likely it is.

No sequence of fewer steps may show the goal, whatever is drawn (weak planning; Cimatti et al., AIJ 147,
2003), and the stored plan shows it as the question's seed draws, with an exact probability.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...domains.gridworld.actions import Action
from ...domains.gridworld.frames import Partial, agrees
from ...domains.gridworld.machine import Machine, Snapshot
from ...domains.gridworld.program import Program
from ..search.grid_states import state_key, successors
from .space import Space


@dataclass(frozen=True)
class Lucky:
    """A plan of the least number of steps, and the probability that the goal shows after it."""

    plan: tuple[Action, ...]
    probability: Fraction


@dataclass(frozen=True)
class DrawnState:
    """A state of a space as the seed's draws lead to it: its number, and the way."""

    state: int
    snapshot: Snapshot
    way: tuple[Action, ...]


def lucky(program: Program, space: Space, goal: Partial, rng_seed: int = 0) -> Lucky | None:
    """A plan of as few steps as luck allows; None where the seed does not draw so, or the space ends."""
    shows = [agrees(frame, goal) for frame in space.seen]
    pairs = zip(space.depths, space.frames, strict=True)
    depths = [depth for depth, frame in pairs if depth and shows[frame]]
    if not depths:
        return None
    for layer in drawn_layers(program, space, rng_seed, min(depths)):
        for place in layer:
            if len(place.way) == min(depths) and shows[space.frames[place.state]]:
                return Lucky(place.way, probability(program, place.way, goal, rng_seed))
    return None


def drawn_layers(program: Program, space: Space, rng_seed: int, steps: int) -> list[list[DrawnState]]:
    """The states that the seed's draws lead to in as few steps as any draws would: a list for each depth."""
    machine = Machine(program, rng_seed)
    number: dict[Hashable, int] = {key: state for state, key in enumerate(space.keys)}
    layers = [[DrawnState(0, machine.snapshot(), ())]]
    while layers[-1] and len(layers) <= steps:
        reached: dict[tuple[int, int], DrawnState] = {}
        for place in layers[-1]:
            for action, _ in space.edges[place.state] if place.state < len(space.edges) else ():
                machine.restore(place.snapshot)
                machine.step(action)
                state = number[state_key(machine)]
                if space.depths[state] == len(layers):
                    after = DrawnState(state, machine.snapshot(), (*place.way, action))
                    reached.setdefault((state, machine.rng_state), after)
        layers.append(list(reached.values()))
    return layers


def probability(program: Program, plan: Sequence[Action], goal: Partial, rng_seed: int = 0) -> Fraction:
    """How likely the goal shows after the last step of a plan; LimitError for too many outcomes."""
    machine = Machine(program, rng_seed)
    chances: dict[Hashable, tuple[Fraction, Snapshot]] = {0: (Fraction(1), machine.snapshot())}
    for action in plan:
        after: dict[Hashable, tuple[Fraction, Snapshot]] = {}
        for chance, snapshot in chances.values():
            machine.restore(snapshot)
            for share, outcome in successors(machine, action):
                known = after.get(outcome.key, (Fraction(0), outcome))
                after[outcome.key] = (known[0] + chance * share, outcome)
        chances = after
    total = Fraction(0)
    for chance, snapshot in chances.values():
        machine.restore(snapshot)
        total += chance if agrees(machine.frame(), goal) else 0
    return total
