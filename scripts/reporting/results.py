"""The folder of results, which grows by appending.

```
levels.jsonl              the instances that were played, each once
episodes/AGENT.jsonl      our records, one episode a line; `certwright score` judges them offline
summary/_results.csv      one row an episode, 37 columns
raw/AGENT/*.json, *.md    one trace an episode, for machines and for people: AGENT_level_01_ID_SAMPLE_DATE
figs/                     written by `certwright report`
.register.json, .lock     what the files hold (see ``register``), and the lock of who appends
```
"""

import csv
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from ...domains.environment import Environment, Tool, digest, turn_of
from ...instances.canonical import encode
from ...instances.errors import RecordError
from ...instances.outputs import locked, refuse_inputs, write_whole
from ...instances.records import Episode, Instance, Json
from ...instances.store import raised, read_episodes, read_instances
from ...verifiers.timetravel.metrics import measure, pattern
from ..agents.agent import environment
from ..library.prompts import OPENING
from .register import EPISODES, LEVELS, TABLE, Register, row

_ODD = re.compile(r"[^A-Za-z0-9._-]+")


class Results:
    """A folder of results."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.table, self.levels = folder / TABLE, folder / LEVELS

    def episodes_of(self, agent: str) -> Path:
        """The path of an agent's episodes."""
        return self.folder / EPISODES / f"{plain(agent)}.jsonl"

    def append(self, instance: Instance, episode: Episode, *, timestamp: str) -> Episode:
        """Add an episode, while others wait; returns it with its sample, timestamp and run_id."""
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.episodes_of(episode.agent)
        refuse_inputs(file, self.levels, self.table)
        with locked(self.folder / ".lock"):
            register, name = Register.of(self.folder), f"{EPISODES}/{file.name}"
            sample = register.samples.get(name, {}).get(instance.id, 0)
            run = _run(instance, episode.agent, sample, timestamp)
            metadata = {**episode.metadata, "timestamp": timestamp, "run_id": run}
            episode = replace(episode, sample=sample, metadata=metadata)
            raw, world = self.folder / "raw" / plain(episode.agent), environment(instance)
            raw.mkdir(parents=True, exist_ok=True)
            steps = trace(episode, world)
            write_whole(raw / f"{run}.json", encode(steps) + b"\n")
            write_whole(raw / f"{run}.md", markdown(steps, world.tools))
            if instance.id not in register.levels:
                register.append(self.folder, LEVELS, encode(instance) + b"\n")
                register.levels.append(instance.id)
            register.append(self.folder, name, encode(episode) + b"\n")
            register.took(name, instance.id, sample)
            register.append_row(self.folder, episode)
            register.store(self.folder)
        return episode

    def instances(self) -> dict[str, Instance]:
        """The instances by id; RecordError for a bad one."""
        return {instance.id: instance for instance in raised(read_instances(self.levels))}

    def episodes(self) -> Iterator[Episode]:
        """All episodes, agent by agent; RecordError for a bad one."""
        for path in sorted((self.folder / "episodes").glob("*.jsonl")):
            yield from raised(read_episodes(path))

    def rows(self) -> list[dict[str, str]]:
        """The rows of the table; RecordError when there is no table."""
        if not self.table.exists():
            raise RecordError("the folder holds no results", file=str(self.table))
        with self.table.open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))


def _run(instance: Instance, agent: str, sample: int, timestamp: str) -> str:
    level = "" if instance.level is None else f"_level_{instance.level:02}"
    number, day = plain(instance.id.rpartition("/")[2]), plain(timestamp[:10].replace("-", ""))
    return f"{plain(agent)}{level}_{number}_{sample:03}_{day}"


def plain(name: str) -> str:
    """A name made safe for use in a file name."""
    return _ODD.sub("_", name).strip("._")[:120] or "agent"


BESIDE = (("text", "said"), ("reasoning", "reasoning"), ("calls", "further_calls"), ("unread", "unread"))
"""The names in a trace of what an episode stores for a turn besides its action."""
TOKENS = ("input", "output", "reasoning")  # the counts of a call, in the order of the record


def trace(episode: Episode, environment: Environment) -> Json:
    """Metadata, prompts, tools, turns and figures; RecordError if the world contradicts the record.

    A record keeps digests of the observations, a trace their text: the episode is replayed.  A model was sent
    the prompts, the last ``window`` turns of ``metadata``, and the present observation.
    """
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
