"""Checks `gold`, `idle` and `answers`: what scores is what deserves to.

What an answer deserves is found without the judge: the stored option; whether plain play shows the goal; the
distance of the chosen frame from the defect time, which the proof checker's own walk finds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from ....domains.environment import Call, Turn
from ....domains.gridworld.actions import Action
from ....domains.gridworld.frames import agrees
from ....domains.gridworld.machine import Machine
from ....domains.gridworld.questions import LETTERS, Change, Planning
from ....instances.records import Episode, Outcome
from ...proofs.gridworld.autumn.machine import Machine as PlainMachine
from ...proofs.gridworld.world import World
from ..finding import Result
from ..idle import NOTHING
from .subject import GridSubject, frames_of, waiting

CLOSE = 1e-9
DRAWN = 3
WAITED = 30
Lines = list[str]


def gold(subject: GridSubject) -> Result:
    """The stored answer scores in every spelling."""
    result = Result.of(subject.instance, "gold")
    lines = subject.gold
    if not lines:
        return result
    record = subject.episode(subject.answered(lines))
    spellings = (("text", "\n".join(lines)), ("data", lines), ("episode", record))
    for spelling, answer in spellings:
        told = subject.verdict(answer)
        result.probe(told.value == 1.0)
        if told.value != 1.0:
            result.fault(f"the gold answer as {spelling} is judged {told.outcome.value}: {told.explanation}")
    return result


def idle(subject: GridSubject) -> Result:
    """Who does nothing scores nothing; who waits, or always says the same, what that deserves."""
    result = Result.of(subject.instance, "idle")
    explored: list[Turn] = [Call("noop")] * 3
    walks: list[list[Turn]] = [[], explored, [*explored, Call("quit")], [Call("go-to-test")]]
    answers = [*NOTHING, [], *map(subject.episode, walks)]
    for answer in answers:
        worth = subject.verdict(answer).value or 0.0
        result.probe(not worth)
        if worth:
            result.fault(f"the idle answer {str(answer)[:100]!r} scores {worth}")
    for lines in _lazy(subject):
        _compared(subject, result, "lazy", lines)
    return result


def _lazy(subject: GridSubject) -> Iterator[Lines]:
    if subject.task == "mfp":
        yield from ([letter] for letter in LETTERS[: len(subject.instance.query["options"])])
    else:
        yield waiting(1)
        yield waiting(min(WAITED, subject.instance.query.get("budget", WAITED)))


def answers(subject: GridSubject) -> Result:
    """Spoilt answers, and records of what did not happen."""
    result = Result.of(subject.instance, "answers")
    if subject.task != "mfp" and subject.gold:
        for name, lines in _spoilt(subject):
            _compared(subject, result, name, lines)
    if subject.task == "change":
        for frame in _frames(len(subject.gold)):
            _compared(subject, result, f"frame {frame} chosen", subject.gold, frame)
    for name, record in _forged(subject) if subject.gold else ():
        refused = subject.verdict(record).outcome is Outcome.UNPARSED
        result.probe(refused, "killed" if refused else "survived")
        if not refused:
            result.fault(f"a record that claims {name} is not refused")
    return result


def _compared(
    subject: GridSubject, result: Result, name: str, lines: Lines, frame: int | None = None
) -> None:
    """Hold the score of an answer against what it deserves."""
    worth = subject.verdict(subject.episode(subject.answered(lines, frame))).value or 0.0
    due = deserved(subject, lines, frame)
    same = math.isclose(worth, due, abs_tol=CLOSE)
    fate = "survived" if not same else "equivalent" if due == 1.0 else "killed"
    result.probe(same, fate, f"{name}: {fate}")
    if not same:
        result.fault(f"the answer ({name}) scores {worth}, and deserves {due}", lines=lines[:20])


def deserved(subject: GridSubject, lines: Sequence[str], frame: int | None = None) -> float:
    """What an answer is worth."""
    if subject.task == "mfp":
        return float(lines[0] == subject.truth["answer"])
    actions = [Action.parse(line) for line in lines]
    asked = subject.question
    if isinstance(asked, Planning):
        seen = frames_of(Machine(asked.program, asked.rng_seed), actions[: asked.budget])
        return float(any(agrees(one, asked.goal) for one in seen[1:]))
    assert isinstance(asked, Change)
    chosen, time = len(actions) if frame is None else frame, _shown_at(asked, actions)
    if time is None or chosen < time - 1:
        return 0.0
    ratio = chosen / time
    late = 1.377 / (1.0 - ratio * math.exp(-ratio)) - 1.178
    return 1.0 if chosen <= time else min(1.0, max(0.0, late))


def _shown_at(asked: Change, actions: Sequence[Action]) -> int | None:
    """The first step whose frame the base world cannot show, found by the proof checker's walk."""
    shown = frames_of(Machine(asked.changed, asked.rng_seed), actions)
    world = World(PlainMachine(asked.program.text), asked.program.text)
    layer = world.start(asked.rng_seed)
    for step, action in enumerate(actions, 1):
        layer = world.showing(world.after(layer, str(action)), shown[step])
        if not layer:
            return step
    return None


def _spoilt(subject: GridSubject) -> Iterator[tuple[str, Lines]]:
    lines = subject.gold
    yield "without the last", lines[:-1]
    yield "the first moved to the end", [*lines[1:], lines[0]]
    yield "waiting first", [*waiting(1), *lines]
    for place in subject.draw.sample(range(len(lines)), DRAWN, "place"):
        yield "an action left out", [*lines[:place], *waiting(1), *lines[place + 1 :]]


def _frames(step: int) -> list[int]:
    """Frames to choose after a run whose last step shows the change."""
    return sorted({0, max(0, step - 2), max(0, step - 1), step})


def _forged(subject: GridSubject) -> Iterator[tuple[str, Episode]]:
    whole = subject.episode(subject.answered(subject.gold))
    replace = msgspec.structs.replace
    yield "another end", replace(whole, stop="QUIT")
    yield "to have ended before", replace(whole, steps=whole.steps[:-1])
    lied = (*whole.steps[:-1], replace(whole.steps[-1], outcome="invalid"))
    yield "another outcome", replace(whole, steps=lied)
    blind = (*whole.steps[:-1], replace(whole.steps[-1], observation="0" * 16))
    yield "another observation", replace(whole, steps=blind)
