"""``certwright autumn``, ``wording`` and ``timetravel``: your own worlds, wordings, themes and levels."""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import click

from ...domains.gridworld import trace as traces
from ...domains.gridworld.actions import Action
from ...domains.gridworld.catalog import RGB, UNKNOWN
from ...domains.gridworld.frames import CODE, Grid
from ...domains.gridworld.lint import lint as find
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.own import write_example
from ...domains.gridworld.parser import MAX_CHARACTERS
from ...domains.gridworld.program import Program, read_program
from ...domains.planning import wording_draft
from ...domains.planning.pddl import parse_domain, parse_problem
from ...generators.planning.own import WORDING, draw_each_level, open_folder
from ...generators.timetravel import theme as themes
from ...instances.errors import AutumnError, CertwrightError, LimitError, RecordError
from ...instances.formats.pddl import domain_file, problem_files, read_text
from ...instances.hostile import decode
from ...instances.lines import read_bytes, read_lines
from ...instances.outputs import write_whole
from ...verifiers.timetravel import linting
from .. import own_levels
from ..agents.agent import ansi
from . import common, exit_code

seed_option = common.option("--rng-seed", type=click.IntRange(0, 2**32 - 1), default=0)


@click.group("autumn", cls=common.Group)
def autumn_command() -> None:
    """Create, run, lint and trace programs in the Autumn language."""


@autumn_command.command("new")
@click.argument("folder", metavar="NAME", type=common.NEW_FOLDER)
@common.quiet_option
def new_world(folder: Path) -> None:
    """Write a working example world into the folder NAME: a program, a changed one, and about.toml."""
    write_example(folder)
    common.remark(f"{folder}: program.sexp, changed_1.sexp, about.toml; generate questions with")
    common.remark(f"  certwright generate gridworld --domain {folder}/ -o questions.jsonl")


@autumn_command.command("run")
@click.argument("program", type=common.INPUT)
@click.option(
    "--actions", default="", help='A list of actions, as in "left, click 3 4, noop"; @FILE reads JSON.'
)
@click.option("--last", is_flag=True, help="Print only the last frame.")
@seed_option
def run_world(program: str, actions: str, last: bool, rng_seed: int) -> None:
    """Run PROGRAM and print its frames, in colour on a terminal."""
    todo = read_actions(actions)
    for text in frames(load(program), todo, rng_seed, colour=sys.stdout.isatty(), last=last):
        click.echo(text)


@autumn_command.command("lint")
@click.argument("programs", type=common.INPUT, nargs=-1, required=True)
def lint_world(programs: tuple[str, ...]) -> int:
    """List the places where the result depends on a quirk of the reference; exit code 1 if there are any."""
    count = 0
    for name in programs:
        for finding in find(load(name)):
            count += 1
            common.say(str(finding))
    return exit_code(failed=count > 0)


