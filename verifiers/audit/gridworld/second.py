"""Check `second`: plain search over every click, and play under other draws, do not say otherwise.

- every record: the checker's plain interpreter plays as the fast machine does (``plain.py``).

- ``mfp``: no play under other draws that shows what was seen ends with a wrong option.
- ``planning``: breadth-first search by every action and every cell, no classes, meets no goal too early;
  where luck decides, plays of the plan succeed about as often as its probability says.
- ``change``: no sequence that such a search tries shows the change too early; no play of the base world shows
  the frames of the gold run.

What the counted steps do not exhaust stays open.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Hashable, Sequence
from fractions import Fraction

from ....domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action, click
from ....domains.gridworld.frames import agrees, patch
from ....domains.gridworld.machine import Machine, Snapshot
from ....domains.gridworld.questions import LETTERS, Change, MaskedFrame, Planning
from ...search.grid_states import state_key
from ..finding import Result
from ..options import AuditOptions
from .plain import play_both
from .subject import CHANCES, GridSubject, frames_of, grid_of

STEPS = 1500
"""Steps of plain search for each claim asked."""
DEVIATIONS = 5
"""A frequency so many standard deviations from a probability contradicts it."""
Node = tuple[Snapshot, Snapshot | None, int]


def second(subject: GridSubject, options: AuditOptions) -> Result:
    """Ask plain play."""
    result = Result.of(subject.instance, "second")
    asked, limit = subject.question, STEPS * options.sample
    play_both(subject, result, options.sample)
    if isinstance(asked, MaskedFrame):
        _masked(subject, result, asked)
    elif isinstance(asked, Planning):
        if "probability" in subject.truth:
            _frequency(subject, result, asked)
        elif subject.truth["plan"] is not None:
            _shorter(result, asked, subject.truth["steps"], limit)
        else:
            result.counts["open"] += 1
    else:
        _unseen(subject, result, asked)
        if subject.truth["shortest"] and _certain(asked):
            _sooner(result, asked, subject.truth["steps"], limit)
        else:
            result.counts["open"] += 1
    return result


def _masked(subject: GridSubject, result: Result, asked: MaskedFrame) -> None:
    truth = subject.truth
    shown: set[str] = set()
    for frames in subject.realisations(asked.program, asked.actions):
        as_seen = all(agrees(frame, seen) for frame, seen in zip(frames, asked.seen, strict=True))
        if as_seen or truth["scope"] == "every-realisation":
            end = patch(frames[-1], asked.box)
            shown |= {LETTERS[place] for place, option in enumerate(asked.options) if option == end}
    machine = Machine(asked.program, asked.rng_seed)
    end = patch(frames_of(machine, asked.actions)[-1], asked.box)
    shown |= {LETTERS[place] for place, option in enumerate(asked.options) if option == end}
    _probe(result, shown == {truth["answer"]}, f"plays end with {sorted(shown)}, we prove {truth['answer']}")


def _frequency(subject: GridSubject, result: Result, asked: Planning) -> None:
    plan = [Action.parse(text) for text in subject.truth["plan"]]
    plays = subject.realisations(asked.program, plan)
    hits = sum(agrees(frames[-1], asked.goal) for frames in plays)
    chance = float(Fraction(subject.truth["probability"]))
    off = abs(hits - CHANCES * chance)
    within = off <= DEVIATIONS * math.sqrt(CHANCES * chance * (1 - chance)) + 1
    _probe(result, within, f"the plan succeeds in {hits} of {CHANCES} plays, we prove {chance:.4f}")


def _unseen(subject: GridSubject, result: Result, asked: Change) -> None:
    """Plays of the base world do not show what the gold run of the changed world shows."""
    actions = [Action.parse(line) for line in subject.gold]
    if not actions:
        result.counts["open"] += 1
        return
    shown = frames_of(Machine(asked.changed, asked.rng_seed), actions)
    as_seeded = frames_of(Machine(asked.program, asked.rng_seed), actions)
    alike = sum(frames == shown for frames in (as_seeded, *subject.realisations(asked.program, actions)))
    _probe(result, not alike, f"{alike} plays of the base world show the frames that it cannot show")


def _certain(asked: Change) -> bool:
    """Whether neither program mentions a random draw."""
    texts = (asked.program.text, asked.changed.text)
    return not any(word in text for text in texts for word in ("uniformChoice", "random"))


def _shorter(result: Result, asked: Planning, steps: int, limit: int) -> None:
    """Search for the goal by every action, as far as the limit goes."""
    machine = Machine(asked.program, asked.rng_seed)
    actions = _every(asked.program.grid_size)
    met: set[Hashable] = {state_key(machine)}
    queue: deque[Node] = deque([(machine.snapshot(), None, 0)])
    taken, early = 0, None
    while queue and taken < limit and early is None and queue[0][2] < steps - 1:
        here, _, depth = queue.popleft()
        for action in actions:
            machine.restore(here)
            machine.step(action)
            taken += 1
            if (key := state_key(machine)) not in met:
                met.add(key)
                queue.append((machine.snapshot(), None, depth + 1))
                early = depth + 1 if agrees(machine.frame(), asked.goal) else early
    _settled(result, queue, steps, early, "the goal")


def _sooner(result: Result, asked: Change, steps: int, limit: int) -> None:
    """Play both worlds side by side by every action, as far as the limit goes."""
    base, other = Machine(asked.program, asked.rng_seed), Machine(asked.changed, asked.rng_seed)
    actions = _every(asked.program.grid_size)
    met: set[Hashable] = {(state_key(base), state_key(other))}
    queue: deque[Node] = deque([(base.snapshot(), other.snapshot(), 0)])
    taken, early = 0, None
    while queue and taken < limit and early is None and queue[0][2] < steps - 1:
        here, there, depth = queue.popleft()
        for action in actions:
            assert there is not None
            base.restore(here)
            base.step(action)
            other.restore(there)
            other.step(action)
            taken += 2
            if (key := (state_key(base), state_key(other))) not in met:
                met.add(key)
                queue.append((base.snapshot(), other.snapshot(), depth + 1))
                early = depth + 1 if grid_of(base) != grid_of(other) else early
    _settled(result, queue, steps, early, "the change")


def _settled(result: Result, queue: Sequence[Node], steps: int, early: int | None, what: str) -> None:
    """A search that was cut short leaves the claim open, but finds what it finds."""
    if early is None and queue and queue[0][2] < steps - 1:
        result.counts["open"] += 1
    _probe(result, early is None, f"plain search shows {what} after {early} steps, we prove {steps}")


def _every(size: int) -> list[Action]:
    """Every action of a world: no classes."""
    return [NOOP, LEFT, RIGHT, UP, DOWN, *(click(x, y) for y in range(size) for x in range(size))]


def _probe(result: Result, agreed: bool, sentence: str) -> None:
    result.probe(agreed, "claims by plain play")
    if not agreed:
        result.fault(f"EnginesDisagree: {sentence}")
