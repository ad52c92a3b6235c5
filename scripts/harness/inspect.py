"""Questions and episodes as tasks of Inspect: ``inspect eval certwright/planning --model openrouter/...``.

Providers, retries, logs and the viewer are Inspect's.  Here stand the tasks, a solver that asks a question or
lets the model play an episode through the runner that every agent uses, and a scorer, which asks our judge.

What comes of a sample is a record of ours, complete as soon as the sample is: a ``Reply``, or an ``Episode``
whose ``metadata.turns`` holds what a turn has no room for (text beside a call, further calls, reasoning,
arguments that could not be read), by the number of the turn.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from itertools import islice
from typing import Any, Final

import anyio
import msgspec
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelOutput,
    get_model,
)
from inspect_ai.scorer import Score, Scorer, Target, accuracy, grouped, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolCall, ToolInfo, ToolParams
from inspect_ai.util import JSONSchema, LimitExceededError

from ...domains.environment import Fault, Tool, Turn, Utterance
from ...instances.errors import EngineFailureError, UnsupportedError
from ...instances.records import Answer, Episode, Instance, Json, Outcome, Reply, Usage
from ...verifiers.judge import prepare
from ..agents.agent import EpisodeRun, environment
from ..library.prompts import SAID, WINDOW, Said, conversation, exchange, prompt, turn_of_call
from ..library.questions import Words, integers, load, strings
from .watch import ProviderState

Kept = Callable[[Instance, "Reply | Episode"], None]  # takes each record as soon as its sample is finished
CALL: Final[dict[str, Any]] = {"tool_choice": "auto", "parallel_tool_calls": False}
"""How models are called; all else is the provider's default, or what Inspect was told."""

Play = tuple[Instance, int]  # A question and the number of the sample, from 0


def _task(
    name: str, about: str, family: str | None = None, source: str | None = None, form: str | None = None
) -> Callable[..., Task]:
    """A task over the released set of a family, or over a file, which must be given without a family.
    UnsupportedError for no questions, NameUnknownError for an unknown task or domain."""

    @task(name=name)
    def made(
        file: str | None = source or family,
        tasks: Words = None,
        domain: Words = None,
        level: Words = None,
        form: Words = form,
        limit: int | None = None,
        window: int = WINDOW,
        levels: Words = None,
    ) -> Task:
        if file is None:
            raise UnsupportedError(f"{name} needs a file: -T file=FILE")
        levels = level if levels is None else levels
        named = {"task": strings(tasks), "domain": strings(domain), "form": strings(form)}
        wanted = load(file).filter(**named, level=integers(levels))
        plays = ((question, 0) for question in wanted if family in (None, question.family))
        if not (listed := list(islice(plays, limit))):
            raise UnsupportedError(f"{file} has no such questions")
        return task_of(listed, window)

    made.__doc__ = about
    built: Callable[..., Task] = made
    return built


planning = _task("planning", "Planning questions: the released set, or those of a file.", "planning")
reactive = _task("reactive", "Questions and episodes about reactive systems.", "reactive")
timetravel = _task(
    "timetravel", "The six levels of the package, or those of a file.", "timetravel", "timetravel/levels"
)
gridworld = _task("gridworld", "Episodes in grid worlds.", "gridworld")
episodes = _task("episodes", "The episodes of a file of instances, of any family.", form="episode")
questions = _task("questions", "Everything in a file of instances: questions and episodes of any family.")


def task_of(
    plays: Sequence[Play],
    window: int = WINDOW,
    *,
    model: Model | None = None,
    kept: Kept | None = None,
    watch: ProviderState | None = None,
) -> Task:
    """The plays as a task of Inspect's; ``kept`` is handed each record as soon as it is whole.  Without a
    ``watch`` a run goes on whatever its provider does, as Inspect's own do."""
    by_name = {f"{one.id}#{sample}" if sample else one.id: (one, sample) for one, sample in plays}
    samples = []
    for name, (question, _) in by_name.items():
        metadata = {key: getattr(question, key) for key in ("family", "task", "form", "domain")}
        metadata["level"] = question.level or 0
        text, target = prompt(question) or question.id, question.gold or "SOLVED"
        samples.append(Sample(id=name, input=text, target=target, metadata=metadata))
    return Task(
        name=None if model is None else "certwright",
        dataset=MemoryDataset(samples),
        solver=ask(by_name, window, kept, watch),
        scorer=judged(by_name),
        model=model,
        config=GenerateConfig(parallel_tool_calls=CALL["parallel_tool_calls"]),
    )


