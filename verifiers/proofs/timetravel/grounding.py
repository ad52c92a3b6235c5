"""The actions and causal rules of a level over its objects, as bit masks over the facts that can change.

A schema is bound by joining its static preconditions with the static facts, then by every object of the right
type for each parameter that is left; what else the precondition says of static facts is evaluated.  Of the
ground moves those are kept whose facts can be reached when nothing is ever taken away: by induction on the
length of the run no other one is ever possible (Bonet and Geffner, "Planning as heuristic search", 2001).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from ..pddl_tree import Condition, Fact, Schema, literals
from ..refused import RefusedError
from .world import World

MAX_MOVES = 200_000
"""Ground actions and rules, before those that are never possible are left out."""

Binding = dict[str, str]


class Ground(NamedTuple):
    """A move over facts; ``adds`` wins over ``deletes``."""

    name: str
    needs: frozenset[Fact]
    forbids: frozenset[Fact]
    adds: frozenset[Fact]
    deletes: frozenset[Fact]


def instances(world: World, schema: Schema) -> list[Ground]:
    """The moves of a schema whose static conditions hold."""
    listed = list(literals(schema.precondition))
    fluents, static = world.domain.fluents, []
    for condition, holds in listed:
        if condition.sort == "atom" and condition.parts[0] not in fluents and holds:
            static.append(condition.parts)
    bindings = _joined(world, schema, static)
    moves = []
    for binding in bindings:
        needs, forbids, possible = list[Fact](), list[Fact](), True
        for condition, holds in listed:
            if condition.sort == "atom" and condition.parts[0] in fluents:
                (needs if holds else forbids).append(_bound(condition.parts, binding))
            elif _true(world, condition, binding) is not holds:
                possible = False
                break
        if possible:
            adds = frozenset(_bound(fact, binding) for fact in schema.add)
            deletes = frozenset(_bound(fact, binding) for fact in schema.delete) - adds
            name = "(" + " ".join((schema.name, *(binding[key] for key in schema.parameters))) + ")"
            moves.append(Ground(name, frozenset(needs), frozenset(forbids), adds, deletes))
    return moves


def _joined(world: World, schema: Schema, static: Iterable[Fact]) -> list[Binding]:
    """The bindings of all parameters that satisfy the static atoms."""
    allowed = {name: world.domain.members(types) for name, types in schema.parameters.items()}
    bindings: list[Binding] = [{}]
    for atom in static:
        facts = [fact for fact in world.init if fact[0] == atom[0]]
        bindings = [
            extended
            for binding in bindings
            for fact in facts
            if (extended := _matched(atom, fact, binding, allowed)) is not None
        ]
        if len(bindings) > MAX_MOVES:
            raise RefusedError(f"world: more than {MAX_MOVES} instances of {schema.name}")
    if not bindings:
        return []
    free = [name for name in schema.parameters if name not in bindings[0]]
    size = len(bindings)
    for name in free:
        size *= len(allowed[name])
    if size > MAX_MOVES:
        raise RefusedError(f"world: more than {MAX_MOVES} instances of {schema.name}")
    choices = list(product(*(sorted(allowed[name]) for name in free)))
    return [{**binding, **dict(zip(free, row, strict=True))} for binding in bindings for row in choices]


def _matched(atom: Fact, fact: Fact, binding: Binding, allowed: dict[str, frozenset[str]]) -> Binding | None:
    """The binding extended so that the atom is the fact; None when that cannot be."""
    extended = dict(binding)
    for term, name in zip(atom[1:], fact[1:], strict=True):
        if term[0] != "?":
            if term != name:
                return None
        elif extended.setdefault(term, name) != name or name not in allowed[term]:
            return None
    return extended


def _bound(atom: Fact, binding: Binding) -> Fact:
    return (atom[0], *(binding.get(term, term) for term in atom[1:]))


def _true(world: World, condition: Condition, binding: Binding) -> bool:
    """The value of a static condition."""
    if condition.sort == "atom":
        return _bound(condition.parts, binding) in world.init
    if condition.sort == "=":
        left, right = (binding.get(term, term) for term in condition.parts)
        return bool(left == right)
    if condition.sort == "not":
        return not _true(world, condition.parts[0], binding)
    values = [_true(world, part, binding) for part in condition.parts]
    return all(values) if condition.sort == "and" else any(values)


def possible(world: World, moves: list[Ground]) -> tuple[list[Ground], set[Fact]]:
    """The moves that may ever happen, and the facts that may ever hold."""
    reached = {fact for fact in world.init if fact[0] in world.domain.fluents}
    kept: list[Ground] = []
    waiting, grown = moves, True
    while grown:
        ready = [move for move in waiting if move.needs <= reached]
        waiting = [move for move in waiting if not move.needs <= reached]
        kept += ready
        before = len(reached)
        reached.update(*(move.adds for move in ready))
        grown = len(reached) > before
    return kept, reached


def goal_facts(world: World) -> tuple[set[Fact], set[Fact]] | None:
    """The changing facts that must hold and must not hold at the goal; None when its static part is false."""
    wanted, unwanted = set[Fact](), set[Fact]()
    for condition, holds in literals(world.goal):
        if condition.sort == "atom" and condition.parts[0] in world.domain.fluents:
            (wanted if holds else unwanted).add(condition.parts)
        elif _true(world, condition, {}) is not holds:
            return None
    return wanted, unwanted
