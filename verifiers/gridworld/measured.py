"""An explorer's figures: what it tried, how predictable its actions are, and one episode measured.

An episode is measured from its record and its instance alone.  The record is played again, so that nothing is
taken from it but its turns; what the judge says of it is its score.  A test that was not taken to its end has
no score here (``certwright score`` counts it 0).

Clicks on different cells are different actions, and so are different arrows (WorldTest, Table E.2).  The
paper gives shares of *different* actions, where ``reset`` and ``noop`` count one each however often they
occur; shares of all steps stand beside them.

>>> tried = Tried.of(["click 1 2", "click 1 2", "click 0 0", "left", "noop", "noop", "reset", "left"])
>>> tried.different["click"], tried.steps, tried.share("reset"), tried.share_of_steps("noop")
(2, 8, 0.2, 0.25)

In a window of actions let p be the share of each of the k different actions in it and H = -sum p log2 p their
entropy; the normalised perplexity is (2^H - 1) / (k - 1), and 0 where k = 1: near 0 one action is repeated,
at 1 all that occur are equally frequent.  The window slides by one action; the *area* is the integral of the
values over the normalised position of their windows in 0..1 (trapezoids), *final* is the last value
(WorldTest, definitions D.1 to D.3).  The text of the paper at hand has lost the formulas and does not state
the length of the window: the first are read off its words, the second is a parameter.  Every action of an
exploration counts, ``reset`` and ``noop`` too.

>>> normalised(["up"] * 4), normalised(["up", "down"] * 2)
(0.0, 1.0)
>>> [round(value, 4) for value in curve(["up", "down", "up", "up", "up"], window=3)]
[0.8899, 0.8899, 0.0]
>>> area((1.0, 0.5, 0.0)), area(()), area((0.25,))
(0.5, None, 0.25)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Literal

from ...domains.environment import Utterance, turn_of
from ...domains.gridworld.actions import KEYS
from ...domains.gridworld.environment import call_of_text
from ...domains.gridworld.phases import GOAL_REACHED
from ...domains.gridworld.program import chance
from ...instances.errors import RecordError
from ...instances.records import Answer, Episode, Instance, Verdict
from ..judge import prepare, replay
from ..statistics import blind_score, corrected
from .judging import environment

Kind = Literal["click", "arrow", "noop", "reset"]
KINDS: tuple[Kind, ...] = ("click", "arrow", "noop", "reset")


@dataclass(frozen=True)
class Tried:
    """How many different actions of each kind were tried, and how many steps they took."""

    different: dict[Kind, int]
    taken: dict[Kind, int]

    @staticmethod
    def of(actions: Sequence[str]) -> Tried:
        """Count the actions of an exploration, written as ``click 3 4``, ``left``, ``noop``, ``reset``."""
        different, taken = Counter(map(kind, set(actions))), Counter(map(kind, actions))
        return Tried({kind: different[kind] for kind in KINDS}, {kind: taken[kind] for kind in KINDS})

    @property
    def steps(self) -> int:
        """All actions taken."""
        return sum(self.taken.values())

    def share(self, of: Kind) -> float | None:
        """The share of a kind among the different actions; None when nothing was done."""
        total = sum(self.different.values())
        return self.different[of] / total if total else None

    def share_of_steps(self, of: Kind) -> float | None:
        """The share of a kind among all actions taken; None when nothing was done."""
        return self.taken[of] / self.steps if self.steps else None


def kind(action: str) -> Kind:
    """The kind of an action."""
    if action.startswith("click "):
        return "click"
    if action in KEYS:
        return "arrow"
    return "reset" if action == "reset" else "noop"


WINDOW = 20  # actions of a window, where nothing else is asked for


def normalised(actions: Sequence[str]) -> float:
    """The normalised perplexity of some actions, at least one."""
    counts = Counter(actions)
    if len(counts) < 2:
        return 0.0
    shares = [count / len(actions) for count in counts.values()]
    entropy = -sum(share * log2(share) for share in shares)
    return float(2**entropy - 1) / (len(counts) - 1)


def curve(actions: Sequence[str], window: int = WINDOW) -> tuple[float, ...]:
    """The value of every window in order; actions that are fewer than a window are one."""
    last = max(len(actions) - window, 0)
    return tuple(normalised(actions[at : at + window]) for at in range(last + 1)) if actions else ()


def area(values: Sequence[float]) -> float | None:
    """The area under a curve whose values stand at equal distances in 0..1; None when there are none."""
    if len(values) < 2:
        return values[0] if values else None
    return (sum(values) - (values[0] + values[-1]) / 2) / (len(values) - 1)


def final(values: Sequence[float]) -> float | None:
    """The last value; None when there are none."""
    return values[-1] if values else None


@dataclass(frozen=True)
class Measured:
    """What is known of one episode."""

    instance: str
    world: str
    task: str
    agent: str
    sample: int
    stochastic: bool
    completed: bool
    score: float | None  # None when the test was not completed, or its truth is not known
    corrected: float | None  # the score beyond the blind one that the question states, if it states one
    explored: tuple[str, ...]  # the actions of the exploration, ``reset`` among them
    played: int | None  # steps of the world in the test; None for a masked frame
    met: int | None  # the step of the test that showed the change or reached the goal; None if none did
    tokens: int | None
    seconds: float | None


def measure(instance: Instance, episode: Episode, verdict: Verdict | None = None) -> Measured:
    """Measure an episode; ``verdict`` is what the judge said of it, if that was asked already. RecordError
    for a record that its world contradicts, or a malformed instance; AutumnError for its world."""
    world = environment(instance)
    feedbacks = replay(episode, world)
    if verdict is None:
        verdict = prepare(instance)(Answer(id=instance.id, sample=episode.sample, answer=episode))
    figures, usage = verdict.metadata, episode.usage
    explored = [
        _said(step.action)
        for step, feedback in zip(episode.steps, feedbacks, strict=True)
        if feedback.metadata.get("phase") == "exploration" and feedback.outcome in ("stepped", "reset")
    ]
    test = world.test
    score, blind = verdict.value if world.completed else None, blind_score(instance)
    played = None if instance.task == "mfp" or test is None else len(test.played.actions)
    return Measured(
        instance=instance.id,
        world=instance.domain,
        task=instance.task,
        agent=episode.agent,
        sample=episode.sample,
        stochastic=chance(world.question.program),
        completed=world.completed,
        score=score,
        corrected=corrected(score, blind) if score is not None and 0 < blind < 1 else None,
        explored=tuple(explored),
        played=played,
        met=played if world.stop == GOAL_REACHED else figures.get("defect_time"),
        tokens=usage.input_tokens + usage.output_tokens if usage else None,
        seconds=usage.seconds if usage else None,
    )


def _said(record: object) -> str:
    turn = turn_of(record)
    call = call_of_text(turn.text) if isinstance(turn, Utterance) else turn
    if (tool := getattr(call, "tool", None)) is None:
        raise RecordError("an action of the exploration is a call", field="action")
    arguments = getattr(call, "arguments", {})
    return f"click {arguments['x']} {arguments['y']}" if tool == "click" else str(tool)
