"""Answers and episodes of other agents (models, people) as run records of a campaign.

A row of an answer file names an instance by its GF-01 id, by ``gf01:<id>``, or by the id of our record of it.
Answers belong to the open view, episodes to the hidden one.  What cannot be read is an empty certificate,
which earns nothing; an id that the set does not have is reported.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ...instances.errors import RecordError
from ...instances.records import Episode
from ...instances.store import read_answers
from ...verifiers.reactive.episode import rendered
from ...verifiers.reactive.gf01.policies import HIDDEN, OPEN
from ...verifiers.reactive.gf01.validation import Known
from ...verifiers.reactive.reading import read
from ...verifiers.reactive.shapes import Shape
from ...verifiers.replay import replay
from .campaign import FrozenSet, Result
from .importing import FORMAT, question
from .provenance import versions
from .rows import Terms, row
from .runs import episode_of


def answered(
    frozen: FrozenSet, files: Iterable[tuple[str, str]], track: str, tool_log: str | None
) -> Iterator[Result | RecordError]:
    """The run records of several (agent, answer file) under one track with one tool log."""
    spent = "" if tool_log is None else hashlib.sha256(Path(tool_log).read_bytes()).hexdigest()
    for agent, path in files:
        yield from external(frozen, path, agent, track, spent)


def external(
    frozen: FrozenSet, path: str, agent: str, track: str, log_hash: str = ""
) -> Iterator[Result | RecordError]:
    """The run record of each row of an answer file, a RecordError for each that has no place in the set."""
    names = aliases(frozen)
    stamps = versions(frozen.header.get("config", {}))
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
            terms = Terms(agent, track, OPEN)
            certificate: Any = read(answer, Shape.ATOMS).value
        else:
            terms = Terms(agent, track, HIDDEN, str(episode.metadata.get("renderer", "json")))
            try:
                certificate = committed(one, episode)
            except RecordError as error:
                yield error.within(path)
                continue
            made.episodes.append(_named(episode, name, agent))
        found = row(one, certificate, terms, log_hash, stamps, frozen.caps)
        made.rows.append({**found, "sample": answer.sample})
        yield made


def aliases(frozen: FrozenSet) -> dict[str, str]:
    """What an instance may be called in an answer file."""
    names: dict[str, str] = {}
    for name, one in frozen.instances.items():
        ours = [question(one.instance, form=form).id for form in ("gen", "episode")]
        names |= dict.fromkeys((name, f"{FORMAT}:{name}", *ours), name)
    return names


def committed(one: Known, episode: Episode) -> list[list[Any]]:
    """What an episode commits when it is played again; RecordError where the record tells it otherwise."""
    if episode.metadata.get("renderer", "json") not in ("json", "visual"):
        raise RecordError("the renderer is json or visual", field="metadata.renderer")
    world = episode_of(one)
    replay(episode, rendered(world, episode.metadata))
    return [list(atom) for atom in world.committed]


def _named(episode: Episode, name: str, agent: str) -> Episode:
    return msgspec.structs.replace(episode, instance=name, agent=agent)
