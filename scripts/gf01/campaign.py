"""A campaign: run records of a frozen set, with the evidence for every run.

The baselines run in both views; answers and episodes of other agents (models, people) can be added.  The
folder holds run records, answers (open view), episodes (hidden view), tool logs, and ``campaign.json`` with
their hashes.  Rows of baselines are functions of the frozen set, the seed and the package.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

import msgspec

from ...generators.rng import Rng
from ...instances.canonical import encode
from ...instances.errors import NameUnknownError, RecordError
from ...instances.outputs import printable, write_whole
from ...instances.records import Answer, Episode, Json
from ...instances.store import read_answers
from ...verifiers.reactive.gf01.policies import HIDDEN, OPEN, PANELS, TRACK_OF_BASELINE
from ...verifiers.reactive.gf01.validation import BundleInstance
from ...verifiers.reactive.intervene import rendered
from ...verifiers.reading.kinds import AnswerKind
from ...verifiers.reading.scanner import read_answer
from ..agents.agent import play
from ..agents.reactive import Person
from .baselines import SOLVERS, Toolbox, player, toolbox
from .bundles import FORMAT, question, versions, write_json
from .freezing import FrozenSet
from .records import Terms, committed_in, episode_of, replayed, row

CAMPAIGN_SCHEMA = "gf01.campaign.v1"
RUNS, ANSWERS, EPISODES, LOGS = "runs_combined.jsonl", "answers.jsonl", "episodes.jsonl", "tool_logs.jsonl"
CAMPAIGN = "campaign.json"
Lines = list[tuple[str, Any]]  # the output of one run: pairs of a file and a record


def stamps_of(frozen: FrozenSet, panel: str, seed: int) -> Json:
    """The versions stated by the rows of a campaign and by ``campaign.json``."""
    return versions({**frozen.header.get("config", {}), "seed": seed, "panel": panel})


def campaign(
    frozen: FrozenSet,
    stamps: Json,
    views: Iterable[str] = (OPEN, HIDDEN),
    panel: str = "full",
    seed: int = 0,
    renderer: str = "json",
) -> Iterator[Lines]:
    """Each baseline on each instance in each view, in order; ``renderer`` is for the hidden view."""
    for view in views:
        for agent in sorted(PANELS[panel]):
            terms = Terms(agent, TRACK_OF_BASELINE[agent], view, renderer if view == HIDDEN else "json")
            for name, item in sorted(frozen.instances.items()):
                rng = Rng("gf01", "baseline", agent, view, seed, name)
                tools = toolbox(agent, item.question, name)
                run = _answered if view == OPEN else _played
                certificate, made = run(item, terms, tools, rng)
                if tools.log_hash:
                    entry = {"agent_name": agent, "view": view, "sha256": tools.log_hash, "log": tools.log}
                    made.append((LOGS, entry))
                under = replace(terms, log_hash=tools.log_hash)
                made.append((RUNS, row(item, certificate, under, stamps, frozen.caps)))
                yield made


def _answered(item: BundleInstance, terms: Terms, tools: Toolbox, rng: Rng) -> tuple[list[Any], Lines]:
    atoms = item.question.flipped(SOLVERS[terms.agent](tools, rng))
    answer = {"id": item.instance.instance_id, "answer": atoms, "agent_name": terms.agent}
    return atoms, [(ANSWERS, answer)]


def _played(item: BundleInstance, terms: Terms, tools: Toolbox, rng: Rng) -> tuple[list[Any], Lines]:
    world, how = episode_of(item), {"renderer": terms.renderer}
    episode = play(item.instance.instance_id, rendered(world, how), player(terms.agent, rng, tools))
    return committed_in(world), [(EPISODES, msgspec.structs.replace(episode, metadata=how))]


def external(
    frozen: FrozenSet, stamps: Json, files: Iterable[tuple[str, str]], under: Terms, log: str | None
) -> Iterator[Lines | RecordError]:
    """The run records of (agent, answer file) pairs, a RecordError for each row not of the set; all run
    ``under`` the same terms, with the text ``log`` of their tools' log."""
    names = aliases(frozen)
    for agent, path in files:
        views: set[str] = set()
        for answer in read_answers(path):
            if isinstance(answer, RecordError):
                yield answer
                continue
            if (name := names.get(str(answer.id))) is None:
                message = f"{str(answer.id)[:100]!r} is no instance of the set"
                yield RecordError(message, file=path, field="id")
                continue
            item = frozen.instances[name]
            try:
                terms, certificate, made = _taken(item, answer, replace(under, agent=agent))
            except RecordError as error:
                yield error.within(path)
                continue
            views.add(terms.view)
            run = row(item, certificate, terms, stamps, frozen.caps)
            yield [*made, (RUNS, {**run, "sample": answer.sample})]
        if log is not None:
            entry = {"agent_name": agent, "sha256": under.log_hash, "text": log}
            yield [(LOGS, {**entry, "view": view}) for view in sorted(views)]


