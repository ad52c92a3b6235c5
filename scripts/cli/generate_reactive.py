"""``certwright generate reactive``: questions about reactive systems from a seed, with truth and proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from . import common, generating

if TYPE_CHECKING:
    from ...generators.reactive.pipeline import Pipeline


def _domains() -> tuple[str, ...]:
    from ...generators.reactive.worlds import domains

    return domains()


def _forms() -> tuple[str, ...]:
    from ...generators.reactive.cells import FORMS

    return FORMS


def _tasks() -> tuple[str, ...]:
    from ...generators.reactive.cells import FORMS_OF

    return tuple(FORMS_OF)


@click.command("reactive", cls=common.Command)
@generating.tasks_argument("reactive", _tasks)
@generating.seed_option
@generating.count_option("Questions a cell (family x task x form).")
@click.option(
    "--domain",
    "domains",
    multiple=True,
    callback=generating.several(_domains, every=False),
    help="Which families of systems.",
)
@click.option(
    "--form", "forms", multiple=True, callback=generating.several(_forms), help="gen, bool, episode."
)
@generating.level_option(5)
@click.option("--context", type=click.Choice(("table", "hoa", "both")), default="table", show_default=True)
@click.option("--system", help="Ask about this one system: a HOA file, or a name of 'list systems'.")
@click.option("--trace", help="With --system: about this one trace, a file or the text.")
@click.option("--bundle", is_flag=True, help="Of intervene: only what a GF-01 bundle can hold (no formulas).")
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
    check: str | None,
    count: int | None,
    output: str,
    jobs: int | None,
    resume: bool,
    quiet: bool,
    secret_file: str | None,
    **asked: Any,
) -> int:
    """Make questions about reactive systems from a seed, each with truth, proofs and a gold answer.

    -n counts questions a cell. A manifest is written beside the output; with --secret-file so is a public
    file without anything that tells the answers. With --check, -n makes only the first ones again.
    """
    from ..generating_reactive import FAMILY, arguments

    if check is not None:
        return generating.check(FAMILY, check, count, jobs=jobs, quiet=quiet)
    secret = generating.secret_of(secret_file, asked["split"], output)
    run = _pipeline(count=count or 10, secret=secret, **asked)
    kept = arguments(run)
    if asked["avoid"]:
        kept["avoid"] = list(asked["avoid"])
    return generating.generate(FAMILY, run, kept, output=output, jobs=jobs, quiet=quiet, resume=resume)


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
    bundle: bool,
    split: str | None,
    secret: bytes,
    avoid: tuple[str, ...],
    start: int,
) -> Pipeline:
    from ...generators.reactive.cells import Recipe, cells
    from ...generators.reactive.duplicates import digest
    from ...generators.reactive.pipeline import Pipeline
    from ...generators.reactive.worlds import IMPORTED
    from ..generating import digests
    from ..generating_reactive import given

    if system is None and trace is not None:
        raise click.UsageError("--trace needs --system")
    if system is not None and domains:
        raise click.UsageError("--system takes the place of --domain")
    text, rows = (None, None) if system is None else given(system, trace)
    if bundle and set(tasks) != {"intervene"}:
        raise click.UsageError("--bundle is for reactive/intervene")
    families = (domains or _domains()) if system is None else (IMPORTED,)
    recipe = Recipe(seed, levels, context, split, secret, text, rows, bundle)
    return Pipeline(cells(families, tasks, forms), count, recipe, start, digests(avoid, digest))
