"""A campaign: the panel of baselines over a frozen set, in both views, with all that proves what they did.

The folder holds ``runs.jsonl`` (run records), ``answers.jsonl`` (open view), ``episodes.jsonl`` (hidden
view), ``tool_logs.jsonl`` and ``campaign.json`` with the hashes of these.  Every row is a function of the
frozen set, the seed and the package.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from ...generators.rng import Rng
from ...instances.canonical import encode
from ...instances.errors import RecordError
from ...instances.formats.gf01_bundle import read_bundle, read_json
from ...instances.outputs import write_whole
from ...instances.records import Episode, Json
from ...verifiers.reactive.gf01.diagnostics import Caps
from ...verifiers.reactive.gf01.policies import HIDDEN, OPEN, PANELS, TRACK_OF_BASELINE
from ...verifiers.reactive.gf01.validation import Known, known
from ...verifiers.reactive.intervene import rendered
from ..agents.runner import play
from .exporting import write_json
from .freezing import FREEZE_FILE, FREEZE_SCHEMA, MANIFEST_FILE
from .players import PLAYERS, ByOracle
from .provenance import versions
from .rows import Terms, row
from .runs import committed_in, episode_of, folder_files
from .solvers import SOLVERS
from .toolbox import Toolbox

CAMPAIGN_SCHEMA = "gf01.campaign.v1"
RUNS, ANSWERS, EPISODES, LOGS, CAMPAIGN = (
    "runs.jsonl",
    "answers.jsonl",
    "episodes.jsonl",
    "tool_logs.jsonl",
    "campaign.json",
)


@dataclass(frozen=True)
class FrozenSet:
    """A frozen folder, read: its instances by id, the caps, and what ``freeze.json`` says."""

    folder: Path
    instances: dict[str, Known]
    caps: Caps
    header: Json
    bundles: tuple[Path, ...]

    @property
    def manifest(self) -> Path:
        """The split manifest."""
        return self.folder / MANIFEST_FILE


def read_frozen(folder: str | Path, only: Iterable[str] = ()) -> FrozenSet:
    """A frozen folder, or some of its splits; RecordError when a file or a hash is not what it says."""
    (file, _) = folder_files(folder, FREEZE_FILE, MANIFEST_FILE)
    header = read_json(file)
    if not isinstance(header, dict) or header.get("schema_version") != FREEZE_SCHEMA:
        raise RecordError(f"is not {FREEZE_SCHEMA}", file=str(file), field="schema_version")
    try:
        kept = {name: entry for name, entry in header["bundles"].items() if not only or name in only}
        caps = Caps(int(header["caps"]["a_ref"]), int(header["caps"]["p_ref"]))
        files = [(str(entry["file"]), entry["instances_hash"]) for entry in kept.values()]
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise RecordError(f"malformed: {error!r}", file=str(file)) from None
    if missing := sorted(set(only) - kept.keys()):
        raise RecordError(f"there is no split {missing[0]!r}", file=str(file))
    paths = folder_files(folder, *(Path(name).name for name, _ in files))
    instances: dict[str, Known] = {}
    for path, (_, stored) in zip(paths, files, strict=True):
        bundle = read_bundle(path)
        if bundle.faults:
            raise bundle.faults[0]
        if bundle.header.get("instances_hash") != stored:
            raise RecordError("is not the bundle that was frozen", file=str(path), field="instances_hash")
        instances |= known(bundle.instances)
    return FrozenSet(Path(folder), instances, caps, header, tuple(paths))


@dataclass
class Result:
    """What a campaign made."""

    rows: list[Json] = field(default_factory=list)
    answers: list[Json] = field(default_factory=list)
    episodes: list[Episode] = field(default_factory=list)
    logs: list[Json] = field(default_factory=list)

    def add_log(self, tools: Toolbox, terms: Terms) -> None:
        """Keep the log of a run that may use tools."""
        if tools.log_hash:
            self.logs.append(
                {"agent_name": terms.agent, "view": terms.view, "sha256": tools.log_hash, "log": tools.log}
            )


def stamps_of(frozen: FrozenSet, panel: str, seed: int) -> Json:
    """The versions that the rows of a campaign and ``campaign.json`` state, one and all."""
    return versions({**frozen.header.get("config", {}), "seed": seed, "panel": panel})


def campaign(
    frozen: FrozenSet,
    stamps: Json,
    views: Iterable[str] = (OPEN, HIDDEN),
    panel: str = "full",
    seed: int = 0,
    renderer: str = "json",
) -> Iterator[Result]:
    """The runs of every baseline on every instance in every view, one result a run.

    The renderer is that of the hidden view; in the open view there is nothing to render.
    """
    for view in views:
        for agent in sorted(PANELS[panel]):
            shown = renderer if view == HIDDEN else "json"
            terms = Terms(agent, TRACK_OF_BASELINE[agent], view, shown)
            for name, one in sorted(frozen.instances.items()):
                rng = Rng("gf01", "baseline", agent, view, seed, name)
                tools = Toolbox(terms.track, one.question, name)
                made = Result()
                run = _answered if view == OPEN else _played
                certificate = run(one, terms, tools, rng, made)
                made.add_log(tools, terms)
                made.rows.append(row(one, certificate, terms, tools.log_hash, stamps, frozen.caps))
                yield made


def _answered(one: Known, terms: Terms, tools: Toolbox, rng: Rng, made: Result) -> list[Any]:
    """What a solver answers that is shown the machine."""
    atoms = one.question.flipped(SOLVERS[terms.agent](one.question, tools, rng))
    made.answers.append({"id": one.instance.instance_id, "answer": atoms, "agent_name": terms.agent})
    return atoms


def _played(one: Known, terms: Terms, tools: Toolbox, rng: Rng, made: Result) -> list[Any]:
    """What a player commits that is shown observations."""
    agent: Any = (
        ByOracle(tools, one.question) if terms.agent == "oracle" else PLAYERS[terms.agent](rng, tools)
    )
    world = episode_of(one)
    how = {"renderer": terms.renderer}
    episode = play(one.instance.instance_id, rendered(world, how), agent)
    made.episodes.append(msgspec.structs.replace(episode, metadata=how))
    return committed_in(world)


def write(results: Iterable[Result], folder: Path, frozen: FrozenSet, stamps: Json, seed: int) -> Json:
    """Write the files of a campaign; returns what ``campaign.json`` holds."""
    folder.mkdir(parents=True, exist_ok=True)
    lines: dict[str, list[bytes]] = {name: [] for name in (RUNS, ANSWERS, EPISODES, LOGS)}
    for one in results:
        lines[RUNS] += map(encode, one.rows)
        lines[ANSWERS] += map(encode, one.answers)
        lines[EPISODES] += map(encode, one.episodes)
        lines[LOGS] += map(encode, one.logs)
    entries: Json = {}
    for name, listed in lines.items():
        text = b"".join(line + b"\n" for line in listed)
        write_whole(folder / name, text)
        entries[name] = {"records": len(listed), "sha256": hashlib.sha256(text).hexdigest()}
    made = {
        "schema_version": CAMPAIGN_SCHEMA,
        "freeze_id": frozen.header.get("freeze_id"),
        "bundles_hash": frozen.header.get("bundles_hash"),
        "baseline_seed": seed,
        "files": entries,
        **stamps,
    }
    write_json(folder / CAMPAIGN, made)
    return made