def _taken(item: BundleInstance, answer: Answer, under: Terms) -> tuple[Terms, Any, Lines]:
    """Terms and certificate; RecordError unless it replays. An unfinished episode commits nothing."""
    episode = answer.answer
    if not isinstance(episode, Episode):
        return under, read_answer(answer, AnswerKind.INTERVENTIONS).value, []
    renderer = str(episode.metadata.get("renderer", "json"))
    if renderer not in ("json", "visual"):
        raise RecordError("the renderer is json or visual", field="metadata.renderer")
    terms = replace(under, view=HIDDEN, renderer=renderer)
    named = msgspec.structs.replace(episode, instance=item.instance.instance_id, agent=under.agent)
    return terms, committed_in(replayed(item, episode, renderer)), [(EPISODES, named)]


def aliases(frozen: FrozenSet) -> dict[str, str]:
    """The names of an instance that an answer file may use."""
    names: dict[str, str] = {}
    for name, item in frozen.instances.items():
        ours = (question(item.instance, form="gen").id, question(item.instance, form="episode").id)
        before = item.instance.provenance.get("source_id", name)
        names |= dict.fromkeys((name, f"{FORMAT}:{name}", str(before), *ours), name)
    return names


def chosen(instances: dict[str, BundleInstance], name: str | None) -> BundleInstance:
    """The instance with that id or prefix, the first one for None; NameUnknownError for another."""
    if name is None and instances:
        return next(iter(instances.values()))
    matching = [item for key, item in instances.items() if name is not None and key.startswith(name)]
    if len(matching) != 1:
        raise NameUnknownError(f"{len(matching)} instances begin with {name!r}")
    return matching[0]


def by_hand(item: BundleInstance, source: TextIO, screen: TextIO, renderer: str) -> tuple[Episode, Json]:
    """A person's episode, and the run record of the committed certificate."""
    world, how = episode_of(item), {"renderer": renderer}
    episode = play(item.instance.instance_id, rendered(world, how), Person(source, screen))
    screen.write(printable(f"\n{rendered(world, {}).observe()}\n"))
    terms = Terms(Person.name, "EVAL-CB", HIDDEN, renderer)
    record = row(item, committed_in(world), terms, versions({}))
    return msgspec.structs.replace(episode, metadata=how), record


def write(results: Iterable[Lines], folder: Path, frozen: FrozenSet, stamps: Json, seed: int) -> None:
    """Write the files of a campaign."""
    folder.mkdir(parents=True, exist_ok=True)
    lines: dict[str, list[bytes]] = {name: [] for name in (RUNS, ANSWERS, EPISODES, LOGS)}
    for result in results:
        for name, record in result:
            lines[name].append(encode(record) + b"\n")
    entries: Json = {}
    for name, listed in lines.items():
        text = b"".join(listed)
        write_whole(folder / name, text)
        entries[name] = {"records": len(listed), "sha256": hashlib.sha256(text).hexdigest()}
    of_set = {name: frozen.header.get(name) for name in ("freeze_id", "bundles_hash")}
    head = {"schema_version": CAMPAIGN_SCHEMA, **of_set, "baseline_seed": seed}
    write_json(folder / CAMPAIGN, {**head, "files": entries, **stamps})
