"""``certwright import``: read a benchmark's files into instances."""

from pathlib import Path
from typing import Any

import click

from ...generators.rendering import stamped
from ...instances.errors import RecordError
from ...instances.folders import records_writer
from ...instances.formats import formats, importers, reader, resolved
from ...instances.records import Episode
from ...instances.replies import read_replies
from ..labelling import INPUT_ERRORS
from ..library.questions import load
from ..reporting.results import Results
from ..tables import track
from . import common, exit_code

LOG = "inspect"  # not a format of questions: a model's answers to them


@click.command("import", cls=common.Command)
@click.argument("format", type=common.Choice(sorted([*importers(), LOG])))
@click.argument("path", type=click.Path(exists=True, allow_dash=True))
@click.option(
    "--form",
    type=common.Choice(("gen", "episode")),
    default="gen",
    help="gf01: gen shows the machine, episode hides it.",
)
@click.option(
    "--states", type=click.IntRange(0, 1000), default=1, help="pddl: questions of each task and form."
)
@click.option("--seed", type=common.SEED, default=0, help="pddl: the seed for drawing states.")
@click.option("--results", type=common.FOLDER, help="inspect: append levels to this folder of results.")
@common.records_option
@common.quiet_option
def command(
    format: str, path: str, form: str, states: int, seed: int, results: str | None, output: str, quiet: bool
) -> int:
    """Read PATH (a file, or a folder with all files of a benchmark) into instances.

    acpbench reads .json and .json.gz files in all three forms. pddl makes, for each problem in PATH and its
    subfolders, the questions about its initial state that need only a world, and --states times every task in
    every form about drawn reachable states, with truth and proofs (0: none). gf01 reads bundles, lists,
    single instances and formal tasks; --form episode hides the machine. tempobench reads its generator's
    .jsonl and its prompts with labels. autumnbench reads folders of programs, prompts and answers. The truth
    of a source is kept for audit; label computes ours. inspect reads a log into answers and episodes, as
    `run` writes them; --results also writes the 37-column table of the levels.
    """
    if format == LOG:
        return _log(path, results, output, quiet)
    if results:
        raise click.UsageError("--results is for inspect")
    row, read, options = formats()[format], reader(format), dict[str, Any]()
    if row.forms:
        options["form"] = form
    if row.sampled:
        options |= {"states": states, "seed": seed, "report": common.note}
    formal_query = resolved(row.formal) if row.formal else None
    faults, written = common.Faults(), 0
    with records_writer(output, flush=False) as writer:
        for instance in track(common.good(read(path, **options), faults), "import", quiet=quiet):
            try:
                record = formal_query(instance) if formal_query else instance
            except INPUT_ERRORS as error:
                key = instance.source.key if instance.source else instance.id
                faults.report(f"{key}: {error}")
                continue
            writer.write(stamped(record))
            written += 1
        if faults and not written:
            faults.close()
            raise RecordError("none of its records can be imported", file=path)
    faults.close()
    if not quiet:
        common.note(f"{written} questions imported")
    return exit_code(bad=bool(faults))


def _log(path: str, results: str | None, output: str, quiet: bool) -> int:
    faults, written, folder = common.Faults(), 0, Results(Path(results)) if results else None
    levels = {level.id: level for level in load("timetravel")} if folder else {}
    with records_writer(output, flush=False) as writer:
        for row in track(common.good(read_replies(path), faults), "import", quiet=quiet):
            record = row.answer if isinstance(row.answer, Episode) else row
            writer.write(record)
            written += 1
            if folder is None or not isinstance(record, Episode):
                continue
            if (level := levels.get(record.instance)) is None:
                faults.report(f"{record.instance} is no level of the package: not in {results}")
                continue
            folder.append(level, record, timestamp=str(record.metadata.get("begun", "")))
    faults.close()
    if not quiet:
        common.note(f"{written} answers and episodes imported")
    return exit_code(bad=bool(faults))
