"""Counts over episodes for people: how many were solved, and why the others ended."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TextIO

from ...instances.records import Episode, Instance
from ..tables import table


class Tally:
    """Stop reasons by agent and difficulty."""

    def __init__(self) -> None:
        self.counts: defaultdict[tuple[str, int], Counter[str]] = defaultdict(Counter)

    def add(self, instance: Instance, episode: Episode) -> None:
        """Count an episode."""
        self.counts[episode.agent, instance.level or 0][episode.stop] += 1

    def print(self, stream: TextIO) -> None:
        """Write a table."""
        rows = [
            (agent, str(level or ""), str(counts.total()), _said(counts))
            for (agent, level), counts in sorted(self.counts.items())
        ]
        table("", ("agent", "level", "episodes", "ended with"), rows, stream)


def _said(counts: Counter[str]) -> str:
    return ", ".join(f"{reason} {count}" for reason, count in sorted(counts.items()))