@solver
def ask(plays: dict[str, Play], window: int, kept: Kept | None, watch: ProviderState | None) -> Solver:
    """Asks one question or plays one episode, and leaves the record in the sample's store."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        (instance, first), model = plays[str(state.sample_id)], get_model()
        held = watch or ProviderState(str(model), math.inf, lambda _: None)
        if held.stopped:
            return state
        client, sample = Asked(model, held.model, held), first + state.epoch - 1
        record: Reply | Episode | None
        if instance.form == "episode":
            record = await played(instance, sample, client, window)
        else:
            record = await replied(instance, sample, client)
        state.messages = client.messages
        if client.output is not None:
            state.output = client.output
        if record is not None:
            key = "episode" if isinstance(record, Episode) else "reply"
            state.store.set(key, msgspec.to_builtins(record))
            if kept is not None:
                kept(instance, record)
        return state

    return solve


@scorer(metrics=[accuracy(), stderr(), *(grouped(accuracy(), key, all=False) for key in ("task", "domain"))])
def judged(plays: dict[str, Play]) -> Scorer:
    """Our verdict on the stored record; samples that are undecided or were never answered stay unscored."""

    async def score(state: TaskState, target: Target) -> Score:
        instance, _ = plays[str(state.sample_id)]
        answer = stored(instance, state.store.get("episode"), state.store.get("reply"))
        if answer is None:
            return Score.unscored(explanation="the provider gave no answer")
        verdict = prepare(instance)(answer)
        metadata: dict[str, Any] = {"code": verdict.code.value, **verdict.metadata}
        if verdict.outcome is Outcome.UNDECIDED:
            return Score.unscored(explanation=verdict.explanation, metadata=metadata)
        shown = {"answer": str(verdict.answer), "explanation": verdict.explanation, "metadata": metadata}
        return Score(value=verdict.value or 0.0, **shown)

    return score


def stored(instance: Instance, episode: Any, reply: Any) -> Answer | None:
    """What stands in a sample's store as an answer."""
    if episode is not None:
        return Answer(id=instance.id, answer=msgspec.convert(episode, Episode))
    return None if reply is None else msgspec.convert(reply, Reply)


