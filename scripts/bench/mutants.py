"""Random faults in the code of verifiers/ and generators/, and how many the tests detect.

python -m certwright.scripts.bench.mutants [--count 300] [--seed 7] [--under verifiers/planning]
                                           [--without verifiers/reading] [--record] [--tests 12] [--jobs 2]
                                           [TEST FOLDER OR FILE ...]

``--record`` first runs the tests under coverage, to know which of them execute which line; without it, what
an earlier run has recorded in --data is taken.  A mutant is then tried in a copy of the repository on the
fastest tests that execute its line, and, where they detect nothing, once more on others that do: in a fork of
a process that has collected all tests (``trials``), or, where the line runs at import, in a new process.  A
line that no test executes counts as not detected.  A test that fails without the mutant as well counts for
nothing.  A mutant that no test detects may be equivalent to the original; a person has to check.

A fault is a small change of one expression or statement in a function: a comparison, an "and", a sign, a
number, a condition or a truth value is inverted, a text is replaced, a call is dropped.  What has no effect
is left out: docstrings, annotations, the sizes of caches, the ``strict`` of ``zip``.
"""

import argparse
import ast
import json
import os
import queue
import random
import shutil
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import TextIO

from .executed import MEASURED, ROOT, Executed, recorded
from .house import SourceFile, functions, sources
from .trials import PATIENCE

TESTS = (
    "tests/verifiers",
    "tests/generators",
    "tests/domains",
    "tests/instances",
    "tests/scripts/cli",
    "tests/test_house_doctests.py",
)
MORE, MORE_SECONDS = 1500, 25
"""The second time at most so many tests are tried, which take at most so long altogether."""
SLACK, DEADLINE = 3, 30
"""A trial is over, and the mutant detected, after so many times what its tests took, and these seconds."""
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly")
NOTHING = 5  # what pytest ends with where all tests of a file are left out

_COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
_COMBINED: Mapping[type[ast.operator], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.BitAnd: "|", ast.BitOr: "&",
    ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip
_CACHES = ("cache", "lru_cache", "cached_property")


@dataclass(frozen=True)
class Mutant:
    """A change of one expression or statement on one line of a file."""

    path: Path
    line: int
    start: int
    end: int
    after: str
    kind: str

    def text(self, source: str) -> str:
        """The file's text with the change."""
        lines = source.splitlines(keepends=True)
        whole = lines[self.line - 1].encode()
        lines[self.line - 1] = (whole[: self.start] + self.after.encode() + whole[self.end :]).decode()
        return "".join(lines)

    def before(self, source: str) -> str:
        """What stands there in the file's text without the change."""
        return source.splitlines()[self.line - 1].encode()[self.start : self.end].decode()


def mutants(path: Path, tree: ast.Module) -> Iterator[Mutant]:
    """Every mutant inside the functions of a file; ``path`` is kept as it is."""
    for function in functions(tree):
        idle = set(_idle(function))
        for node in ast.walk(function):
            after = _changed(node)
            if (
                after is not None
                and node not in idle
                and isinstance(node, (ast.expr, ast.stmt))
                and node.lineno == node.end_lineno
            ):
                start, end = node.col_offset, node.end_col_offset or 0
                yield Mutant(path, node.lineno, start, end, after, type(node).__name__)


def _idle(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes that have no effect, or whose places are not known: parts of texts with expressions."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "zip":
            yield from (part.value for part in node.keywords)
        for part in ("annotation", "returns"):
            if isinstance(hint := getattr(node, part, None), ast.AST):
                yield from ast.walk(hint)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        if isinstance(node, ast.JoinedStr):
            yield from (part for value in node.values for part in ast.walk(value))
        for decorator in getattr(node, "decorator_list", ()):
            if ast.unparse(decorator).partition("(")[0].rpartition(".")[2] in _CACHES:
                yield from ast.walk(decorator)


def _changed(node: ast.AST) -> str | None:
    """The text of a node with one element inverted; None if there is none."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARED:
        left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
        return f"({left} {_COMPARED[type(node.ops[0])]} {right})"
    if isinstance(node, ast.BoolOp):
        word = " or " if isinstance(node.op, ast.And) else " and "
        return f"({word.join(f'({ast.unparse(value)})' for value in node.values)})"
    if isinstance(node, ast.BinOp) and type(node.op) in _COMBINED and not _texts(node):
        return f"(({ast.unparse(node.left)}) {_COMBINED[type(node.op)]} ({ast.unparse(node.right)}))"
    if isinstance(node, ast.Constant):
        return _constant(node.value)
    if isinstance(node, ast.JoinedStr):
        return "'X'"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"({ast.unparse(node.operand)})"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return "pass"
    return None


def _constant(value: object) -> str | None:
    if isinstance(value, bool):
        return repr(not value)
    if isinstance(value, int):
        return repr(value + 1)
    return "'X'" if isinstance(value, str) else None


def _texts(node: ast.BinOp) -> bool:
    return any(
        isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str))
        for part in ast.walk(node)
    )


class Laboratory:
    """A copy of the repository, in which one mutant at a time is tried."""

    def __init__(self, copy: Path, tests: Iterable[str] = (), kernels: Path | None = None):
        self.copy = copy
        self._tests = list(tests)
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(copy.parent),
            "PYTHONSAFEPATH": "1",
            "NUMBA_CACHE_DIR": str(kernels or copy.parent / "kernels"),
        }
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self._seconds = int(time())
        self._good = set[str]()
        self._link = self._opened() if self._tests else None
        self._collected: set[str] | None = None

    def outcome(self, mutant: Mutant, executed: Executed, count: int) -> str:
        """``killed`` with the test that failed, or ``survived``, or ``not executed``."""
        if self._link is not None and self._collected is None:  # before anything changes that it imports
            self._collected = set(json.loads(self._link.readline()))
        known = self._collected
        tests = [
            test for test in executed.tests(mutant.path, mutant.line) if known is None or test in known
        ]  # a test that has gone since it was recorded detects nothing
        if not tests:
            return "not executed"
        path = self.copy / mutant.path
        original, times = path.read_text(encoding="utf-8"), path.stat()
        anew = executed.at_import(mutant.path, mutant.line)
        for chosen in (tests[:count], list(executed.brief(tests[count:], MORE, MORE_SECONDS))):
            seconds = SLACK * sum(executed.seconds[test] for test in chosen) + DEADLINE
            while chosen:
                path.write_text(mutant.text(original), encoding="utf-8")
                self._seconds += 1  # a time that no text of it has had: byte code is kept by size and second
                os.utime(path, (self._seconds, self._seconds))
                try:
                    failed = self.failed(chosen, seconds, "" if anew else str(path), original)
                finally:
                    path.write_text(original, encoding="utf-8")
                    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
                if failed is None:
                    break
                suspects = [failed] if failed in chosen else chosen
                if self._good.issuperset(suspects) or not (again := self.failed(suspects, seconds)):
                    self._good.update(suspects)
                    return f"killed by {failed}"
                chosen = [test for test in chosen if test != again] if again in chosen else []
                if not chosen:
                    return f"survived: its tests fail without it ({again})"
        return f"survived {len(tests)}"

    def failed(
        self, tests: list[str], seconds: float, path: str | None = None, before: str = ""
    ) -> str | None:
        """The first test that fails, ``deadline`` when that is exceeded, None if all succeed; in a fork of
        the process that has collected all tests, unless ``path``, the changed file, is empty: its code is
        then imported anew.
        """
        if self._link is not None and path != "":
            self._link.write(json.dumps([path, before, tests, int(seconds)]) + "\n")
            self._link.flush()
            answer: str | bool | None = json.loads(self._link.readline())
            if not isinstance(answer, bool):
                return answer
        return self._failed_anew(tests, seconds)

    def _opened(self) -> TextIO:
        """The link to a new process that has collected the tests."""
        link, other = socket.socketpair()
        command = [*PYTEST, "-p", "certwright.scripts.bench.trials", *self._tests]
        environment = {**self._environment, "TRIALS": str(other.fileno())}
        subprocess.Popen(
            command, cwd=self.copy, env=environment, pass_fds=[other.fileno()],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        other.close()
        stream = link.makefile("rw", encoding="utf-8")
        link.close()
        return stream

    def _failed_anew(self, tests: list[str], seconds: float) -> str | None:
        """The same in a new process."""
        try:
            done = subprocess.run(
                [*PYTEST, "-x", *tests], cwd=self.copy, env=self._environment, capture_output=True, text=True,
                timeout=PATIENCE * seconds,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return "deadline"
        if done.returncode in (0, NOTHING):
            return None
        lines = [
            line for line in (done.stdout + done.stderr).splitlines() if line.startswith(("FAILED", "ERROR"))
        ]
        named = [test for test in tests if any(test in line for line in lines)]
        return max(named, key=len, default="an error of pytest")


def candidates(files: Iterable[SourceFile], under: str, without: str = "") -> Iterator[Mutant]:
    """Each mutant of the files of MEASURED below a folder, but for those below another."""
    for file in files:
        parts = tuple(file.name.split("."))
        path = (
            Path(*parts[1:], "__init__.py") if parts == file.package else Path(*parts[1:]).with_suffix(".py")
        )
        left_out = without and path.as_posix().startswith(without)
        if path.parts[0] in MEASURED and path.as_posix().startswith(under) and not left_out:
            yield from mutants(path, file.tree)


def record(tests: list[str], data: Path, jobs: int) -> None:
    """Run tests under coverage; what they execute is added to a folder."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "certwright.scripts.bench.executed"]
    command += ["--numprocesses", str(jobs), "--dist", "loadfile", "--no-loadscope-reorder"]
    environment = {**os.environ, "EXECUTED": str(data)}
    subprocess.run([*command, *tests], cwd=ROOT, env=environment, check=False)


def tried(
    drawn: list[Mutant], data: Path, count: int, jobs: int, tests: Iterable[str]
) -> Iterator[tuple[Mutant, str]]:
    """Each mutant with its outcome, several at a time."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        free: queue.SimpleQueue[Laboratory] = queue.SimpleQueue()
        executed = recorded(data)
        for number in range(jobs):
            copy = Path(folder) / str(number) / "certwright"
            ignored = shutil.ignore_patterns(".git", ".venv", "out", ".*cache")
            shutil.copytree(ROOT, copy, symlinks=True, ignore=ignored)
            if (beside := ROOT.parent / "shared").exists():  # what tests of published data read
                (copy.parent / "shared").symlink_to(beside.resolve())
            free.put(Laboratory(copy, tests, data.resolve() / "kernels"))

        def one(mutant: Mutant) -> str:
            laboratory = free.get()
            try:
                return laboratory.outcome(mutant, executed, count)
            finally:
                free.put(laboratory)

        trials = {pool.submit(one, mutant): mutant for mutant in drawn}
        yield from ((trials[trial], trial.result()) for trial in as_completed(trials))


def main(arguments: list[str]) -> None:
    """Try mutants; print each with its outcome, and the detection rate of each kind of change and folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--first", type=int, default=0, help="leave out so many of the mutants drawn")
    parser.add_argument("--under", default="", help="only files whose paths begin so")
    parser.add_argument("--without", default="", help="leave out files whose paths begin so")
    parser.add_argument("--record", action="store_true", help="run the tests under coverage first")
    parser.add_argument("--data", type=Path, default=ROOT / "out" / "executed")
    parser.add_argument("--tests", type=int, default=12, help="tests that a mutant is tried on first")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--anew", action="store_true", help="a new process for each trial, not a fork")
    parser.add_argument("only", nargs="*", help="the tests that are recorded")
    chosen = parser.parse_args(arguments)
    if chosen.record:
        record(chosen.only or list(TESTS), chosen.data, chosen.jobs)
    every = list(candidates(sources(ROOT), chosen.under, chosen.without))
    drawn = random.Random(chosen.seed).sample(every, min(chosen.count, len(every)))
    total, killed = Counter[str](), Counter[str]()
    tests = () if chosen.anew else TESTS
    for mutant, outcome in tried(drawn[chosen.first :], chosen.data, chosen.tests, chosen.jobs, tests):
        before = mutant.before((ROOT / mutant.path).read_text(encoding="utf-8"))
        place = f"{mutant.path}:{mutant.line}"
        print(f"{outcome}\n    {place}  {mutant.kind}  {before}  ->  {mutant.after}", flush=True)
        for group in (mutant.kind, "/".join(mutant.path.parts[:2]), "all"):
            total[group] += 1
            killed[group] += outcome.startswith("killed")
    for group in sorted(total):
        print(f"{group:<22} {killed[group]} of {total[group]} detected")


if __name__ == "__main__":
    main(sys.argv[1:])
