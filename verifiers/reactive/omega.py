"""Causes over infinite words: why a run over a lasso of inputs satisfies a formula of LTL or an automaton.

The cause is the set of input sequences F such that every sequence which differs from the lasso only where F
does has the effect (Coenen et al., ATVA 2022, without contingencies and without the limit assumption); Spot
gives a Buechi automaton for it.  ``checked`` is a second opinion: of some sequences near the lasso it knows,
by the definition alone, that a smaller difference prevents the effect; none may be in the cause.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import NamedTuple

from ...domains.reactive.ltl import read_ltl, satisfied, spot_text
from ...domains.reactive.machine import Machine
from ...domains.reactive.recogniser import read_recogniser
from ...instances.errors import EnginesDisagreeError, WorldError
from ..engines import process, spot
from ..engines.outcome import Undecided

TRIED = 60  # sequences near the lasso that are tried
FLIPS = 4  # the most cells in which one of them differs from it


class InfiniteTrace(NamedTuple):
    """Letters; after the last one comes step ``loop`` again."""

    letters: tuple[int, ...]
    loop: int

    def unrolled(self, times: int) -> InfiniteTrace:
        """The same trace with its cycle written so many times."""
        return InfiniteTrace((*self.letters, *self.letters[self.loop :] * (times - 1)), self.loop)


@dataclass(frozen=True)
class OmegaEffect:
    """A set of infinite words over some propositions of a machine."""

    aps: tuple[str, ...]
    happens: Callable[[Sequence[Collection[str]], int], bool]
    """Whether a lasso is in it: the propositions that hold, step by step, and the step after the last one."""
    source: Mapping[str, str]  # for Spot: a ``formula``, or an ``automaton`` as HOA text
    file: str | None = None
    line: int | None = None  # where the propositions are named


def formula_effect(text: str) -> OmegaEffect:
    """The words that satisfy a formula of LTL; WorldError with the column where it is malformed."""
    formula = read_ltl(text)
    return OmegaEffect(formula.aps, partial(satisfied, formula), {"formula": spot_text(formula)})


def automaton_effect(text: str, *, file: str = "effect.hoa") -> OmegaEffect:
    """The words that an automaton accepts; raises what `read_recogniser` does."""
    recogniser = read_recogniser(text, file=file)
    source = {"automaton": recogniser.text()}
    return OmegaEffect(recogniser.aps, recogniser.accepts, source, file, recogniser.ap_line)


def has_effect(machine: Machine, trace: InfiniteTrace, effect: OmegaEffect) -> bool:
    """Whether the run over a trace has an effect; WorldError for a proposition that the machine has not."""
    names = (*machine.inputs, *machine.outputs)
    if strange := [ap for ap in effect.aps if ap not in names]:
        message = f"the effect speaks of {strange[0]!r}, which is no proposition of the machine"
        raise WorldError(message, file=effect.file, line=effect.line)
    steps: list[set[str]] = []
    seen: dict[tuple[int, int], int] = {}
    state, place = machine.initial, 0
    while (state, place) not in seen:
        seen[state, place] = len(steps)
        letter = trace.letters[place]
        mask = letter | machine.emitted[state][letter] << len(machine.inputs)
        steps.append({name for bit, name in enumerate(names) if mask >> bit & 1})
        state = machine.successors[state][letter]
        place = place + 1 if place + 1 < len(trace.letters) else trace.loop
    return effect.happens(steps, seen[state, place])


def temporal_cause(
    machine: Machine, trace: InfiniteTrace, effect: OmegaEffect, *, deadline: float = process.DEADLINE
) -> str | Undecided:
    """HOA text of a Buechi automaton over the inputs for the cause; Undecided when it takes too long.
    WorldError when the effect does not happen, EnginesDisagreeError when the second opinion contradicts."""
    if not has_effect(machine, trace, effect):
        raise WorldError("the effect does not happen on the trace: it has no cause there")
    text = spot.temporal_cause(machine, trace.letters, trace.loop, effect.source, deadline=deadline)
    return text if isinstance(text, Undecided) else checked(text, machine, trace, effect, deadline)


def checked(
    text: str, machine: Machine, trace: InfiniteTrace, effect: OmegaEffect, deadline: float
) -> str | Undecided:
    """The automaton, when it accepts the trace and nothing near it that a smaller difference excludes."""
    tried = [trace, *_near(trace.unrolled(2), len(machine.inputs))]
    words = [_word(word, machine.inputs) for word in tried]
    answers = spot.accepted(text, words, deadline=deadline)
    if isinstance(answers, Undecided):
        return answers
    if not answers[0]:
        raise EnginesDisagreeError("the automaton of the cause does not accept the trace itself")
    whole = trace.unrolled(2)
    for close, word, inside in zip(tried[1:], words[1:], answers[1:], strict=True):
        if inside and not all(has_effect(machine, near, effect) for near in _between(whole, close)):
            raise EnginesDisagreeError(f"the automaton of the cause accepts {word}, which avoids the effect")
    return text


def _near(trace: InfiniteTrace, width: int) -> Iterator[InfiniteTrace]:
    """Traces that differ in a few cells, the same ones each time."""
    draw = random.Random(0)
    cells = [(step, bit) for step in range(len(trace.letters)) for bit in range(width)]
    for _ in range(TRIED if cells else 0):
        letters = list(trace.letters)
        for step, bit in draw.sample(cells, min(len(cells), draw.randint(1, FLIPS))):
            letters[step] ^= 1 << bit
        yield InfiniteTrace(tuple(letters), trace.loop)


def _between(trace: InfiniteTrace, far: InfiniteTrace) -> Iterator[InfiniteTrace]:
    """The traces that differ from one only where the other does."""
    cells = [
        (step, 1 << bit)
        for step, (one, other) in enumerate(zip(trace.letters, far.letters, strict=True))
        for bit in range((one ^ other).bit_length())
        if (one ^ other) >> bit & 1
    ]
    for many in range(len(cells) + 1):
        for chosen in combinations(cells, many):
            letters = list(trace.letters)
            for step, flip in chosen:
                letters[step] ^= flip
            yield InfiniteTrace(tuple(letters), trace.loop)


def _word(trace: InfiniteTrace, inputs: Sequence[str]) -> str:
    cubes = [
        " & ".join(f'{"" if letter >> bit & 1 else "!"}"{name}"' for bit, name in enumerate(inputs)) or "1"
        for letter in trace.letters
    ]
    before = "".join(f"{cube}; " for cube in cubes[: trace.loop])
    return f"{before}cycle{{{'; '.join(cubes[trace.loop :])}}}"
