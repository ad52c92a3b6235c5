"""GF-01's split manifests (``gf01.split_manifest.v1``): which instances a release has, and in which split.

A manifest lists its instances by id, split, mode, target, window and budgets; newer ones add the hash of the
content.  Manifests of ours never hold a seed: the generator is public, so a seed is the whole instance.  What
a manifest says of itself (its count, its groups, the hash of its bundle) is compared with what it holds.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from ..errors import RecordError
from ..hostile import convert
from ..records import Json
from .gf01 import BUNDLE_SCHEMA, FAMILY_ID, Bundle, Gf01Instance, content_hash, digest, read_json

MANIFEST_SCHEMA: Final = "gf01.split_manifest.v1"
SECRETS: Final = ("seed", "seeds", "seed_start")

SHARED: Final = ("split_id", "mode", "t_star", "window_size", "budget_timestep", "budget_atoms")
"""What an entry repeats of its instance."""


class ManifestEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One instance of a manifest."""

    instance_id: str
    split_id: str
    mode: Literal["normal", "hard"]
    t_star: int
    window_size: int
    budget_timestep: int
    budget_atoms: int | None = None
    content_hash: str = ""
    seed: int | None = None


class _Shape(msgspec.Struct, frozen=True):
    """What a manifest must have; keys beyond these are kept as its header."""

    schema_version: str
    family_id: str
    benchmark_version: str
    generator_version: str
    checker_version: str
    harness_version: str
    instance_count: int
    instances: tuple[ManifestEntry, ...]


@dataclass(frozen=True)
class SplitManifest:
    """The entries, what stands beside them, and what does not fit."""

    entries: tuple[ManifestEntry, ...]
    header: Json = field(default_factory=dict)
    faults: tuple[RecordError, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The ids of the instances."""
        return frozenset(entry.instance_id for entry in self.entries)


def read_manifest(path: str | Path) -> SplitManifest:
    """A manifest with its inner contradictions; RecordError when the file is none."""
    value, file = read_json(path), str(path)
    shape = convert(value, _Shape, file=file)
    if shape.schema_version != MANIFEST_SCHEMA:
        raise RecordError(f"{shape.schema_version[:100]!r} is not {MANIFEST_SCHEMA}", file=file)
    header = {name: part for name, part in value.items() if name != "instances"}
    faults = [RecordError(text, file=file, field=at) for at, text in _contradictions(shape, header)]
    return SplitManifest(shape.instances, header, tuple(faults))


def against(manifest: SplitManifest, bundles: Sequence[Bundle], file: str = "") -> list[RecordError]:
    """Where a manifest and the bundles that it lists differ: instances, fields, hashes."""
    pairs = [pair for bundle in bundles for pair in zip(bundle.instances, bundle.raw, strict=True)]
    bundled = {instance.instance_id: (instance, content_hash(raw)) for instance, raw in pairs}
    faults: list[RecordError] = []

    def fault(message: str, at: str) -> None:
        faults.append(RecordError(message, file=file, field=at))

    for name in sorted(manifest.names - bundled.keys()):
        fault("is in no bundle", name)
    for name in sorted(bundled.keys() - manifest.names):
        fault("is not in the manifest", name)
    for entry in manifest.entries:
        if entry.instance_id not in bundled:
            continue
        instance, content = bundled[entry.instance_id]
        for name in SHARED:
            stated, own = getattr(entry, name), getattr(instance, name)
            if stated != own:
                fault(f"the manifest has {stated!r}, the bundle {own!r}", f"{entry.instance_id}.{name}")
        if entry.content_hash and entry.content_hash != content:
            message = f"{entry.content_hash!r} is stored, the content gives {content}"
            fault(message, f"{entry.instance_id}.content_hash")
    stored = manifest.header.get("source_bundle_hash")
    hashes = {str(bundle.header.get("split_id")): bundle.header.get("instances_hash") for bundle in bundles}
    if stored is not None and stored != (computed := joint_hash(hashes)):
        fault(f"{stored!r} is stored, the bundles give {computed!r}", "source_bundle_hash")
    return faults


def joint_hash(hashes: Mapping[str, Any]) -> Any:
    """The hash of the bundles of some splits: that of the only one, or the sha256 over all by split."""
    return next(iter(hashes.values())) if len(hashes) == 1 else digest(dict(hashes))


def manifest(
    instances: Iterable[Gf01Instance], hashes: Iterable[str], *, bundle_hash: str, versions: Json
) -> Json:
    """The manifest of instances with the hashes of their content, by id and without seeds."""
    entries: list[Json] = []
    for instance, content in zip(instances, hashes, strict=True):
        shared = {name: value for name in SHARED if (value := getattr(instance, name)) is not None}
        entries.append({"instance_id": instance.instance_id, "content_hash": content, **shared})
    entries.sort(key=lambda entry: str(entry["instance_id"]))
    return {
        "schema_version": MANIFEST_SCHEMA,
        "family_id": FAMILY_ID,
        "source_bundle_schema_version": BUNDLE_SCHEMA,
        "source_bundle_hash": bundle_hash,
        "instance_count": len(entries),
        "group_counts": _groups((str(entry["split_id"]), str(entry["mode"])) for entry in entries),
        "instances": entries,
        **versions,
    }


def _groups(pairs: Iterable[tuple[str, str]]) -> list[Json]:
    counts = sorted(Counter(pairs).items())
    return [{"split_id": split, "mode": mode, "count": count} for (split, mode), count in counts]


def _contradictions(shape: _Shape, header: Json) -> Iterable[tuple[str, str]]:
    if shape.family_id != FAMILY_ID:
        yield "family_id", f"{shape.family_id[:100]!r} is not {FAMILY_ID}"
    if shape.instance_count != len(shape.instances):
        yield "instance_count", f"{shape.instance_count} is stored, {len(shape.instances)} are there"
    for name, count in Counter(instance.instance_id for instance in shape.instances).items():
        if count > 1:
            yield "instances", f"{name} stands {count} times"
    groups = header.get("group_counts")
    own = _groups((instance.split_id, instance.mode) for instance in shape.instances)
    if groups is not None and groups != own:
        yield "group_counts", "are not the numbers of the instances by split and mode"


def leaks(manifest: SplitManifest) -> list[str]:
    """What of a manifest gives its instances away: seeds, for the generator is public."""
    kept = [f"the manifest holds {name}" for name in SECRETS if name in manifest.header]
    seeded = sum(entry.seed is not None for entry in manifest.entries)
    return kept + ([f"{seeded} entries hold a seed"] if seeded else [])
