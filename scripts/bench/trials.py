"""Trials in forks of a process that has collected the tests: a plugin of pytest, and the mutant's code.

python -m pytest -p certwright.scripts.bench.trials tests/verifiers ...

After the collection the plugin writes the names of the tests to the socket whose number is in ``TRIALS``,
and reads requests from it, one JSON array a line: a changed file, its text before, the tests, the seconds of
processor time.  A fork puts the changed code into the functions that are loaded and runs the tests; what
the tests themselves load or start comes from the file.  The answer is the first test that fails, a text that
names none where the fork ended otherwise, or null; it is false where code would have to change that has run.
"""

import gc
import inspect
import json
import os
import resource
import select
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

import pytest

PATIENCE = 4  # how many times the seconds of processor time may pass on the clock


class Trials:
    """Answers requests instead of running the tests."""

    def __init__(self, link: socket.socket):
        self._link = link
        self._failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what fails."""
        self._failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer until the other side closes the socket."""
        gc.unfreeze()
        functions = [thing for thing in gc.get_objects() if isinstance(thing, FunctionType)]
        gc.freeze()
        items = {item.nodeid: item for item in session.items}
        stream = self._link.makefile("rw", encoding="utf-8")
        stream.write(json.dumps(list(items)) + "\n")
        stream.flush()
        for line in stream:
            path, before, names, seconds = json.loads(line)
            answer: str | bool | None = False
            if all(name in items for name in names) and (
                not path or exchange(Path(path), before, functions) is not None
            ):
                code = self._fork(path, before, functions, [items[name] for name in names], seconds)
                answer = "deadline" if code < 0 else names[code - 1] if code else None
            stream.write(json.dumps(answer) + "\n")
            stream.flush()
        return True

    def _fork(
        self, path: str, before: str, functions: list[FunctionType], items: list[pytest.Item], seconds: int
    ) -> int:
        """0 if all tests succeed, else the number of the first that fails; -1 if the fork is killed."""
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
            try:
                for function, changed in (exchange(Path(path), before, functions) or ()) if path else ():
                    function.__code__ = changed
                os.write(writing, str(self._run(items)).encode())
            finally:
                os._exit(0)
        os.close(writing)
        os.set_blocking(reading, False)  # what the tests have started may hold the other end
        ended = os.pidfd_open(child)
        select.select([ended], [], [], seconds * PATIENCE)
        os.close(ended)
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(reading, "rb") as answer:
            return int(answer.read() or -1)

    def _run(self, items: list[pytest.Item]) -> int:
        for number, (item, following) in enumerate(zip(items, [*items[1:], None], strict=True), 1):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                item.session._setupstate.teardown_exact(None)
                return number
        return 0


def exchange(
    path: Path, before: str, functions: list[FunctionType]
) -> list[tuple[FunctionType, CodeType]] | None:
    """The loaded functions of a file that differ from its text now, with their new code; None where code
    of a module or a class differs, which ran when the file was imported."""
    own = [function for function in functions if function.__code__.co_filename == str(path)]
    texts = (before, path.read_text(encoding="utf-8"))
    old, new = (list(_codes(compile(text, path, "exec", dont_inherit=True))) for text in texts)
    pairs = [(one, other) for one, other in zip(old, new, strict=False) if one != other]
    inside = [pair for pair in pairs if pair[0].co_flags & inspect.CO_OPTIMIZED]
    if len(old) != len(new) or any(
        _frame(one) != _frame(two) for one, two in pairs if (one, two) not in inside
    ):
        return None
    places = [_place(code) for code in old]
    changed = {_place(one): other for one, other in inside}
    exchanged = [
        (function, changed[place]) for function in own if (place := _place(function.__code__)) in changed
    ]
    ambiguous = any(
        places.count(_place(function.__code__)) > 1 or function.__code__.co_freevars != code.co_freevars
        for function, code in exchanged
    )
    return None if ambiguous or (own and not exchanged) else exchanged


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_name, code.co_firstlineno


def _frame(code: CodeType) -> tuple[object, ...]:
    """What a module or a class does by itself, without the functions in it."""
    constants = [repr(constant) for constant in code.co_consts if not isinstance(constant, CodeType)]
    return code.co_code, code.co_names, constants


def pytest_configure(config: pytest.Config) -> None:
    """Take the socket's number from the environment."""
    link = socket.socket(fileno=int(os.environ["TRIALS"]))
    config.pluginmanager.register(Trials(link), "trials")
