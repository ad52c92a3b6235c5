"""Answers and episodes of other agents (models, people) as run records of a campaign.

A row of an answer file names an instance by its GF-01 id, now or before the freeze, by ``gf01:<id>``, or by
the id of our record of it.  Answers belong to the open view, episodes to the hidden one.  What cannot be
read is an empty certificate, which earns nothing; an id that the set does not have is reported.  The tool
log of an agent on a track with tools is kept with the campaign as it is, and each of the agent's rows states
its sha256.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from ...instances.errors import RecordError
from ...instances.hostile import explain
from ...instances.lines import read_bytes
from ...instances.records import Episode, Json
from ...instances.store import read_answers
from ...verifiers.reactive.gf01.policies import HIDDEN, OPEN, violations
from ...verifiers.reactive.gf01.validation import Known
from ...verifiers.reactive.intervene import rendered
from ...verifiers.reading.kinds import AnswerKind
from ...verifiers.reading.scanner import read_answer
from ...verifiers.replay import replay
from .campaign import FrozenSet, Result
from .importing import FORMAT, question
from .rows import Terms, row
from .runs import committed_in, episode_of

LOG_BYTES = 2**24


@dataclass(frozen=True)
class Conditions:
    """Under which conditions the agents of some answer files ran."""

    track: str = "EVAL-CB"
    tool_log: str | None = None
    """The text of the log; tracks with tools have one, the closed book has none."""
    adaptation: Json | None = None
    """The four adaptation fields (DEC-055); None for no adaptation."""

    @property
    def log_hash(self) -> str:
        """The sha256 of the tool log, "" for none."""
        return "" if self.tool_log is None else hashlib.sha256(self.tool_log.encode()).hexdigest()

    def faults(self) -> list[str]:
        """What the policies have against them."""
        terms = Terms("", self.track, OPEN, adaptation=self.adaptation).json()
        return violations({**terms, "tool_log_hash": self.log_hash}, ("tools", "adaptation"))


def conditions(track: str, log: str | None, adaptation: tuple[str, int, str, str] | None) -> Conditions:
    """The conditions that the shell's options say; RecordError for a log that is no text."""
    text = None
    if log is not None:
        try:
            text = read_bytes(log, LOG_BYTES).decode()
        except UnicodeDecodeError as error:
            raise RecordError(explain(error)[0], file=log) from None
    fields = None
    if adaptation is not None:
        names = ("condition", "budget_tokens", "data_scope", "protocol_id")
        fields = {f"adaptation_{name}": value for name, value in zip(names, adaptation, strict=True)}
    return Conditions(track, text, fields)


def answered(
    frozen: FrozenSet, stamps: Json, files: Iterable[tuple[str, str]], under: Conditions
) -> Iterator[Result | RecordError]:
    """The run records of several (agent, answer file) under the same conditions."""
    for agent, path in files:
        views: set[str] = set()
        for found in external(frozen, stamps, path, agent, under):
            if isinstance(found, Result) and under.tool_log is not None:
                views |= {one["view"] for one in found.rows}
            yield found
        yield Result(
            logs=[
                {"agent_name": agent, "view": view, "sha256": under.log_hash, "text": under.tool_log}
                for view in sorted(views)
            ]
        )


def external(
    frozen: FrozenSet, stamps: Json, path: str, agent: str, under: Conditions
) -> Iterator[Result | RecordError]:
    """The run record of each row of an answer file, a RecordError for each that has no place in the set."""
    names = aliases(frozen)
    for answer in read_answers(path):
        if isinstance(answer, RecordError):
            yield answer
            continue
        name = names.get(str(answer.id))
        if name is None:
            yield RecordError(f"{str(answer.id)[:100]!r} is no instance of the set", file=path, field="id")
            continue
        one, made = frozen.instances[name], Result()
        episode = answer.answer if isinstance(answer.answer, Episode) else None
        if episode is None:
            terms = Terms(agent, under.track, OPEN, adaptation=under.adaptation)
            certificate: Any = read_answer(answer, AnswerKind.INTERVENTIONS).value
        else:
            shown = str(episode.metadata.get("renderer", "json"))
            terms = Terms(agent, under.track, HIDDEN, shown, under.adaptation)
            try:
                certificate = committed(one, episode)
            except RecordError as error:
                yield error.within(path)
                continue
            made.episodes.append(_named(episode, name, agent))
        found = row(one, certificate, terms, under.log_hash, stamps, frozen.caps)
        made.rows.append({**found, "sample": answer.sample})
        yield made


def aliases(frozen: FrozenSet) -> dict[str, str]:
    """What an instance may be called in an answer file."""
    names: dict[str, str] = {}
    for name, one in frozen.instances.items():
        ours = [question(one.instance, form=form).id for form in ("gen", "episode")]
        before = one.instance.provenance.get("source_id", name)
        names |= dict.fromkeys((name, f"{FORMAT}:{name}", str(before), *ours), name)
    return names


def committed(one: Known, episode: Episode) -> list[list[Any]]:
    """What an episode commits when it is played again; RecordError where the record tells it otherwise.

    One that was not played to its end commits nothing, which earns nothing.
    """
    if episode.metadata.get("renderer", "json") not in ("json", "visual"):
        raise RecordError("the renderer is json or visual", field="metadata.renderer")
    world = episode_of(one)
    replay(episode, rendered(world, episode.metadata))
    return committed_in(world)


def _named(episode: Episode, name: str, agent: str) -> Episode:
    return msgspec.structs.replace(episode, instance=name, agent=agent)
