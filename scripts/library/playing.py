"""Episodes: the environment that agents meet, as reset, step and observation."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...domains.environment import Call, Fault, Turn, Utterance
from ...instances.errors import RecordError, UnsupportedError
from ...instances.hostile import decode
from ...instances.records import Episode, Instance, Json, Verdict
from ..agents.agent import EpisodeRun, environment, turn_of_line
from .judging import score
from .prompts import turn_of_call

Action = str | tuple[str, Mapping[str, Any]] | Mapping[str, Any] | Turn
"""A text (``walk(ann, park)``, or plain words), a tool with its arguments, a tool call of a model, a turn."""


class Taken(NamedTuple):
    """What an action led to."""

    observation: str  # what is seen now
    feedback: str  # the text for the agent
    outcome: str  # what became of the action, in a word
    done: bool


class Play:
    """One episode under way.

    >>> import certwright as cw
    >>> env = cw.play(cw.load("timetravel")[-6])  # the first of six levels told by hand
    >>> env.step("take brann lens yard-past").outcome
    'valid'
    >>> env.step(("STUCK", {})).done, env.stop
    (True, 'LLM_STUCK')
    >>> env.score().value
    0.0
    """

    def __init__(self, question: Instance):
        self.question = question
        self.reset()

    _run: EpisodeRun

    @property
    def instructions(self) -> str:
        """What an agent is told once, before its first turn."""
        return self._run.environment.instructions

    @property
    def tools(self) -> list[Json]:
        """What can be called now, as OpenAI-compatible interfaces take it."""
        return [tool.schema() for tool in self._run.environment.tools]

    @property
    def observation(self) -> str:
        """What is seen now."""
        return self._run.environment.observe()

    @property
    def done(self) -> bool:
        """Whether the episode is over."""
        return self._run.over

    @property
    def stop(self) -> str | None:
        """Why the episode is over; None while it goes on."""
        return self._run.environment.stop

    def reset(self) -> str:
        """Begin again; what is seen first."""
        self._run = EpisodeRun(environment(self.question))
        return self.observation

    def step(self, action: Action) -> Taken:
        """Take one turn; whatever a model may send is answered by the world.

        UnsupportedError when the episode is over.
        """
        if self.done:
            raise UnsupportedError(f"the episode is over ({self.stop}): reset() begins it again")
        feedback = self._run.take(self._turn(action))
        return Taken(self.observation, feedback.text, feedback.outcome, self.done)

    def episode(self, agent: str = "agent", sample: int = 0) -> Episode:
        """The record of what happened so far: a row of an answer file, played again when it is scored."""
        return self._run.episode(self.question.id, agent, sample=sample)

    def score(self) -> Verdict:
        """The verdict on what happened so far."""
        return score(self.question, self.episode())

    def _turn(self, action: Action) -> Turn:
        if isinstance(action, (Call, Utterance, Fault)):
            return action
        if isinstance(action, str):
            return turn_of_line(action, self._run.environment.tools)
        if isinstance(action, tuple):
            return turn_of_call(action[0], dict(action[1]), None)
        return _of_model(action)


def _of_model(call: Mapping[str, Any]) -> Turn:
    """The turn of a tool call as models make it: a name, and arguments as an object or as JSON text."""
    if not isinstance(inner := call.get("function", call), Mapping):
        return turn_of_call("None", None, None)
    arguments: Any = inner.get("arguments", {})
    if isinstance(arguments, str):
        try:
            arguments = decode(arguments.encode() or b"{}")
        except (RecordError, UnicodeError):
            arguments = None
    tool = str(inner.get("name", inner.get("tool")))
    return turn_of_call(tool, dict(arguments) if isinstance(arguments, Mapping) else None, None)


def play(question: Instance) -> Play:
    """An episode, at its beginning: the same environment that agents and models meet.

    UnsupportedError for a question whose form is no episode; ``load("gridworld")``, ``"timetravel"`` and
    ``load("reactive").filter(form="episode")`` hold such ones.
    """
    return Play(question)


__all__ = ["Action", "Call", "Play", "Taken", "Utterance", "play"]
