"""``certwright report`` and ``compare``: tables, figures and a page of results; which agent is better."""

import sys
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from ...instances.canonical import encode
from ...instances.errors import RecordError
from ...instances.outputs import write_whole
from ...verifiers.gridworld.figures import PERCENTILE
from ...verifiers.gridworld.measured import WINDOW
from ..campaign import prices
from ..library.questions import strings
from ..reporting import charts
from ..reporting.comparing import compare
from ..reporting.overview import overview
from ..reporting.scored import rows
from ..tables import print_tables
from ..web.pages import report_page
from . import common, exit_code

OPTIONS = {"regret": "timetravel", "window": "gridworld", "percentile": "gridworld"}
"""Options that apply only to one family's tables."""


@click.command("report", cls=common.Command)
@click.argument("sources", metavar="PATH...", nargs=-1, required=True, type=common.EXISTING)
@click.option("--truth", multiple=True, type=common.RECORDS, help="The instances; may be repeated.")
@click.option("--html", type=common.OUTPUT, help="Write one page with tables, figures and every question.")
@click.option("--figures", type=common.FOLDER, help="Write figures here: SVG, PDF, PNG (extra: plot).")
@common.option("--title", default="Results", help="The title of the page.")
@click.option("--leaderboard", is_flag=True, help="Leave single questions out of the page, for publication.")
@click.option("--prices", type=common.INPUT, help="TOML: dollars per million tokens, by model.")
@click.option("--window", type=common.POSITIVE, help="Grid worlds: actions in a perplexity window.")
@click.option(
    "--percentile", type=common.Finite(0, 100), help="Grid worlds: percentile over attempts at a problem."
)
@click.option("--regret", is_flag=True, help="Time travel: search each level for regret and dead ends.")
@common.jobs_option
@common.on_option
@common.json_option
def report_command(sources: tuple[Path, ...], as_json: bool, **options: Any) -> int:
    """Compare agents on verdicts, answers and episodes of any family.

    Answers and episodes are judged again and need --truth; a folder of results contains its own. The common
    tables are followed by those of single families, as in their papers: success by level and failures;
    exploration, triggers and goals; strata. A record that its world contradicts is reported: exit code 3.
    """
    if options["leaderboard"] and not options["html"]:
        raise click.UsageError("--leaderboard needs --html FILE")
    if as_json and options["html"] == "-":
        raise click.UsageError("--json and --html - both write to stdout")
    faults = common.Faults()
    truth = common.questions(options["truth"], faults)
    workers = common.executor(options["jobs"], options["on"], gradual=True)
    judged = rows(sources, truth, faults.report, workers, regret=options["regret"])
    faults.close()
    if not judged:
        raise RecordError("none of the records can be reported", file=", ".join(map(str, sources)))
    families = {row.family for row in judged}
    if wrong := [f"--{key}" for key, own in OPTIONS.items() if _given(options[key]) and own not in families]:
        raise click.UsageError(f"{' and '.join(wrong)}: not for these results")
    shown = overview(
        judged,
        prices=prices(options["prices"]),
        window=options["window"] or WINDOW,
        rank=options["percentile"] if _given(options["percentile"]) else PERCENTILE,
    )
    if as_json:
        summaries = {"timetravel": shown.timetravel, "gridworld": shown.gridworld}
        report = {"schema": "certwright.report/1", **{table.title: table.json() for table in shown.tables}}
        common.say(encode(report | {name: summary for name, summary in summaries.items() if summary}))
    elif options["html"] != "-":
        print_tables(shown.tables, sys.stdout)
    if options["figures"]:
        for path in charts.write(charts.of_overview(shown), Path(options["figures"])):
            common.note(f"wrote {path}")
    if options["html"]:
        drawn = charts.svgs(charts.of_overview(shown)) if find_spec("matplotlib") else []
        listed = [] if options["leaderboard"] else judged
        write_whole(options["html"], report_page(options["title"], shown, listed, truth, drawn))
    return exit_code(bad=bool(faults))


def _given(value: object) -> bool:
    """Whether an option was given; 0 counts as given, since it is a valid percentile."""
    return value is not None and value is not False


@click.command("compare", cls=common.Command)
@click.argument("sources", metavar="A [B]...", nargs=-1, required=True, type=common.EXISTING)
@click.option("--truth", multiple=True, type=common.RECORDS, help="The instances, for answers and episodes.")
@click.option("--agents", help="Compare only these, as in m1,m2.")
@common.json_option
def compare_command(
    sources: tuple[Path, ...], truth: tuple[str, ...], agents: str | None, as_json: bool
) -> int:
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
