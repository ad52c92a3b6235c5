"""Checks a release: a frozen set and its campaign, against every policy.

Hashes tie the files together; splits are right; rows match their certificates, replay, and state the
campaign's versions; the panel is complete in both views; tool logs have the hashes of their rows; figures and
caps of the set match its instances; it discriminates (half needs two timesteps, greedy solves at most 40 %).
No time and no git is looked at.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

from ...instances.errors import RecordError
from ...instances.formats.gf01 import content_hash, digest, read_bundle, read_json
from ...instances.formats.gf01_manifest import SplitManifest, leaks, read_manifest
from ...instances.hostile import decode
from ...instances.lines import read_lines
from ...instances.records import Json
from ...verifiers.reactive.gf01.policies import (
    MIN_NOVELTY,
    OPEN,
    SPLIT_POLICY,
    TARGETS,
    TOLERANCE,
    VIEWS,
    Member,
    overlap_violations,
    panel_gaps,
    ratio_violations,
    rotation_violations,
)
from .bundles import folder_files
from .freezing import FREEZE_FILE, FrozenSet, measures, read_frozen
from .runs import CAMPAIGN, CAMPAIGN_SCHEMA, EPISODES, LOGS, RUNS, ValidatedFile, validation

MOST_GREEDY = Fraction(2, 5)
LEAST_DEEP = Fraction(1, 2)
LINE_BYTES = 2**24
VERSIONS = (
    *("benchmark_version", "generator_version", "checker_version", "harness_version"),
    *("git_commit", "config_hash"),
)

Faults = list[str]


def check_splits(
    manifests: Sequence[str], bundles: Sequence[str], previous: Sequence[str], **bounds: Fraction
) -> Json:
    """The violations by rule (DEC-054): ratios, overlap, rotation, leaks; RecordError for a bad manifest.
    The ``bounds`` are ``tolerance`` and ``novelty``."""
    tolerance, novelty = bounds.get("tolerance", TOLERANCE), bounds.get("novelty", MIN_NOVELTY)
    read, before = list(map(read_manifest, manifests)), list(map(read_manifest, previous))
    pairs = (zip(read.instances, read.raw, strict=True) for read in map(read_bundle, bundles))
    contents = {instance.instance_id: content_hash(raw) for instance, raw in chain.from_iterable(pairs)}
    release = _members(read, contents)
    counts = Counter(member.split for member in release)
    older = _members(before, contents)
    rules = {
        "manifest": [str(fault) for manifest in (*read, *before) for fault in manifest.faults],
        "leak": [fault for manifest in read for fault in leaks(manifest)],
        "ratio": ratio_violations(counts, TARGETS, tolerance),
        "overlap": overlap_violations(release),
        "rotation": rotation_violations(release, older, novelty=novelty) if before else [],
    }
    return {
        "policy": SPLIT_POLICY,
        "counts": dict(sorted(counts.items())),
        "violations": {rule: faults for rule, faults in rules.items() if faults},
    }


def _members(manifests: Iterable[SplitManifest], contents: Mapping[str, str]) -> list[Member]:
    """The instances of manifests; one without a hash is identified by its bundle's hash, or by its id."""
    return [
        Member(name, entry.split_id, entry.content_hash or contents.get(name, name))
        for manifest in manifests
        for entry in manifest.entries
        for name in (entry.instance_id,)
    ]


def check(freeze: Path, campaign: Path, previous: Iterable[str] = (), level: str = "full") -> dict[str, Any]:
    """The violations of a release, by rule; RecordError for folders that are not a set and a campaign."""
    frozen = read_frozen(freeze)
    record, runs, episodes, logs = folder_files(campaign, CAMPAIGN, RUNS, EPISODES, LOGS)
    header = read_json(record)
    if not isinstance(header, dict) or header.get("schema_version") != CAMPAIGN_SCHEMA:
        raise RecordError(f"is not {CAMPAIGN_SCHEMA}", file=str(record), field="schema_version")
    bundles = [str(path) for path in frozen.bundles]
    checked = validation(str(runs), bundles, str(frozen.manifest), str(episodes), limits=frozen.caps)
    splits = check_splits([str(frozen.manifest)], bundles, list(previous))
    rules = {
        "hash": _hashes(frozen, header, campaign),
        "figures": _figures(frozen),
        "rows": [str(fault) for fault in checked.faults],
        "versions": _versions(checked, header),
        "coverage": checked.gaps,
        "panel": _panel(checked, frozen, level),
        "tool_log": _logs(checked, logs),
        "discrimination": _discrimination(frozen.header.get("figures", {})),
        **{f"split/{rule}": faults for rule, faults in splits["violations"].items()},
    }
    return {
        "freeze_id": frozen.header.get("freeze_id"),
        "counts": splits["counts"],
        "rows": len(checked.rows),
        "violations": {rule: faults for rule, faults in rules.items() if faults},
    }


