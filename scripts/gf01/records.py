"""Run records (``gf01.run_record.v1``): written, read, validated and replayed.

A row is a certificate, its figures, and the terms of the run.  A row of the hidden view refers to an episode.
If episodes are given, each such row must have one; the episode is replayed, and must commit the certificate
of the row.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...domains.reactive.environment import COMMITTED, CommitEpisode
from ...instances.errors import RecordError
from ...instances.formats.gf01 import FAMILY_ID, read_bundle
from ...instances.formats.gf01_manifest import against, read_manifest
from ...instances.formats.gf01_run import RUN_SCHEMA, RunRow, read_runs
from ...instances.records import Episode, Json
from ...instances.store import read_episodes
from ...verifiers.judge import replay
from ...verifiers.reactive.gf01 import policies
from ...verifiers.reactive.gf01.diagnostics import Caps, diagnosed
from ...verifiers.reactive.gf01.policies import HIDDEN, OPEN
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
        pairs = zip(self.runs, self.rows, strict=True)
        return [(run, row) for run, row in pairs if not row.holds]

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
    question = item.question
    return CommitEpisode(
        question.machine,
        question.trace,
        question.effect,
        item.instance.mode,
        budget_timestep=question.budget,
        budget_atoms=question.budget_atoms,
    )


def folder_files(folder: str | Path, *names: str) -> list[Path]:
    """Files of a folder; RecordError names the first that is missing."""
    paths = [Path(folder) / name for name in names]
    for file in paths:
        if not file.is_file():
            raise RecordError("is missing", file=str(file))
    return paths
