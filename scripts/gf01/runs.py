"""Run records (``gf01.run_record.v1``), and campaigns: those of a frozen set, with the evidence for each.

A row is a certificate, its figures, and the terms of the run.  If episodes are given, each row of the hidden
view must have one, which is replayed and must commit the row's certificate.

In a campaign the baselines run in both views; answers and episodes of other agents (models, people) can be
added.  Its folder holds run records, answers (open view), episodes (hidden view), tool logs, and
``campaign.json`` with their hashes.  Rows of baselines are functions of the frozen set, the seed and the
package.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TextIO

import msgspec

from ...domains.reactive.environment import COMMITTED, CommitEpisode
from ...generators.rng import Rng
from ...instances.canonical import encode
from ...instances.errors import NameUnknownError, RecordError
from ...instances.formats.gf01 import FAMILY_ID, read_bundle
from ...instances.formats.gf01_manifest import against, read_manifest
from ...instances.formats.gf01_run import RUN_SCHEMA, RunRow, read_runs
from ...instances.outputs import printable, write_whole
from ...instances.records import Answer, Episode, Json
from ...instances.store import read_answers, read_episodes
from ...verifiers.judge import replay
from ...verifiers.reactive.gf01 import policies
from ...verifiers.reactive.gf01.diagnostics import Caps, diagnosed
from ...verifiers.reactive.gf01.policies import HIDDEN, OPEN, PANELS, TRACK_OF_BASELINE
from ...verifiers.reactive.gf01.validation import (
    BundleInstance,
    RowFault,
    ValidatedRow,
    figures_of,
    known,
    validate,
)
from ...verifiers.reactive.intervene import rendered
from ...verifiers.reactive.metrics import measure
from ...verifiers.reading.kinds import AnswerKind
from ...verifiers.reading.scanner import read_answer
from ..agents.agent import play
from ..agents.reactive import Person
from .baselines import SOLVERS, Toolbox, player, toolbox
from .bundles import FORMAT, question, versions, write_json
from .freezing import FrozenSet

ADAPTATION = ("condition", "budget_tokens", "data_scope", "protocol_id")  # of DEC-055
NO_ADAPTATION = ("no_adaptation", 0, "none", "none")
REPEATED = ("content_hash", "split_id", "mode", "t_star", "window_size", "budget_timestep")  # of the instance


@dataclass(frozen=True)
class Terms:
    """The terms under which an agent ran: the same for all rows of an agent in a campaign."""

    agent: str
    track: str
    view: str
    renderer: str = "json"
    adaptation: tuple[str, int, str, str] = NO_ADAPTATION
    log_hash: str = ""  # of the log of its tools

    def json(self) -> Json:
        """The corresponding fields of a row."""
        return {
            "agent_name": self.agent,
            "eval_track": self.track,
            "view": self.view,
            "renderer_track": self.renderer,
            "renderer_profile_id": policies.RENDERERS[self.renderer],
            "renderer_policy_version": policies.RENDERER_POLICY,
            "tool_allowlist_id": policies.ALLOWLISTS[self.track],
            "tool_log_hash": self.log_hash,
            "adaptation_policy_version": policies.ADAPTATION_POLICY,
            **policies.PLAY,
            **dict(zip((f"adaptation_{name}" for name in ADAPTATION), self.adaptation, strict=True)),
        }


def row(
    item: BundleInstance, certificate: Any, terms: Terms, stamps: Json, limits: Caps | None = None
) -> Json:
    """The record of one run; ``certificate`` is whatever was submitted, [] if nothing was."""
    submitted = certificate if isinstance(certificate, list) else []
    figures = figures_of(measure(item.question, submitted))
    diagnostic = diagnosed(item.question, submitted, limits)
    if diagnostic.status != "exact":
        figures.pop("subset_minimal")
    return {
        "schema_version": RUN_SCHEMA,
        "family_id": FAMILY_ID,
        **stamps,
        **terms.json(),
        "instance_id": item.instance.instance_id,
        **{name: getattr(item.instance, name) for name in REPEATED},
        "certificate": submitted,
        **figures,
        "diagnostic_status": diagnostic.status,
        "diagnostic_visits": diagnostic.cost.visits,
        "diagnostic_peak": diagnostic.cost.peak,
    }


@dataclass
class ValidatedFile:
    """The validated rows of a file, and errors outside the rows."""

    runs: list[RunRow] = field(default_factory=list)
    rows: list[ValidatedRow] = field(default_factory=list)
    malformed: list[RecordError] = field(default_factory=list)
    """Lines that are not rows, and faulty instances and hashes of bundles."""
    gaps: list[str] = field(default_factory=list)

    @property
    def refused(self) -> list[tuple[RunRow, ValidatedRow]]:
        """The invalid rows."""
        return [(run, row) for run, row in zip(self.runs, self.rows, strict=True) if not row.holds]

    @property
    def faults(self) -> list[RecordError]:
        """All faults of lines and rows, each with its position."""
        of_rows = [run.fault(fault.message, fault.field) for run, row in self.refused for fault in row.faults]
        return self.malformed + of_rows

    def json(self) -> Json:
        """The result as JSON."""
        return {
            "rows": len(self.rows),
            "hold": len(self.rows) - len(self.refused),
            "malformed": len(self.malformed),
            "refused": [
                {
                    "line": run.line,
                    **{name: run.row[name] for name in ("instance_id", "agent_name")},
                    "faults": [{"field": fault.field, "message": fault.message} for fault in row.faults],
                }
                for run, row in self.refused
            ],
            "gaps": self.gaps,
        }


def validation(
    runs: str,
    bundles: Iterable[str],
    manifest: str | None = None,
    episodes: str | None = None,
    semantics: Any = "specification",
    limits: Caps | None = None,
) -> ValidatedFile:
    """Validate rows against bundles, manifest, episodes and caps; RecordError for unreadable files."""
    checked = ValidatedFile()
    read = [read_bundle(path) for path in bundles]
    for bundle in read:
        checked.malformed += bundle.faults
    for run in read_runs(runs):
        if isinstance(run, RecordError):
            checked.malformed.append(run)
        else:
            checked.runs.append(run)
    instances = known(instance for bundle in read for instance in bundle.instances)
    played: dict[tuple[str, str, int], Episode] = {}
    for episode in read_episodes(episodes) if episodes is not None else ():
        if isinstance(episode, RecordError):
            checked.malformed.append(episode)
        else:
            played[episode.instance, episode.agent, episode.sample] = episode
    for row in validate((run.row for run in checked.runs), instances, semantics=semantics, limits=limits):
        checked.rows.append(row if episodes is None else _replayed(row, instances, played))
    if manifest is not None:
        listed = read_manifest(manifest)
        checked.malformed += listed.faults
        checked.gaps = [str(fault) for fault in against(listed, read, manifest)]
        checked.gaps += policies.coverage((run.row for run in checked.runs), sorted(listed.names))
    return checked


def _replayed(
    row: ValidatedRow, instances: dict[str, BundleInstance], played: dict[tuple[str, str, int], Episode]
) -> ValidatedRow:
    """The row, with a fault if it is of the hidden view and its episode does not confirm it."""
    stated = row.row
    if stated.get("view", OPEN) != HIDDEN or row.instance is None:
        return row
    episode = played.get((stated["instance_id"], stated["agent_name"], stated.get("sample", 0)))
    message = "there is no episode of it"
    if episode is not None:
        message = _contradiction(episode, instances[stated["instance_id"]], stated)
    return replace(row, faults=(*row.faults, RowFault("certificate", message))) if message else row


def _contradiction(episode: Episode, item: BundleInstance, stated: Any) -> str:
    try:
        world = replayed(item, episode, stated["renderer_track"])
    except RecordError as error:
        return f"its episode does not replay: {error}"
    if stated["certificate"] != (committed := committed_in(world)):
        return f"its episode committed {committed!r:.200}"
    if world.stop != COMMITTED and stated["valid"]:
        return f"its episode was not played to its end ({world.stop})"
    return ""


def replayed(item: BundleInstance, episode: Episode, renderer: str) -> CommitEpisode:
    """The world after replaying an episode; RecordError if the record contradicts it."""
    world = episode_of(item)
    replay(episode, rendered(world, {"renderer": renderer}))
    return world


def committed_in(world: CommitEpisode) -> list[list[Any]]:
    """The certificate that an episode commits; empty if it was not played to its end."""
    return [list(atom) for atom in world.committed] if world.stop == COMMITTED else []


def episode_of(item: BundleInstance) -> CommitEpisode:
    """The commit episode of an instance, at its beginning."""
    own = item.question
    budgets: Json = {"budget_timestep": own.budget, "budget_atoms": own.budget_atoms}
    return CommitEpisode(own.machine, own.trace, own.effect, item.instance.mode, **budgets)


CAMPAIGN_SCHEMA = "gf01.campaign.v1"
RUNS, ANSWERS, EPISODES, LOGS = "runs_combined.jsonl", "answers.jsonl", "episodes.jsonl", "tool_logs.jsonl"
CAMPAIGN = "campaign.json"
Lines = list[tuple[str, Any]]  # the output of one run: pairs of a file and a record


def stamps_of(frozen: FrozenSet, panel: str, seed: int) -> Json:
    """The versions stated by the rows of a campaign and by ``campaign.json``."""
    return versions({**frozen.header.get("config", {}), "seed": seed, "panel": panel})


def campaign(
    frozen: FrozenSet, stamps: Json, views: Iterable[str], panel: str, seed: int, renderer: str
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
