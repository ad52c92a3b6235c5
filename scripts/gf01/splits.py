"""Checking the governance of splits on manifests: ratios, overlap, rotation, leaks (DEC-054)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...instances.errors import RecordError
from ...instances.formats.gf01_bundle import content_hash, read_bundle
from ...instances.formats.gf01_manifest import SplitManifest, leaks, read_manifest
from ...verifiers.reactive.gf01.policies import (
    MIN_NOVELTY,
    SPLIT_POLICY,
    TARGETS,
    TOLERANCE,
    Member,
    overlap_violations,
    ratio_violations,
    rotation_violations,
)


def members(manifests: Iterable[SplitManifest], contents: Mapping[str, str]) -> list[Member]:
    """The instances of manifests; one without a hash goes by the hash of its bundle, or by its id."""
    return [
        Member(
            one.instance_id, one.split_id, one.content_hash or contents.get(one.instance_id, one.instance_id)
        )
        for manifest in manifests
        for one in manifest.entries
    ]


def contents_of(bundles: Iterable[str]) -> dict[str, str]:
    """The hash of the content of each instance of some bundles, by id."""
    return {
        one.instance_id: content_hash(raw)
        for path in bundles
        for bundle in (read_bundle(path),)
        for one, raw in zip(bundle.instances, bundle.raw, strict=True)
    }


def check(
    manifests: Sequence[str],
    bundles: Sequence[str] = (),
    previous: Sequence[str] = (),
    *,
    tolerance: Fraction = TOLERANCE,
    novelty: Fraction = MIN_NOVELTY,
) -> dict[str, Any]:
    """What a release's manifests violate, by rule; RecordError for a file that is no manifest."""
    read = [read_manifest(path) for path in manifests]
    before = [read_manifest(path) for path in previous]
    contents = contents_of(bundles)
    here = members(read, contents)
    counts = Counter(one.split for one in here)
    inner: list[RecordError] = [fault for manifest in (*read, *before) for fault in manifest.faults]
    rules = {
        "manifest": [str(fault) for fault in inner],
        "leak": [fault for manifest in read for fault in leaks(manifest)],
        "ratio": ratio_violations(counts, TARGETS, tolerance),
        "overlap": overlap_violations(here),
        "rotation": rotation_violations(here, members(before, contents), novelty=novelty) if before else [],
    }
    return {
        "policy": SPLIT_POLICY,
        "counts": dict(sorted(counts.items())),
        "violations": {rule: faults for rule, faults in rules.items() if faults},
    }
