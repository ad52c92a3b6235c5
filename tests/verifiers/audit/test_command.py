"""``certwright audit`` from the shell: findings, summary, exit codes."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout

import msgspec
import pytest
from testkit import audit_records
from testkit.sampling import sampled

from certwright.instances.canonical import encode
from certwright.instances.records import Grades
from certwright.scripts.cli import run
from certwright.verifiers.engines import registry

LIGHT = [f"--check={name}" for name in ("gold", "idle", "answers", "proofs", "source", "published")]
needs_engines = pytest.mark.skipif(
    not all(registry.present(key) for key in ("fd", "fd-translate", "sat", "z3")),
    reason="the second engines are not installed",
)


@pytest.fixture
def audit(tmp_path, capfd):
    """Run the command on records; its exit code, what it wrote to stdout, and its findings."""

    def command(records, *options):
        file, findings = tmp_path / "truth.jsonl", tmp_path / "findings.jsonl"
        file.write_bytes(b"".join(encode(one) + b"\n" for one in records))
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = run(["audit", str(file), "-o", str(findings), "--jobs", "1", *options])
        rows = [json.loads(line) for line in findings.read_text().splitlines()] if findings.exists() else []
        return code, out.getvalue() + err.getvalue(), rows

    return command


RECORDS = [audit_records.record("reach"), audit_records.record("val")]
WRONG_GOLD = msgspec.structs.replace(RECORDS[0], gold="(on c0)")
STORED = audit_records.stored("reach", []).instance


def test_good_records_end_with_0_and_a_table(audit):
    code, out, rows = audit(RECORDS, *LIGHT)
    assert (code, [row for row in rows if row["severity"] == "fault"]) == (0, [])
    for heading in ("audit of 2 questions", "gold answers score", "mutants", "idle answers", "100.0 %"):
        assert heading in out


def test_a_fault_ends_with_1_and_stands_in_both(audit):
    code, out, rows = audit([WRONG_GOLD, RECORDS[1]], "--check=gold")
    assert code == 1
    assert "fault: gold: planning/reach/ferry/" in out
    assert {(row["check"], row["severity"], row["instance"]) for row in rows} == {
        ("gold", "fault", WRONG_GOLD.id)
    }


def test_what_is_wrong_with_a_source_is_a_notice_and_ends_with_0(audit):
    code, out, rows = audit([STORED], "--check=source", "--check=published")
    assert code == 0
    assert "all called reachable" in out
    (one,) = [row for row in rows if row["check"] == "source"]
    assert one["severity"] == "notice"
    assert one["evidence"]["proof"]["certificate"] == "closure"


def test_the_summary_as_json(audit):
    code, out, _ = audit([STORED], *LIGHT, "--json")
    assert code == 0
    summary = json.loads(out)
    assert summary["schema"] == "certwright.audit/1"
    assert list(summary["checks"]) == sorted(option.removeprefix("--check=") for option in LIGHT)
    assert summary["source"]["disagreements"]["all called reachable"]["items"] == 1
    assert summary["published"]["nothing stored"]["misjudged"] > 0


@pytest.mark.parametrize(
    ("records", "code"),
    [
        ([msgspec.structs.replace(RECORDS[1], truth=None, grades=Grades(undecided=1))], 5),
        ([msgspec.structs.replace(RECORDS[1], truth=None), WRONG_GOLD], 1),
        ([msgspec.structs.replace(RECORDS[1], truth={"kind": "index"}), RECORDS[0]], 3),
        ([msgspec.structs.replace(RECORDS[1], truth={"kind": "index"}), WRONG_GOLD], 1),
    ],
    ids=["undecided", "undecided and a fault", "malformed", "malformed and a fault"],
)
def test_exit_codes(audit, records, code):
    assert audit(records, "--check=gold")[0] == code


@pytest.mark.parametrize("engine", ["fd", "fd-translate", "sat", "z3"])
def test_a_missing_engine_ends_with_4_and_its_mend(audit, monkeypatch, engine):
    monkeypatch.setenv("CERTWRIGHT_WITHOUT", engine)
    code, said, rows = audit(RECORDS)
    assert (code, rows) == (4, [])
    assert "pip install" in said
    assert audit(RECORDS, "--check=idle")[0] == 0


@pytest.mark.parametrize("option", ["--engine=kstar", "--engine=nobody", "--check=nothing", "--sample=-1"])
def test_wrong_usage_ends_with_2(audit, option):
    assert audit(RECORDS, option)[0] == 2


@needs_engines
def test_any_number_of_jobs_gives_the_same_findings(audit):
    records = [
        audit_records.record(name)
        for name in sampled(("reach", "just yes"), of=("reach", "land", "nexta", "just yes"))
    ]
    code, _, rows = audit([*records, STORED], "--json")
    assert code == 0
    again, _, same = audit([*records, STORED], "--json", "--jobs", "2")
    assert (again, same) == (code, rows)