@dataclass
class Asked:
    """One sample under way: the model, what it cost, the messages that were exchanged."""

    model: Model
    agent: str  # what records call the model: as it was asked for, which Inspect may spell in another way
    watch: ProviderState
    tokens: list[list[int]] = field(default_factory=list)  # input, output and reasoning tokens of each call
    messages: list[ChatMessage] = field(default_factory=list)
    output: ModelOutput | None = None
    begun: float = field(default_factory=time.monotonic)
    clock: str = field(default_factory=lambda: datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"))

    async def output_of(
        self, messages: list[ChatMessage], tools: list[ToolInfo] | None = None
    ) -> ModelOutput | Exception:
        """What the model says; the error when its provider failed."""
        try:
            with self.watch.waiting(), anyio.fail_after(self.watch.patience):
                output = await self.model.generate(
                    messages, tools=tools or [], tool_choice=CALL["tool_choice"] if tools else None
                )
            if output.error is not None or not output.choices:
                raise EngineFailureError("empty output")
        except LimitExceededError:
            raise
        except Exception as error:
            self.tokens.append([0, 0, 0])
            self.watch.failed(error)
            return error
        self.watch.answered()
        used = output.usage
        counted = [used.input_tokens, used.output_tokens, used.reasoning_tokens or 0] if used else [0, 0, 0]
        self.tokens.append(counted)
        self.output = output
        return output

    @property
    def usage(self) -> Usage:
        """What all calls cost."""
        read, written, thought = (sum(used[place] for used in self.tokens) for place in range(3))
        return Usage(read, written, round(time.monotonic() - self.begun, 3), thought)


async def replied(instance: Instance, sample: int, client: Asked) -> Reply | None:
    """What the model says to a question; None when its provider failed."""
    client.messages = [ChatMessageUser(content=prompt(instance))]
    output = await client.output_of(client.messages)
    if isinstance(output, Exception):
        return None
    client.messages = [*client.messages, output.message]
    metadata: Json = {"begun": client.clock}
    if thought := reasoning(output):
        metadata["reasoning"] = thought
    if output.stop_reason != "stop":
        metadata["stop"] = output.stop_reason
    fields: Json = {"agent": client.agent, "usage": client.usage, "metadata": metadata}
    return Reply(id=instance.id, response=output.message.text, sample=sample, **fields)


async def played(instance: Instance, sample: int, client: Asked, window: int) -> Episode:
    """An episode played to its end, each turn on the instructions and the last ``window`` turns."""
    run = EpisodeRun(environment(instance))
    tools = [_tool(tool) for tool in run.environment.tools]
    client.messages = list(map(_message, conversation(run.scene(), window)))
    beside: Json = {}
    while not run.over:
        output = await client.output_of(list(map(_message, conversation(run.scene(), window))), tools)
        if isinstance(output, Exception):
            turn: Turn = Fault(type(output).__name__)
        else:
            turn, more = _turn(output)
            if more:
                beside[str(len(client.tokens) - 1)] = more
        client.messages += map(_message, exchange(turn, run.take(turn), len(client.tokens)))
        if client.watch.stopped:
            break
    metadata: Json = {"begun": client.clock, "tokens": client.tokens, "window": window, "call": CALL}
    if beside:
        metadata["turns"] = beside
    return run.episode(instance.id, client.agent, sample=sample, usage=client.usage, metadata=metadata)


def reasoning(output: ModelOutput) -> str:
    """What the model thought, where its provider tells it."""
    content = output.message.content
    if isinstance(content, str):
        return ""
    return "\n\n".join(part.reasoning for part in content if part.type == "reasoning" and part.reasoning)


def _turn(output: ModelOutput) -> tuple[Turn, Json]:
    message = output.message
    more: Json = {"reasoning": thought} if (thought := reasoning(output)) else {}
    if output.stop_reason not in ("stop", "tool_calls"):
        more["stop"] = output.stop_reason
    calls = message.tool_calls
    if len(message.text) > (0 if calls else SAID):
        more["text"] = message.text
    if not calls:
        return Utterance(message.text[:SAID]), more
    call, *others = calls
    if call.parse_error is not None:
        more["unread"] = {"arguments": call.arguments, "error": call.parse_error}
    if others:
        more["calls"] = [
            {"tool": one.function, "arguments": one.arguments, "error": one.parse_error} for one in others
        ]
    return turn_of_call(call.function, call.arguments, call.parse_error), more


def _tool(tool: Tool) -> ToolInfo:
    """A tool of ours as Inspect hands it to providers: described, never executed by it."""
    properties = {parameter.name: JSONSchema(**parameter.schema()) for parameter in tool.parameters}
    required = [parameter.name for parameter in tool.parameters if parameter.required]
    parameters = ToolParams(properties=properties, required=required)
    return ToolInfo(name=tool.name, description=tool.description, parameters=parameters)


def _message(said: Said) -> ChatMessage:
    if said.role == "system":
        return ChatMessageSystem(content=said.text)
    if said.role == "user":
        return ChatMessageUser(content=said.text)
    if said.call is None:
        return ChatMessageAssistant(content=said.text)
    name = f"turn-{said.number}"
    if said.role == "tool":
        return ChatMessageTool(content=said.text, tool_call_id=name, function=said.call.tool)
    call = ToolCall(id=name, function=said.call.tool, arguments=dict(said.call.arguments))
    return ChatMessageAssistant(content="", tool_calls=[call])
