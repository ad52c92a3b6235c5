"""A measured figure with its unit, and a timer."""

from __future__ import annotations

import time
from collections.abc import Iterator
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


@contextmanager
def timed() -> Iterator[Timed]:
    """Measure the time of a block; the yielded object holds the figures after the block has ended."""
    taken = Timed()
    wall, processor = time.perf_counter(), time.process_time()
    try:
        yield taken
    finally:
        taken.wall, taken.processor = time.perf_counter() - wall, time.process_time() - processor
