"""``certwright verify``: replay every certificate with the independent checker, and render every prompt."""

import sys
from typing import Any

import click

from ...instances.lines import json_lines
from ...instances.store import INSTANCE_BYTES
from ...verifiers.proofs.shell import REQUIREMENTS
from ..verifying import VerifySummary, against_manifest, check_all, only
from ..verifying import explain as explained
from . import BAD_INPUT, FAILED, UNDECIDED, common, exit_code


@click.command("verify", cls=common.Command)
@click.argument("file", type=common.RECORDS)
@common.option(
    "--require",
    type=common.Choice(list(REQUIREMENTS)),
    default="certified",
    help="The least grade of every claim; a record with less gives exit code 5.",
)
@click.option("--plain", is_flag=True, help="Use the checker's own slow interpreter for everything.")
@click.option("--explain", metavar="ID", help="Explain one record: the beginning or end of its id or hash.")
@common.jobs_option
@common.on_option
@common.deadline_option
@common.json_option
@common.quiet_option
def verify_command(
    file: str, require: str, plain: bool, explain: str | None, as_json: bool, **pool: Any
) -> int:
    """Check ids, certificates, every claim of the truth, grades, gold and prompts of the records in FILE.

    The checker imports no engine and none of the code that computed the truth. For each refused record it
    names the first broken step; --json writes one report per record and line. A prompt must be one that our
    makers or importers derive from the record's world and query. FILE must match its manifest, if there is
    one. Exit code 1: a record is false or unproven; 3: one cannot be read, is not labelled, is of an unknown
    kind or a duplicate, or FILE is empty or does not match its manifest; 5: one holds, but with less than
    --require demands.
    """
    if explain is not None:
        code, text = explained(only(file, explain), plain)
        common.say(text)
        return code
    differences = against_manifest(file)
    for difference in differences:
        common.note(f"{file}: {difference}")
    summary, lines = VerifySummary(require), json_lines(file, INSTANCE_BYTES)
    for read in common.track(check_all(lines, common.executor(**pool), plain), "verify"):
        checked = summary.add(read)
        report = checked.report
        if as_json:
            common.say(checked.json())
        elif not report.ok:
            common.say(f"{file}:{checked.line}: {report.id}: {report.state}: {report.failed}")
    if not summary.states:
        common.note(f"{file}: there is no record")
    if not as_json:
        summary.print(sys.stdout)
    code, bad = summary.tally.code, bool(differences)
    return exit_code(failed=code == FAILED, bad=bad or code == BAD_INPUT, undecided=code == UNDECIDED)
