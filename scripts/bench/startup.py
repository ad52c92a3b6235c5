"""How long ``certwright --help`` takes, from the start of the process to its end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from statistics import median

from .measurement import Measurement, timed

PART = "help"
RUNS = 7


def measure() -> Iterator[Measurement]:
    """The least and the median of a few runs."""
    command = [sys.executable, "-c", "from certwright.scripts.cli import main; main()", "--help"]
    walls = []
    for _ in range(RUNS):
        with timed() as taken:
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        walls.append(taken.wall)
    yield Measurement(PART, "certwright --help", min(walls), "s", f"least of {RUNS} runs")
    yield Measurement(PART, "certwright --help", median(walls), "s", f"median of {RUNS} runs")
