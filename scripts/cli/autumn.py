"""``certwright autumn``: create, run, lint and trace programs in the Autumn language."""

import sys
from pathlib import Path

import click

from ...domains.gridworld.lint import lint as find
from ...domains.gridworld.own import write_example
from ..autumn import check_traces, frames, load, read_actions, trace_line
from . import common, exit_code

seed_option = common.option("--rng-seed", type=click.IntRange(0, 2**32 - 1), default=0)


@click.group("autumn", cls=common.Group)
def command() -> None:
    """Create, run, lint and trace programs in the Autumn language."""


@command.command("new")
@click.argument("folder", metavar="NAME", type=common.NEW_FOLDER)
@common.quiet_option
def new(folder: Path, quiet: bool) -> None:
    """Write a working example world into the folder NAME: a program, a changed one, and about.toml."""
    write_example(folder)
    if not quiet:
        common.note(f"{folder}: program.sexp, changed_1.sexp, about.toml; generate questions with")
        common.note(f"  certwright generate gridworld --domain {folder}/ -o questions.jsonl")


@command.command("run")
@click.argument("program", type=common.INPUT)
@click.option(
    "--actions", default="", help='A list of actions, as in "left, click 3 4, noop"; @FILE reads JSON.'
)
@click.option("--last", is_flag=True, help="Print only the last frame.")
@seed_option
def run(program: str, actions: str, last: bool, rng_seed: int) -> None:
    """Run PROGRAM and print its frames, in colour on a terminal."""
    todo = read_actions(actions)
    for text in frames(load(program), todo, rng_seed, colour=sys.stdout.isatty(), last=last):
        click.echo(text)


@command.command("lint")
@click.argument("programs", type=common.INPUT, nargs=-1, required=True)
def lint(programs: tuple[str, ...]) -> int:
    """List the places where the result depends on a quirk of the reference; exit code 1 if there are any."""
    count = 0
    for name in programs:
        for finding in find(load(name)):
            count += 1
            common.say(str(finding))
    return exit_code(failed=count > 0)


@command.command("trace")
@click.argument("program", type=common.INPUT, required=False)
@click.option("--actions", help="A list of actions, or @FILE or FILE.json: a JSON list of actions.")
@common.option("--label", default="trace", help="The label of the record.")
@click.option("--check", type=common.INPUT, help="Replay the recorded traces of this JSONL file instead.")
@click.option("--programs", type=click.Path(exists=True, file_okay=False, path_type=Path))
@seed_option
def trace(
    program: str | None,
    actions: str | None,
    label: str,
    check: str | None,
    programs: Path | None,
    rng_seed: int,
) -> int:
    """Print a run as one JSON record; or replay recorded ones and name the first step that differs."""
    if check is not None and programs is not None and program is None:
        faults = common.Faults("traces")
        wrong = 0
        for line, failed in check_traces(check, programs, faults):
            wrong += failed
            common.say(line)
        faults.close()
        return exit_code(failed=wrong > 0, bad=bool(faults))
    if program is None or check is not None:
        raise click.UsageError("give a PROGRAM, or --check TRACES with --programs FOLDER")
    common.say(trace_line(program, actions or "", label, rng_seed))
    return exit_code()
