"""``certwright generate FAMILY[/TASK]``: questions from a seed, with truth and proofs.

A family's domains, levels and options come from its row in ``generators/<family>/family.py``.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from ...domains.reactive.hoa import write_hoa
from ...generators.family import Family, Opened, Option, families, family_of
from ...generators.pipeline import Pipeline
from ...generators.splits import read_secret
from ...instances import manifest as manifests
from ...instances.names import nearest
from ...instances.outputs import counted
from ...instances.records import Json
from ...verifiers.statistics import counts
from ..generating import again, arguments_of, begins_alike, instances, make_set, started
from ..jobs import Executor
from ..systems import trace_rows
from . import DONE, FAILED, common, exit_code
from .systems import machine_of

ABOUT = """-n counts {noun} a {cell}. A manifest is written beside the output; with --secret-file so is a
public file without anything that tells the answers. With --check, -n makes only the first ones again."""


class Families(common.Group):
    """One command per family; ``planning/app`` is the command of planning, which reads the task from it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The families that have generators."""
        return families()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of one family; None for another name."""
        name = cmd_name.partition("/")[0]
        return command_of(family_of(name)) if name in families() else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of families."""
        with formatter.section("Families"):
            formatter.write_dl([(f"{name}[/TASK]", family_of(name).title) for name in families()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """With --check and no family, take the family of the manifest."""
        if args and args[0] == "--check" and len(args) > 1:
            args = [manifests.read(args[1]).family, *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Keep the family's argument for its command, since it may contain the task."""
        named = args[0].partition("/")[0] if args else ""
        if named and not named.startswith("-") and named not in families():
            raise click.UsageError(f"no family {named[:100]!r}; {nearest(named, families())}", ctx)
        name, command, _ = super().resolve_command(ctx, args)
        return name, command, args

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Families, and with a slash the tasks of one."""
        if "/" not in incomplete:
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(name) for name in common.sets() if name.startswith(incomplete)]


@click.command("generate", cls=Families, subcommand_metavar="FAMILY[/TASK] [OPTIONS]")
def generate_command() -> None:
    """Make questions from a seed, each with complete truth, proofs and a gold answer.

    Each family has its own options: certwright generate planning --help. Without a family, --check MANIFEST
    makes the manifest's set again and compares.
    """


_SHARED = (
    click.option("--split", help="The name of the split."),
    click.option(
        "--secret-file", type=common.INPUT, help="A file with 32 hex digits, which makes the split private."
    ),
    click.option(
        "--avoid", type=common.RECORDS, multiple=True, help="Files with questions that must not occur again."
    ),
    common.option("--start", type=common.NATURAL, default=0, help="The first index."),
    click.option("--check", type=common.INPUT, help="A manifest: make its set again and compare."),
    common.records_option,
    common.jobs_option,
    common.on_option,
    click.option("--resume", is_flag=True, help="Keep the existing output and continue after it."),
    common.quiet_option,
)


def command_of(family: Family) -> click.Command:
    """The command that makes questions of one family."""

    def read(function: Callable[..., Any], *known: Any) -> Callable[..., Any]:
        return common.reader(partial(function, *known))

    name = family.name
    decorators = [
        click.argument("tasks", metavar=f"{name}[/TASK]", callback=read(_tasks, family), default=name),
        common.option("--seed", type=common.SEED, default=0, help="The same seed gives the same bytes."),
        click.option("-n", "count", type=common.POSITIVE, help=f"How many per {family.cell}."),
        click.option(
            *family.called,
            "domains",
            multiple=True,
            callback=read(_several, family.domains(), family.opens is not None),
            shell_complete=common.names(family.domains, files=family.opens is not None),
            help="Which domains" + (", or folders of your own." if family.opens else "."),
        ),
    ]
    if len(forms := family.every_form()) > 1:
        usual = " ".join(family.forms) if family.forms else "all"
        said = f"Which of {', '.join(forms)}; {usual} where none is named."
        how: dict[str, Any] = {"multiple": True, "callback": read(_several, forms, False), "help": said}
        offered = common.names(lambda: forms)
        decorators.append(click.option("--form", "forms", shell_complete=offered, **how))
    if family.levels:
        highest = max(family.levels)
        how = {"callback": read(_levels, highest), "help": f"1 to {highest}, or a list."}
        decorators.append(common.option("--level", "levels", default="3", **how))
    decorators += [*map(_option, family.options), *_SHARED]
    text = f"{family.help}\n\n{ABOUT.format(noun=family.noun, cell=family.cell)}"
    run = common.options(*decorators)(partial(_run, family))
    return click.command(name, cls=common.Command, help=text)(run)


def _tasks(family: Family, value: str) -> tuple[str, ...]:
    named, _, task = value.partition("/")
    known = family.tasks()
    if named != family.name or (task and task not in known):
        hint = nearest(task, known)
        raise click.BadParameter(f"{value!r}: say {family.name}, or {family.name}/TASK; {hint}")
    return (task,) if task else tuple(known)


def _several(known: Sequence[str], paths: bool, value: tuple[str, ...]) -> tuple[str, ...]:
    """Reads ``a,b`` and repeated options in the order known, and refuses unknown ones; with ``paths``
    those that are a path (whose name may have a comma) or contain a slash are kept, after the names."""
    whole = [[text] if paths and Path(text).exists() else text.split(",") for text in value]
    names = [part for parts in whole for part in parts if part]
    unknown = [part for part in names if part not in known]
    for name in unknown:
        if not (paths and ("/" in name or Path(name).exists())):
            raise click.BadParameter(f"{name!r} is not known; {nearest(name, known)}")
    return (*(name for name in known if name in names), *dict.fromkeys(unknown))


def _levels(highest: int, value: str) -> tuple[int, ...]:
    levels = tuple(int(part) if part.isdigit() else 0 for part in value.split(","))
    if not all(1 <= level <= highest for level in levels):
        raise click.BadParameter(f"levels are 1 to {highest}; a curriculum is a list such as 1,1,2,3")
    return levels


def _option(option: Option) -> Callable[[common.F], common.F]:
    name = f"--{option.name}"
    settings: dict[str, Any] = {"help": option.help or None}
    if option.choices:
        return common.option(name, type=common.Choice(option.choices), default=option.default, **settings)
    if option.range is not None:
        return click.option(name, type=click.IntRange(*option.range), **settings)
    if option.negated:
        return click.option(f"{name}/--no-{option.name}", default=None, **settings)
    return click.option(name, is_flag=not option.text, **settings)


def _run(
    family: Family, *, check: str | None, count: int | None, output: str, resume: bool, **options: Any
) -> int:
    workers = common.executor(options.pop("jobs"), options.pop("on"))
    if check is not None:
        return _check(check, count, _opened(family, options["domains"]), workers)
    options["secret"] = _secret(options.pop("secret_file"), options["split"], output)
    pipeline, arguments = _pipeline(family, count or family.count, **options)
    failures, tally = common.Faults("failures"), pipeline.tally
    make_set(pipeline, arguments, output, workers, failures.report, common.quiet(), resume)
    failures.close()
    for name in tally.unmade[: common.SHOWN]:
        refused = counts(tally.reasons.get(name, {}))
        common.note(f"{name}: no attempt was accepted" + (f" ({refused})" if refused else ""))
    mends, unmade = family.mends, {name.rsplit("/", 2)[0] for name in tally.unmade}
    for key, many in sorted(tally.rejected.items()):
        cell, _, reason = key.partition(": ")
        if cell in unmade and reason in mends:
            common.note(f"  {key} ({many} refused): {mends[reason]}")
    dropped, manifest = sum(tally.rejected.values()), "; the manifest says why" * (output != "-")
    were = "draft was" if dropped == 1 else "drafts were"
    why = f" ({dropped} {were} dropped on the way{manifest})" if dropped else ""
    common.remark(f"{_counted(pipeline)}{why}")
    return exit_code(failed=bool(tally.unmade))


def _pipeline(family: Family, count: int, **options: Any) -> tuple[Pipeline, Json]:
    tasks, domains, avoid, start = map(options.pop, ("tasks", "domains", "avoid", "start"))
    forms: tuple[str, ...] = options.pop("forms", ())
    own_options = {name: options.pop(name) for name in ("seed", "split", "secret")}
    own_options["levels"] = options.pop("levels", ())
    if "system" in options:
        options = _given(dict(options), tasks, domains)
        domains = (family.given,) if options["system"] is not None else domains
    if own := _opened(family, domains):
        options["own"] = own
        known = [name for name in domains if name in family.domains()]
        domains = (*known, *(world.key for world in own))
    domains = domains or tuple(family.domains())
    recipe = family.recipe_of(**own_options, **family.recipe.restated(options))
    cells = family.cells(domains, tasks, forms, [world.key for world in own])
    run = started(Pipeline(cells, count, recipe, start), avoid)
    return run, arguments_of(run, domains=domains, tasks=tasks, forms=forms or family.forms, avoid=avoid)


def _opened(family: Family, domains: Sequence[str]) -> tuple[Opened, ...]:
    """The user's own domains among those requested; what they cannot provide is reported on stderr."""
    if family.opens is None:
        return ()
    own = tuple(family.opens(name) for name in domains if name not in family.domains())
    keys = [*(name for name in domains if name in family.domains()), *(world.key for world in own)]
    if twice := [key for key in keys if keys.count(key) > 1]:
        raise click.UsageError(f"two of the domains are named {twice[0]}: generate their sets separately")
    for world in own:
        for note in world.notes:
            common.note(note)
    return own


