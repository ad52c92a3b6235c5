"""Faults put into our own code: verify or audit notices each.

``python tests/verifiers/faults/test_faults.py`` prints the table: floor, file, fault, and who noticed it.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from testkit.fault_table import FAULTS
from testkit.sampling import every

HERE = Path(__file__).parent

TENTH = [number for number in range(4, len(FAULTS), 9) if FAULTS[number].family != "gridworld"]
"""The faults that are tried in the default run; those of grid worlds take too long for it."""
SECONDS = 1800


def noticed(*arguments: object) -> Counter[str]:
    """What became of the records that were made with the fault in place."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, str(HERE / "fault_child.py"), *map(str, arguments)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return Counter(json.loads(done.stdout.splitlines()[-1]).values())


def check(number: int) -> None:
    fates = noticed(number)
    assert not fates["escaped"], (FAULTS[number].what, fates)
    assert fates.keys() - {"same", "less"}, f"{FAULTS[number].what}: the fault changes nothing"


def test_the_table_is_large_and_covers_floors_and_families():
    assert len(FAULTS) >= 60
    assert {fault.family for fault in FAULTS} == {"planning", "reactive", "timetravel", "gridworld"}
    floors = {fault.floor for fault in FAULTS}
    assert {"domains", "generators", "instances", "verifiers/search", "verifiers/planning"} <= floors


def test_every_fault_has_one_place_in_the_code():
    root = HERE.parents[2]
    places = {fault.what: (root / fault.file).read_text().count(fault.old) for fault in FAULTS}
    assert {what: count for what, count in places.items() if count != 1} == {}


@pytest.mark.parametrize(
    "family",
    [
        "reactive",
        "timetravel",
        pytest.param("planning", marks=pytest.mark.long),
        pytest.param("gridworld", marks=pytest.mark.long),
    ],
)
def test_without_a_fault_every_record_is_as_it_was_released(family):
    # else what goes wrong for another reason would count as a fault that was noticed
    assert noticed("none", family).keys() == {"same"}


@pytest.mark.parametrize("number", every(2, TENTH))
def test_a_tenth_of_the_faults_is_noticed(number):
    check(number)


@pytest.mark.long
@pytest.mark.parametrize("number", [number for number in range(len(FAULTS)) if number not in TENTH])
def test_every_fault_is_noticed(number):
    check(number)


if __name__ == "__main__":
    for place, fault in enumerate(FAULTS):
        told = ", ".join(f"{count} {who}" for who, count in sorted(noticed(place).items()))
        print(
            f"{place:2}  {fault.floor:22} {fault.file:42} {fault.family:10} {fault.what}: {told}", flush=True
        )
