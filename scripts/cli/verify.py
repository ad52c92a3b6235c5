"""``certwright verify``: replay every certificate with the independent checker."""

from __future__ import annotations

import sys

import click

from . import common
from .exits import exit_code


@click.command("verify", cls=common.Command)
@click.argument("file", type=common.INPUT)
@common.jobs_option
@common.deadline_option
@common.json_option
@common.quiet_option
def command(file: str, jobs: int | None, deadline: float | None, as_json: bool, quiet: bool) -> int:
    """Check ids, certificates, every claim of the truth, grades and gold of the instances in FILE.

    The checker imports no engine and none of the code that computed the truth. For each refused instance it
    names the first broken step; --json writes a report an instance, one a line.
    """
    from ...instances.store import read_instances
    from ...verifiers.checking import check
    from ..jobs import executor
    from ..progress import track
    from ..verifying import VerifySummary, check_all

    faults, summary = common.Faults(), VerifySummary()
    instances = common.good(read_instances(file), faults)
    run = executor(common.workers(jobs), deadline=deadline)
    for report in track(check_all(instances, check, run), "verify", quiet=quiet):
        summary.add(report)
        if as_json:
            common.say(report.json())
        elif not report.ok:
            common.say(f"{report.id}: {report.state}: {report.message}")
    faults.close()
    if not as_json:
        summary.print(sys.stdout)
    return exit_code(failed=summary.refused > 0, bad=bool(faults), undecided=summary.undecided)
