"""Playing a stored episode again, turn by turn, and comparing what the record says of it.

A record is believed in its turns alone.  The observations, outcomes and the stop reason that it states are
compared with what the world shows: a record that tells them otherwise was not made by this world.
"""

from typing import Any

import msgspec

from ..domains.environment import Environment, Feedback, digest, turn_of
from ..instances.errors import RecordError
from ..instances.records import Episode

CUT_SHORT = "CUT_SHORT"  # the stop reason of an episode whose turns ran out before the world stopped it


def episode_of(answer: Any) -> Episode:
    """The episode that an answer is, or holds as JSON; RecordError for anything else."""
    if isinstance(answer, Episode):
        return answer
    try:
        return msgspec.convert(answer, Episode)
    except (msgspec.ValidationError, RecursionError, UnicodeError) as error:
        raise RecordError(f"the answer is no episode: {error}", field="answer") from None


def replay(episode: Episode, environment: Environment) -> tuple[Feedback, ...]:
    """Take the episode's turns in the environment, which is at its beginning; what each led to.

    Raises RecordError at the first step that differs from the record, for turns after the world's stop, and
    for a stop reason that is not the world's.
    """
    feedbacks = []
    for number, step in enumerate(episode.steps):
        where = f"steps[{number}]"
        if environment.stop is not None:
            raise RecordError(f"the world stopped before ({environment.stop})", field=where)
        if step.observation is not None and step.observation != digest(environment.observe()):
            raise RecordError("the observation is not what the world showed", field=f"{where}.observation")
        try:
            turn = turn_of(step.action)
        except RecordError as error:
            raise RecordError(error.message, field=f"{where}.action") from None
        feedback = environment.act(turn)
        feedbacks.append(feedback)
        if step.outcome != feedback.outcome:
            said = f"{step.outcome[:60]!r}, the world says {feedback.outcome!r}"
            raise RecordError(f"the outcome is {said}", field=f"{where}.outcome")
    stop = environment.stop or CUT_SHORT
    if episode.stop != stop:
        raise RecordError(f"the stop reason is {episode.stop[:60]!r}, the world says {stop!r}", field="stop")
    return tuple(feedbacks)
