"""Parts shared by the commands: argument types, common options, completion, reporting of faulty records."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import reduce
from math import isfinite
from pathlib import Path
from typing import IO, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from ...domains.reactive import systems as bundled
from ...instances.errors import CertwrightError, RecordError
from ...instances.names import nearest, tasks
from ...instances.outputs import printable, reading, refuse_inputs
from ...instances.places import folders
from ...instances.records import Instance
from ...instances.store import read_instances
from .. import jobs as work
from .. import tables
from ..library.questions import Questions, load, released_file, released_files

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

SHOWN = 20  # the most faults of a file that are printed; the rest are counted

INPUT = click.Path(exists=True, dir_okay=False, allow_dash=True)
NATURAL, POSITIVE = click.IntRange(min=0), click.IntRange(min=1)
SEED = click.IntRange(0, 2**63 - 1)
EXISTING = click.Path(exists=True, path_type=Path)
A_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


def option(*names: str, **settings: Any) -> Callable[[F], F]:
    """An option whose default the help shows."""
    return click.option(*names, show_default=True, **settings)


class Finite(click.FloatRange):
    """A number in a range that is neither infinite nor NaN."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; click's usage error for anything else."""
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is not a finite number", param, ctx)
        return number


class Choice(click.Choice):  # type: ignore[type-arg]  # before click 8.2 it takes no parameter
    """One of some words; another one is answered with the nearest of them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word; click's usage error for another."""
        if value not in self.choices:
            self.fail(f"{str(value)[:100]!r} is not known; {nearest(str(value), self.choices)}", param, ctx)
        return str(value)


class Records(click.Path):
    """A file of records or a folder of them, or the name of a released file, such as ``planning/gen``."""

    def __init__(self, *, folders: bool = True) -> None:
        super().__init__(exists=True, allow_dash=True, dir_okay=folders)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; click's usage error where there is none."""
        text = str(value)
        if text == "-" or Path(text).exists():
            return super().convert(value, param, ctx)
        if (released := released_file(text)) is None:
            hint = nearest(text, released_files())
            self.fail(f"{text[:200]!r} is neither a file nor a released set; {hint}", param, ctx)
        return str(released)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The released sets that begin so; else files."""
        names = [CompletionItem(name) for name in released_files() if name.startswith(incomplete)]
        return names or super().shell_complete(ctx, param, incomplete)


class OutputPath(click.Path):
    """A file, or a folder, that a command writes."""


Completion = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def names(source: Callable[[], Iterable[str]], *, files: bool = False) -> Completion:
    """Completes one name of the source, or the last of a list ``a,b``; files, if no name begins so."""

    def complete(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
        head, comma, last = incomplete.rpartition(",")
        offered = [CompletionItem(f"{head}{comma}{name}") for name in source() if name.startswith(last)]
        return offered + [CompletionItem(incomplete, type="file")] * (files and not offered)

    return complete


def sets() -> list[str]:
    """Families, and each with its tasks: ``planning``, ``planning/val``."""
    families = list(folders("families", "generators", holding="family.py"))
    return [*families, *(f"{family}/{task}" for family in families for task in tasks(family))]


a_system = names(lambda: [system.key for system in bundled.systems()], files=True)
a_set = names(sets, files=True)
OUTPUT = OutputPath(dir_okay=False, allow_dash=True)
RECORDS = Records()
OUTPUT_RECORDS = OutputPath(allow_dash=True)
FOLDER = OutputPath(file_okay=False)
NEW_FOLDER = OutputPath(file_okay=False, path_type=Path)


class Command(click.Command):
    """A command that never overwrites a file named by its arguments; ``quiet`` tells of its --quiet."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run it; OverwriteError, before anything is touched, when an output is one of the inputs."""
        ctx.meta[__name__] = ctx.params.pop("quiet", False)
        written = {param.name for param in self.params if isinstance(param.type, OutputPath)}
        outputs = [ctx.params[name] for name in written if ctx.params.get(name)]
        if not outputs:
            return super().invoke(ctx)
        chosen = {param.name for param in self.params if isinstance(param.type, click.Choice)}
        named = [value for name, value in ctx.params.items() if name not in written | chosen]
        with reading(_paths(named)):
            refuse_inputs(*outputs)
            if len({Path(path).resolve() for path in outputs}) < len(outputs):
                raise click.UsageError("two outputs name the same file")
            return super().invoke(ctx)


class Group(click.Group):
    """A group of such commands."""

    command_class = Command


def _paths(value: Any) -> Iterator[str]:
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from _paths(part)
    elif isinstance(value, (str, Path)):
        text = str(value).removeprefix("@")
        with suppress(OSError, ValueError):  # a long text is no path
            if text not in ("", "-") and Path(text).exists():
                yield text


