"""What becomes of the mutants of whole records: how many fall, and which ones say nothing else."""

import pytest
from testkit import audit_records

from certwright.generators.rendering import Tie
from certwright.verifiers.audit import proofs as mutants
from certwright.verifiers.audit.finding import AuditOptions
from certwright.verifiers.audit.planning import Subject
from certwright.verifiers.audit.proofs import proofs
from certwright.verifiers.audit.subject import AuditInput

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


FORGIVEN = {
    ("app", False): {"killed": 23, "equivalent": 8, "open": 12, "survived": 24, "labelled": 12},
    ("app", True): {"killed": 24, "equivalent": 8, "open": 0, "survived": 35, "labelled": 12},
    ("just", False): {"killed": 31, "equivalent": 11, "open": 13, "survived": 14, "labelled": 15},
    ("just", True): {"killed": 33, "equivalent": 10, "open": 0, "survived": 26, "labelled": 15},
    ("nexta", False): {"killed": 17, "equivalent": 25, "open": 8, "survived": 23, "labelled": 12},
    ("nexta", True): {"killed": 18, "equivalent": 24, "open": 0, "survived": 31, "labelled": 12},
    ("val", False): {"killed": 24, "equivalent": 25, "open": 9, "survived": 9, "labelled": 24},
    ("val", True): {"killed": 25, "equivalent": 25, "open": 0, "survived": 17, "labelled": 24},
    ("areach no", False): {"killed": 15, "equivalent": 24, "open": 8, "survived": 16, "labelled": 18},
    ("areach no", True): {"killed": 16, "equivalent": 23, "open": 0, "survived": 24, "labelled": 18},
}
"""Record -> what becomes of its mutants where the checker accepts all of them but other queries."""


@pytest.mark.parametrize("name", ["app", "just", "nexta", "val", "areach no"])
@pytest.mark.parametrize("held", [False, True])
def test_a_checker_that_accepts_everything_is_found(monkeypatch, name, held):
    audited = audit_records.subject(name)
    real = audited.refusal
    monkeypatch.setattr(
        audited, "refusal", lambda mutant, field: real(mutant, field) if field == "query" else None
    )
    own = audited.instance.prompt

    def tie(instance):
        return Tie("rendered" if instance.prompt == own else "loose")

    result = proofs(audited, AuditOptions(mutants=40, tie=tie if held else None))
    fates = ("killed", "equivalent", "open", "survived", "labelled")
    counts = {fate: result.counts[fate] for fate in fates}
    assert counts == FORGIVEN[name, held]
    assert result.counts["probes"] - result.counts["caught"] == counts["survived"] == len(result.findings)
    for finding in result.findings:
        sort = finding.evidence["operator"]
        assert (finding.severity, finding.sentence) == ("fault", f"the checker accepts a mutant ({sort})")
        assert result.counts[f"{sort}: survived"] > 0


@pytest.mark.parametrize(
    ("refusal", "clear"),
    [
        ("malformed record: KeyError: 'x'", False),
        ("malformed record: RecursionError: too deep", False),
        ("malformed record: FieldError: x", True),
        ("truth: x", True),
        ("the malformed record: KeyError: x", True),
    ],
)
def test_a_refusal_names_a_step(monkeypatch, refusal, clear):
    audited = audit_records.subject("app")
    monkeypatch.setattr(audited, "refusal", lambda mutant, field: refusal)
    result = proofs(audited, AuditOptions(mutants=10))
    assert result.counts["killed"] == result.counts["probes"] - 1 > 10
    assert result.counts["caught"] == (result.counts["probes"] if clear else 1)
    ending = f" without naming a step: {refusal}"
    sorts = {key.removesuffix(": killed") for key in result.counts if key.endswith(": killed")}
    said = {finding.sentence for finding in result.findings}
    assert said == (set() if clear else {f"the checker refuses a mutant ({sort}){ending}" for sort in sorts})


def test_records_that_are_refused_or_have_no_world_have_no_mutants():
    refused = proofs(audit_records.subject("app", certificates=()), AuditOptions())
    assert [finding.sentence for finding in refused.findings] == [
        "the checker refuses the record: the applicable actions: no certificate proves it"
    ]
    assert refused.counts == {"probes": 1, "caught": 0}
    empty = proofs(audit_records.subject("app", world={}), AuditOptions())
    assert empty.counts == {"unverified": 1} and empty.findings == []


def test_questions_that_keep_the_id_of_another():
    one = audit_records.subject("app")
    found = [(sort, field, mutant) for sort, field, mutant in mutants._renamed(one)]
    assert [(sort, field) for sort, field, _ in found] == [
        (f"another {field} under the same id", "id") for field in mutants.NAMED
    ]
    assert all(mutant["id"] == one.data["id"] and mutant != one.data for *_, mutant in found)
    world = audit_records.record("app", audit_records.problem(boat="l1")).world
    other = Subject(AuditInput(one.instance, other_world=world))
    *_, kept, named = mutants._renamed(other)
    changed = {**other.data, "world": world}
    assert kept == ("another world under the same id", "id", changed)
    assert named == ("another world", "world", changed)
