"""``certwright generate FAMILY[/TASK]``: questions from a seed, with truth and proofs."""

from __future__ import annotations

from importlib import import_module

import click

from . import common

FAMILIES = {
    "planning": "Planning questions: thirteen domains, eight tasks, three forms.",
    "gridworld": "Grid worlds in Autumn: masked frames, goals, changes.",
    "timetravel": "Levels with causal rules and decay, of a proven optimum.",
    "reactive": "Questions about automata: runs, causes, minimal interventions; eight tasks.",
}
"""Family -> one line of help; ``generate_<family>.py`` beside this file holds its command."""


class Families(common.Group):
    """One command a family; ``planning/app`` is the command of planning, which reads the task from it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The families, in the order of the table."""
        return list(FAMILIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of one family; None for a name outside the table."""
        family = cmd_name.partition("/")[0]
        if family not in FAMILIES:
            return None
        command: click.Command = import_module(f".generate_{family}", __package__).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of families without importing one."""
        with formatter.section("Families"):
            formatter.write_dl([(f"{name}[/TASK]", line) for name, line in FAMILIES.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """With --check and no family, take the family of the manifest."""
        if args and args[0] == "--check" and len(args) > 1:
            from ...instances.manifest import read

            args = [read(args[1]).family, *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The family's command keeps the word that named it, for the task stands in it."""
        name, command, _ = super().resolve_command(ctx, args)
        return name, command, args


@click.command("generate", cls=Families, subcommand_metavar="FAMILY[/TASK] [OPTIONS]")
def command() -> None:
    """Make questions from a seed, each with complete truth, proofs and a gold answer.

    The options are those of the family: certwright generate planning --help. Without a family,
    --check MANIFEST makes the set of the manifest again and compares.
    """
