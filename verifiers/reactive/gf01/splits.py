"""The governance of published splits: ratios, overlap, novelty (DEC-054, ``gf01.split_policy.v1``).

Ratios are compared as exact fractions, so that a split that lies on the edge of the tolerance is decided by
arithmetic and not by rounding.  Overlap is decided by content (the hash over machine, trace, effect and
budgets), not by id, and across splits as well as against a previous release.

>>> ratio_violations({"public_dev": 1, "public_val": 1, "private_eval": 3})
[]
>>> ratio_violations({"public_dev": 2, "public_val": 1, "private_eval": 2})[0]
'public_dev: 2 of 5 instances, 0.400; the policy asks for 0.200 within 0.050'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

SPLIT_POLICY: Final = "gf01.split_policy.v1"
TARGETS: Final[Mapping[str, Fraction]] = {
    "public_dev": Fraction(1, 5),
    "public_val": Fraction(1, 5),
    "private_eval": Fraction(3, 5),
}
TOLERANCE: Final = Fraction(1, 20)
MIN_NOVELTY: Final = Fraction(1, 10)
"""The least share of a release's public instances that its predecessor did not have."""
PRIVATE: Final = "private_eval"


@dataclass(frozen=True, slots=True)
class Member:
    """An instance of a release: its id, its split, the hash of its content."""

    name: str
    split: str
    content: str


def ratio_violations(
    counts: Mapping[str, int],
    targets: Mapping[str, Fraction] = TARGETS,
    tolerance: Fraction = TOLERANCE,
) -> list[str]:
    """The splits whose share of all instances is off by more than the tolerance, and unknown splits."""
    faults = [f"{split}: no split of the policy" for split in sorted(counts.keys() - targets.keys())]
    total = sum(counts.values())
    if not total:
        return [*faults, "there is no instance"]
    whole = sum(targets.values())
    for split, target in targets.items():
        share, wanted = Fraction(counts.get(split, 0), total), target / whole
        if abs(share - wanted) > tolerance:
            said = f"{counts.get(split, 0)} of {total} instances, {float(share):.3f}"
            asked = f"{float(wanted):.3f} within {float(tolerance):.3f}"
            faults.append(f"{split}: {said}; the policy asks for {asked}")
    return faults


def overlap_violations(members: Iterable[Member]) -> list[str]:
    """Instances that occur twice, by id or by content, in one split or in two."""
    faults: list[str] = []
    names: dict[str, Member] = {}
    contents: dict[str, Member] = {}
    for member in members:
        if (other := names.setdefault(member.name, member)) is not member:
            faults.append(f"{member.name}: twice, in {other.split} and {member.split}")
        elif (other := contents.setdefault(member.content, member)) is not member:
            faults.append(f"{member.name} ({member.split}) has the content of {other.name} ({other.split})")
    return faults


def rotation_violations(
    release: Iterable[Member], previous: Iterable[Member], *, novelty: Fraction = MIN_NOVELTY
) -> list[str]:
    """What a release may not take over: old private instances in public splits, too many old public ones."""
    public = [member for member in release if member.split != PRIVATE]
    before = {member.content: member for member in previous}
    faults = [
        f"{member.name} ({member.split}) was private before"
        for member in public
        if member.content in before and before[member.content].split == PRIVATE
    ]
    new = sum(member.content not in before for member in public)
    if public and Fraction(new, len(public)) < novelty:
        share = f"{new} of {len(public)} public instances are new"
        faults.append(f"{share}; the policy asks for a share of {float(novelty):.3f}")
    return faults
