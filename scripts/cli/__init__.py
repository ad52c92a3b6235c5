"""The command ``certwright``: a click group that imports a command's module only when it is invoked.

Each is ``NAME_command`` in a file here, which parses arguments, calls the library and returns an exit code
(None is 0).  stdout carries data only; messages and progress go to stderr.
"""

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from ...instances import __version__
from ...instances.errors import CertwrightError
from ...instances.faults import machine_fault, plugin_fault
from ...instances.outputs import printable

DONE, FAILED, BAD_INPUT, ENGINE_MISSING, UNDECIDED = 0, 1, 3, 4, 5  # 2 is click's: wrong usage
INTERRUPTED = 130
PIPE_CLOSED = 141  # the reader closed our output (``| head``): the code that a shell reports after SIGPIPE

GROUPS: dict[str, dict[str, str]] = {
    "Make": {
        "generate": "Make questions from a seed, with truth and proofs.",
        "import": "Read a benchmark's files into instances.",
        "label": "Complete and prove the truth of instances.",
        "export": "Write instances in another benchmark's format.",
        "prompts": "Write questions as requests of an OpenAI-style batch.",
    },
    "Score": {
        "score": "Judge a file of answers, offline.",
        "run": "Ask models, or let agents play episodes.",
        "report": "Print tables of results; write figures or a page.",
        "compare": "Say which of two agents is better, and how certain that is.",
        "gf01": "Freeze, run, validate, report and check sets of GF-01.",
    },
    "Prove": {
        "verify": "Replay every certificate with the independent checker.",
        "audit": "Test truth, gold answers, judges and proofs.",
        "certificate": "Check intervention certificates of reactive systems, or find them.",
        "cause": "Say why an effect happened on a trace of a reactive system.",
    },
    "Play": {
        "play": "Play episodes in a browser or at the terminal.",
        "view": "View records, verdicts and episodes in a browser.",
        "show": "Print an instance for reading.",
        "list": "List families, tasks, domains, systems, engines or formats.",
    },
    "Your own worlds": {
        "system": "Write a reactive system as canonical HOA.",
        "autumn": "Create, run, lint and trace worlds in the Autumn language.",
        "wording": "Draft and check the wording of your own planning domain.",
        "timetravel": "Create and lint your own themes and levels of time travel.",
    },
    "More": {
        "demo": "Show in a minute what certwright does.",
        "schema": "Print the JSON Schema of a record.",
        "doctor": "Test every engine, and say how to install missing ones.",
        "bench": "Measure speed.",
    },
}
"""The commands with a one-line summary each, so that the help needs no import."""
COMMANDS = {name: line for commands in GROUPS.values() for name, line in commands.items()}
_FILES = {  # the files of commands that are not called after their command
    **dict.fromkeys(("import", "label", "export", "prompts"), "records"),
    **dict.fromkeys(("system", "certificate", "cause"), "systems"),
    **dict.fromkeys(("autumn", "wording", "timetravel"), "own"),
    **dict.fromkeys(("list", "schema", "doctor"), "lookup"),
    **dict.fromkeys(("report", "compare"), "results"),
    **dict.fromkeys(("play", "view"), "pages"),
    "run": "run_",
}


def exit_code(
    *, missing: bool = False, failed: bool = False, bad: bool = False, undecided: bool = False
) -> int:
    """The code of a command that ran to its end: the first that holds.

    >>> exit_code(), exit_code(undecided=True, bad=True), exit_code(failed=True, bad=True)
    (0, 3, 1)
    """
    held = {ENGINE_MISSING: missing, FAILED: failed, BAD_INPUT: bad, UNDECIDED: undecided}
    return next((code for code, holds in held.items() if holds), DONE)


class LazyGroup(click.Group):
    """A group that knows its commands' names and summaries, and imports a command when it is invoked."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command; None for a name outside the table."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f".{_FILES.get(cmd_name, cmd_name)}", __name__)
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Report an unknown command with the nearest known one."""
        if args and args[0] not in COMMANDS:
            near = get_close_matches(args[0].lower()[:100], COMMANDS, n=2)
            hint = f"did you mean {' or '.join(near)}?" if near else "certwright --help lists them"
            raise click.UsageError(f"no command {args[0][:100]!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so, without importing one; then the options."""
        begun = [
            CompletionItem(name, help=line) for name, line in COMMANDS.items() if name.startswith(incomplete)
        ]
        return begun + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the tables of commands without importing one."""
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; flush here, where a closed pipe can still be distinguished from other errors."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # the interpreter flushes stdout once more at exit: give it a place to write to
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return PIPE_CLOSED
        return code


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110}
)
@click.version_option(__version__, message="certwright %(version)s")
def group() -> None:
    """Reasoning questions with proven truth: label, verify and score them.

    A file argument may be - for stdin or stdout. Exit codes: 0 done (verify, audit: it holds), 1 the check
    failed, 2 usage, 3 bad input, 4 an engine is missing, 5 something stayed undecided, 130 interrupted.
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; messages go to stderr."""
    try:
        code = group.main(
            None if arguments is None else list(arguments),
            prog_name="certwright",
            standalone_mode=False,
            auto_envvar_prefix="CERTWRIGHT",
        )
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt) as error:
        click.echo(f"interrupted{_kept(error)}", err=True)
        return INTERRUPTED
    except (CertwrightError, OSError, MemoryError, ImportError) as error:
        ours = error if isinstance(error, CertwrightError) else machine_fault(error) or CertwrightError(error)
        click.echo(printable(f"error: {ours}{_kept(error)}"), err=True)
        return ours.exit_code
    except Exception as error:
        if (fault := plugin_fault(error)) is None:
            raise
        click.echo(printable(f"error: {fault}{_kept(error)}"), err=True)
        return fault.exit_code
    return code if isinstance(code, int) else DONE


def _kept(error: BaseException) -> str:
    """Where a command that failed has left its partial output."""
    part = getattr(error, "kept_part", None) or getattr(error.__cause__, "kept_part", None)
    if part is None:
        return ""
    resumes: bool = part.with_name(f".{part.name}.made").exists()
    return f"; the work so far is kept in {part}" + ", and --resume continues from it" * resumes


def main() -> None:
    """The entry point of the console script."""
    sys.exit(run())
