"""Counts over records for people: how many episodes were solved, why others ended, how many replies came."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TextIO

from ...instances.records import Episode, Instance, Reply
from ..tables import table


class Tally:
    """Stop reasons by agent and difficulty."""

    def __init__(self) -> None:
        self.counts: defaultdict[tuple[str, int], Counter[str]] = defaultdict(Counter)

    def add(self, instance: Instance, record: Episode | Reply) -> None:
        """Count an episode, or the reply to a question."""
        ended = record.stop if isinstance(record, Episode) else record.metadata.get("stop", "reply")
        self.counts[record.agent or "", instance.level or 0][ended] += 1

    def print(self, stream: TextIO) -> None:
        """Write a table."""
        rows = [
            (agent, str(level or ""), str(counts.total()), _said(counts))
            for (agent, level), counts in sorted(self.counts.items())
        ]
        table("", ("agent", "level", "records", "ended with"), rows, stream)


def _said(counts: Counter[str]) -> str:
    return ", ".join(f"{reason} {count}" for reason, count in sorted(counts.items()))
