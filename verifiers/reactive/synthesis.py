"""From a specification in LTL to a machine, or to a counter-strategy: Spot solves, and two others check.

A machine of Moore's kind is one of Mealy's kind for the formula in which every input stands under a next. LTL
games are determined (Martin 1975), so where no machine satisfies a specification the environment has one of
the other kind that satisfies the negation.

Either machine is model-checked by Spot in another process, and here by playing it: each lasso that it closes
is judged by the definition of LTL.  The words tried are all short ones, then long walks from a fixed
sequence.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...domains.reactive.hoa import canonical
from ...domains.reactive.ltl import Specification, negated, satisfied, spot_text
from ...domains.reactive.ltlf_syntax import Formula
from ...domains.reactive.machine import Machine, explored
from ...instances.errors import EngineFailureError, EnginesDisagreeError
from ..engines import process, spot
from ..engines.outcome import Undecided

LASSOS = 1_000  # lassos that are judged
WALKS = 200  # of these, walks
STEPS = 200  # the most steps of a walk


class Synthesised(NamedTuple):
    """A machine that satisfies the specification, or one of the environment that violates it always."""

    machine: Machine
    realisable: bool


def synthesised(wanted: Specification, *, deadline: float = process.DEADLINE) -> Synthesised | Undecided:
    """A machine or a counter-strategy, checked; Undecided when a deadline or memory did not suffice.

    ``deadline`` is in seconds, for each of the processes that Spot runs in.  Raises EngineMissingError
    without Spot, EngineFailureError when neither side is found to win, EnginesDisagreeError when a check
    finds a run that the other says there is none of.
    """
    inputs, outputs, formula = wanted.inputs, wanted.outputs, wanted.formula
    machine = _machine(formula, inputs, outputs, wanted.moore, deadline)
    realisable = machine is not None
    if machine is None:
        formula = negated(formula)
        if (machine := _machine(formula, outputs, inputs, not wanted.moore, deadline)) is None:
            raise EngineFailureError("Spot finds that neither the system nor its environment wins")
    if isinstance(machine, Undecided):
        return machine
    checked = _checked(machine, formula, deadline)
    return checked if isinstance(checked, Undecided) else Synthesised(machine, realisable)


def _machine(
    formula: Formula, reads: Sequence[str], gives: Sequence[str], moore: bool, deadline: float
) -> Machine | Undecided | None:
    """A machine that satisfies the formula whatever it reads; None when there is none."""
    machine = spot.synthesise(spot_text(formula, reads if moore else ()), reads, gives, deadline=deadline)
    return undelayed(machine) if moore and isinstance(machine, Machine) else machine


def undelayed(machine: Machine) -> Machine:
    """The Moore machine that gives at each step what the machine gives on what was read a step before.

    A state is a state of the machine with the letter read last; before the first step that is letter 0.

    >>> echo = Machine(("r",), ("o",), 0, ((0, 0),), ((0, 1),))
    >>> undelayed(echo).run([1, 0, 1]).outputs
    (0, 1, 0)
    """
    letters = range(1 << len(machine.inputs))

    def after(node: tuple[int, int]) -> list[tuple[int, int]]:
        return [(machine.successors[node[0]][node[1]], letter) for letter in letters]

    order, rows = explored((machine.initial, 0), after)
    emitted = tuple((machine.emitted[state][last],) * len(letters) for state, last in order)
    return canonical(Machine(machine.inputs, machine.outputs, 0, tuple(rows), emitted))


def _checked(machine: Machine, formula: Formula, deadline: float) -> Undecided | None:
    """None when both checks pass; EnginesDisagreeError with a run when one does not."""
    run = spot.violation(machine, spot_text(formula), deadline=deadline)
    if isinstance(run, Undecided):
        return run
    own = violation(machine, formula)
    if run is None and own is None:
        return None
    shown = run if own is None else own.text((*machine.inputs, *machine.outputs))
    raise EnginesDisagreeError(f"the machine that Spot made violates {formula.text[:200]}: {shown}")


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
        if closing := [step for step, state in enumerate(states) if first.setdefault(state, step) < step]:
            end = draw.choice(closing)
            starts = [step for step in range(end) if states[step] == states[end]]
            yield _lasso(machine, word[:end], draw.choice(starts))


def violation(machine: Machine, formula: Formula, count: int = LASSOS) -> Lasso | None:
    """A lasso of the machine that does not satisfy the formula; None when those tried all do."""
    tried = lassos(machine, count)
    return next((lasso for lasso in tried if not satisfied(formula, lasso.steps, lasso.loop)), None)


def _lasso(machine: Machine, word: tuple[int, ...], loop: int) -> Lasso:
    emitted = machine.run(word).outputs
    names = (*machine.inputs, *machine.outputs)
    masks = [letter | out << len(machine.inputs) for letter, out in zip(word, emitted, strict=True)]
    steps = (frozenset(name for bit, name in enumerate(names) if mask >> bit & 1) for mask in masks)
    return Lasso(tuple(steps), loop)
