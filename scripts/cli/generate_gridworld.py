"""``certwright generate gridworld``: questions about grid worlds from a seed, with truth and proofs."""

from __future__ import annotations

import click

from . import common, generating

TASKS = ("mfp", "planning", "change")


def _worlds() -> tuple[str, ...]:
    from ...domains.gridworld.catalog import worlds

    return worlds()


@click.command("gridworld", cls=common.Command)
@generating.tasks_argument("gridworld", lambda: TASKS)
@generating.seed_option
@generating.count_option("Questions a world and task.")
@click.option("--domain", "worlds", multiple=True, callback=generating.several(_worlds), help="Which worlds.")
@generating.split_option
@generating.secret_option
@generating.start_option
@generating.check_option
@common.output_option
@common.jobs_option
@common.quiet_option
def command(
    tasks: tuple[str, ...],
    check: str | None,
    count: int | None,
    output: str,
    jobs: int | None,
    quiet: bool,
    seed: int,
    worlds: tuple[str, ...],
    split: str | None,
    secret_file: str | None,
    start: int,
) -> int:
    """Make masked frames, goals and changes from a seed, each proven by search or belief support.

    -n counts questions a world and task. A manifest is written beside the output; with --secret-file so is a
    public file without anything that tells the answers. With --check, -n makes only the first ones again.
    """
    from ...generators.gridworld.items import Recipe
    from ...generators.gridworld.pipeline import Pipeline
    from ..generating_gridworld import FAMILY, arguments

    if check is not None:
        return generating.check(FAMILY, check, count, jobs=jobs, quiet=quiet)
    secret = generating.secret_of(secret_file, split, output)
    run = Pipeline(worlds, tasks, count or 1, Recipe(seed, split, secret), start)
    return generating.generate(FAMILY, run, arguments(run), output=output, jobs=jobs, quiet=quiet)
