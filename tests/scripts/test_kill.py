"""Commands that are killed at any moment and called again leave the very files of one that was not.

Five moments are tried by default, two hundred with the long tests.  A killed command is never given a chance
to clean up: it gets SIGKILL.
"""

import json
import os
import random
import shutil
import subprocess
import sys
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
            *("generate", "planning/val", "--seed", "7", "-n", "6", "--level", "1", "--domain", "swap"),
            *("--split", "s", "--secret-file", "secret", "-o", "set.jsonl", "--jobs", "1", "-q"),
        ),
        ("--resume",),
    ),
    "score": Case(("score", "answers.jsonl", "--truth", "labelled.jsonl", "-o", "verdicts.jsonl", "-q")),
    "run": Case(("run", "timetravel", "--agent", "greedy", "--levels", "1-2", "-o", "played.jsonl", "-q")),
    "report": Case(("report", "results", "--figures", "figs")),
}
if not any((Path(folder) / "matplotlib").is_dir() for folder in sys.path):
    del CASES["report"]  # figures need the extra plot


class Server:
    """The process whose children run commands (see ``kill_server``)."""

    def __init__(self, folder):
        environment = {**os.environ, "PYTHONSAFEPATH": "1", "MPLCONFIGDIR": str(folder)}
        program = [sys.executable, str(Path(__file__).with_name("kill_server.py"))]
        self._process = subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=folder
        )

    def run(self, words, folder, **more):
        print(
            json.dumps({"words": words, "folder": str(folder), **more}), file=self._process.stdin, flush=True
        )
        return json.loads(self._process.stdout.readline())

    def close(self):
        self._process.stdin.close()
        self._process.wait()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    made = Server(tmp_path_factory.mktemp("server"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def inputs(server, tmp_path_factory):
    """A folder with what the commands read."""
    folder = tmp_path_factory.mktemp("inputs") / "folder"
    folder.mkdir()
    lines = (DEMO / "planning.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "questions.jsonl").write_bytes(b"".join(lines[::3]))
    shutil.copy(DEMO / "answers.jsonl", folder)
    (folder / "secret").write_text("0123456789abcdef" * 2 + "\n")
    labelled = ("label", "questions.jsonl", "-o", "labelled.jsonl", "--engine", "search", "--jobs", "1")
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
    for words in (labelled, played):
        assert server.run(words, folder, here=True)[0] == 0
    (folder / ".labelled.jsonl.made").unlink()
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
def wholes(server, inputs, tmp_path_factory):
    """The uninterrupted runs, each made once."""
    known = {}

    def whole(name):
        if name not in known:
            for how in ({"here": True}, {"after": None}):
                folder = tmp_path_factory.mktemp("whole") / "folder"
                shutil.copytree(inputs, folder)
                code, seconds = server.run(CASES[name].words, folder, **how)
            known[name] = Whole(files(folder), code, seconds)
        return known[name]

    return whole


def check(server, inputs, wholes, folder, number):
    """Kill one command at one moment (a share of a whole run), call it again, and compare all files."""
    name = list(CASES)[number % len(CASES)]
    case, whole = CASES[name], wholes(name)
    assert whole.code in (0, 3) and whole.files.keys() > files(inputs).keys()
    shutil.copytree(inputs, folder)
    moment = random.Random(f"{SEED} {number}").random()
    killed, _ = server.run(case.words, folder, after=moment * whole.seconds)
    assert killed in (None, whole.code)
    code, _ = server.run([*case.words, *case.again], folder, after=None)
    assert (files(folder), code) == (whole.files, whole.code), (name, moment)


@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_killed_command_is_made_good_by_the_next(server, inputs, wholes, tmp_path, number):
    check(server, inputs, wholes, tmp_path / "x", number)


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(CASES), MOMENTS))
def test_no_moment_is_a_bad_one(server, inputs, wholes, tmp_path, number):
    check(server, inputs, wholes, tmp_path / "x", number)
