"""Mutants of released records in every field, under ids made anew: each is refused or harmless."""

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from testkit.shared_searches import Searches

from certwright.generators.rendering import tie
from certwright.instances.lines import read_lines
from certwright.instances.records import Instance
from certwright.verifiers.audit.audit import audit, subject_of
from certwright.verifiers.audit.finding import AuditOptions
from certwright.verifiers.audit.proofs import mutants
from certwright.verifiers.audit.subject import cases
from certwright.verifiers.checking import check_data

INSTANCES = Path(__file__).parents[3] / "instances"
FILES = {
    "planning": ("planning/gen.jsonl.gz", "planning/bool.jsonl.gz", "planning/mcq.jsonl.gz"),
    "reactive": ("reactive/gen.jsonl.gz", "reactive/bool.jsonl.gz", "reactive/episode.jsonl.gz"),
    "timetravel": ("timetravel/generated.jsonl", "timetravel/levels.jsonl"),
    "gridworld": ("gridworld/problems.jsonl",),
}


EACH = {"planning": 12, "reactive": 12, "timetravel": 30, "gridworld": 43}
"""How many records of each task and form."""
STEPS = 20_000
"""Steps of a grid world after which no more mutants are made that may need another search."""
OF_A_TASK = {"mfp": 220, "change": 120, "planning": 60}
"""How many mutants of a grid world: more where they cost less."""

SMALL = {"change": "change/sheepdog", "planning": "planning/lever"}
"""Records whose searches are short."""


def smallest(family, each):
    """The smallest records of each task and form."""
    groups = {}
    for name in FILES[family]:
        for line in sorted((line for _, line in read_lines(INSTANCES / name, 2**30)), key=len):
            record = json.loads(line)
            groups.setdefault((record["task"], record["form"]), []).append(record)
    return [msgspec.convert(record, Instance) for group in groups.values() for record in group[:each]]


def wanted(instance, records):
    """How many mutants are made of a record, besides one of each field under its old id and the like."""
    if instance.family == "gridworld":
        return OF_A_TASK[instance.task]
    if instance.family == "timetravel":
        return 1500 if instance.truth["states"] <= 1000 else 250
    return 25_000 // records


def fates(instances, searches, number=None):
    """What became of the mutants, and the faults."""
    counts, faults = Counter(), []
    for case in cases(instances):
        searches.fresh()
        most = number or wanted(case.instance, len(instances))
        audited = audit(case, AuditOptions(("proofs",), mutants=most, tie=tie))
        faults += [finding.sentence for finding in audited.findings]
        for result in audited.results:
            counts += result.counts
    return counts, faults


@pytest.fixture
def searches(monkeypatch):
    """What the searches of grid worlds have found."""
    return Searches(monkeypatch, STEPS)


@pytest.mark.parametrize("family", FILES)
def test_a_sample_of_mutants(family, searches):
    counts, faults = fates(smallest(family, 1)[:3], searches, 12)
    assert not faults
    assert counts["killed"] > 10 and counts["survived"] == counts["open"] == 0


@pytest.mark.parametrize("task", ["change", "planning"])
def test_what_mutants_share_changes_no_refusal(task):
    case = next(each for each in cases(smallest("gridworld", 43)) if SMALL[task] in each.instance.id)
    listed = [mutant for _, _, mutant in mutants(subject_of(case), 12)]
    alone = [check_data(mutant).failed for mutant in listed]
    with pytest.MonkeyPatch.context() as patch:
        searches = Searches(patch, STEPS)
        assert [check_data(mutant).failed for mutant in listed] == alone
        steps = searches.steps
        assert [check_data(mutant).failed for mutant in listed] == alone
    assert None in alone and steps > 0 and searches.steps == steps


@pytest.mark.long
@pytest.mark.parametrize("family", FILES)
def test_twenty_thousand_mutants(family, searches):
    counts, faults = fates(smallest(family, EACH[family]), searches)
    assert not faults, faults[:20]
    assert counts["killed"] + counts["equivalent"] >= 20_000
