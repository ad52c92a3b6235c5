"""A measured figure with its unit, and what measures time and memory."""

import subprocess
import sys
import time
import timeit
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Measurement:
    """One figure, with the conditions of its measurement; None if it could not be measured."""

    part: str
    what: str
    value: float | None
    unit: str
    note: str = ""

    def row(self) -> list[str]:
        """As a row of a table."""
        value = "-"
        if self.value is not None:
            value = f"{self.value:,.0f}" if abs(self.value) >= 1000 else f"{self.value:.4g}"
        return [self.part, self.what, value, self.unit, self.note]


@dataclass
class Timed:
    """Seconds of wall time and of processor time."""

    wall: float = 0.0
    processor: float = 0.0


def best(work: Callable[[], object], runs: int, repeat: int = 1) -> float:
    """Seconds per call in the fastest of several batches of calls."""
    return min(timeit.repeat(work, number=repeat, repeat=runs)) / repeat


WATCH = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""A small intermediate process: a direct child would count our own memory as its peak."""


def peak(*arguments: str) -> float:
    """The peak memory of the command ``certwright`` with these arguments, in MiB."""
    command = [sys.executable, "-c", "from certwright.scripts.cli import main; main()", *arguments]
    watched = [sys.executable, "-c", WATCH, *command]
    return int(subprocess.run(watched, check=True, capture_output=True, text=True).stdout) / 1024


@contextmanager
def timed() -> Iterator[Timed]:
    """Measure the time of a block; the yielded object holds the figures after the block has ended."""
    taken = Timed()
    wall, processor = time.perf_counter(), time.process_time()
    try:
        yield taken
    finally:
        taken.wall, taken.processor = time.perf_counter() - wall, time.process_time() - processor
