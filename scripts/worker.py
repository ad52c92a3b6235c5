"""The code of a worker process: one call at a time, within a deadline that excludes compilation.

The deadline is kept inside the process, where the compilation time is known; the parent process kills the
worker if that fails.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from ..instances.faults import remember_place

T = TypeVar("T")
R = TypeVar("R")

GRACE_SECONDS = 3.0
"""Seconds that the ``finally`` clauses of an expired item may take."""
EXPIRED = 91
"""The exit code of a worker that ended itself at the deadline of its item."""
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
    """Call the function; on termination ``finally`` clauses run, so that engines' children die with the
    worker."""
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
