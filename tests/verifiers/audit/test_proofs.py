"""What becomes of the mutants of whole records: how many fall, and which ones say nothing else."""

import pytest
from testkit import audit_records

from certwright.verifiers.audit.finding import AuditOptions
from certwright.verifiers.audit.proofs import proofs

FATES = {
    "app": (
        {"probes": 67, "killed": 61, "equivalent": 5, "open": 1, "labelled": 0},
        [
            "difficulty.applicable: + 1",
            "difficulty.applicable: - 1",
            "difficulty: a key more",
            "gold dropped",
            "grades: 'engine_proven' dropped",
        ],
    ),
    "reach": (
        {"probes": 74, "killed": 66, "equivalent": 7, "open": 0, "labelled": 0},
        [
            "certificates: an item doubled",
            "difficulty.legal: - 1",
            "difficulty: 'legal' and 'relaxed_reachable' exchanged",
            "gold dropped",
            "gold: replace an argument",
            "grades: 'certified' and 'engine_proven' exchanged",
            "grades: 'engine_proven' dropped",
        ],
    ),
    "just": (
        {"probes": 69, "killed": 62, "equivalent": 6, "open": 1, "labelled": 0},
        [
            "difficulty.removable: + 1",
            "difficulty: 'plan_length' dropped",
            "difficulty: 'removable' dropped",
            "gold dropped",
            "grades: 'certified' and 'engine_proven' exchanged",
            "world.domain: a blank more",
        ],
    ),
    "val": (
        {"probes": 65, "killed": 45, "equivalent": 19, "open": 3, "labelled": 14},
        [
            "difficulty.index: + 1",
            "difficulty.sequence_length: + 1",
            "difficulty.sequence_length: 0",
            "difficulty: a key more",
            "gold dropped",
            "grades: 'certified' and 'engine_proven' exchanged",
            "grades: 'undecided' dropped",
            "query.actions: a blank more",
            "query.actions: an item doubled",
            "query.actions: an item dropped",
            "query.actions: an item exchanged with the next",
            "query.actions: an item more",
            "query.actions: an item put as the next",
            "query.actions: last two dropped",
            "query.actions: one argument less",
            "query.actions: one argument more",
            "query.actions: second half dropped",
            "query.actions: unknown name",
            "query.actions: unknown object",
        ],
    ),
    "prog no": (
        {"probes": 60, "killed": 53, "equivalent": 6, "open": 4, "labelled": 6},
        [
            "gold dropped",
            "grades: 'undecided' dropped",
            "query.action: a blank more",
            "query.facts: an item more",
            "query.facts: one argument more",
            "query.facts: unknown name",
        ],
    ),
    "nexta": (
        {"probes": 74, "killed": 68, "equivalent": 5, "open": 0, "labelled": 0},
        [
            "difficulty.applicable: 0",
            "difficulty.distance: + 1",
            "difficulty: 'applicable' and 'distance' exchanged",
            "gold dropped",
            "grades: 'undecided' dropped",
        ],
    ),
    "areach no": (
        {"probes": 64, "killed": 52, "equivalent": 11, "open": 0, "labelled": 5},
        [
            "gold dropped",
            "grades: 'undecided' dropped",
            "invariant.cubes: an item doubled",
            "invariant.cubes: an item exchanged with the next",
            "invariant.cubes: reversed",
            "invariant.facts: reversed",
            "query.action: a letter more",
            "query.action: a word exchanged with the next",
            "query.action: one argument more",
            "query.action: replace an argument",
            "query.action: unknown name",
        ],
    ),
}
"""Record -> counts of 40 mutants and more, and the sorts of which one is the record said otherwise."""


@pytest.mark.parametrize("name", FATES)
def test_mutants_fall_but_those_that_say_the_same(name):
    result = proofs(audit_records.subject(name), AuditOptions(mutants=40))
    counts, same = FATES[name]
    assert result.findings == []
    assert {key: result.counts[key] for key in counts} == counts
    assert result.counts["caught"] == counts["probes"] == counts["killed"] + counts["equivalent"] + 1
    fates = [key.rpartition(": ")[0] for key in sorted(result.counts) if key.endswith(": equivalent")]
    assert fates == same
