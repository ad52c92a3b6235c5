"""Ordered parallel map: one function over many items, results in input order, faults that cost one item.

An ``Executor`` maps a picklable function over a stream of items and yields, in input order whatever the
number of workers, ``Done(item, value)`` or ``Failed(item, reason, error)``.  Three are here:

* ``InProcess`` calls the function on the spot;
* ``Workers`` runs a pool of *spawned* processes (pebble): forked ones inherit locks and threads of the parent
  and hang, and a thread cannot be stopped.  A deadline or a crash kills one worker, costs one item, and a new
  worker takes its place.  A bounded number of items is in flight, so memory does not grow with the stream.
* ``Gradual`` begins as the first and goes on as the second.

A worker keeps to its deadline itself, since only it knows how long it compiled, which does not count; the
parent kills it if that fails.  ``cluster`` has the same ``map`` on many machines.

>>> [outcome.value for outcome in InProcess().map(abs, [-1, 2])]
[1, 2]
"""

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from time import monotonic, perf_counter
from typing import Any, Generic, Literal, Protocol, TypeVar

from ..instances.errors import CertwrightError, EngineMissingError
from ..instances.extras import EXTRAS
from ..instances.faults import internal, machine_fault, plugin_fault, remember_place

T = TypeVar("T")
R = TypeVar("R")

Reason = Literal["deadline", "crash", "memory", "error"]
COMPILATION_SECONDS = 60.0  # beyond its deadline an item may compile for so long, which does not count
AHEAD = 32  # items in flight for each worker, so that a slow one at the head does not starve the others


@dataclass(frozen=True)
class Done(Generic[T, R]):
    """The function returned ``value`` for ``item``."""

    item: T
    value: R


@dataclass(frozen=True)
class Failed(Generic[T]):
    """The function gave no value for ``item``; ``error`` gives the reason as a message or an exception."""

    item: T
    reason: Reason
    error: BaseException

    @property
    def internal(self) -> bool:
        """Whether the function itself is at fault, rather than its item or the machine."""
        return self.reason == "error" and not isinstance(self.error, CertwrightError)

    def __str__(self) -> str:
        if isinstance(self.error, CertwrightError):
            return str(self.error)
        if self.internal:
            return str(plugin_fault(self.error) or f"internal error: {internal(self.error)}")
        text = str(self.error)
        return f"{self.reason}: {type(self.error).__name__}" + (f": {text}" if text else "")


class Executor(Protocol):
    """Maps a function over items; results are in input order."""

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[Done[T, R] | Failed[T]]:
        """Yield one outcome per item, in input order."""
        ...


class InProcess:
    """Calls the function in this process, one item at a time; ignores deadlines."""

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[Done[T, R] | Failed[T]]:
        """Yield one outcome per item; an exception (not an interrupt) costs only its item."""
        for item in items:
            try:
                outcome: Done[T, R] | Failed[T] = Done(item, function(item))
            except Exception as error:
                outcome = _failed(item, error)
            yield outcome


@dataclass(frozen=True)
class Workers:
    """A pool of spawned processes; ``deadline`` is in seconds per item, without compilation."""

    jobs: int
    deadline: float | None = None

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[Done[T, R] | Failed[T]]:
        """Yield one outcome per item, in input order; at most ``AHEAD`` items per worker are in flight."""
        import multiprocessing

        from pebble import ProcessPool

        pool = ProcessPool(max_workers=self.jobs, context=multiprocessing.get_context("spawn"))
        flying: deque[tuple[T, Any]] = deque()
        latest = None if self.deadline is None else self.deadline + COMPILATION_SECONDS
        try:
            for item in items:
                future = pool.schedule(call, args=(function, item, self.deadline), timeout=latest)
                flying.append((item, future))
                if len(flying) >= AHEAD * self.jobs:
                    yield _outcome(*flying.popleft(), self.deadline)
            while flying:
                yield _outcome(*flying.popleft(), self.deadline)
            pool.close()
        finally:
            pool.stop()
            pool.join()


