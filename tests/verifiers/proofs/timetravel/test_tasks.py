"""What the checker says of levels of time travel: each claim in full, and each fault that it finds."""

from pathlib import Path

import pytest
from testkit.spoiling import rows, spoilt

import certwright
from certwright.instances.store import read_instances
from certwright.verifiers.checking import check

LEVELS = list(read_instances(Path(certwright.__path__[0], "instances", "timetravel", "levels.jsonl")))[:4]
FAULTS = rows(Path(__file__).with_name("faults.jsonl"))
"""Values put into a level, by its number, and the message in full."""
EPOCHS = ["epoch future", "epoch past", "epoch present"]
RULES = ["rule channel-drains", "rule dry-place-opens"]
LENGTHS = [
    (4, {**dict.fromkeys(EPOCHS), "epoch present": 4}),
    (
        3,
        {
            **dict.fromkeys(EPOCHS),
            "epoch present": 3,
            "rule channel-drains": None,
            "rule dry-place-opens": None,
        },
    ),
    (8, {**dict.fromkeys(EPOCHS), "lock (open tower-future)": 0, "rule carving-endures": None}),
    (10, {**dict.fromkeys(EPOCHS), "lock (open strongroom-present)": 1, "lock (open vault-future)": 7}),
]


@pytest.mark.parametrize("number", range(4))
def test_every_claim_is_a_sentence_with_its_certificate(number):
    length, without = LENGTHS[number]
    claims = [(f"a shortest plan has {length} actions", "distances")]
    for part, fewer in without.items():
        rest = "the level has no solution" if fewer is None else f"a shortest plan has {fewer} actions"
        claims.append((f"without {part} {rest}", "necessity"))
    report = check(LEVELS[number])
    assert report.ok and all(claim.stated for claim in report.claims)
    assert [(claim.sentence, claim.by) for claim in report.claims] == claims


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault["message"][:60])
def test_faults_are_named(fault):
    report = check(spoilt(LEVELS[fault["record"]], fault["put"], fault.get("drop", ())))
    assert (report.failed, report.certified, report.undecided) == (fault["message"], 0, 0)
