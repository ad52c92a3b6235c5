"""The parts of a level that should matter, and the level without one of them.

- ``lock (open vault)``: without it the fact holds from the start;
- ``rule NAME``: without it the event is not in the domain;
- ``epoch NAME``: without it no initial fact speaks of the epoch or of what some static fact binds to it;
- ``decay NAME``: without it facts of the predicate last.

A part is *load-bearing* when the level without it has another optimum, or none.

>>> from .level import shipped
>>> parts(shipped("L03"))
('lock (open tower-future)', 'rule carving-endures', 'epoch past', 'epoch present', 'epoch future')
"""

from dataclasses import replace

import msgspec

from ...instances.errors import NameUnknownError
from ..planning import atoms
from .level import Level


def parts(level: Level) -> tuple[str, ...]:
    """The names of a level's parts: locks, rules, epochs, decays, each in the order of the level."""
    about = level.about
    return (
        *(f"lock {text}" for text in about.locks),
        *(f"rule {name}" for name in level.problem.domain.events),
        *(f"epoch {name}" for name in about.epochs),
        *(f"decay {name}" for name in (about.decay.unstable if about.decay else ())),
    )


def without(level: Level, part: str) -> Level:
    """The level without a part; NameUnknownError when it has no such part."""
    if part not in parts(level):
        raise NameUnknownError(f"{level.name} has no part {part!r}")
    kind, _, name = part.partition(" ")
    problem, about = level.problem, level.about
    if kind == "lock":
        problem = replace(problem, init=problem.init | {atoms.parse(name)})
    elif kind == "rule":
        events = {key: event for key, event in problem.domain.events.items() if key != name}
        problem = replace(problem, domain=replace(problem.domain, events=events))
    elif kind == "epoch":
        static = (fact for fact in problem.init if fact[0] not in problem.domain.fluents)
        bound = {part for fact in static if name in fact[1:] for part in fact[1:]} | {name}
        problem = replace(problem, init=frozenset(f for f in problem.init if bound.isdisjoint(f[1:])))
    elif about.decay is not None:
        left = tuple(predicate for predicate in about.decay.unstable if predicate != name)
        decay = msgspec.structs.replace(about.decay, unstable=left) if left else None
        about = msgspec.structs.replace(about, decay=decay)
    about = msgspec.structs.replace(about, optimal=None)
    return replace(level, name=f"{level.name} without {part}", problem=problem, about=about)
