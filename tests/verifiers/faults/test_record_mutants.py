"""Mutants of released records in every field, under ids made anew: each is refused or harmless."""

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from certwright.generators.rendering import tie
from certwright.instances.lines import read_lines
from certwright.instances.records import Instance
from certwright.verifiers.audit.audit import audit
from certwright.verifiers.audit.finding import AuditOptions
from certwright.verifiers.audit.subject import cases

INSTANCES = Path(__file__).parents[3] / "instances"
FILES = {
    "planning": ("planning/gen.jsonl.gz", "planning/bool.jsonl.gz", "planning/mcq.jsonl.gz"),
    "reactive": ("reactive/gen.jsonl.gz", "reactive/bool.jsonl.gz", "reactive/episode.jsonl.gz"),
    "timetravel": ("timetravel/generated.jsonl",),
    "gridworld": ("gridworld/problems.jsonl",),
}


def smallest(family, each):
    """The smallest records of each task and form."""
    groups = {}
    for name in FILES[family]:
        for line in sorted((line for _, line in read_lines(INSTANCES / name, 2**30)), key=len):
            record = json.loads(line)
            groups.setdefault((record["task"], record["form"]), []).append(record)
    return [msgspec.convert(record, Instance) for group in groups.values() for record in group[:each]]


def fates(instances, mutants):
    counts, faults = Counter(), []
    for case in cases(instances):
        audited = audit(case, AuditOptions(("proofs",), mutants=mutants, tie=tie))
        faults += [finding.sentence for finding in audited.findings]
        for result in audited.results:
            counts += result.counts
    return counts, faults


@pytest.mark.parametrize(
    "family",
    [pytest.param(name, marks=[pytest.mark.long] if name == "gridworld" else []) for name in FILES],
)
def test_a_sample_of_mutants(family):
    counts, faults = fates(smallest(family, 1)[: 1 if family == "gridworld" else 3], 12)
    assert not faults
    assert counts["killed"] > 10 and counts["survived"] == 0


@pytest.mark.long
@pytest.mark.parametrize("family", FILES)
def test_twenty_thousand_mutants(family):
    instances = smallest(family, 24 if family == "timetravel" else 12)
    counts, faults = fates(instances, 25_000 // 12 if family == "timetravel" else 25_000 // len(instances))
    assert not faults, faults[:20]
    assert counts["killed"] + counts["equivalent"] >= 20_000 or family == "gridworld"
