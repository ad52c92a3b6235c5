"""Run records with the instances that they are about: read, validated, replayed, reported.

A row of the hidden view tells of an episode.  When the episodes are given, each such row must have one, it is
played again, and what it committed must be the certificate of the row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...domains.reactive.environment import COMMITTED, CommitEpisode
from ...domains.reactive.explicit import letter, machine_of
from ...instances.errors import RecordError
from ...instances.formats.gf01_bundle import Bundle, read_bundle
from ...instances.formats.gf01_manifest import against, read_manifest
from ...instances.formats.gf01_run import Run, read_runs
from ...instances.records import Episode
from ...instances.store import read_episodes
from ...verifiers.reactive.gf01.diagnostics import Caps
from ...verifiers.reactive.gf01.policies import HIDDEN, OPEN, coverage
from ...verifiers.reactive.gf01.validation import Known, RowFault, ValidatedRow, known, validate
from ...verifiers.reactive.intervene import rendered
from ...verifiers.replay import replay

Json = dict[str, Any]
Played = dict[tuple[str, str, int], Episode]
"""Episodes by instance, agent and sample."""


@dataclass
class Validation:
    """The rows of a file as they came out, and what is wrong beside them."""

    runs: list[Run] = field(default_factory=list)
    rows: list[ValidatedRow] = field(default_factory=list)
    malformed: list[RecordError] = field(default_factory=list)
    """Lines that are no rows, instances and hashes of bundles that are at fault."""
    gaps: list[str] = field(default_factory=list)
    """Where a manifest, the bundles and the rows do not cover each other."""

    @property
    def refused(self) -> list[tuple[Run, ValidatedRow]]:
        """The rows that do not hold."""
        pairs = zip(self.runs, self.rows, strict=True)
        return [(run, row) for run, row in pairs if not row.holds]

    def json(self) -> Json:
        """The outcome as JSON."""
        return {
            "rows": len(self.rows),
            "hold": len(self.rows) - len(self.refused),
            "malformed": len(self.malformed),
            "refused": [
                {
                    "line": run.line,
                    "instance_id": run.row["instance_id"],
                    "agent_name": run.row["agent_name"],
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
) -> Validation:
    """Validate a file of rows against bundles, a manifest and episodes, and the caps of the diagnostic.

    Raises RecordError for unreadable files.
    """
    found = Validation()
    read = [read_bundle(path) for path in bundles]
    for bundle in read:
        found.malformed += bundle.faults
    for run in read_runs(runs):
        if isinstance(run, RecordError):
            found.malformed.append(run)
        else:
            found.runs.append(run)
    instances = known(one for bundle in read for one in bundle.instances)
    played = None if episodes is None else _played(episodes, found)
    for row in validate((run.row for run in found.runs), instances, semantics=semantics, limits=limits):
        found.rows.append(row if played is None else replayed(row, instances, played))
    if manifest is not None:
        found.gaps = _gaps(manifest, read, found)
    return found


def _gaps(path: str, bundles: list[Bundle], found: Validation) -> list[str]:
    manifest = read_manifest(path)
    found.malformed += manifest.faults
    faults = [str(fault) for fault in against(manifest, bundles, path)]
    return faults + coverage((run.row for run in found.runs), sorted(manifest.names))


def _played(path: str, found: Validation) -> Played:
    played: Played = {}
    for episode in read_episodes(path):
        if isinstance(episode, RecordError):
            found.malformed.append(episode)
        else:
            played[episode.instance, episode.agent, episode.sample] = episode
    return played


def replayed(row: ValidatedRow, instances: dict[str, Known], played: Played) -> ValidatedRow:
    """The row, with a fault when it is of the hidden view and its episode does not bear it out."""
    told = row.row
    if told.get("view", OPEN) != HIDDEN or row.instance is None:
        return row
    episode = played.get((told["instance_id"], told["agent_name"], told.get("sample", 0)))
    message = (
        "there is no episode of it"
        if episode is None
        else _lie(episode, instances[told["instance_id"]], told)
    )
    if message is None:
        return row
    fault = RowFault("certificate", message)
    return ValidatedRow(row.row, row.instance, row.metrics, (*row.faults, fault))


def _lie(episode: Episode, one: Known, told: Any) -> str | None:
    world = episode_of(one)
    try:
        replay(episode, rendered(world, {"renderer": told["renderer_track"]}))
    except RecordError as error:
        return f"its episode does not replay: {error}"
    if told["certificate"] != (committed := committed_in(world)):
        return f"its episode committed {committed!r:.200}"
    if world.stop != COMMITTED and told["valid"]:
        return f"its episode was not played to its end ({world.stop})"
    return None


def committed_in(world: CommitEpisode) -> list[list[Any]]:
    """The certificate that an episode commits: nothing when it was not played to its end."""
    return [list(atom) for atom in world.committed] if world.stop == COMMITTED else []


def episode_of(one: Known) -> CommitEpisode:
    """The commit episode of an instance, at its beginning."""
    instance, question = one.instance, one.question
    machine = machine_of(instance.automaton)
    trace = tuple(letter(valuation, machine.inputs) for valuation in instance.base_trace)
    return CommitEpisode(
        machine,
        trace,
        question.effect,
        instance.mode,
        budget_timestep=instance.budget_timestep,
        budget_atoms=instance.budget_atoms,
    )


def folder_files(folder: str | Path, *names: str) -> list[Path]:
    """Files of a folder; RecordError names the first that is missing."""
    found = [Path(folder) / name for name in names]
    for file in found:
        if not file.is_file():
            raise RecordError("is missing", file=str(file))
    return found


def faults_of(rows: Iterable[ValidatedRow]) -> Iterator[RowFault]:
    """All faults of rows."""
    for row in rows:
        yield from row.faults
