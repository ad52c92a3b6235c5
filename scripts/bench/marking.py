"""Answers scored per second on one core, with mixed tasks, and the memory used.

Half of the answers are gold, half are the gold answer of another question; each is text around the answer, of
about 200 bytes where the answer leaves room.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator, Sequence
from itertools import count, cycle, islice
from pathlib import Path

from ...instances.records import Answer, Instance, Verdict
from ...instances.store import JsonlWriter, read_answers, read_instances, readable
from ...verifiers.identity import TruthIndex
from ...verifiers.judge import prepare
from ...verifiers.scoring import score_rows
from ...verifiers.statistics import Statistics
from .measurement import Measurement, peak, timed

PART = "score"
ANSWER_BYTES = 200
PASSES = 3
FILLER = "The state says which facts hold, and the action needs all of them, so let us look at each one. "


def measure(truth: Path, rows: int) -> Iterator[Measurement]:
    """Rates of the whole pass and of each task, and the peak memory for two sizes of the answer file."""
    with timed() as loading:
        index = TruthIndex(readable(read_instances(truth)))
    yield Measurement(PART, "loading the truth", loading.wall, "s", f"{len(index)} questions")
    by_task: dict[str, list[Instance]] = {}
    for instance in index:
        if instance.gold is not None and instance.truth is not None:
            by_task.setdefault(instance.task, []).append(instance)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "answers.jsonl"
        size = write_answers(file, list(by_task.values()), rows)
        yield from _rate(index, file, rows, f"{len(by_task)} tasks mixed, {size:.0f} bytes an answer")
        for task, instances in sorted(by_task.items()):
            part = max(1, rows // 10)
            size = write_answers(file, [instances], part)
            yield from _rate(index, file, part, f"{task} only, {size:.0f} bytes an answer")
        for count in (max(1, rows // 4), rows):
            write_answers(file, list(by_task.values()), count)
            memory = peak("score", str(file), "--truth", str(truth), "-q")
            yield Measurement(PART, "peak memory", memory, "MiB", f"certwright score, {count:,} rows")


def write_answers(file: Path, groups: Sequence[Sequence[Instance]], rows: int) -> float:
    """Write rows that rotate over the groups and within each; the mean length of their texts in bytes."""
    turns = cycle([_answers(group) for group in groups])
    size = 0
    with JsonlWriter(file, flush=False) as writer:
        for answers in islice(turns, rows):
            answer = next(answers)
            size += len((answer.response or "").encode())
            writer.write(answer)
    return size / rows


def _answers(instances: Sequence[Instance]) -> Iterator[Answer]:
    """Endless answers: sample after sample, alternately right and wrong."""
    for number in count():
        sample, place = divmod(number, len(instances))
        instance = instances[place]
        given = (instance if number % 2 else instances[place - 1]).gold or ""
        room = max(0, ANSWER_BYTES - len(given.encode()) - len("\nFinal answer: "))
        yield Answer(id=instance.id, sample=sample, response=f"{(FILLER * 3)[:room]}\nFinal answer: {given}")


def _rate(index: TruthIndex, file: Path, rows: int, note: str) -> Iterator[Measurement]:
    """Read, judge and count every row PASSES times with judges prepared before; the shortest pass counts."""
    judges = {instance.id: prepare(instance) for instance in index}
    best = math.inf
    for _ in range(PASSES):
        statistics = Statistics(index)
        with timed() as taken:
            for outcome in score_rows(read_answers(file), index, lambda row, _: judges[row.id], None):
                if isinstance(outcome, Verdict):
                    statistics.add(outcome)
        best = min(best, taken.processor)
    total = statistics.total()
    note = f"{note}; processor time, best of {PASSES}, mean {total.mean or 0:.2f}, unparsed {total.unparsed}"
    yield Measurement(PART, "answers", rows / best, "rows/s", note)
