"""``certwright bench``: measure speed."""

import math
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import count, cycle, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import click

from ...instances.canonical import encode
from ...instances.lines import read_lines
from ...instances.records import Answer, Grade, Instance, Verdict
from ...instances.store import INSTANCE_BYTES, JsonlWriter, read_answers, read_instances, readable
from ...verifiers.identity import TruthIndex
from ...verifiers.judge import prepare
from ...verifiers.label import label
from ...verifiers.planning.oracle import Effort
from ...verifiers.scoring import score_rows
from ...verifiers.statistics import Statistics
from ..bench.measurement import Measurement, peak, timed
from ..jobs import executor
from ..labelling import LabelCounts, label_all
from ..library.questions import RELEASED
from ..tables import table
from ..verifying import VerifySummary, check_all
from . import common
from .records import engine_option

PARTS = ("help", "search", "simulate", "interventions", "autumn", "generate", "label", "score")
ON_DEMAND = ("reading", "large-space", "bounds")
"""Parts that run only when named: they need a corpus, which an installation lacks, or much memory or time."""
_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)


@click.command("bench", cls=common.Command)
@click.argument("parts", nargs=-1, type=common.Choice(PARTS + ON_DEMAND))
@click.option("--questions", type=_FILE, help="Questions to label; the demo's by default.")
@click.option("--truth", type=_FILE, help="Labelled instances to score against; by default those of label.")
@common.option("--rows", type=click.IntRange(min=100), default=40_000, help="Answers to score.")
@click.option("--corpus", type=common.A_FOLDER, help="Folder of texts to read; by default that of the tests.")
@click.option(
    "--reference",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Module of Autumn's reference interpreter (interpreter_module*.so) to compare autumn with.",
)
@engine_option
@common.jobs_option
@common.json_option
def bench_command(parts: tuple[str, ...], jobs: int, as_json: bool, **options: Any) -> None:
    """Run the benchmarks PARTS (by default all but reading, large-space and bounds); label also verifies.

    Warm-up is excluded and shown; each comparison is measured in the same run. There is no pass or fail.
    """
    with TemporaryDirectory() as folder:
        done = suite(parts or PARTS, Path(folder), jobs, **options)
        if as_json:
            for measurement in done:
                common.say(encode(measurement))
            return
        columns = ["part", "what", "value", "unit", "conditions"]
        table("", columns, [measurement.row() for measurement in done], sys.stdout)


HELP_RUNS = 7


def suite(parts: Sequence[str], folder: Path, jobs: int, **options: Any) -> Iterator[Measurement]:
    """Yield the measurements of the parts as they are made; ``folder`` holds intermediate files."""

    # some need numpy: their files are loaded when they are asked for
    def measured(module: str, function: str, *arguments: Any) -> Any:
        return getattr(import_module(f"...bench.{module}", __name__), function)(*arguments)

    calls: dict[str, tuple[Any, ...]] = {
        "simulate": ("reactive", "simulation"),
        "interventions": ("reactive", "interventions"),
        "reading": ("reading", "measure", options["corpus"]),
        "autumn": ("autumn", "measure", options["reference"]),
        "generate": ("planning", "generation", folder),
        "bounds": ("planning", "bounds"),
    }
    if "help" in parts:
        yield from help_time()
    for part, call in calls.items():
        if part in parts:
            yield from measured(*call)
    truth, questions = options["truth"], options["questions"]
    labelling = "label" in parts or ("score" in parts and truth is None)
    if {"search", "large-space"} & set(parts) or labelling:
        yield measured("planning", "warmed")
        if "search" in parts:
            yield from measured("planning", "search")
        if "large-space" in parts:
            yield from measured("planning", "large")
    if labelling:
        labelled = folder / "truth.jsonl"
        yield from proven(
            questions or RELEASED / "demo" / "planning.jsonl", labelled, jobs, options["engine"]
        )
        truth = truth or labelled
    if "score" in parts and truth is not None:
        yield from scored(truth, options["rows"])


def proven(questions: Path, truth: Path, jobs: int, engine: str) -> Iterator[Measurement]:
    """The time to label the questions into ``truth`` and to verify that, and the grades."""
    part, counts, run = "label", LabelCounts(), executor(jobs)
    work = partial(label, effort=Effort(engine=engine))
    with timed() as labelling, JsonlWriter(truth) as writer:
        known = readable(read_instances(questions))
        for labelled in label_all(known, work, run, lambda *failure: None, counts):
            writer.write(labelled)
    total = counts.questions.total()
    yield Measurement(part, "label", labelling.wall, "s", f"{total} questions, {jobs} jobs, engine {engine}")
    for grade in Grade:
        share = 100 * counts.questions[grade] / max(1, total)
        yield Measurement(part, f"questions {grade.value}", share, "%", f"{counts.claims[grade]:,} claims")
    summary = VerifySummary()
    with timed() as verifying:
        for checked in check_all(read_lines(truth, INSTANCE_BYTES), run):
            summary.add(checked)
    refused = summary.tally.states["refused"]
    yield Measurement(part, "verify", verifying.wall, "s", f"{refused} refused; with the prompts")
    yield Measurement(part, "ratio", verifying.wall / labelling.wall, "times", "verify / label")


def help_time() -> Iterator[Measurement]:
    """The time of ``certwright --help`` including process start: minimum and median of several runs."""
    command = [sys.executable, "-c", "from certwright.scripts.cli import main; main()", "--help"]
    walls = []
    for _ in range(HELP_RUNS):
        with timed() as taken:
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        walls.append(taken.wall)
    yield Measurement("help", "certwright --help", min(walls), "s", f"least of {HELP_RUNS} runs")
    yield Measurement("help", "certwright --help", median(walls), "s", f"median of {HELP_RUNS} runs")


SCORE = "score"
ANSWER_BYTES = 200
PASSES = 3
FILLER = "The state says which facts hold, and the action needs all of them, so let us look at each one. "


def scored(truth: Path, rows: int) -> Iterator[Measurement]:
    """Rates of the whole pass and of each task, peak memory for two sizes of the file; half of the
    answers, of about 200 bytes, are gold, half another question's gold."""
    with timed() as loading:
        index = TruthIndex(readable(read_instances(truth)))
    yield Measurement(SCORE, "loading the truth", loading.wall, "s", f"{len(index)} questions")
    by_task: dict[str, list[Instance]] = {}
    for instance in index:
        if instance.gold is not None and instance.truth is not None:
            by_task.setdefault(instance.task, []).append(instance)
    with TemporaryDirectory() as folder:
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
            yield Measurement(SCORE, "peak memory", memory, "MiB", f"certwright score, {count:,} rows")


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
    yield Measurement(SCORE, "answers", rows / best, "rows/s", note)
