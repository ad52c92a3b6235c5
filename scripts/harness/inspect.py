"""Episodes as tasks of Inspect: ``inspect eval certwright/timetravel --model openrouter/...``.

Providers, retries, logs and the viewer are Inspect's.  Here stand a solver, which lets the model play one
episode through the same runner as every other agent, and a scorer, which asks our judge.  A turn that the
provider fails to give is recorded by the class of the error alone: messages of providers may quote a key.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Final

import msgspec
from inspect_ai import Task, task
from inspect_ai import eval as evaluate
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
from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolCall, ToolInfo, ToolParams
from inspect_ai.util import JSONSchema, LimitExceededError

from ...domains.environment import Call, Fault, Tool, Turn, Utterance
from ...instances.errors import EngineFailureError
from ...instances.records import Answer, Episode, Instance, Outcome, Usage
from ...instances.store import read_instances
from ...verifiers.judge import prepare
from ...verifiers.timetravel.record import shipped_instances
from ..agents.families import environment
from ..agents.runner import Run
from .driving import SAID, WINDOW, Said, conversation, exchange, turn_of_call

Played = tuple[Instance, int]
"""An instance and the number of the sample."""
_MARKUP = re.compile(r"\[/?[a-z]+\]")
CALL: Final[dict[str, Any]] = {"tool_choice": "auto", "parallel_tool_calls": False}
"""How models are called; all else is the provider's default, or what Inspect was told."""


@task
def timetravel(levels: str = "1,2,3,4,5,6", window: int = WINDOW) -> Task:
    """The six levels of the package, or some of them."""
    wanted = {int(level) for level in str(levels).split(",")}
    return _task([(one, 0) for one in shipped_instances() if one.level in wanted], window)


@task
def episodes(file: str, window: int = WINDOW) -> Task:
    """The episodes of a file of instances, of any family."""
    found = [one for one in read_instances(file) if isinstance(one, Instance) and one.form == "episode"]
    return _task([(one, 0) for one in found], window)


def play_models(
    instances: Sequence[Instance],
    models: Sequence[str | Model],
    runs: int = 1,
    limit: int | None = None,
    *,
    window: int = WINDOW,
    log_dir: str | None = None,
) -> Iterator[tuple[Instance, Episode]]:
    """Let each model play each instance so many times; at most ``limit`` episodes in all.

    Raises EngineFailureError when Inspect cannot run a model at all, and, behind all episodes that there are,
    when some sample ended without one.
    """
    lost: list[str] = []
    for model in models:
        plays = [(instance, sample) for instance in instances for sample in range(runs)][:limit]
        limit = None if limit is None else limit - len(plays)
        if not plays:
            return
        try:
            log = evaluate(
                _task(plays, window), model=model, display="none", log_dir=log_dir, fail_on_error=False
            )[0]
        except Exception as error:
            told = f"Inspect cannot run {model} ({type(error).__name__}): {_mend(error)}"
            raise EngineFailureError(told) from None
        stored = {one.id: one.store.get("episode") for one in log.samples or ()}
        for instance, sample in plays:
            episode = stored.get(_sample_id(instance, sample))
            if episode is None:
                where = (
                    f"{model}, {instance.domain}: status {log.status}, see its log {Path(log.location).name}"
                )
                lost.append(where)
            else:
                yield instance, msgspec.convert(episode, Episode)
    if lost:
        raise EngineFailureError(f"Inspect ended {len(lost)} samples without an episode; first {lost[0]}")


def _mend(error: Exception) -> str:
    """What Inspect says is missing; other errors are not repeated, for they may quote a key."""
    if type(error).__name__ != "PrerequisiteError":
        return "is its provider's package installed, its key in the environment?"
    return " ".join(_MARKUP.sub("", str(error)).split()).removeprefix("ERROR: ")


def _task(plays: Sequence[Played], window: int) -> Task:
    by_id = {_sample_id(instance, sample): (instance, sample) for instance, sample in plays}
    samples = [
        Sample(
            id=name,
            input=instance.prompt.question,
            target="SOLVED",
            metadata={"domain": instance.domain, "level": instance.level},
        )
        for name, (instance, _) in by_id.items()
    ]
    return Task(
        dataset=MemoryDataset(samples),
        solver=play_episode(by_id, window),
        scorer=judged(by_id),
        config=GenerateConfig(parallel_tool_calls=CALL["parallel_tool_calls"]),
    )


