"""What an agent meets: one protocol for every interactive world.

An environment offers *tools* and *instructions*, shows an *observation*, and takes one *turn* after the other
until it stops, with a reason.  A turn is a call of a tool, plain text where a call was due, or the failure of
whoever was to provide the agent's move.  What a world does with each is the world's business; every world is
deterministic given the turns, so the turns are enough to play an episode again.

>>> walk = Tool("walk", "Go to a place.", (Parameter("to", "string", choices=("park", "vault")),))
>>> walk.fault({"to": "moon"})
"argument 'to' is 'moon', which is not one of park, vault"
>>> turn_of(turn_json(Call("walk", {"to": "park"})))
Call(tool='walk', arguments={'to': 'park'})
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from ..instances.errors import RecordError

Json = dict[str, Any]
Kind = Literal["string", "integer", "boolean", "array"]
_PYTHON: Final[Mapping[str, type]] = {"string": str, "integer": int, "boolean": bool, "array": list}


@dataclass(frozen=True)
class Parameter:
    """One argument of a tool; ``choices`` lists the legal values of a string, if they are finite."""

    name: str
    kind: Kind
    description: str = ""
    choices: tuple[str, ...] = ()
    required: bool = True

    def schema(self) -> Json:
        """Its JSON Schema."""
        described = {"description": self.description} if self.description else {}
        return {"type": self.kind, **described, **({"enum": list(self.choices)} if self.choices else {})}


@dataclass(frozen=True)
class Tool:
    """Something an agent can do."""

    name: str
    description: str
    parameters: tuple[Parameter, ...] = ()

    def schema(self) -> Json:
        """The tool as OpenAI-compatible interfaces take it."""
        parameters = {
            "type": "object",
            "properties": {parameter.name: parameter.schema() for parameter in self.parameters},
            "required": [parameter.name for parameter in self.parameters if parameter.required],
            "additionalProperties": False,
        }
        function = {"name": self.name, "description": self.description, "parameters": parameters}
        return {"type": "function", "function": function}

    def fault(self, arguments: Mapping[str, Any]) -> str | None:
        """The first thing that is wrong with the arguments of a call; None when they are well formed."""
        known = {parameter.name for parameter in self.parameters}
        for name in arguments:
            if name not in known:
                return f"unknown argument {name[:100]!r}"
        for parameter in self.parameters:
            if parameter.name not in arguments:
                if parameter.required:
                    return f"argument {parameter.name!r} is missing"
                continue
            value = arguments[parameter.name]
            if type(value) is not _PYTHON[parameter.kind]:
                return f"argument {parameter.name!r} is no {parameter.kind}"
            if parameter.choices and value not in parameter.choices:
                said, legal = repr(str(value)[:100]), ", ".join(parameter.choices)
                return f"argument {parameter.name!r} is {said}, which is not one of {legal}"
        return None


@dataclass(frozen=True)
class Call:
    """A turn that calls a tool."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Utterance:
    """A turn in which the agent only spoke."""

    text: str


@dataclass(frozen=True)
class Fault:
    """A turn that never came: a provider or a network failed."""

    message: str


Turn = Call | Utterance | Fault


@dataclass(frozen=True)
class Feedback:
    """What a turn led to: a word for what became of it, the text for the agent, figures for the record."""

    outcome: str
    text: str
    metadata: Json = field(default_factory=dict)


class Environment(Protocol):
    """An interactive world in one of its episodes."""

    @property
    def tools(self) -> tuple[Tool, ...]:
        """What can be called now."""

    @property
    def instructions(self) -> str:
        """What the agent is told once, before its first turn."""

    @property
    def stop(self) -> str | None:
        """Why the episode is over; None while it goes on."""

    def observe(self) -> str:
        """What the agent sees now."""

    def act(self, turn: Turn) -> Feedback:
        """Take one turn; never raises for what an agent may send."""


def digest(observation: str) -> str:
    """The first 16 hex digits of the sha256 of an observation: what an episode record keeps of it."""
    return hashlib.sha256(observation.encode()).hexdigest()[:16]


def turn_json(turn: Turn) -> Json:
    """A turn as it stands in an episode record."""
    if isinstance(turn, Call):
        return {"tool": turn.tool, "arguments": dict(turn.arguments)}
    return {"text": turn.text} if isinstance(turn, Utterance) else {"fault": turn.message}


def turn_of(record: Any) -> Turn:
    """The turn that a record holds; RecordError for anything else."""
    if isinstance(record, dict):
        tool, arguments = record.get("tool"), record.get("arguments", {})
        if isinstance(tool, str) and isinstance(arguments, dict) and record.keys() <= {"tool", "arguments"}:
            return Call(tool, arguments)
        if record.keys() == {"text"} and isinstance(record["text"], str):
            return Utterance(record["text"])
        if record.keys() == {"fault"} and isinstance(record["fault"], str):
            return Fault(record["fault"])
    raise RecordError("an action is {tool, arguments}, {text} or {fault}", field="action")
