"""Second opinions on reactive questions: what is counted, and what is said of truths that are wrong."""

from collections import Counter
from pathlib import Path

import pytest
from testkit.reactive_cases import ASKED
from testkit.spoiling import rows, spoilt

from certwright.verifiers.audit.finding import AuditOptions, CheckResult
from certwright.verifiers.audit.reactive import Subject
from certwright.verifiers.audit.second.reactive import second
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.engines import registry
from certwright.verifiers.label import label
from certwright.verifiers.proofs.core import Report

pytestmark = pytest.mark.skipif(
    not all(map(registry.present, ("sat", "z3"))), reason="the second engines are not installed"
)


@pytest.fixture(scope="module")
def labelled():
    return {name: label(instance) for name, instance in ASKED.items()}


def told(record, *, refused=""):
    subject = Subject(AuditInput(record))
    subject.report = Report("", "refused" if refused else "holds", refused or None)
    result = CheckResult("", "second")
    second(subject, AuditOptions(("second",), sample=9), result)
    return result


@pytest.mark.parametrize(
    "row",
    rows(Path(__file__).with_name("second_reactive.jsonl")),
    ids=lambda row: f"{row['record']} {row['put']}",
)
def test_what_is_said_and_counted(labelled, row):
    result = told(spoilt(labelled[row["record"]], row["put"]))
    assert [each.sentence for each in result.findings] == [f"EnginesDisagree: {text}" for text in row["said"]]
    assert {each.severity for each in result.findings} <= {"fault"}
    assert result.counts == Counter(row["counts"])


def test_a_record_that_the_checker_refuses_is_not_asked_about(labelled):
    result = told(labelled["butfor"], refused="truth items: a@0 is in the but-for set")
    assert result.findings == [] and not result.counts
