"""Near misses: what is almost right, and wrong for one reason that can be told.

Actions: exactly one precondition is false (``walks.near_misses``), or one argument was exchanged for another
object of its type.  Facts: one argument exchanged.  Whether a near miss is wrong is for the oracle to say.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import combinations

from ...domains.planning import atoms
from ...domains.planning.tree import Problem
from ..rng import Rng
from .states import Scene


def other_arguments(problem: Problem, parts: tuple[str, ...], rng: Rng) -> Iterator[tuple[str, ...]]:
    """The legal items that differ from an action or fact in one argument, then two swapped; drawn order. None
    names an object twice unless the item does: that alone would tell that it is impossible."""
    domain, head = problem.domain, parts[0]
    declared = domain.schemas[head] if head in domain.schemas else domain.predicates[head]
    places = [problem.members(parameter.types) for parameter in declared.parameters]
    changed = [
        (*parts[: place + 1], other, *parts[place + 2 :])
        for place, members in enumerate(places)
        for other in sorted(members - set(parts[1:]))
    ]
    for left, right in combinations(range(len(places)), 2):
        one, other = parts[left + 1], parts[right + 1]
        if one != other and other in places[left] and one in places[right]:
            between = parts[left + 2 : right + 1]
            changed.append((*parts[: left + 1], other, *between, one, *parts[right + 2 :]))
    yield from rng.shuffle(changed)


def by_schema(scene: Scene, rng: Rng, numbers: Iterable[int]) -> list[str]:
    """Actions by numbers: every schema by turns."""
    groups: dict[str, list[str]] = {}
    for name in map(scene.name, numbers):
        groups.setdefault(name.split()[0], []).append(name)
    return mixed(rng, *(groups[head] for head in rng.shuffle(sorted(groups))))


def foreign_actions(scene: Scene, rng: Rng, base: Sequence[int]) -> Iterator[str]:
    """Actions outside the delete relaxation, one argument away from operators of it."""
    return _foreign(scene.problem, rng, {number: scene.name(number) for number in base}, scene.task.by_name)


def foreign_facts(scene: Scene, rng: Rng, base: Sequence[int]) -> Iterator[str]:
    """Facts outside the delete relaxation, one argument away from facts (bits) of it."""
    return _foreign(scene.problem, rng, {bit: scene.task.facts[bit] for bit in base}, scene.task.index)


def _foreign(problem: Problem, rng: Rng, names: dict[int, str], known: Container[str]) -> Iterator[str]:
    """Of each of the named items one that differs in an argument and is not known, if there is any."""
    for number in rng.fork("base").shuffle(list(names)):
        others = other_arguments(problem, atoms.parse(names[number]), rng.fork("argument", number))
        if name := next((name for name in map(atoms.text, others) if name not in known), None):
            yield name


def sibling_facts(scene: Scene, rng: Rng, fact: str) -> Iterator[str]:
    """Facts of the delete relaxation that differ from a fact in one argument."""
    others = map(atoms.text, other_arguments(scene.problem, atoms.parse(fact), rng))
    return (name for name in others if name in scene.task.index)


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