def options(*added: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator."""
    return lambda command: reduce(lambda made, option: option(made), reversed(added), command)


def reader(read: Callable[[Any], T]) -> Callable[[click.Context, click.Parameter, Any], T]:
    """The callback of an option that is read by a function; its CertwrightError becomes a usage error."""

    def called(_: click.Context, __: click.Parameter, value: Any) -> T:
        try:
            return read(value)
        except CertwrightError as error:
            raise click.BadParameter(str(error)) from None

    return called


server_options = options(  # the options of commands that serve pages: ``port``, ``host``, ``browser``
    click.option("--port", type=click.IntRange(0, 65535), help="[default: 8570, or any that is free]"),
    option(
        "--host", default="127.0.0.1", help="Address to listen on; other machines need the printed token."
    ),
    click.option(
        "--open/--no-open", "browser", default=True, help="Open the address in a browser.  [default: open]"
    ),
)

output_option = click.option("-o", "--output", type=OUTPUT, default="-", help="Where to write; - is stdout.")
records_option = click.option(
    "-o",
    "--output",
    type=OUTPUT_RECORDS,
    default="-",
    help="Where to write; - is stdout, FOLDER/ is many files of bounded size.",
)


def rows_option(what: str) -> Callable[[F], F]:
    """Where to write the rows of a command, beside its summary."""
    said = f"Write the {what} here, one per line, in input order."
    return click.option("-o", "--output", type=OUTPUT_RECORDS, help=said)


quiet_option = click.option("-q", "--quiet", is_flag=True, help="No progress bar, no closing summary.")
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON instead of a table.")
deadline_option = click.option(
    "--deadline", type=Finite(min=0.1), help="Seconds for one question; then it stays undecided."
)


def semantics(about: str = "") -> Callable[[F], F]:
    """Which definitions of GF-01 to take; ``about`` says for what."""
    known, said = Choice(["specification", "reference"]), "GF-01's specification, or its public code."
    return option("--semantics", type=known, default="specification", help=about + said)


semantics_option = semantics()
strict_option = click.option(
    "--strict", is_flag=True, help="Refuse a system that leaves something open, rather than choose."
)
jobs_option = click.option(
    "--jobs",
    type=POSITIVE,
    envvar="CERTWRIGHT_JOBS",
    default=work.available_cpus,
    show_default="all processors",
    help="Worker processes; the output is the same for any number.",
)


def _cluster(value: str | None) -> str | None:
    if value is not None and value != "ray" and not value.startswith("ray://"):
        raise click.BadParameter(f"{value!r}: say ray, or ray://HOST:PORT")
    return value


on_option = click.option(
    "--on",
    metavar="ray[://HOST:PORT]",
    callback=reader(_cluster),
    help="Run on a cluster instead of --jobs here (extra: ray).",
)


def say(text: object, *, err: bool = False, file: IO[str] | None = None, nl: bool = True) -> None:
    """Print a text that may come from outside, with control characters escaped for the terminal."""
    click.echo(printable(text.decode() if isinstance(text, bytes) else str(text)), err=err, file=file, nl=nl)


def note(text: object) -> None:
    """Print a text on stderr as ``say`` does."""
    say(text, err=True)


def quiet() -> bool:
    """Whether the present command was given --quiet."""
    return bool(click.get_current_context().meta[__name__])


def remark(text: object) -> None:
    """Print a text on stderr, unless the command is to be quiet."""
    if not quiet():
        note(text)


def track(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """Yield the items and count them in a bar, unless the command is to be quiet."""
    return tables.track(items, what, total=total, quiet=quiet())


class Faults:
    """Prints the first ``SHOWN`` faults on stderr as they occur, and counts all."""

    def __init__(self, what: str = "bad records"):
        self.what, self.count = what, 0

    def __bool__(self) -> bool:
        return self.count > 0

    def report(self, message: object) -> None:
        """Count one fault, and print it if few have been printed."""
        self.count += 1
        if self.count <= SHOWN:
            note(message)

    def all(self, faults: Iterable[object]) -> None:
        """Report each of them, and close."""
        for fault in faults:
            self.report(fault)
        self.close()

    def close(self) -> None:
        """Print how many faults were not printed."""
        if self.count > SHOWN:
            click.echo(f"... and {self.count - SHOWN} more {self.what}", err=True)


def good(records: Iterable[T | RecordError], faults: Faults) -> Iterator[T]:
    """The records that could be read; faults are reported.  RecordError if there are only faults."""
    read, bad = False, None
    for record in records:
        if isinstance(record, RecordError):
            faults.report(bad := record)
        else:
            read = True
            yield record
    if bad is not None and not read:
        faults.close()
        raise RecordError("none of its records can be read", file=bad.file)


def sound(source: str) -> Questions:
    """The questions of a set or a file; RecordError, and each fault on stderr, if some cannot be read."""
    questions = load(source, on_error="skip")
    for error in questions.errors:
        note(error)
    if questions.errors:
        raise RecordError("the file has bad records", file=source)
    return questions


def questions(files: Iterable[str], faults: Faults) -> dict[str, Instance]:
    """The questions of files by id; faults are reported."""
    return {question.id: question for file in files for question in good(read_instances(file), faults)}


def executor(
    jobs: int, on: str | None = None, *, deadline: float | None = None, gradual: bool = False
) -> work.Executor:
    """The executor given by ``--jobs`` and ``--on``; EngineMissingError if they need something missing."""
    if on is None:
        return work.executor(jobs, deadline=deadline, gradual=gradual)
    from ..cluster import RayCluster, Sharded  # which look at every engine

    return Sharded(RayCluster(on), deadline)
