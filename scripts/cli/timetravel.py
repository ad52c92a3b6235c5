"""``certwright timetravel``: the user's own themes and levels."""

from itertools import chain
from pathlib import Path

import click

from ...generators.timetravel import theme as themes
from ...instances.errors import LimitError
from ...verifiers.timetravel import linting
from .. import own_levels
from . import common, exit_code


@click.group("timetravel", cls=common.Group)
def command() -> None:
    """Create and check your own themes and levels."""


@command.command("new")
@click.argument("folder", metavar="NAME", type=common.NEW_FOLDER)
@common.quiet_option
def new(folder: Path, quiet: bool) -> None:
    """Write a working example theme and level into the folder NAME."""
    own_levels.begin(folder)
    if not quiet:
        common.note(f"{folder}: theme.toml and levels/first; next, run")
        common.note(f"  certwright generate timetravel --theme {folder}/ -o generated.jsonl")
        common.note(f"  certwright import timetravel {folder}/levels -o levels.jsonl")


@command.command("lint")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=common.EXISTING)
@common.quiet_option
def lint(paths: tuple[Path, ...], quiet: bool) -> int:
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
            if not (findings or quiet):
                common.note(f"{file}: every name, word and sentence is there")
            count += len(findings)
        if path.is_dir() and (not themed or any(path.rglob(own_levels.FILES[2]))):
            for folder in own_levels.level_folders(path):
                try:
                    count += _level(folder, quiet)
                except LimitError as error:
                    common.note(f"{folder}: undecided: {error}")
                    undecided = True
    return exit_code(failed=count > 0, undecided=undecided)


def _level(folder: Path, quiet: bool) -> int:
    optimum, findings = linting.lint(own_levels.load(folder))
    for finding in findings:
        common.say(f"{folder}: {finding}")
    if optimum.length is not None and not quiet:
        from ...verifiers.timetravel.second import agreed  # it searches with numpy

        said = f"{folder}: optimum {optimum.length}: all {len(optimum.states)} states searched"
        common.note(said + ", and Fast Downward finds the same" * agreed(optimum))
    return len(findings)
