"""``certwright import``, ``label``, ``export`` and ``prompts``: files of records into others."""

from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import click

from ...generators.rendering import stamped
from ...instances import __version__
from ...instances.errors import NameUnknownError, RecordError
from ...instances.folders import records_writer
from ...instances.formats import exporters, formats, importers, reader, resolved, writer
from ...instances.hostile import decode
from ...instances.records import Episode, Json
from ...instances.replies import read_replies
from ...instances.resuming import INPUT, input_digest
from ...instances.store import JsonlWriter, read_instances
from ...verifiers.engines import registry
from ...verifiers.label import label
from ...verifiers.planning.oracle import Effort
from ..labelling import INPUT_ERRORS, Causes, LabelCounts, label_all, standing
from ..library.prompts import requests
from ..library.questions import load
from ..reporting.results import Results
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
def import_command(
    format: str, path: str, form: str, states: int, seed: int, results: str | None, output: str
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
        return _log(path, results, output)
    if results:
        raise click.UsageError("--results is for inspect")
    row, read, options = formats()[format], reader(format), dict[str, Any]()
    if row.forms:
        options["form"] = form
    if row.sampled:
        options |= {"states": states, "seed": seed, "report": common.note}
    formal_query = resolved(row.formal) if row.formal else None
    faults = common.Faults()
    with records_writer(output, flush=False) as writer:
        for instance in common.track(common.good(read(path, **options), faults), "import"):
            try:
                record = formal_query(instance) if formal_query else instance
            except INPUT_ERRORS as error:
                key = instance.source.key if instance.source else instance.id
                faults.report(f"{key}: {error}")
            else:
                writer.write(stamped(record))
        if faults and not writer.records:
            faults.close()
            raise RecordError("none of its records can be imported", file=path)
    faults.close()
    common.remark(f"{writer.records} questions imported")
    return exit_code(bad=bool(faults))


def _log(path: str, results: str | None, output: str) -> int:
    faults, folder = common.Faults(), Results(Path(results)) if results else None
    levels = {level.id: level for level in load("timetravel")} if folder else {}
    with records_writer(output, flush=False) as writer:
        for row in common.track(common.good(read_replies(path), faults), "import"):
            record = row.answer if isinstance(row.answer, Episode) else row
            writer.write(record)
            if folder is None or not isinstance(record, Episode):
                continue
            if level := levels.get(record.instance):
                folder.append(level, record, timestamp=str(record.metadata.get("begun", "")))
            else:
                faults.report(f"{record.instance} is no level of the package: not in {results}")
    faults.close()
    common.remark(f"{writer.records} answers and episodes imported")
    return exit_code(bad=bool(faults))


ENGINES_NEEDED = {"auto": ("fd",), "search": ()}
"""The engines that must be installed before labelling starts; any other choice is itself an engine."""


def _engine(value: str) -> str:
    if value not in ENGINES_NEEDED:
        try:
            registry.engine(value)
        except NameUnknownError as error:
            raise click.BadParameter(f"{error}, auto or search") from None
    return value


engine_option = common.option(
    "--engine",
    callback=common.reader(_engine),
    default="auto",
    help="What searches for plans: auto, search, fd, sat, z3 or up:NAME.",
)


@click.command("label", cls=common.Command)
@click.argument("file", type=common.RECORDS)
@common.records_option
@engine_option
@common.jobs_option
@common.on_option
@click.option("--resume", is_flag=True, help="Keep the existing output and continue after it.")
@common.deadline_option
@common.quiet_option
def label_command(file: str, output: str, engine: str, resume: bool, **pool: Any) -> int:
    """Compute the complete truth of every question in FILE, with certificates.

    The summary counts questions and claims by grade: certified (a proof of ours), engine-proven (on an
    engine's authority), undecided, unverified (imported, without a world to check it in).
    """
    for needed in ENGINES_NEEDED.get(engine, (engine,)):
        registry.require(needed, ", or --engine search for small worlds" * (engine == "auto"))
    run = common.executor(**pool)
    faults, failures, counts = common.Faults(), Causes(common.note), LabelCounts()
    made: Json = {"command": "label", "certwright": __version__, "engine": engine}
    made |= {"deadline": pool["deadline"], INPUT: input_digest(file)}
    with records_writer(output, resume=resume, made=made) as writer:
        done = standing(writer, file) if resume else frozenset[str]()
        wanted = (one for one in common.good(read_instances(file), faults) if one.id not in done)
        effort = None if engine == "auto" else Effort(engine=engine)
        work = label_all(wanted, partial(label, effort=effort), run, failures.report, counts)
        for labelled in common.track(work, "label"):
            writer.write(labelled)
        if counts.bad and not writer.records:
            failures.close()
            raise RecordError("none of its questions can be labelled", file=file)
    faults.close()
    failures.close()
    common.remark(f"{len(done)} questions were already labelled\n" * bool(done) + str(counts))
    return exit_code(bad=bool(faults or counts.bad or counts.internal), undecided=counts.undecided)


@click.command("export", cls=common.Command)
@click.argument("format", type=common.Choice(exporters()))
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=common.RECORDS)
@click.option(
    "--format",
    "proof_format",
    type=common.Choice(("smtlib", "plan")),
    help="For proofs: obligations of invariants, or plans.",
)
@click.option("-o", "--output", type=common.FOLDER, required=True, help="A folder.")
def export_command(format: str, files: tuple[str, ...], proof_format: str | None, output: str) -> int:
    """Write the instances of all FILEs into a folder.

    acpbench: one file per task and form, in ACPBench's format. pddl: the worlds, a domain and a problem file
    each. hoa: the systems. tempobench: prompts with labels. autumnbench: programs, prompts and answers. gf01:
    a bundle of the questions about interventions. proofs: a folder for each planning question, with the
    obligations of its invariants as SMT-LIB 2 (--format smtlib; every answer must be unsat) or with its plans
    as plan files (--format plan). hf: a Hugging Face dataset, parquet with a card. lm-eval: tasks for lm_eval
    --include_path. Whatever a format cannot express is left out and reported.
    """
    if bool(formats()[format].variants) != (proof_format is not None):
        raise click.UsageError("--format smtlib or plan goes with proofs, and proofs with --format")

    faults, more = common.Faults(), {} if proof_format is None else {"format": proof_format}
    faults.all(writer(format)(chain.from_iterable(map(read_instances, files)), output, **more))
    return exit_code(bad=bool(faults))


