"""``certwright label``: complete and prove the truth of instances."""

from __future__ import annotations

from functools import partial

import click

from . import common
from .exits import exit_code

ENGINES_NEEDED = {"auto": ("fd",), "search": ()}
"""What must be there before a run starts; any other name is an engine itself."""


@click.command("label")
@click.argument("file", type=common.INPUT)
@common.output_option
@click.option("--engine", default="auto", show_default=True, help="auto, search, fd, sat, z3 or up:NAME.")
@common.jobs_option
@click.option("--resume", is_flag=True, help="Keep what stands in the output and go on after it.")
@common.deadline_option
@common.quiet_option
def command(
    file: str, output: str, engine: str, jobs: int | None, resume: bool, deadline: float | None, quiet: bool
) -> int:
    """Compute the complete truth of every question in FILE, with certificates.

    The summary counts questions and claims by grade: certified (a proof of ours), engine-proven (an engine's
    word), undecided, unverified (imported, without a world to check it in).
    """
    from ...instances.store import JsonlWriter, read_instances
    from ...verifiers.engines import registry
    from ...verifiers.label import label
    from ...verifiers.planning.effort import Effort
    from ..jobs import executor
    from ..labelling import LabelCounts, label_all
    from ..progress import track

    common.distinct(file, output)
    for needed in ENGINES_NEEDED.get(engine, (engine,)):
        registry.require(needed)
    faults, failures, counts = common.Faults(), common.Faults("failures"), LabelCounts()
    with JsonlWriter(output, resume=resume) as writer:
        done = dict(writer.keys()) if resume else {}
        wanted = (one for one in common.good(read_instances(file), faults) if one.id not in done)
        run = executor(common.workers(jobs), deadline=deadline)
        work = label_all(wanted, partial(label, effort=Effort(engine=engine)), run, failures.report, counts)
        for labelled in track(work, "label", quiet=quiet):
            writer.write(labelled)
    faults.close()
    failures.close()
    if not quiet:
        click.echo(f"{len(done)} questions were there already\n" * bool(done) + str(counts), err=True)
    return exit_code(bad=bool(faults or counts.bad), undecided=counts.undecided)
