"""Commands that are killed at any moment and called again leave the very files of one that was not.

Five moments are tried by default, two hundred with the long tests.  A killed command is never given a chance
to clean up: SIGKILL goes to it and to its workers.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "instances" / "demo"
SEED = 20260101
MOMENTS = 200


@dataclass(frozen=True)
class Case:
    """A command that writes into the folder it is run in, and how it is called again."""

    words: tuple[str, ...]
    again: tuple[str, ...] = ()


CASES = {
    "label": Case(
        ("label", "questions.jsonl", "-o", "truth.jsonl", "--engine", "search", "--jobs", "1", "-q"),
        ("--resume",),
    ),
    "generate": Case(
        (
            *("generate", "planning/val", "--seed", "7", "-n", "4", "--level", "1", "--domain", "swap"),
            *("--split", "s", "--secret-file", "secret", "-o", "set.jsonl", "--jobs", "1", "-q"),
        ),
        ("--resume",),
    ),
    "score": Case(("score", "answers.jsonl", "--truth", "labelled.jsonl", "-o", "verdicts.jsonl", "-q")),
    "run": Case(("run", "timetravel", "--agent", "greedy", "--levels", "1-2", "-o", "played.jsonl", "-q")),
    "report": Case(("report", "results", "--figures")),
}


def command(folder, *words, **options):
    environment = {**os.environ, "PYTHONSAFEPATH": "1", "MPLCONFIGDIR": str(folder.parent / "matplotlib")}
    full = [sys.executable, "-m", "certwright.scripts.cli", *words]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(full, cwd=folder, env=environment, start_new_session=True, **quiet, **options)


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """A folder with what the commands read."""
    folder = tmp_path_factory.mktemp("inputs") / "folder"
    folder.mkdir()
    lines = (DEMO / "planning.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "questions.jsonl").write_bytes(b"".join(lines[::5]))
    shutil.copy(DEMO / "answers.jsonl", folder)
    (folder / "secret").write_text("0123456789abcdef" * 2 + "\n")
    shutil.copy(folder / "questions.jsonl", folder / "labelled.jsonl")
    made = ("label", "questions.jsonl", "-o", "labelled.jsonl", "--engine", "search", "--jobs", "1")
    assert command(folder, *made).wait() == 0
    for name in ("labelled.jsonl.part", ".labelled.jsonl.made"):
        (folder / name).unlink(missing_ok=True)
    played = (
        "run",
        "timetravel",
        "--agent",
        "greedy",
        "--levels",
        "1",
        "--runs",
        "2",
        "--results",
        "results",
    )
    assert command(folder, *played).wait() == 0
    return folder


@dataclass(frozen=True)
class Whole:
    """What an uninterrupted run leaves, its exit code and how long it takes."""

    files: dict[str, bytes]
    code: int
    seconds: float


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def wholes(inputs, tmp_path_factory):
    """The uninterrupted runs, each made once."""
    known = {}

    def whole(name):
        if name not in known:
            folder = tmp_path_factory.mktemp("whole") / "folder"
            shutil.copytree(inputs, folder)
            command(folder, *CASES[name].words).wait()  # the first run warms caches up
            shutil.rmtree(folder)
            shutil.copytree(inputs, folder)
            begun = time.monotonic()
            code = command(folder, *CASES[name].words).wait()
            known[name] = Whole(files(folder), code, time.monotonic() - begun)
        return known[name]

    return whole


def killed_and_called_again(inputs, folder, name, whole, moment):
    """The files after a run that was killed at a moment (a share of a whole run) and one more run."""
    shutil.copytree(inputs, folder)
    case = CASES[name]
    process = command(folder, *case.words)
    time.sleep(moment * whole.seconds)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    code = command(folder, *case.words, *case.again).wait()
    return files(folder), code


def needed(name):
    if name == "report":
        pytest.importorskip("matplotlib", reason="figures need the extra plot")


@pytest.mark.parametrize("name", CASES)
def test_a_killed_command_is_made_good_by_the_next(inputs, wholes, tmp_path, name):
    needed(name)
    whole = wholes(name)
    assert whole.code in (0, 3) and whole.files.keys() > files(inputs).keys()
    moment = 0.3 + 0.6 * random.Random(f"{SEED} {name}").random()
    assert killed_and_called_again(inputs, tmp_path / "x", name, whole, moment) == (whole.files, whole.code)


@pytest.mark.long
@pytest.mark.parametrize("number", range(MOMENTS))
def test_no_moment_is_a_bad_one(inputs, wholes, tmp_path, number):
    name = list(CASES)[number % len(CASES)]
    needed(name)
    moment = random.Random(f"{SEED} {number}").random() * 1.1
    whole = wholes(name)
    assert killed_and_called_again(inputs, tmp_path / "x", name, whole, moment) == (whole.files, whole.code)
