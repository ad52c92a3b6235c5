"""The row of an episode in the table of results: EPOCH-Bench's 37 columns, by its names and in its order.

``problem`` is the id of the instance.  An empty cell is a figure that does not exist: the effort of an
episode that did not reach the goal, a ratio whose denominator is 0, the tokens of an agent that is no model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from ...instances.records import Episode
from ...verifiers.timetravel.metrics import Metrics, measure

COLUMNS = (
    "timestamp",
    "problem",
    "model",
    "run_id",
    *(field.name for field in fields(Metrics)),
    "total_time",
    "tokens_in",
    "tokens_out",
    "tokens_reasoning",
)
Cell = str | int | float | bool | None
DIGITS = 6


def row(episode: Episode) -> dict[str, Cell]:
    """The row of an episode, from its record alone; RecordError when the record cannot be measured."""
    usage = episode.usage
    return {
        "timestamp": str(episode.metadata.get("timestamp", "")),
        "problem": episode.instance,
        "model": episode.agent,
        "run_id": str(episode.metadata.get("run_id", "")),
        **measure(episode).json(),
        "total_time": usage.seconds if usage else None,
        "tokens_in": usage.input_tokens if usage else None,
        "tokens_out": usage.output_tokens if usage else None,
        "tokens_reasoning": usage.reasoning_tokens if usage else None,
    }


def cells(row: Mapping[str, Cell]) -> list[str]:
    """A row as the texts of a CSV file."""
    return [_text(row[name]) for name in COLUMNS]


def _text(value: Cell) -> str:
    if value is None:
        return ""
    return f"{round(value, DIGITS)}" if isinstance(value, float) else str(value)
