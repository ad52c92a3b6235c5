"""``certwright generate planning``: planning questions from a seed, with truth and proofs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click

from . import common, generating

PLANNING_TASKS = ("app", "prog", "reach", "areach", "val", "just", "land", "nexta")


def _domains() -> tuple[str, ...]:
    from ...generators.planning.makers import makers

    return makers()


@click.command("planning", cls=common.Command)
@generating.tasks_argument("planning", lambda: PLANNING_TASKS)
@generating.seed_option
@generating.count_option("Questions a cell (domain x task x form).")
@click.option(
    "--domain", "domains", multiple=True, callback=generating.several(_domains), help="Which domains."
)
@click.option(
    "--form",
    "forms",
    multiple=True,
    callback=generating.several(lambda: ("gen", "bool", "mcq")),
    default=("gen",),
    show_default=True,
)
@generating.level_option(5)
@click.option(
    "--context", type=click.Choice(("natural", "pddl", "both")), default="natural", show_default=True
)
@click.option("--shots", type=click.Choice(("0", "2")), default="0", show_default=True)
@generating.split_option
@generating.secret_option
@generating.avoid_option
@generating.start_option
@click.option("--plans", type=click.Choice(("own", "kstar")), default="own", show_default=True)
@generating.check_option
@common.output_option
@common.jobs_option
@generating.resume_option
@common.quiet_option
def command(
    check: str | None,
    count: int | None,
    output: str,
    jobs: int | None,
    resume: bool,
    quiet: bool,
    secret_file: str | None,
    **asked: Any,
) -> int:
    """Make planning questions from a seed, each with complete truth, proofs and a gold answer.

    -n counts questions a cell. A manifest is written beside the output; with --secret-file so is a public
    file without anything that tells the answers. With --check, -n makes only the first ones again.
    """
    from ..generating_planning import FAMILY, arguments, pipeline

    if check is not None:
        return generating.check(FAMILY, check, count, jobs=jobs, quiet=quiet)
    secret = generating.secret_of(secret_file, asked["split"], output)
    run, kept = pipeline(count=count or 10, secret=secret, **asked), arguments(count or 10, asked)
    code = generating.generate(FAMILY, run, kept, output=output, jobs=jobs, quiet=quiet, resume=resume)
    if not quiet:
        _refused(run.tally.rejected)
    return code


def _refused(rejected: Counter[str]) -> None:
    """Tell the attempts that were refused in each domain."""
    by_domain: Counter[str] = Counter()
    for key, many in rejected.items():
        by_domain[key.split("/")[0]] += many
    for domain, many in sorted(by_domain.items()):
        common.say(f"  {domain}: {many} refused", err=True)
