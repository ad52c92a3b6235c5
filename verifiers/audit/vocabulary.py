"""The words of a planning world, and near misses of its items; answers written out in several ways."""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from ...domains.planning.atoms import parse, text
from ...domains.planning.tree import Parameter, Problem
from ..reading.kinds import LISTS, AnswerKind
from .mutator import Draw

UNKNOWN = "nosuch"  # an object of this name is in no world (digits are added until that is so)
_NAME = re.compile(r"\((?:[a-z][a-z0-9_-]*)(?: [a-z][a-z0-9_-]*)*\)", re.IGNORECASE)


class Vocabulary:
    """Facts over fluent predicates ("facts") or ground actions ("actions"), from the syntax tree alone."""

    def __init__(self, problem: Problem, asks: str):
        domain = problem.domain
        self.problem = problem
        named: list[tuple[str, tuple[Parameter, ...]]]
        if asks == "facts":
            named = [(name, domain.predicates[name].parameters) for name in sorted(domain.fluents)]
        else:
            named = [(name, schema.parameters) for name, schema in sorted(domain.schemas.items())]
        self.heads = {
            name: [sorted(problem.members(parameter.types)) for parameter in parameters]
            for name, parameters in named
        }  # each fluent predicate or schema with the objects that may stand at each of its places, sorted
        self.objects = sorted(problem.objects)
        names = (f"{UNKNOWN}{number or ''}" for number in range(len(self.objects) + 1))
        self.unknown = next(name for name in names if name not in problem.objects)

    def legal(self, parts: tuple[str, ...]) -> bool:
        """Whether an item is well typed."""
        places = self.heads.get(parts[0])
        if places is None or len(places) != len(parts) - 1:
            return False
        return all(part in place for part, place in zip(parts[1:], places, strict=True))

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
        others = [
            _put(parts, k + 1, name)
            for k, names in enumerate(self.heads[parts[0]])
            for name in draw.sample((name for name in names if name != parts[k + 1]), count, item, k)
        ]
        pairs = [(i, j) for i, j in combinations(range(1, len(parts)), 2) if parts[i] != parts[j]]
        swaps = [_put(_put(parts, i, parts[j]), j, parts[i]) for i, j in pairs]
        heads = [(head, *parts[1:]) for head in self.heads if head != parts[0]]
        sorts = (("replace an argument", others), ("swap two arguments", swaps), ("another name", heads))
        for name, listed in sorts:
            for other in draw.sample(filter(self.legal, listed), count, item, name):
                yield name, text(other)

    def illegal_neighbours(self, item: str, draw: Draw) -> Iterator[tuple[str, str]]:
        """An unknown object or name, one argument less or more, an object of a wrong type."""
        parts = parse(item)
        if len(parts) > 1:
            place = 1 + draw.rank(item, "unknown") % (len(parts) - 1)
            yield "unknown object", text(_put(parts, place, self.unknown))
            yield "one argument less", text(parts[:-1])
        yield "unknown name", text((self.unknown, *parts[1:]))
        yield "one argument more", text((*parts, draw.choice(self.objects or ["x"], item, "more")))
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


def spell(value: Any, kind: AnswerKind) -> str:
    """The canonical text of a value of `verifiers.reading`; of any other some text.

    >>> spell((["(at c0 l1)"], []), AnswerKind.EFFECTS), strictly((["(at c0 l1)"], []), AnswerKind.EFFECTS)
    ('[(at c0 l1)] []', '[(at c0 l1)][]')
    """
    if kind in LISTS and isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    if kind is AnswerKind.EFFECTS and isinstance(value, (list, tuple)):
        return " ".join(f"[{', '.join(map(str, x))}]" if isinstance(x, list) else str(x) for x in value)
    if kind is AnswerKind.YES_NO and isinstance(value, bool):
        return "yes" if value else "no"
    return "None" if value == "none" else str(value)


def strictly(value: Any, kind: AnswerKind) -> str | None:
    """The value as a sentence of the grammar, which has no empty list and no name with a digit first."""
    if kind in LISTS:
        return " ".join(value) if value and all(map(_NAME.fullmatch, value)) else None
    if kind is AnswerKind.EFFECTS:
        if not all(map(_NAME.fullmatch, (*value[0], *value[1]))):
            return None
        return "".join(f"[{','.join(part)}]" for part in value)
    sentence = spell(value, kind)
    return sentence if not sentence.startswith("(") or _NAME.fullmatch(sentence) else None


def disguises(gold: str, kind: AnswerKind) -> Iterator[tuple[str, str]]:
    """Other ways to write the same answer, each with its name; a reader must see through them."""
    yield "upper case", gold.upper()
    reasoned = f"<think>Perhaps (x y) or 7, no.</think>\nI am sure.\n\n**Final Answer**: {gold}\n"
    yield "after reasoning", reasoned
    yield "fenced", f"```\n{gold}\n```"
    if kind in (*LISTS, AnswerKind.EFFECTS):
        yield "one item a line", gold.replace(", ", ",\n").replace("] [", "]\n[")


def same(left: Any, right: Any, kind: AnswerKind) -> bool:
    """Whether two values are the same answer: order and repetition do not count in sets.

    >>> same(["(a)", "(b)"], ["(b)", "(a)", "(a)"], AnswerKind.ACTIONS)
    True
    """
    if kind is AnswerKind.ACTIONS:
        return set(left) == set(right)
    if kind is AnswerKind.EFFECTS:
        return [frozenset(part) for part in left] == [frozenset(part) for part in right]
    return bool(left == right)
