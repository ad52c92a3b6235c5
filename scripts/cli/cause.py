"""``certwright cause``: why an effect happened on a trace of a reactive system."""

from typing import Any

import click

from ...domains.reactive.effect import effect_json
from ...domains.reactive.words import read_lasso, rows
from ...instances.canonical import encode
from ...instances.errors import RecordError
from ...instances.lines import read_text
from ...instances.records import Json
from ...verifiers.engines import process
from ...verifiers.engines.outcome import Undecided, Why
from ...verifiers.reactive.atoms import atom_text, atoms
from ...verifiers.reactive.cells import Cells
from ...verifiers.reactive.explanations import cause
from ...verifiers.reactive.omega import InfiniteTrace, automaton_effect, formula_effect, temporal_cause
from ...verifiers.reactive.passes import Passes, one_breaking, one_sufficient
from ...verifiers.reactive.question import Interventions
from ...verifiers.reactive.tasks import but_for
from ..certificates import question
from ..systems import FILE_LIMIT, text_of
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
    try:
        letters, loop = read_lasso(text_of(trace), machine.inputs, others=machine.outputs)
    except RecordError as error:
        raise error.within(trace if len(trace) < 200 else "trace") from None
    limit = deadline or process.DEADLINE
    automaton = temporal_cause(machine, InfiniteTrace(letters, loop), accepted, deadline=limit)
    if isinstance(automaton, Undecided):
        hint = "; --deadline gives it more time" if automaton.why is Why.TIME else ""
        common.note(f"undecided: no automaton: {automaton.reason}{hint}")
        return exit_code(undecided=True)
    common.say(encode({"effect": shown, "hoa": automaton}) if as_json else automaton, nl=as_json)
    return exit_code()


SHOWN = 50  # the most sets of one kind that are listed as text

Family = list[list[list[Any]]]


def explain(problem: Interventions, cap: int) -> Json:
    """But-for set, minimal sufficient and breaking sets, and whether the lists are complete.

    With more than ``cap`` sets of a kind, both lists are cut to one example each, and ``complete`` is False.
    WorldError when the effect does not happen on the trace.
    """
    product, passes = problem.product, Passes(problem.product)
    full = cause(product, cap)
    example = one_breaking(passes) if full is None else None
    sufficient = (one_sufficient(passes),) if full is None else full.sufficient
    breaking = full.breaking if full is not None else () if example is None else (example,)

    def literals(cells: Cells) -> list[list[Any]]:
        return atoms(cells, problem.inputs, problem.trace)

    return {
        "trace": rows(problem.trace, len(problem.inputs)),
        "effect": effect_json(problem.effect),
        "kind": None if full is None else full.kind,
        "butfor": literals(but_for(product)),
        "sufficient": list(map(literals, sufficient)),
        "breaking": list(map(literals, breaking)),
        "complete": full is not None,
    }


def text(explained: Json) -> str:
    """The result of ``explain`` as text for people."""
    found = f"cause ({explained['kind']}): {formula(explained['breaking'])}"
    many = "cause: too many minimal sets to list; one of each kind is shown"
    lines = [found if explained["complete"] else many, f"but-for: {_set(explained['butfor'])}"]
    for name in ("sufficient", "breaking"):
        family: Family = explained[name]
        lines.append(f"minimal {name} sets: {len(family) if explained['complete'] else 'at least 1'}")
        lines += [f"  {_set(members)}" for members in family[:SHOWN]]
        if len(family) > SHOWN:
            lines.append(f"  ... and {len(family) - SHOWN} more")
    return "\n".join(lines)


def formula(clauses: Family) -> str:
    """The conjunction of clauses as text.

    >>> formula([[[0, "r", 1], [1, "r", 1]], [[2, "s", 0]]])
    '(r@0 | r@1) & !s@2'
    """
    parts = [" | ".join(map(atom_text, clause)) for clause in clauses]
    return " & ".join(f"({part})" if " | " in part and len(parts) > 1 else part for part in parts) or "true"


def _set(literals: list[list[Any]]) -> str:
    return ", ".join(map(atom_text, literals)) or "none"
