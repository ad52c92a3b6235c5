"""200 seeded faults in labelled records, all refused with the broken step named, by the checker alone.

The records are those of brute force over tiny worlds and, where the benchmark's files are at hand, real
questions labelled on the spot.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from certwright.verifiers.audit.mutator import Draw
from certwright.verifiers.audit.planning import Subject
from certwright.verifiers.audit.proofs import mutants as mutants_of
from certwright.verifiers.audit.subject import cases

HERE = Path(__file__).parent
BASES = import_module("testkit.proof_faults").BASES
WORLDS, REFERENCE = import_module("testkit.proof_worlds"), import_module("testkit.proof_reference").Reference
FERRY, TOWER = REFERENCE(*WORLDS.ferry(2, [1, 1], [0, 0], 1)), REFERENCE(*WORLDS.TOWER)
RECORDS = [
    *(BASES[name] for name in ("app", "prog", "val", "just", "conjunction", "land", "nexta", "nexta table")),
    *(FERRY.app(), FERRY.land(), FERRY.nexta()),
    *(TOWER.closed_world("reach", "unreachable"), TOWER.closed_world("areach", "reachable")),
]
"""Records without a superfluous certificate, of every task."""
ACPBENCH = HERE.parents[3] / "shared" / "data" / "acpbench"


FAULTS, EACH = 200, 60
"""Faults that are tried, and mutants of one record that they are drawn from."""
CHECKER = """
import json, sys
sys.path.insert(0, sys.argv[1])
from proofs.core import check
from proofs.record import decode
for line in sys.stdin:
    print(json.dumps(check(decode(line)).failed))
"""


def faults_of(subject: Subject) -> Iterator[tuple[str, dict]]:
    """Sort and data of every mutant that says something false, whatever the world is.

    Certificates that lack what is not needed, another right gold answer and questions that have the same
    truth are no faults.
    """
    grades = subject.data["grades"]
    for sort, field, mutant in mutants_of(subject, EACH):
        false = field in ("truth", "id", "family", "task", "form", "more")
        if field == "certificates":
            false = mutant.get("truth") != subject.data["truth"] or not subject.harmless(mutant, field)
        elif field == "grades" and isinstance(mutant.get(field), dict):
            stated = {**dict.fromkeys(grades, 0), **mutant[field]}
            false = stated != grades and stated["certified"] not in range(grades["certified"])
        if false and mutant != subject.data:
            yield sort, mutant


def put_to_the_checker(instances) -> list[tuple[str, str, str | None]]:
    """200 faults, one of each sort and then drawn ones: the record, the sort, the refusal."""
    pools: dict[str, list[tuple[str, dict]]] = {}
    for case in cases(instances):
        subject = Subject(case)
        assert subject.report.failed is None, case.instance.id
        for sort, mutant in faults_of(subject):
            pools.setdefault(sort, []).append((case.instance.id, mutant))
    draw, sorts = Draw("200 seeded faults"), sorted(pools)
    chosen = [(sort, *draw.choice(pools[sort], "first")) for sort in draw.sample(sorts, FAULTS, "sorts")]
    more = (
        (sort, *draw.choice(pools[sort], seed))
        for seed in range(FAULTS)
        for sort in [draw.choice(sorts, seed)]
    )
    chosen += [fault for fault, _ in zip(more, range(FAULTS - len(chosen)), strict=False)]
    child = subprocess.run(
        [sys.executable, "-I", "-c", CHECKER, str(HERE.parents[2] / "verifiers")],
        input="".join(json.dumps(mutant) + "\n" for _, _, mutant in chosen),
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    refusals = map(json.loads, child.stdout.splitlines())
    return [(name, sort, refusal) for (sort, name, _), refusal in zip(chosen, refusals, strict=True)]


def assert_all_refused(faults: list[tuple[str, str, str | None]]) -> None:
    assert len(faults) == 200
    assert [fault for fault in faults if fault[2] is None] == []
    unnamed = [fault for fault in faults if re.match(r"malformed record|\s*$", fault[2] or "")]
    assert unnamed == []


def test_200_faults_in_records_of_tiny_worlds():
    faults = put_to_the_checker(RECORDS)
    assert_all_refused(faults)
    operators = {operator for _, operator, _ in faults}
    assert {name.split("/")[1] for name, _, _ in faults} == {
        "app",
        "prog",
        "val",
        "just",
        "reach",
        "areach",
        "land",
        "nexta",
    }
    assert len(operators) >= 50


def real_questions() -> list[object]:
    """Two questions of each task, from worlds that are labelled in no time."""
    from certwright.instances.formats.acpbench import read
    from certwright.verifiers.label import label
    from certwright.verifiers.planning.oracle import Effort
    from certwright.verifiers.planning.questions import formal_query

    chosen = []
    for file in sorted(ACPBENCH.glob("*.gen.json")):
        found = {}
        for instance in read(file):
            if instance.domain in ("blocksworld", "ferry"):
                found.setdefault(instance.domain, instance)
        chosen += [label(formal_query(one), Effort(engine="search")) for one in found.values()]
    return chosen


@pytest.mark.skipif(not ACPBENCH.is_dir(), reason="the real ACPBench files are not beside this checkout")
def test_200_faults_in_real_questions():
    questions = real_questions()
    assert len(questions) == 16
    faults = put_to_the_checker(questions)
    assert_all_refused(faults)
    assert {sort.partition(".")[0].partition(":")[0] for _, sort, _ in faults} >= {"truth", "grades", "runs"}
