"""A taskset of Prime Intellect's ``verifiers`` (0.4, ``verifiers.v1``): ``vf-eval certwright -m MODEL``.

Questions are one turn, judged by their last reply.  Episodes are played with tools: a server a rollout holds
the environment and sends its turns to the host, where they are played again and judged, then or later.
"""

from collections.abc import Iterator
from typing import Any, cast

from ...domains.environment import turn_of
from ...instances.errors import EngineMissingError, UndecidedError
from ...instances.records import Verdict
from ..agents.agent import EpisodeRun, environment, family
from ..library.generated import generate
from ..library.judging import score
from ..library.playing import Play
from ..library.prompts import prompt
from ..library.questions import Questions, load
from .rewards import question_of, record_json

try:
    import verifiers.v1 as vf
    from mcp.server.mcpserver import MCPServer
    from mcp.types import CallToolResult, TextContent, Tool
    from pydantic import Field
except ImportError as error:
    raise EngineMissingError(
        f"{error}; pip install 'certwright[verifiers]', and start no Python in the root of certwright's "
        "sources, whose folder verifiers would stand before the package (PYTHONSAFEPATH=1)"
    ) from None


class EpisodeState(vf.State):
    """What the server of an episode tells the host."""

    turns: list[Any] = Field(default_factory=list)
    """Every turn as it was taken, as in the record of an episode."""
    over: bool = False


class QuestionData(vf.TaskData):
    """A question, with its record."""

    record_json: str


class QuestionConfig(vf.TaskConfig):
    """``episode`` is set for episodes by the taskset; remote runtimes need it from the start."""

    episode: bool = False
    tools: vf.ToolsetConfig = vf.ToolsetConfig()


class EpisodeTools(vf.Toolset[vf.ToolsetConfig, EpisodeState]):
    """The tools of one episode, under their own names."""

    TOOL_PREFIX = None

    async def setup_task(self, task: QuestionData) -> None:
        """Begin the episode."""
        self._play = Play(question_of(task.record_json))

    def register(self, mcp: MCPServer) -> None:
        """Offer what the environment offers; its tools have schemas, not functions of ours."""
        server = cast(Any, mcp)
        server.list_tools, server.call_tool = self._list, self._with_state(self._call)

    async def _list(self) -> list[Tool]:
        tools = (dict(tool["function"]) for tool in self._play.tools)
        return [Tool(input_schema=tool.pop("parameters"), **tool) for tool in tools]

    async def _call(self, name: str, arguments: dict[str, Any], context: Any = None) -> CallToolResult:
        if self._play.done:
            text = f"The episode is over ({self._play.stop})."
        else:
            taken = self._play.step((name, arguments))
            text = taken.feedback if taken.done else f"{taken.feedback}\n\n{taken.observation}"
            self.state.turns = [step.action for step in self._play.episode().steps]
            self.state.over = taken.done
        return CallToolResult(content=[TextContent(type="text", text=text)])


class QuestionTask(vf.Task[QuestionData, EpisodeState, QuestionConfig]):
    """One question, or one episode."""

    @vf.reward(weight=1.0)
    async def value(self, trace: vf.Trace) -> float:
        """The value of the verdict; UndecidedError where nobody can judge the answer, which is no 0."""
        verdict = self._verdict(trace)
        if verdict.value is None:
            raise UndecidedError(f"{verdict.id}: {verdict.explanation or verdict.code.value}")
        return verdict.value

    @vf.metric
    async def parsed(self, trace: vf.Trace) -> float:
        """Whether an answer was found in the reply."""
        return float(self._verdict(trace).outcome.value != "unparsed")

    @vf.stop
    async def episode_over(self, trace: vf.Trace) -> bool:
        """An episode that is over needs no further turn."""
        return bool(trace.state.over)

    async def finalize(self, trace: vf.Trace, runtime: vf.Runtime) -> None:
        """Keep the turns of an episode with the trace, for scoring it again later."""
        if self.config.episode:
            trace.info["turns"] = trace.state.turns

    async def validate(self, runtime: vf.Runtime) -> bool | None:
        """Whether the stored answer, or the best play known, scores 1; None where there is none."""
        question = question_of(self.data.record_json)
        if question.form != "episode":
            return None if question.gold is None else score(question, question.gold).value == 1.0
        optimal = family(question).optimal
        if optimal is None:
            return None
        run = EpisodeRun(environment(question))
        for turn in optimal(question, run.environment):
            if run.over:
                break
            run.take(turn)
        return score(question, run.episode(question.id, "optimal")).value == 1.0

    def _verdict(self, trace: vf.Trace) -> Verdict:
        question = question_of(self.data.record_json)
        if question.form != "episode":
            return score(question, trace.last_reply)
        play = Play(question)
        for turn in trace.info.get("turns", trace.state.turns):
            play.step(turn_of(turn))
        return play.score()

    @classmethod
    def toolsets(cls, config: QuestionConfig) -> list[vf.Toolset]:
        """The server of an episode."""
        return [EpisodeTools(config.tools)] if config.episode else []


class CertwrightConfig(vf.TasksetConfig):
    """Which questions: a released set, a file, or, with ``seed``, ones made for the purpose."""

    task: QuestionConfig = QuestionConfig()
    questions: str = "planning/reach"  # a name (``planning``, ``planning/reach``, ``timetravel``) or a file
    form: str | None = None
    domain: str | None = None
    level: int | None = None
    seed: int | None = None  # generate instead of reading; ``level`` is 3 then unless it is given
    size: int = 100  # how many are generated


class CertwrightTaskset(vf.Taskset[QuestionTask, CertwrightConfig]):
    """The questions of a configuration."""

    def load(self) -> Iterator[QuestionTask]:
        """The tasks, in the order of the set."""
        for question in self._questions():
            facts = {"id": question.id, "name": question.id, "record_json": record_json(question)}
            if question.form != "episode":
                yield QuestionTask(QuestionData(prompt=prompt(question), **facts), self.config.task)
                continue
            play = Play(question)
            data = QuestionData(prompt=play.observation, system_prompt=play.instructions, **facts)
            yield QuestionTask(data, self.config.task.model_copy(update={"episode": True}))

    def _questions(self) -> Questions:
        config = self.config
        if config.seed is None:
            every = load(config.questions)
            return every.filter(form=config.form, domain=config.domain, level=config.level)
        more: dict[str, Any] = {"form": config.form, "domain": config.domain}
        return generate(config.questions, seed=config.seed, size=config.size, level=config.level or 3, **more)


__all__ = ["CertwrightTaskset"]

if __name__ == "__main__":
    EpisodeTools.run()
