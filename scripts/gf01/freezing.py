"""Frozen sets: instances, their splits, bundles, manifest, policies and caps, under one hash.

The folder holds a bundle per split, ``split_manifest_v1.json`` and ``freeze.json``.  Nothing in it depends on
the clock, on git or on the machine; it contains no seed.  The bundle of ``private_eval`` stays private: the
manifest gives its ids, hashes, budgets and targets.  The caps of the subset-minimality diagnostic are derived
from its cost on the first certificates of M(I) of each instance, in order of cost (DEC-021 to DEC-023).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import msgspec

from ...generators.reactive.questions.tasks import falls
from ...instances.errors import CertwrightError, LimitError, RecordError
from ...instances.formats.gf01 import (
    FAMILY_ID,
    Gf01Instance,
    bundle,
    digest,
    instance_json,
    instances_hash,
    read_bundle,
    read_json,
)
from ...instances.formats.gf01_manifest import joint_hash, manifest
from ...instances.records import Json
from ...instances.store import read_instances
from ...verifiers.reactive.cells import Cells
from ...verifiers.reactive.cells import cost as price
from ...verifiers.reactive.certificates import Enumeration
from ...verifiers.reactive.check import cheapest
from ...verifiers.reactive.gf01 import diagnostics, policies
from ...verifiers.reactive.gf01.diagnostics import Caps, Cost
from ...verifiers.reactive.gf01.figures import MIN_RESPONSE, MIN_SIGNATURES
from ...verifiers.reactive.gf01.figures import POLICY as IDENTIFIABILITY
from ...verifiers.reactive.gf01.validation import BundleInstance, known
from ...verifiers.reactive.question import Interventions
from .bundles import completed, folder_files, gf01_instance, read_all, versions, write_json

FREEZE_SCHEMA = "gf01.freeze.v1"
MANIFEST_FILE, FREEZE_FILE = "split_manifest_v1.json", "freeze.json"
SAMPLED = 32  # each instance's certificates on which the diagnostic is costed
TRANSITIONS = 400_000  # the most that listing them may cost for one instance; else it is left out
CONFIG: Json = {
    "tool_policy": policies.TOOL_POLICY,
    "adaptation_policy": policies.ADAPTATION_POLICY,
    "renderer_policy": policies.RENDERER_POLICY,
    "baseline_panel_policy": policies.PANEL_POLICY,
    "split_policy": policies.SPLIT_POLICY,
    "identifiability_policy": IDENTIFIABILITY,
    "cap_rule": {"p": str(diagnostics.P), "k": diagnostics.K},
}


def collect(
    paths: Iterable[str], *, identifiable: bool = True
) -> tuple[list[Gf01Instance], list[RecordError]]:
    """The instances of files (ours, or bundles or tasks of GF-01), and why others are left out: without
    certificate, trivial, a duplicate or, with ``identifiable``, refused by that policy."""
    kept: dict[str, Gf01Instance] = {}
    refused: list[RecordError] = []
    for path in paths:
        for instance in _instances(path):
            if isinstance(instance, RecordError):
                refused.append(instance)
            elif reason := _reason(done := completed(instance), kept, identifiable):
                refused.append(RecordError(f"{done.instance_id}: {reason}", file=path))
            else:
                kept[done.content_hash] = done
    return list(kept.values()), refused


def _reason(instance: Gf01Instance, kept: Collection[str], identifiable: bool) -> str:
    """Why an instance is left out; empty if it is kept."""
    question = Interventions.of(instance)
    best = cheapest(question.product, question.budget, question.budget_atoms)
    if best is None:
        return "M(I) is empty: no certificate within the budget"
    if not best:
        return "the effect happens without an intervention"
    if instance.content_hash in kept:
        return "occurs twice"
    figures = instance.identifiability
    if not identifiable or figures["passes_threshold"]:
        return ""
    return (
        f"not identifiable: {figures['response_ratio']:.2f} of its cells respond ({MIN_RESPONSE} "
        f"wanted), {figures['unique_signature_count']} signatures ({MIN_SIGNATURES} wanted)"
    )


def _instances(path: str) -> Iterator[Gf01Instance | RecordError]:
    if not path.endswith((".jsonl", ".jsonl.gz")):
        yield from (instance for _, instance in read_all(path))
        return
    for record in read_instances(path):
        try:
            yield record if isinstance(record, RecordError) else gf01_instance(record)
        except CertwrightError as error:
            yield RecordError(str(error), file=path)


def assigned(instances: Iterable[Gf01Instance], split: str | None = None) -> list[Gf01Instance]:
    """The instances with the given split, else their own if all have the policy's, else by rank of hash."""
    listed = sorted(instances, key=lambda instance: instance.content_hash)
    if split is not None:
        return [msgspec.structs.replace(instance, split_id=split) for instance in listed]
    own = {instance.split_id for instance in listed}
    if own <= policies.TARGETS.keys() and len(own) > 1:
        return listed
    done: list[Gf01Instance] = []
    share = Fraction(0)
    for name, target in policies.TARGETS.items():
        share += target
        until = round(share * len(listed))
        done += [msgspec.structs.replace(instance, split_id=name) for instance in listed[len(done) : until]]
    return done


