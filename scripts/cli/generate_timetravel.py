"""``certwright generate timetravel``: levels from a seed, with proven optima."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from . import common
from .exits import DONE, FAILED

if TYPE_CHECKING:
    from ...generators.timetravel.pipeline import Pipeline


def _scenarios(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    from ...generators.timetravel.scenario import scenarios

    asked = [name for text in value for name in text.split(",") if name]
    for name in asked:
        if name not in scenarios():
            raise click.BadParameter(f"{name!r} is not one of {', '.join(scenarios())}")
    return tuple(name for name in scenarios() if name in asked) if asked else scenarios()


def _levels(_: click.Context, __: click.Parameter, value: str) -> tuple[int, ...]:
    levels = tuple(int(part) if part.isdigit() else 0 for part in value.split(","))
    if not all(1 <= level <= 6 for level in levels):
        raise click.BadParameter("levels are 1 to 6; a curriculum is a list such as 1,1,2,3")
    return levels


@click.command("timetravel")
@click.argument("task", metavar="timetravel[/level]", default="timetravel")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True)
@click.option("-n", "count", type=click.IntRange(min=1), help="Levels a scenario.")
@click.option("--domain", "scenarios", multiple=True, callback=_scenarios, help="Which scenarios.")
@click.option(
    "--level", "levels", callback=_levels, default="3", show_default=True, help="1 to 6, or a list."
)
@click.option("--length", type=click.IntRange(1, 40), help="The exact optimum.")
@click.option("--epochs", type=click.IntRange(2, 4))
@click.option("--characters", type=click.IntRange(2, 5))
@click.option("--locks", type=click.IntRange(0, 4), help="Gates opened by a key or a dial.")
@click.option("--rules", type=click.IntRange(0, 7), help="Causal rules in the domain.")
@click.option("--decay/--no-decay", default=None, help="Whether some facts are unstable.")
@click.option("--milestones", type=click.IntRange(0, 8))
@click.option("--split", help="The name of the split.")
@click.option("--secret-file", type=common.INPUT, help="32 hex digits that make the split private.")
@click.option("--start", type=click.IntRange(min=0), default=0, show_default=True, help="The first index.")
@click.option("--check", type=common.INPUT, help="A manifest: make its set again and compare.")
@common.output_option
@common.jobs_option
@common.quiet_option
def command(task: str, check: str | None, count: int | None, **options: Any) -> int:
    """Make time-travel levels from a seed: optimum proven, every lock, rule, epoch and decay needed.

    -n counts levels a scenario. What is not asked for is drawn according to --level. A manifest is written
    beside the output; with --secret-file so is a public file without anything that tells the answers.
    """
    if task not in ("timetravel", "timetravel/level"):
        raise click.UsageError(f"{task!r}: say timetravel or timetravel/level")
    if check is not None:
        return _check(check, count, options["jobs"], options["quiet"])
    return _generate(count=count or 10, **options)


def _generate(
    *,
    output: str,
    quiet: bool,
    jobs: int | None,
    seed: int,
    count: int,
    scenarios: tuple[str, ...],
    levels: tuple[int, ...],
    split: str | None,
    secret_file: str | None,
    start: int,
    **wishes: Any,
) -> int:
    from ...generators.splits import public, read_secret
    from ...generators.timetravel.maker import Recipe
    from ...generators.timetravel.pipeline import Pipeline
    from ...generators.timetravel.wanted import Wanted
    from ...instances import manifest as manifests
    from ...instances.store import JsonlWriter
    from ..generating import manifest_path, public_path, read_all
    from ..generating_timetravel import manifest

    if secret_file and (split is None or output == "-"):
        raise click.UsageError("--secret-file needs --split and an output file")
    secret = read_secret(secret_file) if secret_file else b""
    pipeline = Pipeline(scenarios, count, Recipe(seed, levels, Wanted(**wishes), split, secret), start)
    failures = common.Faults("failures")
    with JsonlWriter(output) as writer:
        for instance in _made(pipeline, jobs, quiet, failures):
            writer.write(instance)
    if secret:
        with JsonlWriter(public_path(output)) as writer:
            for instance in read_all(output):
                writer.write(public(instance, secret))
    if output != "-":
        manifests.write(manifest(output, pipeline), manifest_path(output))
    failures.close()
    for name in pipeline.unmade[: common.SHOWN]:
        click.echo(f"{name}: no attempt was accepted", err=True)
    if not quiet:
        refused = sum(pipeline.rejected.values())
        click.echo(f"{pipeline.kept} levels, {refused} attempts refused", err=True)
    return FAILED if pipeline.unmade else DONE


def _made(pipeline: Pipeline, jobs: int | None, quiet: bool, failures: common.Faults) -> Any:
    """The stream of accepted levels."""
    from ..generating_timetravel import made_by
    from ..jobs import executor
    from ..progress import track

    made = made_by(executor(common.workers(jobs)), pipeline.recipe, pipeline.items(), failures.report)
    total = len(pipeline.scenarios) * pipeline.count
    return track(pipeline.instances(made), "generate", total=total, quiet=quiet)


def _check(path: str, count: int | None, jobs: int | None, quiet: bool) -> int:
    """Make the set of a manifest again, or the first ``count`` levels of each scenario, and compare."""
    from pathlib import Path

    from ...instances import manifest as manifests
    from ..generating import begins_alike
    from ..generating_timetravel import pipeline_of

    wanted = manifests.read(path)
    if "secret" in wanted.arguments or len(wanted.files) != 1:
        raise click.UsageError("only a set in one file, made without a secret, can be made again")
    file = Path(path).parent / next(iter(wanted.files))
    told = manifests.entry(file) != wanted.files[file.name]
    if told:
        click.echo(f"{file} is not the file that the manifest describes", err=True)
    pipeline, failures = pipeline_of(wanted, count), common.Faults("failures")
    different = begins_alike(_made(pipeline, jobs, quiet, failures), file)
    if different:
        click.echo(different, err=True)
    elif not quiet:
        click.echo(f"{pipeline.kept} levels made again, byte for byte", err=True)
    return FAILED if told or different or failures else DONE
