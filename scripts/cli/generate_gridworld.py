"""``certwright generate gridworld``: questions about grid worlds from a seed, with truth and proofs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import common
from .exits import DONE, FAILED, exit_code

if TYPE_CHECKING:
    from ...generators.gridworld.pipeline import Pipeline

TASKS = ("mfp", "planning", "change")


def _tasks(_: click.Context, __: click.Parameter, value: str) -> tuple[str, ...]:
    family, _slash, task = value.partition("/")
    if family != "gridworld" or (task and task not in TASKS):
        raise click.BadParameter(f"{value!r}: say gridworld, or gridworld/TASK with {', '.join(TASKS)}")
    return (task,) if task else TASKS


def _worlds(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    from ...domains.gridworld.catalog import worlds

    asked = [name for text in value for name in text.split(",") if name]
    for name in asked:
        if name not in worlds():
            raise click.BadParameter(f"{name!r} is not one of {', '.join(worlds())}")
    return tuple(name for name in worlds() if name in asked) if asked else worlds()


@click.command("gridworld")
@click.argument("tasks", metavar="gridworld[/TASK]", callback=_tasks, default="gridworld")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True)
@click.option("-n", "count", type=click.IntRange(min=1), help="Questions a world and task.")
@click.option("--domain", "worlds", multiple=True, callback=_worlds, help="Which worlds.")
@click.option("--split", help="The name of the split.")
@click.option("--secret-file", type=common.INPUT, help="32 hex digits that make the split private.")
@click.option("--start", type=click.IntRange(min=0), default=0, show_default=True, help="The first index.")
@click.option("--check", type=common.INPUT, help="A manifest: make its set again and compare.")
@common.output_option
@common.jobs_option
@common.quiet_option
def command(check: str | None, count: int | None, **options: Any) -> int:
    """Make masked frames, goals and changes from a seed, each proven by search or belief support.

    -n counts questions a world and task. A manifest is written beside the output; with --secret-file so is a
    public file without anything that tells the answers. With --check, -n makes only the first ones again.
    """
    if check is not None:
        return _check(check, count, options["jobs"], options["quiet"])
    return _generate(count=count or 1, **options)


def _generate(
    *,
    tasks: tuple[str, ...],
    worlds: tuple[str, ...],
    seed: int,
    count: int,
    split: str | None,
    secret_file: str | None,
    start: int,
    output: str,
    jobs: int | None,
    quiet: bool,
) -> int:
    from ...generators.gridworld.items import Recipe
    from ...generators.gridworld.pipeline import Pipeline
    from ...generators.splits import public, read_secret
    from ...instances import manifest as manifests
    from ...instances.store import JsonlWriter
    from ..generating import manifest_path, public_path, read_all
    from ..generating_gridworld import manifest

    if secret_file and (split is None or output == "-"):
        raise click.UsageError("--secret-file needs --split and an output file")
    secret = read_secret(secret_file) if secret_file else b""
    pipeline = Pipeline(worlds, tasks, count, Recipe(seed, split, secret), start)
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
        click.echo(f"{pipeline.kept} questions, {refused} attempts refused", err=True)
    return exit_code(failed=bool(pipeline.unmade))


def _made(pipeline: Pipeline, jobs: int | None, quiet: bool, failures: common.Faults) -> Any:
    """The stream of questions."""
    from ..generating_gridworld import made
    from ..jobs import executor
    from ..progress import track

    total = len(pipeline.worlds) * len(pipeline.tasks) * pipeline.count
    stream = made(pipeline, executor(common.workers(jobs)), failures.report)
    return track(stream, "generate", total=total, quiet=quiet)


def _check(path: str, count: int | None, jobs: int | None, quiet: bool) -> int:
    """Make the set of a manifest again, or the first questions of each world and task, and compare."""
    from ...instances import manifest as manifests
    from ..generating import begins_alike
    from ..generating_gridworld import pipeline_of

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
        click.echo(f"{pipeline.kept} questions made again, byte for byte", err=True)
    return FAILED if told or different or failures else DONE
