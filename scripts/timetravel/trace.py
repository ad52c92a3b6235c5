"""Traces of one episode: complete as JSON for machines, and as Markdown for people.

``prompts`` and ``turns`` are the conversation: each turn has what was shown, what the agent sent (and the
text with it), the feedback, and the tokens of the call.  A model receives the prompts, the last ``window``
turns of ``metadata``, and the present observation.

A record keeps digests of the observations, but a trace holds their text; so the episode is replayed to write
it, and a record that the world contradicts has no trace.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...domains.environment import Environment, Tool, digest, turn_of
from ...instances.canonical import encode
from ...instances.errors import RecordError
from ...instances.records import Episode, Json
from ...verifiers.timetravel.metrics import measure, pattern
from ..harness.driving import OPENING
from .register import row

BESIDE = (("text", "said"), ("reasoning", "reasoning"), ("calls", "further_calls"), ("unread", "unread"))
"""The names in a trace of what an episode stores for a turn besides its action."""
TOKENS = ("input", "output", "reasoning")
"""The counts of a call, in the order of the record."""


def trace(episode: Episode, environment: Environment) -> Json:
    """Metadata, prompts, tools, turns and figures; RecordError if the world contradicts the record."""
    turns = []
    calls = _calls(episode)
    for number, step in enumerate(episode.steps):
        seen = environment.observe()
        if step.observation not in (None, digest(seen)):
            raise RecordError("the observation is not what the world showed", field=f"steps[{number}]")
        feedback = environment.act(turn_of(step.action))
        turn = {"turn": number + 1, "observation": seen, "action": step.action, "outcome": feedback.outcome}
        turns.append({**turn, "feedback": feedback.text, "figures": feedback.metadata, **calls[number]})
    return {
        "instance": episode.instance,
        "agent": episode.agent,
        "sample": episode.sample,
        "stop": episode.stop,
        "metadata": {key: value for key, value in episode.metadata.items() if key not in ("turns", "tokens")},
        "usage": msgspec.to_builtins(episode.usage),
        "prompts": {"system": environment.instructions, "user": OPENING},
        "tools": [tool.schema() for tool in environment.tools],
        "turns": turns,
        "metrics": row(episode),
        "pattern": pattern(measure(episode)),
    }


def _calls(episode: Episode) -> list[Json]:
    """For each turn of a model, the text with its call, its reasoning, and the tokens."""
    stored = episode.metadata.get("turns", {})
    beside = [stored.get(str(number), {}) for number in range(len(episode.steps))]
    calls: list[Json] = [{name: said[key] for key, name in BESIDE if key in said} for said in beside]
    for call, counted in zip(calls, episode.metadata.get("tokens", ()), strict=False):
        call["tokens"] = dict(zip(TOKENS, counted, strict=True))
    return calls


def markdown(trace: Json, tools: Sequence[Tool]) -> str:
    """A trace as Markdown."""
    parts = [
        f"# {trace['instance']}, {trace['agent']}, sample {trace['sample']}: {trace['stop']}",
        "## Instructions",
        _fenced(trace["prompts"]["system"]),
        "## Tools",
        "\n".join(f"- `{tool.name}`: {tool.description}" for tool in tools),
    ]
    for turn in trace["turns"]:
        parts += [
            f"## Turn {turn['turn']}: {turn['outcome']}",
            _fenced(turn["observation"]),
            *([_fenced(turn["said"])] if "said" in turn else []),
            f"**Sent**: `{encode(turn['action']).decode().replace('`', chr(39))}`",
            _fenced(turn["feedback"]),
        ]
    figures = "\n".join(
        f"| {name} | {'' if value is None else value} |" for name, value in trace["metrics"].items()
    )
    parts += ["## Figures", f"Pattern: {trace['pattern']}.", f"| figure | value |\n|---|---|\n{figures}"]
    return "\n\n".join(parts) + "\n"


def _fenced(text: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"
