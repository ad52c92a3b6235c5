"""The package of examples/plugin, installed: a task, a domain, a kind of certificate, an engine, and so on.

Nothing of certwright has a line for any of them.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from testkit.sampling import every

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
PLUGIN = ROOT / "examples" / "plugin"


@pytest.fixture(scope="module")
def outside(tmp_path_factory):
    """A folder for PYTHONPATH in which pip has installed the package."""
    folder = tmp_path_factory.mktemp("outside")
    source = shutil.copytree(PLUGIN, folder / "source")  # building writes beside the sources
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--target", str(folder), str(packed(source))],
        check=True,
        cwd=folder,
    )
    shutil.rmtree(source)
    return folder


def packed(source):
    """The sources, or a wheel of them where the setuptools at hand cannot make one."""
    if find_spec("setuptools.command.bdist_wheel") or find_spec("wheel"):
        return source
    project = tomllib.loads((source / "pyproject.toml").read_text())["project"]
    name, info = (
        f"{project['name']}-{project['version']}",
        f"{project['name']}-{project['version']}.dist-info",
    )
    groups = project["entry-points"].items()
    points = "\n".join(
        f"[{group}]\n" + "\n".join(f"{key} = {value}" for key, value in rows.items())
        for group, rows in groups
    )
    wheel = source / f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for file in sorted((source / project["name"]).rglob("*.*")):
            archive.write(file, file.relative_to(source))
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/entry_points.txt", points)
        archive.writestr(f"{info}/RECORD", "")
    return wheel


def run_in(folder, *arguments):
    """``certwright`` with the package installed in a folder, which is the working directory too."""
    path = {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT.parent}", "PYTHONSAFEPATH": "1"}
    path |= {"CERTWRIGHT_WITHOUT": "fd,kstar,sat,spot,up,z3"} if arguments[0] == "doctor" else {}
    return subprocess.run(
        [sys.executable, "-m", "certwright.scripts.cli", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, **path},
    )


@pytest.fixture(scope="module")
def shell(outside):
    """Runs ``certwright`` with the package installed, and gives what it prints."""

    def run(*arguments, code=0):
        done = run_in(outside, *arguments)
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
        ("engines", "engine", "patience"),
        ("formats", "format", "ids"),
        pytest.param("domains", "domain", "harbour", marks=pytest.mark.long),
        pytest.param("gridworld", "world", "pond", marks=pytest.mark.long),
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
    held = {path.name for path in (outside / "toy" / "domains").rglob("*.*")}
    assert held >= {"domain.pddl", "wording.toml", "maker.py", "program.sexp", "changed_1.sexp", "about.toml"}


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
    assert (
        json.loads(shell("doctor", "--json", code=4))["engines"]["patience"]["detail"]
        == "solved the trial task"
    )


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


def test_audit_puts_them_to_the_test(shell, questions):
    told = json.loads(shell("audit", questions, "--mutants", "5", "--json", "--jobs", "1"))
    assert not told["faults"] and told["questions"] == 2


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


FAULTS = {
    "its module": (
        "toy/verifiers/planning/count.py",
        "    title=",
        "    titel=",
        ("list", "tasks"),
        4,
        r"error: {fault}TypeError at toy\.verifiers\.planning\.count:\d+: .*keyword argument 'titel'",
    ),
    "its syntax": (
        "toy/verifiers/engines/patience.py",
        "ENGINE = Engine(",
        "ENGINE = Engine((",
        ("list", "engines"),
        4,
        r"error: {fault}SyntaxError at toy\.verifiers\.engines\.patience:\d+: '\(' was never closed",
    ),
    "another type": (
        "toy/instances/formats/ids.py",
        'ROW = Format("ids", "The ids of questions", write=write)',
        "ROW = 3",
        ("list", "formats"),
        4,
        r"error: {fault}ROW of toy\.instances\.formats\.ids is no Format but of the type int",
    ),
    "a question": (
        "toy/domains/planning/harbour/maker.py",
        "    wanted = ",
        "    wanted = nothing or ",
        ("generate", "planning/count", "--domain", "harbour", "--level", "1", "-n", "1", "--jobs", "2", "-q"),
        1,
        r"harbour/count/gen/0: {fault}NameError at toy\.domains\.planning\.harbour\.maker:\d+: name 'noth",
    ),
    "an export": (
        "toy/instances/formats/ids.py",
        "    rows = list",
        "    rows = 1 / 0 or list",
        ("export", "ids", "count.jsonl", "-o", "never"),
        4,
        r"error: {fault}ZeroDivisionError at toy\.instances\.formats\.ids:\d+: division by zero",
    ),
    "a trial": (
        "toy/verifiers/engines/patience.py",
        "    return replace(",
        "    assert not query\n    return replace(",
        ("doctor", "--json"),
        4,
        r"Patience does not work: {fault}AssertionError at toy\.verifiers\.engines\.patience:\d+; try: pip",
    ),
    "a check": (
        "toy/verifiers/proofs/planning/rules/tally.py",
        "    number = sum",
        "    number = 1 / 0 or sum",
        ("verify", "count.jsonl"),
        1,
        r"refused: fault of the package 'toy' at toy\.verifiers\.proofs\.planning\.rules\.tally:\d+: ZeroDiv",
    ),
}


@pytest.mark.parametrize("name", every(2, FAULTS))
def test_a_fault_of_the_package_is_told_as_its_own(name, questions, outside, tmp_path):
    file, old, new, arguments, code, told = FAULTS[name]
    shutil.copytree(outside, tmp_path, dirs_exist_ok=True)
    text = (tmp_path / file).read_text()
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1))
    done = run_in(tmp_path, *arguments)
    brought = "certificates, domains, engines, formats, tasks, worlds"
    fault = re.escape(f"fault of the package 'toy' (entry points for {brought}): ")
    assert re.search(told.format(fault=fault), done.stdout + done.stderr)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
