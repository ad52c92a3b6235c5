"""Does the guard of a changed program fire exactly then?  Both programs side by side, with equal draws.

The changed program is watched: its guard, an expression, is looked at before and after each clause of every
step.  As long as it has not held, both programs must show the same and draw the same; the first step at which
they do not is the first effect of the mutation, and the guard has held by then.

>>> from certwright.domains.gridworld.catalog import run, world
>>> told = world("crane")
>>> change = told.about.changes[0]
>>> watched(told.program, told.changed[0], change.fires, run(change.run), change.rng_seed)
Fired(guard=13, effect=13)
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import Program, read_program


class Fired(NamedTuple):
    """The steps (from 1) at which the guard held first, and at which the programs differed first."""

    guard: int | None
    effect: int | None

    @property
    def sound(self) -> bool:
        """Whether the programs differ only once the guard has held."""
        return self.effect is None or (self.guard is not None and self.guard <= self.effect)


def watched(base: str, changed: str, fires: str, actions: Iterable[Action], rng_seed: int) -> Fired:
    """Play two programs' texts side by side until they differ; AutumnError for a guard that is none."""
    plain, other = Machine(read_program(base), rng_seed), Machine(guarded(changed, fires), rng_seed)
    guard: int | None = None
    for step, action in enumerate(actions, 1):
        plain.step(action)
        other.step(action)
        if guard is None and any(number % 2 == 0 for number in other.covered):
            guard = step
        if plain.frame() != other.frame() or plain.rng_state != other.rng_state:
            return Fired(guard, step)
    return Fired(guard, None)


def guarded(text: str, fires: str) -> Program:
    """The program with a clause before and after each of its own that holds when the guard does.

    The first, third and so on are those that watch; they set a variable that nothing else reads.
    """
    places = [clause.at for clause in read_program(text).clauses]
    ends = [0, *places, text.rindex(")")]
    parts = [text[begin:end] for begin, end in pairwise(ends)]
    watch = f"(on {fires} (= guardHeld true)) "
    return read_program(f"{watch.join(parts)}{watch})", file="guarded.sexp")
