"""Near misses: what is almost right, and wrong for one reason that can be told.

Actions: exactly one precondition is false (``walks.near_misses``), or one argument was exchanged for another
object of its type.  Facts: one argument exchanged.  Whether a near miss is wrong is for the oracle to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...domains.planning import atoms
from ...domains.planning.tree import Parameter, Problem
from ..rng import Rng
from .states import Scene


def other_arguments(problem: Problem, parts: tuple[str, ...], rng: Rng) -> Iterator[tuple[str, ...]]:
    """The legal items that differ from an action or fact in one argument, then two swapped; drawn order.

    None names an object twice unless the item does: that alone would tell that it is impossible.
    """
    places = [problem.members(parameter.types) for parameter in _parameters(problem, parts[0])]
    changed = [
        (*parts[: place + 1], other, *parts[place + 2 :])
        for place, members in enumerate(places)
        for other in sorted(members - set(parts[1:]))
    ]
    for left in range(len(places)):
        for right in range(left + 1, len(places)):
            one, other = parts[left + 1], parts[right + 1]
            if one != other and other in places[left] and one in places[right]:
                swapped = list(parts)
                swapped[left + 1], swapped[right + 1] = other, one
                changed.append(tuple(swapped))
    yield from rng.shuffle(changed)


def _parameters(problem: Problem, head: str) -> Sequence[Parameter]:
    domain = problem.domain
    return (domain.schemas[head] if head in domain.schemas else domain.predicates[head]).parameters


def foreign_actions(scene: Scene, rng: Rng, base: Sequence[int]) -> Iterator[str]:
    """Actions outside the delete relaxation, one argument away from operators of it."""
    for number in rng.fork("base").shuffle(list(base)):
        parts = atoms.parse(scene.name(number))
        for other in other_arguments(scene.problem, parts, rng.fork("argument", number)):
            name = atoms.text(other)
            if name not in scene.task.by_name:
                yield name
                break


def foreign_facts(scene: Scene, rng: Rng, base: Sequence[int]) -> Iterator[str]:
    """Facts outside the delete relaxation, one argument away from facts (bits) of it."""
    for bit in rng.fork("base").shuffle(list(base)):
        parts = atoms.parse(scene.task.facts[bit])
        for other in other_arguments(scene.problem, parts, rng.fork("argument", bit)):
            name = atoms.text(other)
            if name not in scene.task.index:
                yield name
                break


def sibling_facts(scene: Scene, rng: Rng, fact: str) -> Iterator[str]:
    """Facts of the delete relaxation that differ from a fact in one argument."""
    for other in other_arguments(scene.problem, atoms.parse(fact), rng):
        name = atoms.text(other)
        if name in scene.task.index:
            yield name


def mixed(rng: Rng, *groups: Sequence[str], without: frozenset[str] | set[str] = frozenset()) -> list[str]:
    """The items of the groups by turns, each group in drawn order, nothing twice."""
    shuffled = [rng.fork("group", number).shuffle(list(group)) for number, group in enumerate(groups)]
    taken, seen = [], set(without)
    for turn in range(max(map(len, shuffled), default=0)):
        for group in shuffled:
            if turn < len(group) and group[turn] not in seen:
                seen.add(group[turn])
                taken.append(group[turn])
    return taken