@autumn_command.command("trace")
@click.argument("program", type=common.INPUT, required=False)
@click.option(
    "--actions", default="", help="A list of actions, or @FILE or FILE.json: a JSON list of actions."
)
@common.option("--label", default="trace", help="The label of the record.")
@click.option("--check", type=common.INPUT, help="Replay the recorded traces of this JSONL file instead.")
@click.option("--programs", type=common.A_FOLDER)
@seed_option
def trace(
    program: str | None, actions: str, label: str, check: str | None, programs: Path | None, rng_seed: int
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
    done = read_actions(actions)
    record = traces.record(load(program), done, rng_seed=rng_seed, name=Path(program).stem, label=label)
    common.say(json.dumps(record, separators=(",", ":"), ensure_ascii=False))
    return exit_code()


TRACE_BYTES = 64 * 2**20


def load(name: str) -> Program:
    """Read a program's file; ``-`` is stdin.  AutumnError for text that is not a program."""
    try:
        text = read_bytes(name, 4 * MAX_CHARACTERS).decode("utf-8")
    except UnicodeDecodeError as error:
        raise AutumnError(f"invalid UTF-8 (byte {error.start})", file=name) from None
    return read_program(text, file=name)


def read_actions(text: str) -> list[Action]:
    """A list of actions separated by commas; or ``@FILE``, or a ``.json`` file with a list of them."""
    if not text.startswith("@") and not text.endswith(".json"):
        return [Action.parse(part) for part in text.split(",") if part.strip()]
    name = text.removeprefix("@")
    values = decode(read_bytes(name, TRACE_BYTES))
    if isinstance(values, dict):
        values = values.get("actions")
    if not isinstance(values, list):
        message = "expected a JSON list of actions, or an object with one"
        raise RecordError(message, file=name, field="actions")
    return [Action.from_json(value) for value in values]


def frames(
    program: Program, actions: Sequence[Action], rng_seed: int, *, colour: bool, last: bool = False
) -> Iterator[str]:
    """The first frame and that after each action, or only the last; without colour a legend of letters."""
    machine = Machine(program, rng_seed)
    letters: dict[str, str] = {}
    for number in range(len(actions) + 1):
        if number:
            machine.step(actions[number - 1])
        if not last or number == len(actions):
            head = f"step {number}: {actions[number - 1]}" if number else "step 0"
            yield f"{head}\n{picture(machine.frame(), letters, colour)}"
    if not colour:
        yield "colours: " + ", ".join(f"{letter} {name}" for name, letter in letters.items())


def picture(frame: Grid, letters: dict[str, str], colour: bool) -> str:
    """A frame as lines: two coloured spaces or one letter per cell; ``letters`` is extended as needed."""
    if colour:
        return "\n".join("".join(ansi(RGB.get(name.lower(), UNKNOWN), "  ") for name in row) for row in frame)
    names = [name for row in frame for name in row]
    if not letters:
        letters[Counter(names).most_common(1)[0][0]] = "."
    for name in names:
        if name not in letters:
            wanted = [*name.lower(), *name.upper(), *CODE]
            letters[name] = next((letter for letter in wanted if letter not in letters.values()), "?")
    return "\n".join("".join(letters[name] for name in row) for row in frame)


def check_traces(file: str, folder: Path, faults: common.Faults) -> Iterator[tuple[str, bool]]:
    """A line for each recorded trace, and whether it differs; bad records go to ``faults``."""
    programs: dict[str, Program | None] = {}
    number = 0
    for number, line in read_lines(file, TRACE_BYTES):
        try:
            if isinstance(line, RecordError):
                raise line
            yield _checked(decode(line), folder, programs)
        except RecordError as error:
            faults.report(error.within(file, number))
    if not number:
        faults.report(RecordError("there is no trace in it", file=file))


def _checked(record: Any, folder: Path, programs: dict[str, Program | None]) -> tuple[str, bool]:
    if not isinstance(record, dict) or not isinstance(name := record.get("program"), str):
        raise RecordError("expected an object with the name of a program", field="program")
    if name not in programs:
        paths = [folder / file for file in traces.candidates(name) if Path(file).name == file]
        path = next((path for path in paths if path.is_file()), None)
        programs[name] = None if path is None else load(str(path))
    program = programs[name]
    if program is None:
        raise RecordError(f"no program {name}.sexp in {folder}", field="program")
    head = f"{name} {record.get('label', '')} seed {record.get('rng_seed')}"
    try:
        fault = traces.difference(program, record)
    except RecordError:
        raise
    except CertwrightError as error:
        raise RecordError(str(error)) from None
    steps = len(record["frames"]) - 1
    return (f"{head}: {steps} steps agree", False) if fault is None else (f"{head}: {fault}", True)


@click.group("wording", cls=common.Group)
def wording_command() -> None:
    """Draft and check the wording of your own planning domain: wording.toml in its folder."""


@wording_command.command("draft")
@click.argument("folder", type=common.A_FOLDER)
@click.option("--force", is_flag=True, help="Replace an existing wording.toml.")
@common.quiet_option
def draft(folder: Path, force: bool) -> None:
    """Write FOLDER/wording.toml from the names in its PDDL, complete and ready to be edited."""
    target = folder / WORDING
    if target.exists() and not force:
        raise RecordError("already exists; --force replaces it", file=str(target))
    file = domain_file(folder)
    domain = parse_domain(read_text(file), file=str(file))
    problems = [parse_problem(read_text(each), domain, file=str(each)) for each in problem_files(folder)]
    write_whole(target, wording_draft.draft(domain, problems))
    said = f"{len(domain.predicates)} predicates and {len(domain.schemas)} actions in plain words"
    common.remark(f"{target}: {said}; check and correct the English, then generate again")


@wording_command.command("check")
@click.argument("folder", type=common.A_FOLDER)
@common.quiet_option
def check(folder: Path) -> None:
    """Say whether FOLDER can be used with generate planning --domain, and what it cannot provide."""
    opened = open_folder(folder)
    for note in opened.notes:
        common.note(note)
    draw_each_level(opened)
    how = "in words" if (opened.maker.own or {}).get("wording") else "as PDDL"
    common.remark(f"{opened.key}: shown {how}")


@click.group("timetravel", cls=common.Group)
def timetravel_command() -> None:
    """Create and check your own themes and levels."""


@timetravel_command.command("new")
@click.argument("folder", metavar="NAME", type=common.NEW_FOLDER)
@common.quiet_option
def new_theme(folder: Path) -> None:
    """Write a working example theme and level into the folder NAME."""
    own_levels.begin(folder)
    common.remark(f"{folder}: theme.toml and levels/first; next, run")
    common.remark(f"  certwright generate timetravel --theme {folder}/ -o generated.jsonl")
    common.remark(f"  certwright import timetravel {folder}/levels -o levels.jsonl")


@timetravel_command.command("lint")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=common.EXISTING)
@common.quiet_option
def lint_themes(paths: tuple[Path, ...]) -> int:
    """Report anything unreachable, useless or ambiguous in themes (.toml) and levels, and prove each optimum.

    A folder may hold a theme, a level, or folders of levels. Exit code 1 if there are findings, 5 if a level
    has too many states to be searched.
    """
    count, undecided = 0, False
    for path in paths:
        if themed := path.is_file() or (path / themes.FILE).is_file():
            file, findings = themes.theme_file(path), list(chain(*themes.lint(path)))
            for field, said in findings:
                common.say(f"{file}: {field}: {said}")
            if not findings:
                common.remark(f"{file}: every name, word and sentence is there")
            count += len(findings)
        if path.is_dir() and (not themed or any(path.rglob(own_levels.FILES[2]))):
            for folder in own_levels.level_folders(path):
                try:
                    count += _level(folder)
                except LimitError as error:
                    common.note(f"{folder}: undecided: {error}")
                    undecided = True
    return exit_code(failed=count > 0, undecided=undecided)


def _level(folder: Path) -> int:
    optimum, findings = linting.lint(own_levels.load(folder))
    for finding in findings:
        common.say(f"{folder}: {finding}")
    if optimum.length is not None and not common.quiet():
        from ...verifiers.timetravel.second import agreed  # it searches with numpy

        said = f"{folder}: optimum {optimum.length}: all {len(optimum.states)} states searched"
        common.note(said + ", and Fast Downward finds the same" * agreed(optimum))
    return len(findings)
