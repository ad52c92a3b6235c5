"""The words of a world, and near misses of an item: other objects, swapped arguments, unknown and ill-typed
ones.

Which items are legal is told by the lists of members here, worked out from the syntax tree alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...domains.planning.atoms import parse, text
from ...domains.planning.pddl import Parameter, Problem
from .draw import Draw

UNKNOWN = "nosuch"
"""An object of this name is in no world (digits are added until that is so)."""


class Vocabulary:
    """Facts over fluent predicates (``asks`` is "facts") or ground actions ("actions") of one world."""

    def __init__(self, problem: Problem, asks: str):
        domain = problem.domain
        self.problem = problem
        self.heads: dict[str, list[list[str]]] = {}
        """Each fluent predicate or schema with the objects that may stand at each of its places, sorted."""
        named: list[tuple[str, tuple[Parameter, ...]]]
        if asks == "facts":
            named = [(name, domain.predicates[name].parameters) for name in sorted(domain.fluents)]
        else:
            named = [(name, schema.parameters) for name, schema in sorted(domain.schemas.items())]
        for name, parameters in named:
            self.heads[name] = [sorted(problem.members(parameter.types)) for parameter in parameters]
        self.objects = sorted(problem.objects)
        self.unknown = next(
            name
            for name in (f"{UNKNOWN}{k or ''}" for k in range(len(self.objects) + 1))
            if name not in problem.objects
        )

    def legal(self, parts: tuple[str, ...]) -> bool:
        """Whether an item is well typed."""
        places = self.heads.get(parts[0])
        return (
            places is not None
            and len(places) == len(parts) - 1
            and all(part in place for part, place in zip(parts[1:], places, strict=True))
        )

    def random(self, draw: Draw, count: int, purpose: str) -> Iterator[str]:
        """Some legal items, drawn evenly over the heads."""
        heads = [head for head, places in self.heads.items() if all(places)]
        for number in range(count if heads else 0):
            head = draw.choice(heads, purpose, number)
            places = enumerate(self.heads[head])
            yield text((head, *(draw.choice(names, purpose, number, k) for k, names in places)))

    def near(self, item: str, draw: Draw) -> Iterator[tuple[str, str]]:
        """Items that differ from a legal one in one respect, each with the name of the respect."""
        yield from self.legal_neighbours(item, draw)
        yield from self.illegal_neighbours(item, draw)

    def legal_neighbours(self, item: str, draw: Draw, count: int = 1) -> Iterator[tuple[str, str]]:
        """Replace an argument by another object of the same type, swap two, take another head."""
        parts = parse(item)
        places = self.heads[parts[0]]
        others = [
            _put(parts, k + 1, name)
            for k, names in enumerate(places)
            for name in draw.sample((name for name in names if name != parts[k + 1]), count, item, k)
        ]
        for other in draw.sample(others, count, item, "replace"):
            yield "replace an argument", text(other)
        swaps = [
            _put(_put(parts, i, parts[j]), j, parts[i])
            for i in range(1, len(parts))
            for j in range(i + 1, len(parts))
            if parts[i] != parts[j]
        ]
        for other in draw.sample((swap for swap in swaps if self.legal(swap)), count, item, "swap"):
            yield "swap two arguments", text(other)
        heads = [(head, *parts[1:]) for head in self.heads if head != parts[0]]
        for other in draw.sample((other for other in heads if self.legal(other)), count, item, "head"):
            yield "another name", text(other)

    def illegal_neighbours(self, item: str, draw: Draw) -> Iterator[tuple[str, str]]:
        """An unknown object or name, one argument less or more, an object of a wrong type, a static fact."""
        parts = parse(item)
        if len(parts) > 1:
            place = 1 + draw.rank(item, "unknown") % (len(parts) - 1)
            yield "unknown object", text(_put(parts, place, self.unknown))
            yield "one argument less", text(parts[:-1])
        yield "unknown name", text((self.unknown, *parts[1:]))
        yield (
            "one argument more",
            text((*parts, draw.choice(self.objects, item, "more") if self.objects else "x")),
        )
        wrong = [
            _put(parts, k + 1, name)
            for k, names in enumerate(self.heads[parts[0]])
            for name in draw.sample((name for name in self.objects if name not in names), 1, item, k, "type")
        ]
        for other in draw.sample(wrong, 1, item, "type"):
            yield "ill-typed", text(other)

    def static_facts(self) -> list[str]:
        """The static facts of the initial state."""
        fluents = self.problem.domain.fluents
        return sorted(text(fact) for fact in self.problem.init if fact[0] not in fluents)


def _put(parts: tuple[str, ...], place: int, name: str) -> tuple[str, ...]:
    return (*parts[:place], name, *parts[place + 1 :])
