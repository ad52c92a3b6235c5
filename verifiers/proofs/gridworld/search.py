"""The checker's own walks through a grid world: layers of states, no queue, no costs, no parents.

A *place* is a state with its key; a *layer* all places at one distance.  Random steps are followed into every
outcome.  Bounds are counts; beyond them the certificate asks for more than it may.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from ....domains.gridworld.actions import NOOP, Action, click
from ....domains.gridworld.frames import Partial, agrees
from ....domains.gridworld.machine import Machine, Snapshot
from ....domains.gridworld.moves import Move, Place, alike, moves
from ....domains.gridworld.program import Program
from ....instances.errors import CertificateError

Layer = dict[Hashable, Snapshot]
MAX_STATES = 400_000


def start(program: Program, seed: int) -> tuple[Machine, Layer]:
    """A machine, and the layer that holds nothing but its initial state."""
    machine = Machine(program, seed)
    return machine, {machine.state_key(): machine.snapshot()}


def after(machine: Machine, layer: Layer, action: Action) -> Layer:
    """Every state that an action may lead to from the layer; CertificateError for more than MAX_STATES."""
    found: Layer = {}
    for place in layer.values():
        machine.restore(place)
        _enter(machine, (outcome for _, outcome in machine.successors(action)), found)
        within(len(found), MAX_STATES)
    return found


def showing(machine: Machine, layer: Layer, seen: Partial) -> Layer:
    """The states of the layer whose frames agree with what was seen."""
    found: Layer = {}
    for key, place in layer.items():
        machine.restore(place)
        if agrees(machine.frame(), seen):
            found[key] = place
    return found


def moves_of(machine: Machine, place: Snapshot) -> list[Move]:
    """What can be done in a state."""
    machine.restore(place)
    return moves(machine)


def least_steps(program: Program, seed: int, goal: Partial, bound: int) -> int | None:
    """The least number of steps after which the goal may show, where no step is random; None for no such."""
    machine, layer = start(program, seed)
    met, steps = dict(layer), 0
    while layer:
        steps += 1
        found: Layer = {}
        for place in layer.values():
            for move in moves_of(machine, place):
                _enter(machine, [_certain(move)], found)
        if showing(machine, found, goal):
            return steps
        layer = {key: place for key, place in found.items() if key not in met}
        met.update(layer)
        within(len(met), bound)
    return None


def least_actions(program: Program, seed: int, goal: Partial, bound: int) -> int | None:
    """The least number of actions other than ``noop`` on a way to the goal, where no step is random."""
    machine, layer = start(program, seed)
    met: Layer = {}
    actions = 0
    while layer:
        layer, shown = _waiting(machine, layer, met, goal, bound)
        if shown:
            return actions
        found: Layer = {}
        for place in layer.values():
            for move in moves_of(machine, place):
                if move.action != NOOP:
                    _enter(machine, [_certain(move)], found)
        if showing(machine, found, goal):
            return actions + 1
        layer = {key: place for key, place in found.items() if key not in met}
        actions += 1
    return None


def _waiting(machine: Machine, layer: Layer, met: Layer, goal: Partial, bound: int) -> tuple[Layer, bool]:
    """The layer closed under waiting, and whether the goal shows after some waiting."""
    closed, front = dict(layer), layer
    met.update(layer)
    shown = False
    while front:
        waited: Layer = {}
        for place in front.values():
            machine.restore(place)
            _enter(machine, (outcome for _, outcome in machine.successors(NOOP)), waited)
        shown = shown or bool(showing(machine, waited, goal))
        front = {key: place for key, place in waited.items() if key not in met}
        closed.update(front)
        met.update(front)
        within(len(met), bound)
    return closed, shown


def sure_rank(program: Program, seed: int, goal: Partial, bound: int) -> int | None:
    """The least k such that a policy shows the goal within k steps whatever is drawn; None for no such."""
    machine, layer = start(program, seed)
    initial = next(iter(layer))
    known = dict(layer)
    leads: dict[Hashable, list[frozenset[Hashable]]] = {}
    while layer:
        fresh: Layer = {}
        for key, place in layer.items():
            leads[key] = []
            for move in moves_of(machine, place):
                ends: Layer = {}
                _enter(machine, (outcome for _, outcome in move.outcomes), ends)
                leads[key].append(frozenset(ends))
                fresh.update({end: state for end, state in ends.items() if end not in known})
        known.update(fresh)
        layer = fresh
        within(len(known), bound)
    reached = set(showing(machine, known, goal)) - {initial}
    rank, size = 0, -1
    while initial not in reached and len(reached) != size:
        rank, size = rank + 1, len(reached)
        reached |= {
            key for key, ways in leads.items() if key not in reached and any(way <= reached for way in ways)
        }
    return rank if initial in reached else None


def common_actions(machines: Iterable[tuple[Machine, Snapshot]]) -> Iterator[Action]:
    """One action of each class that is a class in all of some states, arrows and ``noop`` among them."""
    partitions = []
    for machine, place in machines:
        machine.restore(place)
        partitions.append(alike(machine))
    yield from (Action(name) for name in ("noop", "left", "right", "up", "down"))
    kinds: dict[tuple[Place, ...], Place] = {}
    for cell in partitions[0]:
        kinds.setdefault(tuple(partition[cell] for partition in partitions), cell)
    yield from (click(*cell) for cell in kinds.values())


def _certain(move: Move) -> Snapshot:
    if len(move.outcomes) != 1:
        raise CertificateError("a step is random: this certificate is for worlds whose steps are not")
    return move.outcomes[0][1]


def _enter(machine: Machine, places: Iterable[Snapshot], found: Layer) -> None:
    for place in places:
        machine.restore(place)
        found.setdefault(machine.state_key(), place)


def within(count: int, bound: int) -> None:
    """CertificateError where more was met than the bound, or than any certificate may ask for."""
    if count > min(bound, MAX_STATES):
        raise CertificateError(f"more than {min(bound, MAX_STATES)} states: the certificate counted fewer")
