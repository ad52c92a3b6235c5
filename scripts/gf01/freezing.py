"""Freezing a set: instances, their splits, bundles, manifest, policies and caps, under one hash.

The folder holds a bundle a split, ``split_manifest.json`` and ``freeze.json``.  Nothing in it depends on the
clock, on git or on where it is made; no seed is in it.  The bundle of ``private_eval`` stays private: the
manifest gives of it ids, hashes, budgets and targets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import msgspec

from ...generators.reactive.greedy import falls
from ...instances.errors import CertwrightError, RecordError
from ...instances.formats.gf01 import Gf01Instance
from ...instances.formats.gf01_bundle import FAMILY_ID, bundle, digest, instance_json, instances_hash
from ...instances.formats.gf01_manifest import joint_hash, manifest
from ...instances.records import Json
from ...instances.store import read_instances
from ...verifiers.reactive.cells import cost
from ...verifiers.reactive.cheapest import cheapest
from ...verifiers.reactive.gf01 import diagnostics, policies
from ...verifiers.reactive.gf01 import figures as measures
from ...verifiers.reactive.question import Interventions
from .exporting import completed, gf01_instance, write_json
from .importing import read_all
from .pilot import costs
from .provenance import versions

FREEZE_SCHEMA = "gf01.freeze.v1"
MANIFEST_FILE, FREEZE_FILE = "split_manifest.json", "freeze.json"


@dataclass
class Frozen:
    """The instances of a set in order, and what was left out."""

    instances: list[Gf01Instance] = field(default_factory=list)
    refused: list[RecordError] = field(default_factory=list)

    def add(self, instance: Gf01Instance, file: str) -> None:
        """Take an instance that has a certificate, asks for something, and is new."""
        done = completed(instance)
        question = Interventions.of(done)
        best = cheapest(question.product, question.budget, question.budget_atoms)
        reason = None
        if best is None:
            reason = "M(I) is empty: no certificate within the budget"
        elif not best:
            reason = "the effect happens without an intervention"
        elif any(one.content_hash == done.content_hash for one in self.instances):
            reason = "stands twice"
        if reason is None:
            self.instances.append(done)
        else:
            self.refused.append(RecordError(f"{done.instance_id}: {reason}", file=file))


def collect(paths: Iterable[str]) -> Frozen:
    """The instances of files: records of ours (.jsonl), or bundles and tasks of GF-01."""
    found = Frozen()
    for path in paths:
        for instance in _instances(path):
            if isinstance(instance, RecordError):
                found.refused.append(instance)
            else:
                found.add(instance, path)
    return found


def _instances(path: str) -> Iterator[Gf01Instance | RecordError]:
    if not path.endswith((".jsonl", ".jsonl.gz")):
        yield from (one for _, one in read_all(path))
        return
    for record in read_instances(path):
        if isinstance(record, RecordError):
            yield record
            continue
        try:
            yield gf01_instance(record)
        except CertwrightError as error:
            yield RecordError(str(error), file=path)


def assigned(instances: Iterable[Gf01Instance], split: str | None = None) -> list[Gf01Instance]:
    """The instances with their splits: the given one; their own where all have one of the policy; else by
    rank of their hash, 0.20/0.20/0.60.
    """
    listed = sorted(instances, key=lambda one: one.content_hash)
    if split is not None:
        return [msgspec.structs.replace(one, split_id=split) for one in listed]
    own = {one.split_id for one in listed}
    if own <= policies.TARGETS.keys() and len(own) > 1:
        return listed
    done: list[Gf01Instance] = []
    share = Fraction(0)
    for name, target in policies.TARGETS.items():
        share += target
        until = round(share * len(listed))
        done += [msgspec.structs.replace(one, split_id=name) for one in listed[len(done) : until]]
    return done


def trimmed(instances: list[Gf01Instance]) -> list[Gf01Instance]:
    """As many of the instances as keep the policy's ratios exactly.

    Of each split those go first that greedy does not solve, then by hash.  Raises RecordError where a split
    has too few.
    """
    groups = {name: [one for one in instances if one.split_id == name] for name in policies.TARGETS}
    unit = min(policies.TARGETS.values())
    shares = {name: int(target / unit) for name, target in policies.TARGETS.items()}
    times = min(len(groups[name]) // share for name, share in shares.items())
    if not times:
        counts = ", ".join(f"{len(group)} of {name}" for name, group in groups.items())
        raise RecordError(f"no set with the ratios of {policies.SPLIT_POLICY} can be made of {counts}")
    kept = {
        one.instance_id
        for name, group in groups.items()
        for one in sorted(group, key=_by_worth)[: times * shares[name]]
    }
    return [one for one in instances if one.instance_id in kept]


def _by_worth(one: Gf01Instance) -> tuple[bool, str]:
    return _falls(Interventions.of(one)), one.content_hash


def _falls(question: Interventions) -> bool:
    """Whether greedy solves it."""
    return falls(question.machine, question.trace, question.effect, question.product, question.budget)


def freeze(instances: list[Gf01Instance], folder: Path, name: str) -> Json:
    """Write a set; returns what ``freeze.json`` holds.  RecordError for an empty set."""
    if not instances:
        raise RecordError("there is no instance to freeze")
    folder.mkdir(parents=True, exist_ok=True)
    config = _config()
    stamps = versions(config)
    files: Json = {}
    for split in sorted({one.split_id for one in instances}):
        raws = [instance_json(one) for one in instances if one.split_id == split]
        file = f"instance_bundle_{split}.json"
        write_json(folder / file, bundle(raws, split=split, versions=stamps))
        files[split] = {"file": file, "count": len(raws), "instances_hash": instances_hash(raws)}
    whole = joint_hash({split: entry["instances_hash"] for split, entry in files.items()})
    made = manifest(instances, [one.content_hash for one in instances], bundle_hash=whole, versions=stamps)
    write_json(folder / MANIFEST_FILE, made)
    frozen = {
        "schema_version": FREEZE_SCHEMA,
        "family_id": FAMILY_ID,
        "freeze_id": name,
        "bundles": files,
        "bundles_hash": whole,
        "split_manifest_hash": digest(made),
        "config": config,
        "caps": msgspec.to_builtins(diagnostics.caps(costs(instances))),
        "figures": figures(instances),
        **stamps,
    }
    write_json(folder / FREEZE_FILE, frozen)
    return frozen


def _config() -> Json:
    """The policies that the set is frozen under."""
    return {
        "tool_policy": policies.TOOL_POLICY,
        "adaptation_policy": policies.ADAPTATION_POLICY,
        "renderer_policy": policies.RENDERER_POLICY,
        "baseline_panel_policy": policies.PANEL_POLICY,
        "split_policy": policies.SPLIT_POLICY,
        "identifiability_policy": measures.POLICY,
        "cap_rule": {"p": str(diagnostics.P), "k": diagnostics.K},
    }


def figures(instances: Iterable[Gf01Instance]) -> Json:
    """How hard a set is: how many need two timesteps or more, fall to greedy, and are identifiable."""
    count = several = greedy = identified = 0
    modes: dict[str, int] = {}
    for one in instances:
        question = Interventions.of(one)
        best = cheapest(question.product, question.budget, question.budget_atoms) or 0
        count += 1
        several += cost(best, question.product.inputs)[0] > 1
        greedy += _falls(question)
        identified += bool(one.identifiability.get("passes_threshold"))
        modes[one.mode] = modes.get(one.mode, 0) + 1
    return {
        "instances": count,
        "need_two_timesteps": several,
        "greedy_solves": greedy,
        "identifiable": identified,
        "modes": dict(sorted(modes.items())),
    }
