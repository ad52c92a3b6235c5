"""What the checker says of planning records: each claim in full, and each fault of a question or a truth."""

from pathlib import Path

import pytest
from testkit.audit_records import QUERIES, record
from testkit.proof_faults import BASES
from testkit.spoiling import rows, spoilt

from certwright.verifiers.checking import check

HERE = Path(__file__).parent
CLAIMS = rows(HERE / "claims.jsonl")
FAULTS = rows(HERE / "faults.jsonl")
"""Values put into a record, and the message in full."""


def base(name):
    return BASES[name] if name in BASES else record(name)


def test_every_record_has_its_claims():
    assert {row["record"] for row in CLAIMS} == {*BASES, *QUERIES}


@pytest.mark.parametrize("row", CLAIMS, ids=lambda row: row["record"])
def test_every_claim_is_a_sentence_with_its_certificate(row):
    report = check(base(row["record"]))
    assert report.ok
    assert [[claim.sentence, claim.by, claim.stated] for claim in report.claims] == row["claims"]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault["message"][:60])
def test_faults_are_named(fault):
    report = check(spoilt(base(fault["record"]), fault["put"], fault.get("drop", ())))
    assert (report.failed, report.certified, report.undecided) == (fault["message"], 0, 0)