def _hashes(frozen: FrozenSet, header: Json, folder: Path) -> Faults:
    faults = []
    if digest(read_json(frozen.manifest)) != frozen.header.get("split_manifest_hash"):
        faults.append("the split manifest is not the one that was frozen")
    if read_manifest(frozen.manifest).header.get("source_bundle_hash") != frozen.header.get("bundles_hash"):
        faults.append("the split manifest is of other bundles")
    if header.get("bundles_hash") != frozen.header.get("bundles_hash"):
        faults.append("the campaign is of another frozen set")
    files = header.get("files")
    if not isinstance(files, dict) or RUNS not in files:
        return [*faults, f"{CAMPAIGN} does not name its files"]
    for name, entry in sorted(files.items()):
        path = folder / Path(name).name
        stored = entry.get("sha256") if isinstance(entry, dict) else None
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != stored:
            faults.append(f"{name} is not the file that the campaign wrote")
    return faults


def _versions(checked: ValidatedFile, header: Json) -> Faults:
    return [
        str(run.fault(f"{run.row[name]!r:.100} is stored, the campaign has {header.get(name)!r:.100}", name))
        for run in checked.runs
        for name in VERSIONS
        if run.row[name] != header.get(name)
    ]


def _figures(frozen: FrozenSet) -> Faults:
    own = measures(item.instance for item in frozen.instances.values())
    return [
        f"{FREEZE_FILE}: {name}.{part} is {stored.get(part)!r:.100}, the instances give {value!r}"
        for name, made in sorted(own.items(), reverse=True)
        for stored in [frozen.header.get(name)]
        if isinstance(stored, dict)
        for part, value in made.items()
        if stored.get(part) != value
    ]


def _panel(checked: ValidatedFile, frozen: FrozenSet, level: str) -> Faults:
    names, faults = sorted(frozen.instances), []
    for view in VIEWS:
        rows = [run.row for run in checked.runs if run.row.get("view", OPEN) == view]
        faults += [f"{view}: {fault}" for fault in panel_gaps(rows, names, level)]
    return faults


def _logs(checked: ValidatedFile, path: Path) -> Faults:
    """Check that each row that may use tools has a log with the hash it states: our baselines keep one for
    each instance, other agents one text for all runs in a view."""
    logs: dict[tuple[Any, Any, Any], str] = {}
    faults = []
    for number, line in read_lines(path, LINE_BYTES):
        entry: Any = None if isinstance(line, RecordError) else decode(line)
        log = entry.get("log", entry.get("text")) if isinstance(entry, dict) else None
        if isinstance(log, dict):
            logs[entry.get("agent_name"), entry.get("view"), log.get("instance_id")] = digest(log)
        elif isinstance(log, str):
            logs[entry.get("agent_name"), entry.get("view"), None] = hashlib.sha256(log.encode()).hexdigest()
        else:
            faults.append(f"{path}:{number}: no tool log")
    for run in checked.runs:
        row = run.row
        agent, view, stated = row["agent_name"], row.get("view", OPEN), row.get("tool_log_hash")
        kept = [logs.get((agent, view, name)) for name in (row["instance_id"], None)]
        if stated and stated not in kept:
            faults.append(str(run.fault("there is no tool log with this hash", "tool_log_hash")))
    return faults


def _discrimination(figures: Json) -> Faults:
    names = ("instances", "greedy_solves", "need_two_timesteps")
    count, greedy, deep = (value if type(value := figures.get(name)) is int else 0 for name in names)
    if not count:
        return ["the frozen set does not say how hard it is"]
    easy = f"greedy solves {greedy} of {count} instances; at most {float(MOST_GREEDY):.2f} may fall"
    flat = f"{deep} of {count} instances need two timesteps; at least {float(LEAST_DEEP):.2f} must"
    return [easy] * (Fraction(greedy, count) > MOST_GREEDY) + [flat] * (Fraction(deep, count) < LEAST_DEEP)
