"""``certwright cause``: why an effect happened on a trace of a reactive system."""

from __future__ import annotations

import click

from . import common
from .exits import exit_code


@click.command("cause", cls=common.Command)
@click.option("--system", required=True, help="The system: a file, or one of certwright's (list systems).")
@common.strict_option
@click.option("--trace", required=True, help="A file or the text: Spot's words, CSV, JSON, rows of 0 and 1.")
@click.option("--effect", help="The output that is 1; !g where it is 0.")
@click.option("--at", type=click.IntRange(min=0), help="The step of the effect (default: the last).")
@click.option("--window", type=click.IntRange(min=1), help="So many steps before count as well.")
@click.option("--ltlf", help="An LTLf formula over inputs and outputs instead of --effect.")
@click.option("--cap", type=click.IntRange(min=1), default=4096, show_default=True, help="Sets of a family.")
@common.json_option
def command(
    system: str,
    strict: bool,
    trace: str,
    effect: str | None,
    at: int | None,
    window: int | None,
    ltlf: str | None,
    cap: int,
    as_json: bool,
) -> int:
    """Print the cause of an effect as a formula, the but-for set, minimal sufficient and breaking sets.

    Families with more than --cap sets are not listed; the exit code is 5 then. The effect must happen.
    """
    if (effect is None) == (ltlf is None):
        raise click.UsageError("give either --effect or --ltlf")
    if ltlf is not None and (at, window) != (None, None):
        raise click.UsageError("a formula speaks of the whole trace: --at and --window say nothing")
    from ...instances.canonical import encode
    from ..causes import explain, text
    from ..certificates import question

    machine = common.machine_of(system, strict)
    problem = question(machine, trace, effect, at, window or 0, ltlf, None)
    found = explain(problem, cap)
    common.say(encode(found).decode() if as_json else text(found))
    return exit_code(undecided=not found["complete"])
