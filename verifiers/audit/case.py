"""One instance with what its audit needs to know of the file around it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...instances.records import Instance, Json


@dataclass(frozen=True, slots=True)
class Case:
    """An instance, the world of another question (None if all are alike), the commonest gold of its kind."""

    instance: Instance
    other_world: Json | None = None
    constant: str | None = None


def cases(instances: Iterable[Instance]) -> Iterator[Case]:
    """The instances as cases, in their order.

    The other world is that of the next question with another world, in the same domain if there is one.  The
    constant is the gold that most questions of the same task, form and domain have (the first by name of
    several).
    """
    listed = list(instances)
    golds: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for instance in listed:
        if instance.gold is not None:
            golds[_kind(instance)][instance.gold] += 1
    constants = {
        kind: min(counts, key=lambda gold, counts=counts: (-counts[gold], gold))  # type: ignore[misc]
        for kind, counts in golds.items()
    }
    near, far = _next_worlds(listed, same_domain=True), _next_worlds(listed, same_domain=False)
    for place, instance in enumerate(listed):
        yield Case(instance, near[place] or far[place], constants.get(_kind(instance)))


def _kind(instance: Instance) -> tuple[str, str, str]:
    return instance.task, instance.form, instance.domain


def _next_worlds(listed: list[Instance], *, same_domain: bool) -> list[Json | None]:
    """For each instance the world of the next one (around the end) whose world is another."""
    found: list[Json | None] = [None] * len(listed)
    last: dict[str, list[Json]] = defaultdict(list)
    for place in [*range(len(listed) - 1, -1, -1)] * 2:
        instance = listed[place]
        if not instance.world:
            continue
        recent = last[instance.domain if same_domain else ""]
        found[place] = next((world for world in recent if world != instance.world), None)
        # the two latest different worlds suffice: one of them differs from any given world
        if not recent or recent[0] != instance.world:
            recent[:] = [instance.world, *recent[:1]]
    return found