def _object(value: str) -> Json:
    if not isinstance(read := decode(value.encode()), dict):
        raise click.BadParameter("an object is wanted")
    return read


@click.command("prompts", cls=common.Command)
@click.argument("file", type=common.RECORDS)
@common.output_option
@click.option("--model", help="The model that each request names.")
@click.option("--system", help="A system message before each question.")
@common.option("--samples", type=common.POSITIVE, default=1, help="Requests per question.")
@click.option(
    "--body",
    callback=common.reader(_object),
    default="{}",
    help='Further fields of each request, as {"temperature": 0}.',
)
@common.quiet_option
def prompts_command(
    file: str, output: str, model: str | None, system: str | None, samples: int, body: Json
) -> int:
    """Write the questions of FILE as chat requests, one per line, as batch interfaces accept them.

    The custom id is the id of the question, with #1, #2, ... appended for further samples, so that score can
    read the batch's output file. Episodes cannot be asked in one request: they are left out and reported.
    """
    more = body if model is None else {"model": model, **body}
    faults = common.Faults()
    with JsonlWriter(output, flush=False) as writer:
        for instance in common.track(common.good(read_instances(file), faults), "prompts"):
            try:
                for request in requests(instance, samples, system, more):
                    writer.write(request)
            except RecordError as error:
                faults.report(error)
        if faults and not writer.records:
            faults.close()
            raise RecordError("none of its records is a question to be asked", file=file)
    faults.close()
    if "model" not in more:
        common.remark("no model is named; --model NAME writes it into the requests")
    return exit_code(bad=bool(faults))
