"""``certwright generate planning``: planning questions from a seed, with truth and proofs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from . import common
from .exits import DONE, FAILED, exit_code

if TYPE_CHECKING:
    from ...generators.planning.pipeline import Pipeline

PLANNING_TASKS = ("app", "prog", "reach", "areach", "val", "just", "land", "nexta")


def _several(known: Callable[[], tuple[str, ...]]) -> Callable[..., tuple[str, ...]]:
    """A callback that reads ``a,b`` and repeated options, and refuses what is not known."""

    def read(_: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
        asked = [name for text in value for name in text.split(",") if name]
        for name in asked:
            if name not in known():
                raise click.BadParameter(f"{name!r} is not one of {', '.join(known())}")
        return tuple(name for name in known() if name in asked) if asked else known()

    return read


def _domains() -> tuple[str, ...]:
    from ...generators.planning.makers import makers

    return makers()


def _levels(_: click.Context, __: click.Parameter, value: str) -> tuple[int, ...]:
    levels = tuple(int(part) if part.isdigit() else 0 for part in value.split(","))
    if not all(1 <= level <= 5 for level in levels):
        raise click.BadParameter("levels are 1 to 5; a curriculum is a list such as 1,1,2,3")
    return levels


def _family(_: click.Context, __: click.Parameter, value: str) -> tuple[str, ...]:
    family, _slash, task = value.partition("/")
    if family != "planning" or (task and task not in PLANNING_TASKS):
        raise click.BadParameter(
            f"{value!r}: say planning, or planning/TASK with {', '.join(PLANNING_TASKS)}"
        )
    return (task,) if task else PLANNING_TASKS


@click.command("planning")
@click.argument("tasks", metavar="planning[/TASK]", callback=_family, default="planning")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True)
@click.option("-n", "count", type=click.IntRange(min=1), help="Questions a cell (domain x task x form).")
@click.option("--domain", "domains", multiple=True, callback=_several(_domains), help="Which domains.")
@click.option(
    "--form",
    "forms",
    multiple=True,
    callback=_several(lambda: ("gen", "bool", "mcq")),
    default=("gen",),
    show_default=True,
)
@click.option(
    "--level", "levels", callback=_levels, default="3", show_default=True, help="1 to 5, or a list."
)
@click.option(
    "--context", type=click.Choice(("natural", "pddl", "both")), default="natural", show_default=True
)
@click.option("--shots", type=click.Choice(("0", "2")), default="0", show_default=True)
@click.option("--split", help="The name of the split.")
@click.option("--secret-file", type=common.INPUT, help="32 hex digits that make the split private.")
@click.option("--avoid", type=common.INPUT, multiple=True, help="Files whose questions must not occur again.")
@click.option("--start", type=click.IntRange(min=0), default=0, show_default=True, help="The first index.")
@click.option("--plans", type=click.Choice(("own", "kstar")), default="own", show_default=True)
@click.option("--check", type=common.INPUT, help="A manifest: make its set again and compare.")
@common.output_option
@common.jobs_option
@click.option("--resume", is_flag=True, help="Keep what stands in the output and go on after it.")
@common.quiet_option
def command(check: str | None, output: str, count: int | None, **options: Any) -> int:
    """Make planning questions from a seed, each with complete truth, proofs and a gold answer.

    -n counts questions a cell. A manifest is written beside the output; with --secret-file so is a public
    file without anything that tells the answers. With --check, -n makes only the first ones again.
    """
    if check is not None:
        return _check(check, count, options["jobs"], options["quiet"])
    return _generate(output, count or 10, **options)


def _generate(output: str, count: int, *, resume: bool, quiet: bool, jobs: int | None, **asked: Any) -> int:
    from ...generators.splits import public
    from ...instances import manifest as manifests
    from ...instances.store import JsonlWriter
    from ..generating import manifest, manifest_path, public_path, standing
    from ..progress import track

    if asked["secret_file"] and (asked["split"] is None or output == "-"):
        raise click.UsageError("--secret-file needs --split and an output file")
    pipeline = _pipeline(count=count, **asked)
    secret, failures = pipeline.recipe.secret, common.Faults("failures")
    with JsonlWriter(output, resume=resume) as writer:
        last, kept = standing(output, pipeline) if resume else (None, 0)
        made = _made(pipeline, last, jobs, failures)
        total = len(pipeline.cells) * count
        for instance in track(pipeline.instances(made), "generate", total=total, quiet=quiet):
            writer.write(instance)
    if secret:
        from ..generating import read_all

        with JsonlWriter(public_path(output)) as writer:
            for instance in read_all(output):
                writer.write(public(instance, secret))
    if output != "-":
        arguments = _arguments(pipeline, count, asked) | ({"resumed_after": kept} if kept else {})
        manifests.write(manifest([output], pipeline.recipe, arguments, pipeline.tally), manifest_path(output))
    failures.close()
    return _close(pipeline, quiet)


def _pipeline(
    *,
    tasks: tuple[str, ...],
    seed: int,
    count: int,
    domains: tuple[str, ...],
    forms: tuple[str, ...],
    levels: tuple[int, ...],
    context: str,
    shots: str,
    split: str | None,
    secret_file: str | None,
    avoid: tuple[str, ...],
    start: int,
    plans: str,
) -> Pipeline:
    from ...generators.planning.cells import Recipe, cells
    from ...generators.planning.pipeline import Pipeline
    from ...generators.splits import read_secret
    from ..generating import digests, shot_digests

    secret = read_secret(secret_file) if secret_file else b""
    if plans == "kstar":
        from ...verifiers.engines.registry import require

        require("kstar")
    recipe = Recipe(seed, levels, context, int(shots), split, secret, plans)
    made = Pipeline(cells(domains, tasks, forms), count, recipe, start)
    made.taken |= digests(avoid)
    if recipe.shots:
        made.taken |= shot_digests(made.cells, context)
    return made


def _made(pipeline: Pipeline, last: Any, jobs: int | None, failures: common.Faults) -> Any:
    """The stream of made items; kernels are compiled once before workers start."""
    from ..generating import made_by
    from ..jobs import InProcess, executor

    run = executor(common.workers(jobs))
    if not isinstance(run, InProcess):
        from ...verifiers.search.warm import warm_up

        warm_up()
    return made_by(run, pipeline.recipe, pipeline.items(after=last), failures.report)


def _arguments(pipeline: Pipeline, count: int, asked: dict[str, Any]) -> dict[str, Any]:
    """What the manifest keeps: enough to make the set again."""
    kept = ("tasks", "domains", "forms", "levels", "context", "shots", "split", "avoid", "start", "plans")
    return {"n": count, **{name: asked[name] for name in kept if asked[name] not in (None, ())}}


def _check(path: str, count: int | None, jobs: int | None, quiet: bool) -> int:
    """Make the set of a manifest again, or the first ``count`` questions of each cell, and compare."""
    from pathlib import Path

    from ...instances import manifest as manifests
    from ..generating import begins_alike

    wanted = manifests.read(path)
    arguments = dict(wanted.arguments)
    if "secret" in arguments or len(wanted.files) != 1:
        raise click.UsageError("only a set in one file, made without a secret, can be made again")
    file = Path(path).parent / next(iter(wanted.files))
    told = manifests.entry(file) != wanted.files[file.name]
    if told:
        click.echo(f"{file} is not the file that the manifest describes", err=True)
    whole = arguments.pop("n")
    arguments.pop("resumed_after", None)
    failures = common.Faults("failures")
    for name in ("tasks", "domains", "forms", "levels"):
        arguments[name] = tuple(arguments[name])
    asked = {"split": None, "avoid": (), **arguments, "secret_file": None, "seed": wanted.seed or 0}
    pipeline = _pipeline(count=min(count or whole, whole), **asked)
    made = _made(pipeline, None, jobs, failures)
    different = begins_alike(pipeline.instances(made), file)
    failures.close()
    if different:
        click.echo(different, err=True)
    elif not quiet:
        click.echo(f"{pipeline.tally.kept} questions made again, byte for byte", err=True)
    return FAILED if told or different or failures else DONE


def _close(pipeline: Pipeline, quiet: bool) -> int:
    """The closing remarks, and the exit code: 1 when an item could not be made."""
    tally = pipeline.tally
    for name in tally.unmade[: common.SHOWN]:
        click.echo(f"{name}: no attempt was accepted", err=True)
    if not quiet:
        refused = sum(tally.rejected.values())
        click.echo(f"{tally.kept} questions, {refused} attempts refused", err=True)
        by_domain: dict[str, int] = {}
        for key, many in tally.rejected.items():
            domain = key.split("/")[0]
            by_domain[domain] = by_domain.get(domain, 0) + many
        for domain, many in sorted(by_domain.items()):
            click.echo(f"  {domain}: {many} refused", err=True)
    return exit_code(failed=bool(tally.unmade))
