"""The levels that ship: files as their manifests say, six optima, gold that solves, a slice made again."""

from pathlib import Path

import pytest

from certwright.instances import manifest
from certwright.instances.records import Answer
from certwright.instances.store import read_instances
from certwright.scripts.cli import run
from certwright.verifiers.judge import judge
from certwright.verifiers.timetravel.level import shipped_instances

FOLDER = Path(__file__).resolve().parents[3] / "instances" / "timetravel"
FILES = ("levels", "generated")

pytestmark = pytest.mark.skipif(
    not (FOLDER / "levels.manifest.json").exists(), reason="instances/timetravel is not there: make data"
)


@pytest.mark.parametrize("name", FILES)
def test_files_are_those_of_their_manifests(name):
    told = manifest.read(FOLDER / f"{name}.manifest.json")
    assert manifest.entry(FOLDER / f"{name}.jsonl") == told.files[f"{name}.jsonl"]


def test_the_six_levels_are_those_of_the_package_with_their_optima():
    levels = list(read_instances(FOLDER / "levels.jsonl"))
    assert [one.truth["length"] for one in levels] == [4, 3, 8, 10, 18, 25]
    assert [one.id for one in levels] == [one.id for one in shipped_instances()]


@pytest.mark.parametrize("name", FILES)
def test_gold_plans_solve_at_the_optimum_and_all_is_certified(name):
    for one in read_instances(FOLDER / f"{name}.jsonl"):
        told = judge(one, Answer(id=one.id, response=one.gold))
        assert told.value == 1.0 and told.metadata["beyond_optimum"] == 0
        assert one.grades.certified and not (one.grades.engine_proven or one.grades.undecided)


def test_a_slice_is_made_again():
    arguments = [
        "generate",
        "--check",
        str(FOLDER / "generated.manifest.json"),
        "-n",
        "1",
        "--jobs",
        "1",
        "-q",
    ]
    assert run(arguments) == 0
