"""The script that puts random faults into the code: which faults, and which test files it asks."""

import ast
import shutil
from pathlib import Path

import pytest

from certwright.scripts.bench.house import sources
from certwright.scripts.bench.mutants import Mutant, candidates, mutants, nearest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a < b", "(a <= b)"),
        ("a is None", "(a is not None)"),
        ("a and b", "((a) or (b))"),
        ("a + 1", "((a) - (1))"),
        ("7", "8"),
        ("True", "False"),
        ("not a", "(a)"),
    ],
)
def test_one_thing_is_turned(before, after):
    source = f"def f(a, b):\n    return {before}\n"
    first = next(mutants(Path("f.py"), ast.parse(source)))
    assert first.text(source) == f"def f(a, b):\n    return {after}\n"


def test_a_call_is_dropped():
    source = "def f(a):\n    a.append(b)\n"
    assert [mutant.text(source) for mutant in mutants(Path("f.py"), ast.parse(source))] == [
        "def f(a):\n    pass\n"
    ]


def test_text_outside_functions_and_joined_text_stay():
    assert list(mutants(Path("f.py"), ast.parse("A = 1\ndef f(a):\n    return 'x' + a\n"))) == []


def test_annotations_stay():
    source = "def f(a: int | None) -> int | str:\n    b: int | None = a\n"
    assert list(mutants(Path("f.py"), ast.parse(source))) == []


def test_places_are_counted_in_bytes():
    source = "def f(a):\n    return g('é', 1)\n"
    assert Mutant(Path("f.py"), 2, 19, 20, "2").text(source) == "def f(a):\n    return g('é', 2)\n"


def test_the_file_of_the_same_name_is_asked_first_then_the_one_fewest_imports_away():
    graph = {"certwright.verifiers.a.val": set(), "certwright.verifiers.b": {"certwright.verifiers.a.val"}}
    tests = {
        Path("tests/scripts/test_far.py"): set(),
        Path("tests/scripts/test_b.py"): {"certwright.verifiers.b"},
        Path("tests/verifiers/a/test_val.py"): set(),
    }
    assert [path.stem for path in nearest("certwright.verifiers.a.val", graph, tests)] == [
        "test_val",
        "test_b",
        "test_far",
    ]


def test_files_of_another_family_come_last():
    module = "certwright.verifiers.proofs.planning.rules.runs"
    names = ("proofs/test_accepts", "proofs/planning/test_forms", "proofs/reactive/test_rules", "test_judge")
    tests = {Path(f"tests/verifiers/{name}.py"): set() for name in names}
    assert [path.stem for path in nearest(module, {module: set()}, tests)] == [
        *("test_forms", "test_accepts", "test_judge", "test_rules"),
    ]


def test_every_file_of_a_folder_is_a_candidate(tmp_path):
    for folder in ("generators/reactive", "verifiers/reading"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    files = sources(tmp_path)
    drawn = list(candidates(files, "generators/reactive"))
    assert drawn and all(path.exists() for path in {ROOT / mutant.path for _, mutant in drawn})
    drawn = list(candidates(files, "verifiers/reading"))
    assert ("certwright.verifiers.reading.index", Path("verifiers/reading/index.py")) in {
        (module, mutant.path) for module, mutant in drawn
    }
    assert all(mutant.path.is_relative_to("verifiers/reading") for _, mutant in drawn)
