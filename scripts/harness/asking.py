"""Models through Inspect: one question, or one episode through the runner that every agent uses.

What comes of it is a record of ours, complete as soon as the sample is: a ``Reply``, or an ``Episode`` whose
``metadata.turns`` holds what a turn has no room for (text beside a call, further calls, reasoning,
arguments that could not be read), by the number of the turn.
"""

import time
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, Final

import anyio
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    Model,
    ModelOutput,
)
from inspect_ai.tool import ToolCall, ToolInfo, ToolParams
from inspect_ai.util import JSONSchema, LimitExceededError

from ...domains.environment import Fault, Tool, Turn, Utterance
from ...instances.errors import EngineFailureError
from ...instances.records import Episode, Instance, Json, Reply, Usage
from ..agents.agent import EpisodeRun, environment
from ..library.prompts import SAID, Said, conversation, exchange, prompt, turn_of_call
from .watch import ProviderState

CALL: Final[dict[str, Any]] = {"tool_choice": "auto", "parallel_tool_calls": False}
"""How models are called; all else is the provider's default, or what Inspect was told."""


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


async def reply(instance: Instance, sample: int, client: Asked) -> Reply | None:
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


async def episode(instance: Instance, sample: int, client: Asked, window: int) -> Episode:
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
