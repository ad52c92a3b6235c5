"""``certwright generate reactive``: questions about reactive systems from a seed, with truth and proofs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from . import common
from .exits import DONE, FAILED, exit_code

if TYPE_CHECKING:
    from ...generators.reactive.pipeline import Pipeline


def _several(known: Callable[[], tuple[str, ...]]) -> Callable[..., tuple[str, ...]]:
    """A callback that reads ``a,b`` and repeated options, and refuses what is not known."""

    def read(_: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
        asked = [name for text in value for name in text.split(",") if name]
        for name in asked:
            if name not in known():
                raise click.BadParameter(f"{name!r} is not one of {', '.join(known())}")
        return tuple(name for name in known() if name in asked) if asked else ()

    return read


def _domains() -> tuple[str, ...]:
    from ...generators.reactive.worlds import domains

    return domains()


def _forms() -> tuple[str, ...]:
    from ...generators.reactive.cells import FORMS

    return FORMS


def _levels(_: click.Context, __: click.Parameter, value: str) -> tuple[int, ...]:
    levels = tuple(int(part) if part.isdigit() else 0 for part in value.split(","))
    if not all(1 <= level <= 5 for level in levels):
        raise click.BadParameter("levels are 1 to 5; a curriculum is a list such as 1,1,2,3")
    return levels


def _tasks(_: click.Context, __: click.Parameter, value: str) -> tuple[str, ...]:
    from ...generators.reactive.cells import FORMS_OF

    family, _slash, task = value.partition("/")
    if family != "reactive" or (task and task not in FORMS_OF):
        raise click.BadParameter(f"{value!r}: say reactive, or reactive/TASK with {', '.join(FORMS_OF)}")
    return (task,) if task else tuple(FORMS_OF)


@click.command("reactive")
@click.argument("tasks", metavar="reactive[/TASK]", callback=_tasks, default="reactive")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True)
@click.option("-n", "count", type=click.IntRange(min=1), help="Questions a cell (family x task x form).")
@click.option(
    "--domain", "domains", multiple=True, callback=_several(_domains), help="Which families of systems."
)
@click.option("--form", "forms", multiple=True, callback=_several(_forms), help="gen, bool, episode.")
@click.option(
    "--level", "levels", callback=_levels, default="3", show_default=True, help="1 to 5, or a list."
)
@click.option("--context", type=click.Choice(("table", "hoa", "both")), default="table", show_default=True)
@click.option("--system", help="Ask about this one system: a HOA file, or a name of 'list systems'.")
@click.option("--trace", help="With --system: about this one trace, a file or the text.")
@click.option("--split", help="The name of the split.")
@click.option("--secret-file", type=common.INPUT, help="32 hex digits that make the split private.")
@click.option("--avoid", type=common.INPUT, multiple=True, help="Files whose questions must not occur again.")
@click.option("--start", type=click.IntRange(min=0), default=0, show_default=True, help="The first index.")
@click.option("--check", type=common.INPUT, help="A manifest: make its set again and compare.")
@common.output_option
@common.jobs_option
@click.option("--resume", is_flag=True, help="Keep what stands in the output and go on after it.")
@common.quiet_option
def command(check: str | None, count: int | None, **options: Any) -> int:
    """Make questions about reactive systems from a seed, each with truth, proofs and a gold answer.

    -n counts questions a cell. A manifest is written beside the output; with --secret-file so is a public
    file without anything that tells the answers. With --check, -n makes only the first ones again.
    """
    if check is not None:
        return _check(check, count, options["jobs"], options["quiet"])
    return _generate(count=count or 10, **options)


def _generate(*, output: str, resume: bool, quiet: bool, jobs: int | None, **asked: Any) -> int:
    from ...generators.splits import public
    from ...instances import manifest as manifests
    from ...instances.store import JsonlWriter
    from ..generating import manifest_path, public_path, read_all
    from ..generating_reactive import manifest, standing

    if asked["secret_file"] and (asked["split"] is None or output == "-"):
        raise click.UsageError("--secret-file needs --split and an output file")
    pipeline, failures = _pipeline(**asked), common.Faults("failures")
    with JsonlWriter(output, resume=resume) as writer:
        last = standing(output, pipeline) if resume else None
        kept = len(pipeline.taken)
        for instance in _made(pipeline, last, jobs, quiet, failures):
            writer.write(instance)
    if secret := pipeline.recipe.secret:
        with JsonlWriter(public_path(output)) as writer:
            for instance in read_all(output):
                writer.write(public(instance, secret))
    if output != "-":
        more: dict[str, Any] = {"avoid": list(asked["avoid"])} if asked["avoid"] else {}
        if resume:  # what was refused before is not known any more
            more["resumed_after"] = kept
        manifests.write(manifest(output, pipeline, more), manifest_path(output))
    failures.close()
    for name in pipeline.tally.unmade[: common.SHOWN]:
        click.echo(f"{name}: no attempt was accepted", err=True)
    if not quiet:
        refused = sum(pipeline.tally.rejected.values())
        click.echo(f"{pipeline.tally.kept} questions, {refused} attempts refused", err=True)
    return exit_code(failed=bool(pipeline.tally.unmade))


def _pipeline(
    *,
    tasks: tuple[str, ...],
    seed: int,
    count: int,
    domains: tuple[str, ...],
    forms: tuple[str, ...],
    levels: tuple[int, ...],
    context: str,
    system: str | None,
    trace: str | None,
    split: str | None,
    secret_file: str | None,
    avoid: tuple[str, ...],
    start: int,
) -> Pipeline:
    from ...generators.reactive.cells import Recipe, cells
    from ...generators.reactive.pipeline import Pipeline
    from ...generators.reactive.worlds import IMPORTED
    from ...generators.splits import read_secret
    from ..generating_reactive import digests, given

    if system is None and trace is not None:
        raise click.UsageError("--trace needs --system")
    if system is not None and domains:
        raise click.UsageError("--system takes the place of --domain")
    text, rows = (None, None) if system is None else given(system, trace)
    secret = read_secret(secret_file) if secret_file else b""
    families = (domains or _domains()) if system is None else (IMPORTED,)
    recipe = Recipe(seed, levels, context, split, secret, text, rows)
    made = Pipeline(cells(families, tasks, forms or _forms()), count, recipe, start)
    made.taken |= digests(avoid)
    return made


def _made(pipeline: Pipeline, last: Any, jobs: int | None, quiet: bool, failures: common.Faults) -> Any:
    """The stream of accepted questions."""
    from ..generating_reactive import made_by
    from ..jobs import executor
    from ..progress import track

    items = pipeline.items(after=last)
    made = made_by(executor(common.workers(jobs)), pipeline.recipe, items, failures.report)
    total = len(pipeline.cells) * pipeline.count
    return track(pipeline.instances(made), "generate", total=total, quiet=quiet)


def _check(path: str, count: int | None, jobs: int | None, quiet: bool) -> int:
    """Make the set of a manifest again, or the first ``count`` questions of each cell, and compare."""
    from pathlib import Path

    from ...instances import manifest as manifests
    from ..generating import begins_alike
    from ..generating_reactive import pipeline_of

    wanted = manifests.read(path)
    if {"secret", "avoid"} & wanted.arguments.keys() or len(wanted.files) != 1:
        raise click.UsageError("only a set in one file, made by itself without a secret, can be made again")
    file = Path(path).parent / next(iter(wanted.files))
    told = manifests.entry(file) != wanted.files[file.name]
    if told:
        click.echo(f"{file} is not the file that the manifest describes", err=True)
    pipeline, failures = pipeline_of(wanted, count), common.Faults("failures")
    different = begins_alike(_made(pipeline, None, jobs, quiet, failures), file)
    if different:
        click.echo(different, err=True)
    elif not quiet:
        click.echo(f"{pipeline.tally.kept} questions made again, byte for byte", err=True)
    return FAILED if told or different or failures else DONE
