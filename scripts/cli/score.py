"""``certwright score``: judge a file of answers, offline."""

import sys
from contextlib import nullcontext
from functools import partial
from typing import Any

import click

from ...instances.canonical import encode
from ...instances.errors import RecordError
from ...instances.folders import records_writer
from ...instances.replies import read_replies
from ...verifiers.identity import Index
from ...verifiers.judge import JudgeOptions
from ...verifiers.scoring import first_answers, labelled
from ...verifiers.statistics import check_key
from ..scoring import ScoreReport, mark_all, marking, most_workers
from . import common, exit_code

MODES = ("lenient", "strict", "as-published")


def _keys(value: str) -> tuple[str, ...]:
    keys = tuple(key.strip() for key in value.split(",") if key.strip())
    for key in keys:
        check_key(key)
    return keys


def _counts(value: str | None) -> tuple[int, ...] | None:
    try:
        ks = None if value is None else tuple(sorted({int(k) for k in value.split(",")}))
    except ValueError:
        ks = (0,)
    if ks is not None and ks[0] < 1:
        raise click.BadParameter(f"{value!r} is not a list of positive numbers")
    return ks


def _say_unlabelled(index: Index, file: str, faults: common.Faults) -> None:
    """Print how to label questions without a truth; RecordError if there are no others."""
    if lacking := sum(not labelled(instance) for instance in index):
        mend = f"make their truth with: certwright label {file} -o LABELLED"
        message = f"{lacking} of its {len(index)} questions are not labelled; {mend}"
        if lacking == len(index):
            raise RecordError(message, file=file)
        faults.report(f"{file}: {message}")


@click.command("score", cls=common.Command)
@click.argument("answers", type=common.RECORDS)
@click.option("--truth", type=common.RECORDS, required=True, help="The labelled instances.")
@common.option("--by", callback=common.reader(_keys), default="task", help="Group by task, domain, form, ...")
@common.rows_option("verdicts")
@common.option("--mode", type=common.Choice(MODES), default="lenient", help="How to read answers.")
@click.option("--first", is_flag=True, help="Take the first of several conflicting final answers.")
@click.option("--static-facts", is_flag=True, help="Accept atoms of static predicates as propositions.")
@common.semantics("Interventions: ")
@click.option(
    "--k", "ks", callback=common.reader(_counts), help="Report mean@k and pass@k for these k, as in 1,5,10."
)
@common.jobs_option
@common.on_option
@click.option(
    "--timing", is_flag=True, help="Add to verdicts the seconds that judging took; name the slowest."
)
@common.json_option
@common.quiet_option
def score_command(answers: str, truth: str, output: str | None, as_json: bool, **options: Any) -> int:
    """Judge ANSWERS against stored truth.

    ANSWERS are JSON lines with id and response or answer, the output file of an OpenAI-style batch, a log of
    Inspect (.eval, .json), or the samples that lm-eval logs; the format is recognised from the content.

    No engine is used. The summary goes to stdout; with -o - the verdicts do, and the summary goes to stderr.
    Keys of --by: family, task, domain, form, level, split, agent, difficulty, difficulty:MEASURE; a+b crosses
    two.
    """
    by, ks, jobs, on, timing = map(options.pop, ("by", "ks", "jobs", "on", "timing"))
    judging = JudgeOptions(**options)
    if on and truth == "-":
        raise click.UsageError("--on needs a truth that every machine can read, not stdin")
    faults = common.Faults()
    with marking(truth, judging, partial(common.good, faults=faults), timing=timing) as (index, mark):
        if judging.mode != "as-published":
            _say_unlabelled(index, truth, faults)
        report = ScoreReport(index, by)
        workers = common.executor(min(jobs, most_workers(mark)), on, gradual=True)
        rows = common.track(read_replies(answers), "score")
        verdicts = report.collect(first_answers(mark_all(rows, mark, workers)))
        with records_writer(output, flush=False) if output else nullcontext() as writer:
            for verdict in verdicts:
                if writer is not None:
                    writer.write(verdict)
            if writer is not None and report.refused and not writer.records:
                report.print_faults(sys.stderr)
                raise RecordError("none of its rows can be scored", file=answers)
            if not report.statistics.agents and not report.refused:
                raise RecordError("holds no answers", file=answers)
    faults.close()
    report.print_faults(sys.stderr)
    stream = sys.stderr if output == "-" else sys.stdout
    if as_json:
        common.say(encode(report.json(ks or report.ks)), file=stream)
    else:
        report.print(ks or report.ks, stream)
    return exit_code(bad=bool(faults or report.refused or report.internal))
