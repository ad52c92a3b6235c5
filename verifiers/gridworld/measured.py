"""One episode measured, from its record and its instance alone.

The record is played again, so that nothing is taken from it but its turns; what the judge says of it is its
score.  A test that was not taken to its end has no score here (``certwright score`` counts it 0).
"""

from dataclasses import dataclass

from ...domains.environment import Utterance, turn_of
from ...domains.gridworld.environment import call_of_text
from ...domains.gridworld.phases import GOAL_REACHED
from ...domains.gridworld.program import chance
from ...instances.errors import RecordError
from ...instances.records import Answer, Episode, Instance, Verdict
from ..judge import prepare
from ..replay import replay
from ..statistics import blind_score, corrected
from .judging import environment


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
    score: float | None
    """None when the test was not completed, or its truth is not known."""
    corrected: float | None
    """The score beyond the blind one that the question states; None where it states none."""
    explored: tuple[str, ...]
    """The actions of the exploration, ``reset`` among them."""
    played: int | None
    """Steps of the world in the test; None for a masked frame."""
    met: int | None
    """The step of the test at which the change could be seen, or the goal was reached; None if never."""
    tokens: int | None
    seconds: float | None


def measure(instance: Instance, episode: Episode, verdict: Verdict | None = None) -> Measured:
    """Measure an episode; ``verdict`` is what the judge said of it, if that was asked already.

    RecordError for a record that its world contradicts, or a malformed instance; AutumnError for its world.
    """
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
    tool = getattr(call, "tool", None)
    if tool is None:
        raise RecordError("an action of the exploration is a call", field="action")
    arguments = getattr(call, "arguments", {})
    return f"click {arguments['x']} {arguments['y']}" if tool == "click" else str(tool)
