"""``certwright compare``: which agent is better, by how much, how certainly, and on which tasks."""

from dataclasses import asdict
from pathlib import Path

import click

from ...instances.canonical import encode
from ...instances.errors import RecordError
from ..library.words import strings
from ..reporting.comparing import compare
from ..reporting.scored import rows
from . import common, exit_code


@click.command("compare", cls=common.Command)
@click.argument("sources", metavar="A [B]...", nargs=-1, required=True, type=common.EXISTING)
@click.option("--truth", multiple=True, type=common.RECORDS, help="The instances, for answers and episodes.")
@click.option("--agents", help="Compare only these, as in m1,m2.")
@common.json_option
def command(sources: tuple[Path, ...], truth: tuple[str, ...], agents: str | None, as_json: bool) -> int:
    """Compare agents, pair by pair, on the questions that both answered.

    Rows are grouped by the agent they name, or by their file if they name none. For each pair: the difference
    of the means with its 95 % interval (bootstrap over worlds), McNemar's exact test corrected for the number
    of pairs, the difference by task, and ten questions on which they differ.
    """
    faults = common.Faults()
    judged = rows(sources, common.questions(truth, faults), faults.report)
    faults.close()
    chosen, names = strings(agents), sorted({row.agent for row in judged})
    if unknown := sorted(set(chosen or ()) - set(names)):
        raise RecordError(f"no row is of {', '.join(unknown)}; agents: {', '.join(names) or 'none'}")
    if not (comparisons := compare(judged, chosen)):
        known = ", ".join(names) or "none"
        raise RecordError(f"no question has decided answers of two agents; agents: {known}")
    if as_json:
        common.say(encode([asdict(comparison) for comparison in comparisons]))
        return exit_code(bad=bool(faults))
    for comparison in comparisons:
        common.say(comparison.sentence())
        for task, (count, difference) in comparison.by_task.items():
            common.say(f"  {task:<24} {difference:+.3f}  ({count} questions)")
        if comparison.telling:
            common.say("  told apart by: " + " ".join(comparison.telling))
    return exit_code(bad=bool(faults))