def _given(options: Json, tasks: Sequence[str], domains: Sequence[str]) -> Json:
    """The options, with the system named by --system as canonical text, and the rows of the trace."""
    strict = options.pop("strict")
    system, trace = options["system"], options["trace"]
    if system is None and trace is not None:
        raise click.UsageError("--trace needs --system")
    if system is not None and domains:
        raise click.UsageError("--system replaces --domain: give only one")
    if options["bundle"] and set(tasks) != {"intervene"}:
        raise click.UsageError("--bundle is for reactive/intervene")
    if system is None:
        return options
    machine = machine_of(system, strict)
    return {**options, "system": write_hoa(machine), "trace": trace_rows(machine, trace)}


def _secret(file: str | None, split: str | None, output: str) -> bytes:
    """The secret of a private split, empty without one; such a split needs a name and an output file."""
    if file is None:
        return b""
    if split is None or output == "-" or output.endswith("/") or Path(output).is_dir():
        raise click.UsageError("--secret-file needs --split and an output file")
    return read_secret(file)


def _counted(pipeline: Pipeline) -> str:
    return counted(pipeline.tally.kept, pipeline.family.noun.removesuffix("s"))


def _check(path: str, count: int | None, own: Sequence[Opened], workers: Executor) -> int:
    wanted = manifests.read(path)
    if "secret" in wanted.arguments or len(wanted.files) != 1:
        raise click.UsageError("only a set in one file, made without a secret, can be made again")
    file = Path(path).parent / next(iter(wanted.files))
    changed = manifests.entry(file) != wanted.files[file.name]
    if changed:
        common.note(f"{file} is not the file that the manifest describes")
    pipeline, failures = again(wanted, count, own), common.Faults("failures")
    different = begins_alike(instances(pipeline, workers, failures.report, common.quiet()), file)
    failures.close()
    if different:
        common.note(different)
    else:
        common.remark(f"{_counted(pipeline)} made again, byte for byte")
    return FAILED if changed or different or failures else DONE
