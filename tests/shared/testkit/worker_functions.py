"""Functions for worker processes: a spawned process must be able to import them by name."""

import os
import signal
import time
from pathlib import Path

from certwright.instances.errors import RecordError


def slow_square(number: int) -> int:
    time.sleep(0.05 if number % 5 == 0 else 0)
    return number * number


def troubled(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 5:
        time.sleep(60)
    if number == 7:
        raise RecordError("seven is bad", field="number")
    return -number


def cleaning_up(path: str) -> int:
    try:
        time.sleep(60)
    finally:
        Path(path).write_text("cleaned")
    return 0


def compiling(seconds: float) -> float:
    """Stands for a function that compiles for so long, and then works a little."""
    from certwright.verifiers.search.compiling import _COMPILATION

    _COMPILATION.begin()
    time.sleep(seconds)
    _COMPILATION.end()
    time.sleep(0.2)
    return seconds


def stubborn(number: int) -> int:
    """Its ``finally`` clause takes longer than anybody waits."""
    try:
        time.sleep(60)
    finally:
        time.sleep(60)
    return number