def trimmed(instances: list[Gf01Instance]) -> list[Gf01Instance]:
    """The largest subset with exactly the policy's ratios, of each split those first that greedy does not
    solve, then by hash.  RecordError if a split has too few."""
    groups = {name: [one for one in instances if one.split_id == name] for name in policies.TARGETS}
    unit = min(policies.TARGETS.values())
    shares = {name: int(target / unit) for name, target in policies.TARGETS.items()}
    times = min(len(groups[name]) // share for name, share in shares.items())
    if not times:
        counts = ", ".join(f"{len(group)} of {name}" for name, group in groups.items())
        raise RecordError(f"no set with the ratios of {policies.SPLIT_POLICY} can be made of {counts}")

    def worth(instance: Gf01Instance) -> tuple[bool, str]:
        return falls(Interventions.of(instance)), instance.content_hash

    kept = {
        instance.instance_id
        for name, group in groups.items()
        for instance in sorted(group, key=worth)[: times * shares[name]]
    }
    return [instance for instance in instances if instance.instance_id in kept]


def freeze(instances: list[Gf01Instance], folder: Path, name: str) -> Json:
    """Write a set; returns the content of ``freeze.json``.  RecordError for an empty set."""
    if not instances:
        raise RecordError("there is no instance to freeze")
    folder.mkdir(parents=True, exist_ok=True)
    stamps = versions(CONFIG)
    files: Json = {}
    for split in sorted({instance.split_id for instance in instances}):
        raws = [instance_json(instance) for instance in instances if instance.split_id == split]
        file = f"instance_bundle_{split}.json"
        write_json(folder / file, bundle(raws, split=split, versions=stamps))
        files[split] = {"file": file, "count": len(raws), "instances_hash": instances_hash(raws)}
    whole = joint_hash({split: entry["instances_hash"] for split, entry in files.items()})
    hashes = [instance.content_hash for instance in instances]
    made = manifest(instances, hashes, bundle_hash=whole, versions=stamps)
    write_json(folder / MANIFEST_FILE, made)
    frozen = {
        "schema_version": FREEZE_SCHEMA,
        "family_id": FAMILY_ID,
        "freeze_id": name,
        "bundles": files,
        "bundles_hash": whole,
        "split_manifest_hash": digest(made),
        "config": CONFIG,
        **measures(instances),
        **stamps,
    }
    write_json(folder / FREEZE_FILE, frozen)
    return frozen


def measures(instances: Iterable[Gf01Instance]) -> Json:
    """``caps`` of the diagnostic; ``figures``: how many need two steps, fall to greedy, are identifiable."""
    costs: list[Cost] = []
    names = ("instances", "need_two_timesteps", "greedy_solves", "identifiable")
    figures, modes = Counter(dict.fromkeys(names, 0)), Counter[str]()
    for instance in instances:
        question = Interventions.of(instance)
        costs += (diagnostics.cost(question.product, cells) for cells in first_certificates(question))
        best = cheapest(question.product, question.budget, question.budget_atoms) or 0
        figures["instances"] += 1
        figures["need_two_timesteps"] += price(best, len(question.inputs))[0] > 1
        figures["greedy_solves"] += falls(question)
        figures["identifiable"] += bool(instance.identifiability.get("passes_threshold"))
        modes[instance.mode] += 1
    counts = {**figures, "modes": dict(sorted(modes.items()))}
    return {"caps": msgspec.to_builtins(diagnostics.caps(costs)), "figures": counts}


def first_certificates(question: Interventions) -> tuple[Cells, ...]:
    """The first certificates of an instance; none if listing them exceeds the bound."""
    try:
        return Enumeration(question.product, question.budget, limit=TRANSITIONS).first(SAMPLED)[0]
    except LimitError:
        return ()


@dataclass(frozen=True)
class FrozenSet:
    """A frozen folder: its instances by id, the caps, and the content of ``freeze.json``."""

    instances: dict[str, BundleInstance]
    caps: Caps
    header: Json
    manifest: Path
    bundles: tuple[Path, ...]


def read_frozen(folder: str | Path, only: Iterable[str] = ()) -> FrozenSet:
    """A frozen folder, or some of its splits; RecordError for a missing file or a wrong hash."""
    file, manifest = folder_files(folder, FREEZE_FILE, MANIFEST_FILE)
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
    instances: dict[str, BundleInstance] = {}
    for path, (_, stored) in zip(paths, files, strict=True):
        bundle = read_bundle(path)
        if bundle.faults:
            raise bundle.faults[0]
        if bundle.header.get("instances_hash") != stored:
            raise RecordError("is not the bundle that was frozen", file=str(path), field="instances_hash")
        instances |= known(bundle.instances)
    return FrozenSet(instances, caps, header, manifest, tuple(paths))
