"""A digest that isomorphic levels share, whatever their words: colour refinement on the ground game.

The game is a graph: facts, actions and rules are its nodes, and preconditions, additions and deletions its
edges; a fact's first colour says whether it holds initially, is a goal, decays.  Colours are refined by the
colours of the neighbours until nothing splits any more (Weisfeiler and Leman, 1968), and the digest is that
of the colours' history.  Isomorphic games have equal digests, so a set without equal digests holds no two
isomorphic levels; now and then it refuses a level that is none.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...domains.planning.strips import bits
from ...domains.timetravel.kernel import World
from ...domains.timetravel.level import of_world
from ...instances.canonical import digest
from ...instances.records import Instance

Signature = tuple[Any, ...]


def fingerprint(world: World) -> str:
    """The digest of a level's game, 64 hex digits."""
    facts = len(world.task.facts)
    unstable = sum(world.unstable)
    neighbours: list[list[tuple[int, int]]] = [[] for _ in range(facts)]
    colours: list[Signature] = [
        (0, world.initial.facts >> bit & 1, world.goal_mask >> bit & 1, unstable >> bit & 1)
        for bit in range(facts)
    ]
    for kind, operators in ((1, world.operators), (2, world.rules)):
        for operator in operators:
            node = len(neighbours)
            neighbours.append([])
            colours.append((kind,))
            for label, mask in enumerate((operator.pre, operator.add, operator.delete)):
                for bit in bits(mask):
                    neighbours[node].append((label, bit))
                    neighbours[bit].append((label, node))
    return digest([world.window, world.solvable, _refined(colours, neighbours)])


def mark(instance: Instance) -> str:
    """The fingerprint of a record's level; RecordError or WorldError when its world is no level."""
    return fingerprint(World(of_world(instance.world)))


def _refined(first: Sequence[Signature], neighbours: Sequence[Sequence[tuple[int, int]]]) -> list[Any]:
    """The colours with their frequencies, round after round, until none splits."""
    signatures, known, history = list(first), 0, []
    while True:
        counts = sorted(Counter(signatures).items())
        history.append([[list(signature), count] for signature, count in counts])
        if len(counts) == known:
            return history
        known = len(counts)
        number = {signature: place for place, (signature, _) in enumerate(counts)}
        colours = [number[signature] for signature in signatures]
        signatures = [
            (colours[node], *sorted((label, colours[other]) for label, other in around))
            for node, around in enumerate(neighbours)
        ]