def _sample_id(instance: Instance, sample: int) -> str:
    return f"{instance.id}#{sample}" if sample else instance.id


@solver
def play_episode(plays: dict[str, Played], window: int) -> Solver:
    """Plays one episode to its end, and leaves the record in the sample's store."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        instance, sample = plays[str(state.sample_id)]
        run, model, begun = Run(environment(instance)), get_model(), time.monotonic()
        clock = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        tools = [_tool(one) for one in run.environment.tools]
        tokens: list[list[int]] = []
        said: list[str] = []
        state.messages = [_message(one) for one in conversation(run.scene(), window)]
        while not run.over:
            scene = run.scene()
            messages = [_message(one) for one in conversation(scene, window)]
            turn, used, beside = await _turn(model, messages, tools, state)
            tokens.append(used)
            said.append(beside)
            state.messages += [_message(one) for one in exchange(turn, run.take(turn), len(tokens))]
        read, written, thought = (sum(used[place] for used in tokens) for place in range(3))
        usage = Usage(read, written, round(time.monotonic() - begun, 3), thought)
        played = run.episode(
            instance.id,
            str(model),
            sample=sample + state.epoch - 1,
            usage=usage,
            metadata={"begun": clock, "tokens": tokens, "said": said, "window": window, "call": CALL},
        )
        state.store.set("episode", msgspec.to_builtins(played))
        return state

    return solve


async def _turn(
    model: Model, messages: list[ChatMessage], tools: list[ToolInfo], state: TaskState
) -> tuple[Turn, list[int], str]:
    """The model's next turn, its input, output and reasoning tokens, and what it said beside a call."""
    try:
        output = await model.generate(messages, tools=tools, tool_choice=CALL["tool_choice"])
    except LimitExceededError:
        raise
    except Exception as error:
        return Fault(type(error).__name__), [0, 0, 0], ""
    state.output = output
    used = output.usage
    tokens = [used.input_tokens, used.output_tokens, used.reasoning_tokens or 0] if used else [0, 0, 0]
    turn = _said(output)
    return turn, tokens, output.message.text[:SAID] if isinstance(turn, Call) else ""


def _said(output: ModelOutput) -> Turn:
    """The first call of an output, or its text; nothing at all is a fault of the provider."""
    if output.error is not None or not output.choices:
        return Fault("empty output")
    calls = output.choices[0].message.tool_calls
    if calls:
        return turn_of_call(calls[0].function, calls[0].arguments, calls[0].parse_error)
    return Utterance(output.message.text[:SAID])


@scorer(metrics=[accuracy(), stderr()])
def judged(plays: dict[str, Played]) -> Scorer:
    """Our verdict on the stored episode."""

    async def score(state: TaskState, target: Target) -> Score:
        instance, _ = plays[str(state.sample_id)]
        episode = msgspec.convert(state.store.get("episode"), Episode)
        verdict = prepare(instance)(Answer(id=instance.id, answer=episode))
        told: dict[str, Any] = {"code": verdict.code.value, **verdict.metadata}
        if verdict.outcome is Outcome.UNDECIDED:
            return Score.unscored(explanation=verdict.explanation, metadata=told)
        answer, value = str(verdict.answer), verdict.value or 0.0
        return Score(value=value, answer=answer, explanation=verdict.explanation, metadata=told)

    return score


def _tool(tool: Tool) -> ToolInfo:
    """A tool of ours as Inspect hands it to providers: described, never executed by it."""
    properties = {one.name: JSONSchema(**one.schema()) for one in tool.parameters}
    required = [one.name for one in tool.parameters if one.required]
    parameters = ToolParams(properties=properties, required=required)
    return ToolInfo(name=tool.name, description=tool.description, parameters=parameters)


def _message(said: Said) -> ChatMessage:
    """A message of ours as one of Inspect's."""
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
