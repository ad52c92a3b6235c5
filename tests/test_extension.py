"""A package from outside the tree adds a task, a domain, a certificate kind, an engine, a world and a format.

``outside/toy`` holds the files; the domain and the grid world are copies of ours under other names, each one
folder.  Nothing of certwright has a line for any of them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KINDS = ("tasks", "domains", "engines", "formats", "worlds", "certificates")


@pytest.fixture(scope="module")
def outside(tmp_path_factory):
    """A folder for PYTHONPATH that holds the package with its domain and world, installed."""
    folder = tmp_path_factory.mktemp("outside")
    shutil.copytree(ROOT / "tests" / "outside" / "toy", folder / "toy")
    harbour(folder / "toy" / "domains" / "planning" / "harbour")
    pond(folder / "toy" / "domains" / "gridworld" / "programs" / "pond")
    info = folder / "toy-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1\n")
    groups = (f"[certwright.{kind}]\ntoy = toy\n" for kind in KINDS)
    (info / "entry_points.txt").write_text("\n".join(groups))
    return folder


def harbour(folder):
    """A planning domain: PDDL, wording and a problem maker."""
    ours = ROOT / "domains" / "planning" / "ferry"
    folder.mkdir(parents=True)
    pddl = (ours / "domain.pddl").read_text().replace("(domain ferry)", "(domain harbour)")
    (folder / "domain.pddl").write_text(pddl)
    lines = (ours / "wording.toml").read_text().splitlines()
    kept = [line for line in lines if not line.startswith(("title =", "names =", "opening ="))]
    (folder / "wording.toml").write_text("\n".join(['title = "Harbour"', *kept]) + "\n")
    maker = (ROOT / "generators" / "planning" / "problems" / "ferry.py").read_text()
    maker = maker.replace('"ferry"', '"harbour"').replace("from ....domains", "from certwright.domains")
    maker = maker.replace("from ...rng", "from certwright.generators.rng")
    (folder / "maker.py").write_text(
        maker.replace("from ..maker", "from certwright.generators.planning.maker")
    )


def pond(folder):
    """A grid world: a program, its changed versions, and what it is about."""
    shutil.copytree(ROOT / "domains" / "gridworld" / "programs" / "lock", folder)
    about = (folder / "about.toml").read_text()
    (folder / "about.toml").write_text(about.replace('title = "Three bolts"', 'title = "A pond"'))


@pytest.fixture(scope="module")
def shell(outside):
    """Runs ``certwright`` with the package installed, and gives what it prints."""

    def run(*arguments, code=0):
        done = subprocess.run(
            [sys.executable, "-m", "certwright.scripts.cli", *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            cwd=outside,
            env={**os.environ, "PYTHONPATH": f"{outside}{os.pathsep}{ROOT.parent}", "PYTHONSAFEPATH": "1"},
        )
        assert done.returncode == code, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="module")
def questions(shell, outside):
    """Two questions of the new task, one in the new domain and one in an old one."""
    file = outside / "count.jsonl"
    asked = ("--domain", "harbour,visitall", "--level", "1", "-n", "1", "--seed", "3", "--jobs", "1", "-q")
    shell("generate", "planning/count", *asked, "-o", file)
    return file


def rows(file):
    return [json.loads(line) for line in Path(file).read_text().splitlines()]


@pytest.mark.parametrize(
    ("what", "key", "name"),
    [
        ("tasks", "task", "count"),
        ("domains", "domain", "harbour"),
        ("gridworld", "world", "pond"),
        ("engines", "engine", "patience"),
        ("formats", "format", "ids"),
    ],
)
def test_list_shows_them(shell, what, key, name):
    listed = {row[key]: row for row in json.loads(shell("list", what, "--json"))}
    assert name in listed
    if what == "engines":
        assert listed[name]["present"] == "yes"
    if what == "formats":
        assert (listed[name]["import"], listed[name]["export"]) == ("no", "yes")


def test_what_the_package_holds(outside):
    files = [path for path in (outside / "toy").rglob("*.py") if path.name not in ("__init__.py", "maker.py")]
    assert len(files) == 3 + 1 + 1 + 1, "a task takes three files; kind, engine and format one each"
    assert sum(1 for path in (outside / "toy" / "domains").glob("*/**/about.toml")) == 1


def test_generate_makes_questions_of_the_task_in_the_domain(questions):
    found = rows(questions)
    assert [(row["domain"], row["task"]) for row in found] == [("harbour", "count"), ("visitall", "count")]
    for row in found:
        assert row["certificates"] == [{"body": {"applicable": row["truth"]["index"]}, "kind": "tally"}]
        assert row["prompt"]["question"] == "How many actions are applicable in the current state?"
    manifest = json.loads(questions.with_name("count.manifest.json").read_text())
    assert manifest["arguments"]["domains"] == ["harbour", "visitall"]


def test_the_set_is_made_again(shell, questions):
    shell("generate", "--check", questions.with_name("count.manifest.json"), "--jobs", "1")


def test_label_computes_the_truth_with_the_engine(shell, questions, outside):
    bare = outside / "bare.jsonl"
    unlabelled = {"truth": None, "gold": None, "certificates": [], "grades": None}
    bare.write_text("".join(json.dumps({**row, **unlabelled}) + "\n" for row in rows(questions)))
    shell("label", bare, "-o", outside / "again.jsonl", "--engine", "patience", "--jobs", "1")
    again = rows(outside / "again.jsonl")
    assert [row["truth"] for row in again] == [row["truth"] for row in rows(questions)]
    assert json.loads(shell("doctor", "--json"))["engines"]["patience"]["detail"] == "solved the trial task"


def test_verify_checks_the_kind_and_says_whose_files_took_part(shell, questions, outside):
    (report, *_) = (json.loads(line) for line in shell("verify", questions, "--json").splitlines())
    assert report["state"] == "holds"
    assert report["trusted"] == "toy"
    forged = rows(questions)
    for row in forged:
        row["certificates"][0]["body"]["applicable"] += 1
    file = outside / "forged.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in forged))
    assert "tally: " in shell("verify", file, "--json", code=1)


def test_score_judges_answers(shell, questions, outside):
    right, wrong = rows(questions)
    answers = [
        {"id": right["id"], "response": right["gold"]},
        {"id": wrong["id"], "response": str(wrong["truth"]["index"] + 1)},
    ]
    file, verdicts = outside / "answers.jsonl", outside / "verdicts.jsonl"
    file.write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    shell("score", file, "--truth", questions, "-o", verdicts, "--by", "task")
    one, other = rows(verdicts)
    assert (one["value"], one["code"]) == (1.0, "ok")
    assert (other["value"], other["code"]) == (0.0, "wrong")
    count = wrong["truth"]["index"]
    assert other["explanation"] == f"{count} actions are applicable, not {count + 1}"


def test_export_writes_the_format(shell, questions, outside):
    shell("export", "ids", questions, "-o", outside / "ids")
    named = (outside / "ids" / "ids.txt").read_text().split()
    assert named == [row["id"] for row in rows(questions)]


def test_a_question_about_the_world_is_made_and_holds(shell, outside):
    file = outside / "pond.jsonl"
    shell("generate", "gridworld/mfp", "--domain", "pond", "--seed", "7", "--jobs", "1", "-q", "-o", file)
    (row,) = rows(file)
    assert (row["domain"], row["task"], row["grades"]["undecided"]) == ("pond", "mfp", 0)
    shell("verify", file)


def test_without_the_package_its_questions_are_of_an_unknown_task(questions):
    from certwright.verifiers.checking import check_data

    report = check_data(rows(questions)[0])
    assert (report.state, report.failed) == ("unknown", "task: planning has no task count")
