"""Whether two questions are one question up to the names of objects.

A question is reduced to a digest that renaming cannot change: objects are coloured by their types, then by
where they occur in facts, goal and query beside which colours, round by round until the colours divide no
further (colour refinement, Weisfeiler and Leman, 1968); the digest is that of the coloured facts as a
multiset, with what the question asks.  Equal up to renaming gives equal digests, so no duplicate is ever
missed; the converse may fail for very symmetric worlds, which costs a question that was no duplicate.
Options count without their order, texts not at all.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

from ...domains.planning import atoms
from ...domains.planning.tree import Problem
from ...domains.planning.writer import condition
from ...instances.records import Instance, Json
from ...verifiers.planning.world import read_world

Tagged = tuple[str, ...]  # a label that is no object, then objects


def digest(instance: Instance) -> str:
    """The digest of a planning question with a world, 32 hex digits."""
    problem = read_world(instance.world).problem
    rows: list[Tagged] = [(f"init {fact[0]}", *fact[1:]) for fact in problem.init]
    rows += [(f"goal {condition(part)}",) for part in problem.choices]
    rows += [(f"goal {fact[0]}", *fact[1:]) for fact in problem.goal]
    rows += _query(problem, instance.query)
    return _hash([instance.task, instance.form, problem.domain.name, *_coloured(problem, rows)])


def _query(problem: Problem, query: Json) -> list[Tagged]:
    """What is asked, each atom with the place where it stands; options go by their content."""
    rows = list(_atoms("query", {key: value for key, value in query.items() if key != "options"}))
    for option in query.get("options", ()):
        inside = list(_atoms("option", option))
        # one row an option: labels joined, then all its objects in order
        rows.append((" | ".join(row[0] for row in inside), *(name for row in inside for name in row[1:])))
    return rows


def _atoms(place: str, value: Any) -> Iterable[Tagged]:
    if isinstance(value, dict):
        for key in sorted(value):
            yield from _atoms(f"{place}.{key}", value[key])
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _atoms(f"{place}[{number}]", each)
    elif isinstance(value, str) and value.startswith("("):
        parts = atoms.parse(value)
        yield (f"{place} {parts[0]}", *parts[1:])
    else:
        yield (f"{place} = {value}",)


def _coloured(problem: Problem, rows: list[Tagged]) -> list[str]:
    constants = problem.domain.constants
    colour = {
        name: _hash(["constant", name] if name in constants else ["object", *types])
        for name, types in problem.objects.items()
    }

    def keys() -> list[str]:
        return [_hash([row[0], *(colour.get(name, name) for name in row[1:])]) for row in rows]

    classes = -1
    while (refined := len(set(colour.values()))) != classes:
        classes = refined
        seen: dict[str, list[str]] = {name: [] for name in colour}
        for row, key in zip(rows, keys(), strict=True):
            for place, name in enumerate(row[1:]):
                if name in seen:
                    seen[name].append(f"{key}{place}")
        colour = {name: _hash([colour[name], *sorted(seen[name])]) for name in colour}
    return sorted(keys()) + sorted(colour.values())


def _hash(parts: Iterable[str]) -> str:
    return hashlib.blake2b("\x1f".join(parts).encode(), digest_size=16).hexdigest()
