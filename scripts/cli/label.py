"""``certwright label``: complete and prove the truth of instances."""

from functools import partial

import click

from ...instances import __version__
from ...instances.errors import NameUnknownError, RecordError
from ...instances.folders import records_writer
from ...instances.resuming import INPUT, input_digest
from ...instances.store import read_instances
from ...verifiers.engines import registry
from ...verifiers.label import label
from ...verifiers.planning.oracle import Effort
from ..labelling import Causes, LabelCounts, label_all, standing
from ..tables import track
from . import common, exit_code

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
def command(
    file: str,
    output: str,
    engine: str,
    jobs: int | None,
    on: str | None,
    resume: bool,
    deadline: float | None,
    quiet: bool,
) -> int:
    """Compute the complete truth of every question in FILE, with certificates.

    The summary counts questions and claims by grade: certified (a proof of ours), engine-proven (on an
    engine's authority), undecided, unverified (imported, without a world to check it in).
    """
    for needed in ENGINES_NEEDED.get(engine, (engine,)):
        registry.require(needed, ", or --engine search for small worlds" * (engine == "auto"))
    run = common.executor(jobs, on, deadline=deadline)
    faults, failures, counts = common.Faults(), Causes(common.note), LabelCounts()
    made = {"command": "label", "certwright": __version__, "engine": engine, "deadline": deadline}
    with records_writer(output, resume=resume, made=made | {INPUT: input_digest(file)}) as writer:
        done = standing(writer, file) if resume else frozenset[str]()
        wanted = (one for one in common.good(read_instances(file), faults) if one.id not in done)
        effort = None if engine == "auto" else Effort(engine=engine)
        work = label_all(wanted, partial(label, effort=effort), run, failures.report, counts)
        for labelled in track(work, "label", quiet=quiet):
            writer.write(labelled)
        if counts.bad and not writer.records:
            failures.close()
            raise RecordError("none of its questions can be labelled", file=file)
    faults.close()
    failures.close()
    if not quiet:
        common.note(f"{len(done)} questions were already labelled\n" * bool(done) + str(counts))
    return exit_code(bad=bool(faults or counts.bad or counts.internal), undecided=counts.undecided)
