"""What the commands of ``certwright generate`` share: options, how they are read, making and checking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import common
from .exits import DONE, FAILED, exit_code

if TYPE_CHECKING:
    from ...instances.records import Json
    from ..generating import Family, P

seed_option = click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True)
split_option = click.option("--split", help="The name of the split.")
secret_option = click.option(
    "--secret-file", type=common.INPUT, help="32 hex digits that make the split private."
)
avoid_option = click.option(
    "--avoid", type=common.INPUT, multiple=True, help="Files whose questions must not occur again."
)
start_option = click.option(
    "--start", type=click.IntRange(min=0), default=0, show_default=True, help="The first index."
)
check_option = click.option("--check", type=common.INPUT, help="A manifest: make its set again and compare.")
resume_option = click.option(
    "--resume", is_flag=True, help="Keep what stands in the output and go on after it."
)


def count_option(help: str) -> Callable[[common.F], common.F]:
    """``-n``: how many of what ``help`` says."""
    return click.option("-n", "count", type=click.IntRange(min=1), help=help)


def tasks_argument(family: str, known: Callable[[], Sequence[str]]) -> Callable[[common.F], common.F]:
    """``FAMILY[/TASK]``, read as one task or all of them."""

    def read(_: click.Context, __: click.Parameter, value: str) -> tuple[str, ...]:
        named, _slash, task = value.partition("/")
        if named != family or (task and task not in known()):
            raise click.BadParameter(f"{value!r}: say {family}, or {family}/TASK with {', '.join(known())}")
        return (task,) if task else tuple(known())

    return click.argument("tasks", metavar=f"{family}[/TASK]", callback=read, default=family)


def level_option(highest: int) -> Callable[[common.F], common.F]:
    """``--level``: one level from 1, or a curriculum."""

    def read(_: click.Context, __: click.Parameter, value: str) -> tuple[int, ...]:
        levels = tuple(int(part) if part.isdigit() else 0 for part in value.split(","))
        if not all(1 <= level <= highest for level in levels):
            raise click.BadParameter(f"levels are 1 to {highest}; a curriculum is a list such as 1,1,2,3")
        return levels

    return click.option(
        "--level",
        "levels",
        callback=read,
        default="3",
        show_default=True,
        help=f"1 to {highest}, or a list.",
    )


def several(known: Callable[[], Sequence[str]], *, every: bool = True) -> Callable[..., tuple[str, ...]]:
    """A callback that reads ``a,b`` and repeated options in the order known, and refuses what is not.

    Where nothing is asked it gives all that is known, or with ``every=False`` nothing.
    """

    def read(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
        asked = [name for text in value for name in text.split(",") if name]
        for name in asked:
            if name not in known():
                raise click.BadParameter(f"{name!r} is not one of {', '.join(known())}")
        wanted = asked or (known() if every else ())
        return tuple(name for name in known() if name in wanted)

    return read


def secret_of(file: str | None, split: str | None, output: str) -> bytes:
    """The secret of a private split, empty without one; such a split has a name and goes to a file."""
    from ...generators.splits import read_secret

    if file is None:
        return b""
    if split is None or output == "-":
        raise click.UsageError("--secret-file needs --split and an output file")
    return read_secret(file)


def generate(
    family: Family[P],
    pipeline: P,
    arguments: Json,
    *,
    output: str,
    jobs: int | None,
    quiet: bool,
    resume: bool = False,
) -> int:
    """Make the set and say what came of it; the exit code is 1 when an item could not be made."""
    from ..generating import make_set

    failures, tally = common.Faults("failures"), pipeline.tally
    make_set(
        family,
        pipeline,
        arguments,
        output,
        jobs=common.workers(jobs),
        report=failures.report,
        quiet=quiet,
        resume=resume,
    )
    failures.close()
    for name in tally.unmade[: common.SHOWN]:
        common.say(f"{name}: no attempt was accepted", err=True)
    if not quiet:
        refused = sum(tally.rejected.values())
        common.say(f"{tally.kept} {family.noun}, {refused} attempts refused", err=True)
    return exit_code(failed=bool(tally.unmade))


def check(family: Family[Any], path: str, count: int | None, *, jobs: int | None, quiet: bool) -> int:
    """Make the set of a manifest again, or the first ``count`` questions of each kind, and compare."""
    from ...instances import manifest as manifests
    from ..generating import begins_alike, instances

    wanted = manifests.read(path)
    if family.unrepeatable & wanted.arguments.keys() or len(wanted.files) != 1:
        raise click.UsageError(f"only a set in one file, {family.repeatable}, can be made again")
    file = Path(path).parent / next(iter(wanted.files))
    told = manifests.entry(file) != wanted.files[file.name]
    if told:
        common.say(f"{file} is not the file that the manifest describes", err=True)
    pipeline, failures = family.again(wanted, count), common.Faults("failures")
    run = instances(family, pipeline, jobs=common.workers(jobs), report=failures.report, quiet=quiet)
    different = begins_alike(run, file)
    failures.close()
    if different:
        common.say(different, err=True)
    elif not quiet:
        common.say(f"{pipeline.tally.kept} {family.noun} made again, byte for byte", err=True)
    return FAILED if told or different or failures else DONE
