"""``certwright wording``: the wording of the user's own planning domain."""

from pathlib import Path

import click

from ...domains.planning import wording_draft
from ...domains.planning.pddl import parse_domain, parse_problem
from ...generators.planning.own import WORDING, draw_each_level, open_folder
from ...instances.errors import RecordError
from ...instances.formats.pddl import domain_file, problem_files, read_text
from ...instances.outputs import write_whole
from . import common


@click.group("wording", cls=common.Group)
def command() -> None:
    """Draft and check the wording of your own planning domain: wording.toml in its folder."""


@command.command("draft", cls=common.Command)
@click.argument("folder", type=click.Path(exists=True, file_okay=False))
@click.option("--force", is_flag=True, help="Replace an existing wording.toml.")
@common.quiet_option
def draft(folder: str, force: bool, quiet: bool) -> None:
    """Write FOLDER/wording.toml from the names in its PDDL, complete and ready to be edited."""
    place = Path(folder)
    target = place / WORDING
    if target.exists() and not force:
        raise RecordError("already exists; --force replaces it", file=str(target))
    file = domain_file(place)
    domain = parse_domain(read_text(file), file=str(file))
    problems = [parse_problem(read_text(each), domain, file=str(each)) for each in problem_files(place)]
    write_whole(target, wording_draft.draft(domain, problems))
    if not quiet:
        said = f"{len(domain.predicates)} predicates and {len(domain.schemas)} actions in plain words"
        common.note(f"{target}: {said}; check and correct the English, then generate again")


@command.command("check", cls=common.Command)
@click.argument("folder", type=click.Path(exists=True, file_okay=False))
@common.quiet_option
def check(folder: str, quiet: bool) -> None:
    """Say whether FOLDER can be used with generate planning --domain, and what it cannot provide."""
    opened = open_folder(folder)
    for note in opened.notes:
        common.note(note)
    draw_each_level(opened)
    if not quiet:
        how = "in words" if (opened.maker.own or {}).get("wording") else "as PDDL"
        common.note(f"{opened.key}: shown {how}")