SOLO_SECONDS = 2.0  # for so long ``Gradual`` runs in this process; starting a worker takes about 1 s


@dataclass(frozen=True)
class Gradual:
    """Begins in this process, and switches to workers if that takes longer than ``SOLO_SECONDS``."""

    jobs: int

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[Done[T, R] | Failed[T]]:
        """Yield one outcome per item, in input order."""
        end, rest = perf_counter() + SOLO_SECONDS, iter(items)
        for outcome in InProcess().map(function, rest):
            yield outcome
            if perf_counter() > end:
                break
        yield from Workers(self.jobs).map(function, rest)


def executor(jobs: int, *, deadline: float | None = None, gradual: bool = False) -> Executor:
    """The executor for ``jobs`` workers: this process for one job without a deadline; ``gradual`` for work
    that is often small.  Without pebble all runs here, and a deadline raises EngineMissingError."""
    if find_spec("pebble") is None:
        if deadline is not None:
            raise EngineMissingError(f"a deadline needs pebble: {EXTRAS['generate'].mend}")
        return InProcess()
    if gradual and jobs > 1 and deadline is None:
        return Gradual(jobs)
    return Workers(jobs, deadline) if deadline is not None or jobs > 1 else InProcess()


def available_cpus() -> int:
    """The number of processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _outcome(item: T, future: Any, deadline: float | None) -> Done[T, Any] | Failed[T]:
    from concurrent.futures import TimeoutError as DeadlineError

    from pebble import ProcessExpired

    try:
        return Done(item, future.result())
    except DeadlineError as error:
        return Failed(item, "deadline", error)
    except ProcessExpired as error:
        if error.exitcode == EXPIRED:
            return Failed(item, "deadline", DeadlineError("Task timeout", deadline))
        return Failed(item, "crash", error)
    except Exception as error:
        return _failed(item, error)


def _failed(item: T, error: Exception) -> Failed[T]:
    reason: Reason = "memory" if isinstance(error, MemoryError) else "error"
    return Failed(item, reason, machine_fault(error) or error)


GRACE_SECONDS = 3.0  # seconds that the ``finally`` clauses of an expired item may take
EXPIRED = 91  # the exit code of a worker that ended itself at the deadline of its item
_expired = threading.Event()


def _terminated(number: int, frame: object) -> None:
    raise SystemExit(128 + number)


def _expire(deadline: float, over: threading.Event, finishing: threading.Lock) -> None:
    """Terminate this process when an item has run for so many seconds, compilation excluded."""
    begun, before = monotonic(), _compilation_seconds()
    while (left := deadline - (monotonic() - begun) + (_compilation_seconds() - before)) > 0:
        if over.wait(max(left, 0.05)):
            return
    with finishing:
        if over.is_set():
            return
        _expired.set()
        os.kill(os.getpid(), signal.SIGTERM)
    if not over.wait(GRACE_SECONDS):
        os._exit(EXPIRED)


def _compilation_seconds() -> float:
    compiling = sys.modules.get(f"{__package__.rpartition('.')[0]}.verifiers.search.compiling")
    return compiling.compilation_seconds() if compiling else 0.0


@contextmanager
def _timed(deadline: float | None) -> Iterator[None]:
    if deadline is None:
        yield
        return
    over, finishing = threading.Event(), threading.Lock()
    threading.Thread(target=_expire, args=(deadline, over, finishing), daemon=True).start()
    try:
        yield
    finally:
        with finishing:
            over.set()


def call(function: Callable[[T], R], item: T, deadline: float | None = None) -> R:
    """Call the function; on termination ``finally`` clauses run: engines' children die with the worker."""
    signal.signal(signal.SIGTERM, _terminated)
    try:
        with _timed(deadline):
            return function(item)
    except Exception as error:
        remember_place(error)
        raise
    except SystemExit as stop:
        # pebble would take this for the function's result and let the worker go on
        os._exit(EXPIRED if _expired.is_set() else stop.code if isinstance(stop.code, int) else 1)
    finally:
        # an idle worker ends without a word
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
