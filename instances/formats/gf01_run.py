"""GF-01's run records (``gf01.run_record.v1``, DEC-031): one JSON object a line, typed field by field.

Only the shape is read here; whether the figures of a row are those of its certificate is for
``verifiers.reactive.gf01.validation`` to say.  Rows from before version 1 lack most fields and are refused as
such.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ..errors import RecordError
from ..hostile import decode
from ..lines import decoded, read_lines
from ..records import Json

RUN_SCHEMA: Final = "gf01.run_record.v1"
LINE_BYTES: Final = 16 * 2**20

Names = tuple[str, ...]
Rule = tuple[Names, Callable[[Any], bool], str]

TEXTS: Final[Names] = (
    *("schema_version", "family_id", "benchmark_version", "generator_version", "checker_version"),
    *("harness_version", "git_commit", "config_hash", "instance_id", "eval_track", "renderer_track"),
    *("renderer_policy_version", "renderer_profile_id", "agent_name", "split_id", "mode"),
    *("tool_allowlist_id", "play_protocol", "adaptation_policy_version", "adaptation_condition"),
    *("adaptation_data_scope", "adaptation_protocol_id"),
)
"""Required texts; all but the ids of what may be ``none`` must say something."""
TRUTHS: Final[Names] = ("suff", "min1", "valid", "goal", "scored_commit_episode")
RATIOS: Final[Names] = ("ap_f1", "ts_f1")
OPTIONAL_RATIOS: Final[Names] = ("ap_precision", "ap_recall", "ts_precision", "ts_recall")
OPTIONAL_COUNTS: Final[Names] = (
    *("eff_t", "eff_a", "t_star", "window_size", "budget_timestep", "sample"),
    *("diagnostic_visits", "diagnostic_peak"),
)
OPTIONAL_TEXTS: Final[Names] = ("view", "tool_log_hash", "content_hash")


@dataclass(frozen=True)
class RunRow:
    """A row whose fields have the right types, and the line it stands in."""

    row: Json
    file: str
    line: int

    def fault(self, message: str, field: str | None = None) -> RecordError:
        """An error about this row."""
        return RecordError(message, file=self.file, line=self.line, field=field)


def read_runs(path: str | Path) -> Iterator[RunRow | RecordError]:
    """The rows of a file in order, a RecordError in the place of each that is malformed."""
    name = str(path)

    def rows(line: bytes, number: int) -> list[RunRow]:
        row = decode(line)
        if faults := shape_faults(row):
            field, message = faults[0]
            more = f" (and {len(faults) - 1} more faults)" if len(faults) > 1 else ""
            raise RecordError(message + more, field=field)
        return [RunRow(row, name, number)]

    return decoded(name, read_lines(path, LINE_BYTES), rows)


def shape_faults(row: Any) -> list[tuple[str, str]]:
    """What is wrong with the shape of a row, as (field, message).

    >>> shape_faults({"suff": 1})[-1]
    ('certificate', 'missing')
    """
    if not isinstance(row, Mapping):
        return [("", "a row is a JSON object")]
    faults: list[tuple[str, str]] = []
    if "schema_version" not in row:
        faults.append(("schema_version", f"missing: no row of {RUN_SCHEMA}, or one from before it"))
    for names, right, what in REQUIRED:
        for name in names:
            if name not in row:
                faults += [(name, "missing")] if name != "schema_version" else []
            elif not right(row[name]):
                faults.append((name, f"{str(row[name])[:60]!r} is not {what}"))
    for names, right, what in OPTIONAL:
        wrong = (name for name in names if row.get(name) is not None and not right(row[name]))
        faults += [(name, f"{str(row[name])[:60]!r} is not {what}") for name in wrong]
    if not faults and row["schema_version"] != RUN_SCHEMA:
        faults.append(("schema_version", f"{row['schema_version'][:100]!r} is not {RUN_SCHEMA}"))
    return faults


def _says_something(value: Any) -> bool:
    return isinstance(value, str) and value.strip() not in ("", "unknown")


def _ratio(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1


def _count(value: Any) -> bool:
    return type(value) is int and value >= 0


REQUIRED: Final[tuple[Rule, ...]] = (
    (TEXTS, _says_something, "a text that says something"),
    (TRUTHS, lambda value: isinstance(value, bool), "true or false"),
    (RATIOS, lambda value: value is None or _ratio(value), "a number from 0 to 1, or null"),
    (("adaptation_budget_tokens",), _count, "a whole number, 0 or more"),
    (("certificate",), lambda value: isinstance(value, list), "a list of atoms"),
)
OPTIONAL: Final[tuple[Rule, ...]] = (
    (OPTIONAL_RATIOS, _ratio, "a number from 0 to 1"),
    (OPTIONAL_COUNTS, _count, "a whole number, 0 or more"),
    (OPTIONAL_TEXTS, lambda value: isinstance(value, str), "a text"),
)
