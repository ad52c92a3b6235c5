"""``certwright generate timetravel``: levels from a seed, with proven optima."""

from __future__ import annotations

from typing import Any

import click

from . import common, generating


def _scenarios() -> tuple[str, ...]:
    from ...generators.timetravel.scenario import scenarios

    return scenarios()


@click.command("timetravel", cls=common.Command)
@click.argument("task", metavar="timetravel[/level]", default="timetravel")
@generating.seed_option
@generating.count_option("Levels a scenario.")
@click.option(
    "--domain", "scenarios", multiple=True, callback=generating.several(_scenarios), help="Which scenarios."
)
@generating.level_option(6)
@click.option("--length", type=click.IntRange(1, 40), help="The exact optimum.")
@click.option("--epochs", type=click.IntRange(2, 4))
@click.option("--characters", type=click.IntRange(2, 5))
@click.option("--locks", type=click.IntRange(0, 4), help="Gates opened by a key or a dial.")
@click.option("--rules", type=click.IntRange(0, 7), help="Causal rules in the domain.")
@click.option("--decay/--no-decay", default=None, help="Whether some facts are unstable.")
@click.option("--milestones", type=click.IntRange(0, 8))
@generating.split_option
@generating.secret_option
@generating.avoid_option
@generating.start_option
@generating.check_option
@common.output_option
@common.jobs_option
@generating.resume_option
@common.quiet_option
def command(
    task: str,
    check: str | None,
    count: int | None,
    output: str,
    jobs: int | None,
    resume: bool,
    quiet: bool,
    seed: int,
    scenarios: tuple[str, ...],
    levels: tuple[int, ...],
    split: str | None,
    secret_file: str | None,
    avoid: tuple[str, ...],
    start: int,
    **wishes: Any,
) -> int:
    """Make time-travel levels from a seed: optimum proven, every lock, rule, epoch and decay needed.

    -n counts levels a scenario. What is not asked for is drawn according to --level. A manifest is written
    beside the output; with --secret-file so is a public file without anything that tells the answers.
    """
    from ...generators.timetravel.fingerprint import mark
    from ...generators.timetravel.maker import Recipe
    from ...generators.timetravel.pipeline import Pipeline
    from ...generators.timetravel.wanted import Wanted
    from ..generating import digests
    from ..generating_timetravel import FAMILY, arguments

    if task not in ("timetravel", "timetravel/level"):
        raise click.UsageError(f"{task!r}: say timetravel or timetravel/level")
    if check is not None:
        return generating.check(FAMILY, check, count, jobs=jobs, quiet=quiet)
    secret = generating.secret_of(secret_file, split, output)
    recipe = Recipe(seed, levels, Wanted(**wishes), split, secret)
    run = Pipeline(scenarios, count or 10, recipe, start, digests(avoid, mark))
    kept = arguments(run)
    if avoid:
        kept["avoid"] = list(avoid)
    return generating.generate(FAMILY, run, kept, output=output, jobs=jobs, quiet=quiet, resume=resume)
