"""Which tests execute each line of verifiers/ and generators/: a plugin of pytest, and what it has recorded.

python -m pytest -p certwright.scripts.bench.executed [--numprocesses 2 --dist loadfile] tests/verifiers ...

It runs the tests under ``coverage`` with one context a test, and keeps the lines and seconds of each in the
folder that ``EXECUTED`` names, in files of each process; a later recording of a test replaces the earlier
one.  Caches of functions, which would hide lines, are emptied before each file of tests.
"""

import json
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import coverage
import pytest

ROOT = Path(__file__).resolve().parents[2]
MEASURED = ("verifiers", "generators")
LIMIT = 120  # seconds that a test may take under coverage; one that takes longer is not recorded
KERNELS = Path("verifiers", "search")  # where coverage does not see all that runs: part of it is compiled
CHILD = """
import atexit, coverage, pathlib
stem = {stem!r}
context = pathlib.Path(stem + ".now").read_text(encoding="utf-8")
child = coverage.Coverage(
    stem + ".lines", data_suffix=True, include={include!r}, config_file=False, context=context
)
child.start()
atexit.register(lambda: (child.stop(), child.save()))
"""
"""The ``sitecustomize`` of the interpreters that a test starts."""
SHARED = "|setup"  # what the contexts of fixtures end with: those of a file may serve several of its tests
IMPORT = ""  # the context of what runs before the tests


class Recording:
    """The hooks of one process: starts coverage, names the test that runs, keeps seconds and outcomes."""

    def __init__(self, folder: Path):
        self._stem = str(folder.resolve() / str(os.getpid()))
        include = [str(ROOT / part / "*") for part in MEASURED]
        self._coverage = coverage.Coverage(f"{self._stem}.lines", include=include, config_file=False)
        children = Path(f"{self._stem}.children")
        children.mkdir()
        text = CHILD.format(stem=self._stem, include=include)
        (children / "sitecustomize.py").write_text(text, encoding="utf-8")
        sys.path.append(str(children))
        os.environ["PYTHONPATH"] = os.pathsep.join([str(children), os.environ.get("PYTHONPATH", "")])
        self._name("")
        self._seconds: dict[str, float] = {}
        self._begun = 0.0
        self._failed: set[str] = set()
        self._file = ""

    def _name(self, context: str) -> None:
        Path(f"{self._stem}.now").write_text(context, encoding="utf-8")
        if context:
            self._coverage.switch_context(context)

    def pytest_sessionstart(self) -> None:
        """Start before the tests are imported."""
        signal.signal(signal.SIGALRM, lambda *_: pytest.fail(f"takes more than {LIMIT} s"))
        self._coverage.start()

    def pytest_sessionfinish(self) -> None:
        """Write what was recorded."""
        self._coverage.stop()
        self._coverage.save()
        passed = {name: seconds for name, seconds in self._seconds.items() if name not in self._failed}
        Path(f"{self._stem}.seconds").write_text(json.dumps(passed), encoding="utf-8")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Name the fixtures' context; empty the caches where a new file begins."""
        if (file := item.nodeid.partition("::")[0]) != self._file:
            self._file = file
            empty_caches()
        self._name(item.nodeid + SHARED)
        self._begun = _processor_seconds()
        signal.alarm(LIMIT)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> None:
        """Name the test's own context."""
        self._name(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the processor time so far."""
        signal.alarm(0)
        name = report.nodeid
        self._seconds[name] = _processor_seconds() - self._begun
        if not report.passed:
            self._failed.add(name)


def _processor_seconds() -> float:
    """Those of this process and of its children that have ended: a busy machine makes no test longer."""
    return sum(os.times()[:4])


def empty_caches() -> None:
    """Empty the caches of all functions and methods of the package that are loaded."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "certwright":
            for thing in list(vars(module).values()):
                inside = list(vars(thing).values()) if isinstance(thing, type) else []
                for function in (thing, *inside):
                    if callable(clear := getattr(function, "cache_clear", None)):
                        clear()


def pytest_configure(config: Any) -> None:
    """Record in each process that runs tests; the one that only hands them out has nothing to record."""
    if hasattr(config, "workerinput") or not getattr(config.option, "numprocesses", None):
        folder = Path(os.environ["EXECUTED"])
        folder.mkdir(parents=True, exist_ok=True)
        config.pluginmanager.register(Recording(folder), "executed")


@dataclass
class Executed:
    """The seconds of each test, and the contexts of each line of the files measured."""

    seconds: dict[str, float]
    lines: dict[Path, dict[int, set[str]]]
    _members: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.seconds:
            self._members.setdefault(name.partition("::")[0], []).append(name)

    def tests(self, path: Path, line: int) -> list[str]:
        """The tests that execute a line: one of each function first, the fastest ones first.

        Lines that a fixture executes are ascribed to all tests of its file, those that run only as machine
        code to all tests of the kernels beside them, those that run at import to all of their file.
        """
        lines, names = self.lines.get(path, {}), set[str]()
        contexts = lines.get(line, set())
        if self.at_import(path, line) or (not contexts and (line in lines or path.is_relative_to(KERNELS))):
            contexts = set[str]().union(*lines.values())
        for context in contexts:
            if context.endswith(SHARED):
                names.update(self._members.get(context.partition("::")[0], ()))
            elif context in self.seconds:
                names.add(context)
        return list(_varied(sorted(names, key=lambda name: (self.seconds[name], name)), path))

    def at_import(self, path: Path, line: int) -> bool:
        """Whether a line is executed before any test is."""
        return IMPORT in self.lines.get(path, {}).get(line, ())

    def brief(self, names: list[str], count: int, seconds: float) -> Iterator[str]:
        """The fastest of the first ``count`` tests, which do not take more than ``seconds`` altogether."""
        for name in sorted(names[:count], key=self.seconds.__getitem__):
            seconds -= self.seconds[name]
            if seconds > 0:
                yield name


def _varied(names: list[str], path: Path) -> Iterator[str]:
    """The tests of the file that is called after ``path`` first; then by how many of their function came."""
    counts: dict[str, int] = {}
    ranks = {}
    for name in names:
        function = name.partition("[")[0]
        own = Path(function.partition("::")[0]).stem == f"test_{path.stem}"
        counts[function] = counts.get(function, 0) + 1
        ranks[name] = (counts[function] - (3 if own else 0), counts[function])
    yield from sorted(names, key=ranks.__getitem__)


def recorded(folder: Path) -> Executed:
    """Everything that processes have recorded in a folder, a later one's in place of an earlier one's."""
    seconds: dict[str, float] = {}
    lines: dict[Path, dict[int, set[str]]] = {}
    newest: dict[str, Path] = {}
    times = sorted(folder.glob("*.seconds"), key=lambda file: file.stat().st_mtime)
    for file in times:
        passed = json.loads(file.read_text(encoding="utf-8"))
        seconds.update(passed)
        newest.update(dict.fromkeys(passed, file))
    for file in times:
        for part in sorted(folder.glob(f"{file.stem}.lines*")):
            data = coverage.CoverageData(str(part))
            try:
                data.read()
            except coverage.CoverageException:
                continue  # of an interpreter that was killed while it wrote
            for measured in data.measured_files():
                places = lines.setdefault(Path(measured).relative_to(ROOT), {})
                for line, contexts in data.contexts_by_lineno(measured).items():
                    own = {name for name in contexts if newest.get(name.removesuffix(SHARED)) is file}
                    places.setdefault(line, set()).update(own | {IMPORT}.intersection(contexts))
    return Executed(seconds, lines)
