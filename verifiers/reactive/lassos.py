"""A machine against an LTL formula, by playing it: lassos of its runs, each judged by the definition.

A machine with the run s0 i0 s1 i1 ... closes a lasso where a state comes again.  The words tried are all
short ones, shortest first, and then long walks whose letters come from a fixed sequence.  Nothing here knows
of automata or of Spot, so it is a second opinion on what Spot says: a violation found is one, and that none
is found says so of these words only.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ...domains.reactive.ltl import satisfied
from ...domains.reactive.ltlf_syntax import Formula
from ...domains.reactive.machine import Machine

LASSOS = 1_000
"""Lassos that are judged."""
WALKS = 200
"""Of these, walks."""
STEPS = 200
"""The most steps of a walk."""


@dataclass(frozen=True)
class Lasso:
    """The propositions that hold step by step; after the last step comes step ``loop`` again."""

    steps: tuple[frozenset[str], ...]
    loop: int

    def text(self, names: tuple[str, ...]) -> str:
        """A word in Spot's syntax, each step with every name."""
        cubes = ["&".join(name if name in step else f"!{name}" for name in names) for step in self.steps]
        before = "".join(f"{cube}; " for cube in cubes[: self.loop])
        return f"{before}cycle{{{'; '.join(cubes[self.loop :])}}}"


def lassos(machine: Machine, count: int = LASSOS) -> Iterator[Lasso]:
    """At most ``count`` lassos of the machine, the same ones each time."""
    letters = range(1 << len(machine.inputs))
    waiting: list[tuple[int, ...]] = [()]
    made = 0
    for word in waiting:  # breadth-first: the list grows while it is gone through
        states = machine.run(word).states
        if len(set(states)) < len(states):
            yield _lasso(machine, word, states.index(states[-1]))
            made += 1
        else:
            waiting.extend((*word, letter) for letter in letters)
        if made >= count - WALKS or len(waiting) > 4 * count:
            break
    draw = random.Random(0)
    for _ in range(WALKS):
        word = tuple(draw.randrange(len(letters)) for _ in range(min(2 * machine.states + 1, STEPS)))
        states = machine.run(word).states
        first: dict[int, int] = {}
        closing = [step for step, state in enumerate(states) if first.setdefault(state, step) < step]
        if closing:
            end = draw.choice(closing)
            starts = [step for step in range(end) if states[step] == states[end]]
            yield _lasso(machine, word[:end], draw.choice(starts))


def violation(machine: Machine, formula: Formula, count: int = LASSOS) -> Lasso | None:
    """A lasso of the machine that does not satisfy the formula; None when those tried all do."""
    return next((one for one in lassos(machine, count) if not satisfied(formula, one.steps, one.loop)), None)


def _lasso(machine: Machine, word: tuple[int, ...], loop: int) -> Lasso:
    """The valuations of inputs and outputs along a word."""
    emitted = machine.run(word).outputs
    names = (*machine.inputs, *machine.outputs)
    masks = [letter | out << len(machine.inputs) for letter, out in zip(word, emitted, strict=True)]
    steps = (frozenset(name for bit, name in enumerate(names) if mask >> bit & 1) for mask in masks)
    return Lasso(tuple(steps), loop)
