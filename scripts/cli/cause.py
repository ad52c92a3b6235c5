"""``certwright cause``: why an effect happened on a trace of a reactive system."""

import click

from ...instances.canonical import encode
from ...instances.lines import read_text
from ...verifiers.engines.outcome import Undecided, Why
from ...verifiers.reactive.omega import automaton_effect, formula_effect
from ..causes import explain, infinite, text
from ..certificates import question
from ..systems import FILE_LIMIT
from . import common, completing, exit_code
from .system import machine_of


@click.command("cause", cls=common.Command)
@click.option(
    "--system",
    shell_complete=completing.a_system,
    required=True,
    help="The system: a file, or a bundled one (list systems).",
)
@common.strict_option
@click.option("--trace", required=True, help="A file or the text: Spot's words, CSV, JSON, rows of 0 and 1.")
@click.option("--effect", help="The output that is 1; !g where it is 0.")
@click.option("--at", type=common.NATURAL, help="The step of the effect (default: the last).")
@click.option("--window", type=common.POSITIVE, help="How many earlier steps count as well.")
@click.option("--ltlf", help="An LTLf formula over inputs and outputs instead of --effect.")
@click.option("--ltl", help="An LTL formula over an infinite trace that ends in cycle{...}.")
@click.option("--effect-hoa", type=common.INPUT, help="A file with an automaton (HOA) instead of --ltl.")
@common.deadline_option
@common.option("--cap", type=common.POSITIVE, default=4096, help="The most sets of a kind.")
@common.json_option
def command(
    system: str,
    strict: bool,
    trace: str,
    effect: str | None,
    at: int | None,
    window: int | None,
    ltlf: str | None,
    ltl: str | None,
    effect_hoa: str | None,
    deadline: float | None,
    cap: int,
    as_json: bool,
) -> int:
    """Print the cause of an effect as a formula, the but-for set, minimal sufficient and breaking sets.

    If there are more than --cap sets of a kind they are not listed, and the exit code is 5. The effect must
    happen on the trace. With --ltl or --effect-hoa the trace is infinite, a; b; cycle{c; d}, and the cause is
    written as a Buechi automaton over the inputs (HOA), found by Spot within --deadline seconds.
    """
    if [effect, ltlf, ltl, effect_hoa].count(None) != 3:
        raise click.UsageError("give one of --effect, --ltlf, --ltl and --effect-hoa")
    if effect is None and (at, window) != (None, None):
        raise click.UsageError("a formula is about the whole trace: --at and --window do not apply")

    machine = machine_of(system, strict)
    if effect is not None or ltlf is not None:
        explanation = explain(question(machine, trace, effect, at, window or 0, ltlf, None), cap)
        common.say(encode(explanation) if as_json else text(explanation))
        return exit_code(undecided=not explanation["complete"])
    shown = read_text(effect_hoa, FILE_LIMIT) if effect_hoa is not None else str(ltl)
    accepted = formula_effect(shown) if effect_hoa is None else automaton_effect(shown, file=effect_hoa)
    automaton = infinite(machine, trace, accepted, deadline)
    if isinstance(automaton, Undecided):
        hint = "; --deadline gives it more time" if automaton.why is Why.TIME else ""
        common.note(f"undecided: no automaton: {automaton.reason}{hint}")
        return exit_code(undecided=True)
    common.say(encode({"effect": shown, "hoa": automaton}) if as_json else automaton, nl=as_json)
    return exit_code()
