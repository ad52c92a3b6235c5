"""200 seeded faults in labelled records, all refused with the broken step named, by the checker alone.

The records are those of brute force over tiny worlds and, where the benchmark's files are at hand, real
questions labelled on the spot.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

HERE = Path(__file__).parent
sys.path.append(str(HERE))
BASES = import_module("proof_faults").BASES
WORLDS, REFERENCE = import_module("proof_worlds"), import_module("proof_reference").Reference
FERRY, TOWER = REFERENCE(*WORLDS.ferry(2, [1, 1], [0, 0], 1)), REFERENCE(*WORLDS.TOWER)
RECORDS = [
    *(BASES[name] for name in ("app", "prog", "val", "just", "conjunction", "land", "nexta", "nexta table")),
    *(FERRY.app(), FERRY.land(), FERRY.nexta()),
    *(TOWER.closed_world("reach", "unreachable"), TOWER.closed_world("areach", "reachable")),
]
"""Records without a superfluous certificate, of every task."""
ACPBENCH = HERE.parents[2] / "shared" / "data" / "acpbench"


def put_to_the_checker(instances, certificates: str) -> list[tuple[str, str, str | None]]:
    child = subprocess.run(
        [sys.executable, str(HERE / "audit_fault_child.py"), certificates],
        input=msgspec.json.encode(instances).decode(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    return [tuple(json.loads(line)) for line in child.stdout.splitlines()]


def assert_all_refused(faults: list[tuple[str, str, str | None]]) -> None:
    assert len(faults) == 200
    assert [fault for fault in faults if fault[2] is None] == []
    unnamed = [fault for fault in faults if re.match(r"malformed record|\s*$", fault[2] or "")]
    assert unnamed == []


def test_200_faults_in_records_of_tiny_worlds():
    faults = put_to_the_checker(RECORDS, "large")
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
    from certwright.verifiers.planning.effort import Effort
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
    faults = put_to_the_checker(questions, "minimal")
    assert_all_refused(faults)
    operators = {operator for _, operator, _ in faults}
    assert operators >= {
        "move an item to the unlisted side",  # flipped truths
        "drop a landmark",
        "move an action from closer to not_closer",
        "invariant: drop a cube",
        "plans: drop the last action",  # shortened plans
        "change h",  # changed costs
        "another world under the same id",
        "another world and its id",
    }
