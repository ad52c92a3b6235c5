"""The core runs with click, msgspec and rich alone; what needs more ends with code 4 and the line to type.

The quick test hides every other library from the import system; the long one builds sdist and wheel, and
installs the wheel in an environment of its own, far from the repository.
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from packaging.requirements import Requirement

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
CORE = {"certwright", "click", "msgspec", "rich", "markdown_it", "mdurl", "pygments", "tomli", "colorama"}
MEGABYTES = 60
"""What the core may take on disk, the environment's own pip and setuptools not counted."""

HIDING = f"""
import sys
from importlib.machinery import PathFinder
real, core = PathFinder.find_spec, {sorted(CORE)!r}
def find_spec(name, path=None, target=None):
    top = name.partition(".")[0]
    seen = top in core or top in sys.stdlib_module_names or top.startswith("__editable__")
    return real(name, path, target) if seen else None
PathFinder.find_spec = staticmethod(find_spec)
"""
SHELL = (
    HIDING
    + """from certwright.scripts.cli import run
for line in sys.argv[1:]:
    if code := run(line.split()):
        sys.exit(code)
"""
)
"""Runs commands one after the other, until one fails."""

WORKING = [
    "score answers.jsonl --truth set.jsonl --by form -o verdicts.jsonl -q",
    "verify set.jsonl -q --jobs 2",
    "show set.jsonl",
    "show planning.jsonl --prompt",
    "verify planning.jsonl -q --jobs 1",
    "list families",
    "list engines",
    "list tasks",
    "demo",
    "show timetravel/levels",
    "run levels.jsonl --agent optimal -o played.jsonl --levels 1",
    "score played.jsonl --truth levels.jsonl -q",
    "run levels.jsonl --agent replay --episodes played.jsonl -o again.jsonl --levels 1",
    "autumn lint program.sexp",
    "schema instance",
]
LACKING = [
    ("generate planning/val -n 1 --level 1 --domain ferry --jobs 1", "certwright[generate]"),
    ("label demo.jsonl --engine search --jobs 1", "certwright[generate]"),
    ("label demo.jsonl", "pip install"),
    ("verify set.jsonl --deadline 5", "certwright[generate]"),
    ("score plans.jsonl --truth planning.jsonl --mode strict", "certwright[strict]"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two questions of each of some sets, and answers to the first."""
    import certwright as cw
    from certwright.instances.canonical import encode

    folder = tmp_path_factory.mktemp("light")
    chosen = {
        "set": cw.load("reactive/accept").filter(form="bool")[:2],
        "planning": [cw.load(f"planning/{task}").filter(form="gen")[0] for task in ("app", "prog", "val")],
        "levels": cw.load("timetravel")[-6:],
        "demo": cw.load("demo").filter(task="reach")[:1],
    }
    for name, questions in chosen.items():
        (folder / f"{name}.jsonl").write_bytes(b"".join(encode(one) + b"\n" for one in questions))
    rows = [{"id": one.id, "response": f"The answer is {one.gold}."} for one in chosen["set"]]
    (folder / "answers.jsonl").write_bytes(b"".join(encode(row) + b"\n" for row in rows))
    rows = [{"id": one.id, "response": one.gold} for one in chosen["planning"]]
    (folder / "plans.jsonl").write_bytes(b"".join(encode(row) + b"\n" for row in rows))
    program = ROOT / "domains" / "gridworld" / "programs" / "crane" / "program.sexp"
    (folder / "program.sexp").write_bytes(program.read_bytes())
    return folder


def light(folder, *lines):
    environment = {**os.environ, "PYTHONSAFEPATH": "1"}
    arguments = [sys.executable, "-c", SHELL, *lines]
    return subprocess.run(arguments, cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.skipif(sys.version_info < (3, 10), reason="sys.stdlib_module_names")
def test_the_core_does_without_other_libraries(folder):
    done = light(folder, *WORKING)
    assert done.returncode == 0, done.stderr
    assert '"title": "Instance"' in done.stdout, "the last of them has been reached"


@pytest.mark.parametrize(("text", "mend"), LACKING, ids=lambda value: value.split(" ")[0])
def test_what_needs_more_says_what_to_install(folder, text, mend):
    done = light(folder, text)
    assert done.returncode == 4, done.stderr
    assert mend in done.stderr


def test_the_library_does_without_other_libraries(folder):
    program = HIDING + (
        "import certwright as cw\n"
        "questions = cw.load('set.jsonl')\n"
        "print(cw.reward(questions[0])(questions[0].gold), cw.verify(questions[0]).ok)\n"
        "env = cw.play(cw.load('levels.jsonl')[0])\n"
        "print(env.step('STUCK').done)\n"
        "try:\n    cw.generate('planning/val')[0]\n"
        "except cw.CertwrightError as error:\n    print(error)\n"
    )
    environment = {**os.environ, "PYTHONSAFEPATH": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    first, second, third = done.stdout.splitlines()
    assert first.split()[:2] == ["1.0", "True"]
    assert second == "True"
    assert 'pip install "certwright[generate]"' in third


def wanted(python, system, machine):
    """The libraries of the extra ``all`` on a platform, by the markers of pyproject.toml."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    environment = {"python_version": python, "sys_platform": system, "platform_machine": machine}
    names, open_extras = set(), ["all"]
    while open_extras:
        for line in extras[open_extras.pop()]:
            requirement = Requirement(line)
            if requirement.name == "certwright":
                open_extras += requirement.extras
            elif requirement.marker is None or requirement.marker.evaluate(environment):
                names.add(requirement.name)
    return names


@pytest.mark.parametrize(
    ("platform", "missing"),
    [
        (("3.11", "linux", "x86_64"), []),
        (("3.14", "linux", "x86_64"), ["kstar-planner", "spottl"]),
        (("3.13", "linux", "aarch64"), ["spottl", "up-fast-downward"]),
        (("3.13", "darwin", "arm64"), ["spottl"]),
        (("3.14", "win32", "AMD64"), ["kstar-planner", "spottl"]),
    ],
    ids=" ".join,
)
def test_the_extras_leave_out_what_has_no_wheel(platform, missing):
    everything = wanted("3.11", "linux", "x86_64")
    assert len(everything) == 14 and sorted(everything - wanted(*platform)) == missing


@pytest.mark.long
def test_wheel_and_sdist_install_far_from_the_repository(folder, tmp_path):
    source, place = tmp_path / "source", tmp_path / "env"
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in names.splitlines():
        if not name.startswith(("tests/", "docs/")) and (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    venv.create(place, with_pip=True)
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def call(*arguments, cwd=tmp_path):
        return subprocess.run(
            [str(python), *arguments], cwd=cwd, env=environment, capture_output=True, text=True
        )

    def step(*arguments):
        done = call("-m", *arguments)
        assert done.returncode == 0, done.stderr[-3000:]

    step("pip", "install", "-q", "build")
    step("build", "--outdir", str(tmp_path / "dist"), str(source))  # the wheel is built from the sdist
    assert {path.suffix for path in (tmp_path / "dist").iterdir()} == {".gz", ".whl"}
    before = size(place)
    step("pip", "install", "-q", "--find-links", str(tmp_path / "dist"), "certwright")
    taken = (size(place) - before) / 1e6
    assert taken <= MEGABYTES, f"{taken:.1f} MB"
    assert call("-m", "pip", "check").returncode == 0
    for text in WORKING:
        done = call("-m", "certwright.scripts.cli", *text.split(), cwd=folder)
        assert done.returncode == 0, f"{text}\n{done.stderr}"
    for text, mend in LACKING:
        done = call("-m", "certwright.scripts.cli", *text.split(), cwd=folder)
        assert done.returncode == 4, f"{text}\n{done.stderr}"
        assert mend in done.stderr
    build = "from setuptools import build_meta; print(build_meta.build_sdist('.'))"
    assert call("-m", "pip", "install", "-q", "setuptools>=77").returncode == 0
    done = call("-c", build, cwd=source)
    assert done.returncode == 0, done.stderr[-2000:]
    sdist = source / done.stdout.splitlines()[-1]
    done = call("-m", "pip", "install", "-q", "--force-reinstall", "--no-deps", str(sdist))
    assert done.returncode == 0, done.stderr[-3000:]
    assert call("-c", "import certwright as cw; print(len(cw.load('planning')))", cwd=folder).returncode == 0


def size(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
