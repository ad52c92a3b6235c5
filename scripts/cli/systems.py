"""``certwright system``, ``certificate`` and ``cause``: reactive systems, and what makes an effect happen."""

import json
from typing import Any

import click

from ...domains.reactive.effect import effect_json
from ...domains.reactive.machine import Machine
from ...domains.reactive.words import read_lasso, rows
from ...instances.canonical import encode
from ...instances.errors import LimitError, RecordError, UndecidedError
from ...instances.lines import read_text
from ...instances.outputs import text_lines, write_whole
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
from .. import certificates, systems
from ..certificates import batch, question
from ..library.questions import strings
from ..systems import FILE_LIMIT, text_of
from . import FAILED, UNDECIDED, common, exit_code


@click.command("system", cls=common.Command)
@click.argument("source", metavar="KEY|FILE|FORMULA", shell_complete=common.a_system)
@click.option("--inputs", help="The input propositions, comma-separated, if the source does not name them.")
@click.option("--outputs", help="The output propositions; --inputs or --outputs is enough.")
@click.option(
    "--counter", type=common.OUTPUT, help="Where to write the counter-strategy if there is no machine."
)
@common.strict_option
@common.output_option
@common.deadline_option
@common.quiet_option
def system_command(
    source: str, inputs: str | None, outputs: str | None, counter: str | None, output: str, **how: Any
) -> int:
    """Write a system as canonical HOA: a bundled one (list systems), a file, or a specification.

    A file is HOA (a machine, or a game that Spot solves), ASCII AIGER, output of ltlsynt, a specification in
    TLSF's basic format, or LTL. A FORMULA such as 'G(r -> F g)' --inputs r --outputs g is synthesised by
    Spot; the machine is checked in two ways before it is written. If no machine satisfies a specification the
    exit code is 1; --counter FILE then writes the environment's machine, which gives the inputs and reads the
    outputs. The last line on stderr says whether the machine is Mealy or Moore.
    """
    try:
        loaded = systems.load(source, inputs=strings(inputs), outputs=strings(outputs), **how)
    except UndecidedError as error:
        common.note(f"undecided: {error}")
        return UNDECIDED
    if not loaded.realisable:
        none = "unrealisable: no machine satisfies the specification; against each of them the environment"
        common.note(f"{none} violates it with {systems.description(loaded.machine)}")
        if counter is not None:
            write_whole(counter, loaded.text())
        else:
            common.remark("--counter FILE writes this counter-strategy")
        return FAILED
    common.remark("\n".join([*loaded.choices, *loaded.notes, systems.description(loaded.machine)]))
    write_whole(output, loaded.text())
    return 0


def machine_of(source: str, strict: bool) -> Machine:
    """The machine of a system given to a command; choices made are reported on stderr."""
    machine, choices = systems.machine_of(source, strict=strict)
    for choice in choices:
        common.note(choice)
    return machine


_question_options = common.options(
    click.option(
        "--system",
        shell_complete=common.a_system,
        help="The system: a HOA file, or a bundled one (list systems).",
    ),
    common.strict_option,
    click.option(
        "--trace", help="The base trace, a file or the text: Spot's words, CSV, JSON, rows of 0 and 1."
    ),
    click.option("--effect", help="The output that must be 1; !g if it must be 0."),
    click.option("--at", type=common.NATURAL, help="The step of the effect (default: the last)."),
    click.option(
        "--mode", type=common.Choice(["normal", "hard"]), help="Hard (default): exactly at that step."
    ),
    click.option("--window", type=common.POSITIVE, help="Normal mode: how many earlier steps count as well."),
    click.option("--ltlf", help="An LTLf formula over inputs and outputs instead of --effect."),
    click.option("--budget", type=common.NATURAL, help="How many timesteps may have interventions."),
)


def _question(system: Any, strict: bool, trace: Any, budget: int | None, **stated: Any) -> Interventions:
    effect, ltlf, at, mode, window = (stated[name] for name in ("effect", "ltlf", "at", "mode", "window"))
    target = effect if ltlf is None else ltlf
    needed = {"--system": system, "--trace": trace, "--effect or --ltlf": target}
    if missing := [name for name, value in needed.items() if value is None]:
        raise click.UsageError(f"missing: {', '.join(missing)}")
    if effect is not None and ltlf is not None:
        raise click.UsageError("give either --effect or --ltlf, not both")
    if ltlf is not None and (at, mode, window) != (None, None, None):
        raise click.UsageError("a formula is about the whole trace: --at, --mode and --window do not apply")
    if (mode == "normal" and window is None) or (mode == "hard" and window is not None):
        raise click.UsageError("--window belongs to --mode normal, and that needs it")

    return question(machine_of(system, strict), trace, target, ltlf is not None, at, window or 0, budget)


@click.group("certificate", cls=common.Group)
def certificate_command() -> None:
    """Check intervention certificates, or find them."""


@certificate_command.command("check")
@_question_options
@click.option("--certificate", "certificate", help='A file or the text: [[3, "r", 1]], or literals r@3 !q@4.')
@click.option("--batch", type=common.INPUT, help="Measure each line of a file of GF-01 instances instead.")
@common.semantics_option
@click.option("-o", "--output", type=common.OUTPUT, default="-", help="With --batch: where to write.")
@common.json_option
def check(
    certificate: str | None, batch: str | None, semantics: Any, output: str, as_json: bool, **values: Any
) -> int:
    """Say whether a certificate is sufficient and minimal; exit code 1 when it is not valid.

    Each "no" comes with its witness: an atom that can be left out, a smaller sufficient set, a cheaper
    certificate. --batch reads lines {"instance": ..., "certificate": [[t, ap, value], ...]}.
    """
    if batch is not None:
        if certificate is not None or any(value not in (None, False) for value in values.values()):
            raise click.UsageError("--batch reads instances and certificates from its file")
        return _batch(batch, semantics, output)
    if certificate is None:
        raise click.UsageError("give --certificate or --batch")

    examined = certificates.certificate(certificate, _question(**values), semantics)
    common.say(json.dumps(examined.json()) if as_json else "\n".join(examined.sentences()))
    return exit_code(failed=not (examined.valid and examined.within_budget))


def _batch(path: str, semantics: Any, output: str) -> int:
    faults, undecided = common.Faults("bad lines"), False
    with text_lines(output) as write:
        for row in batch(path, semantics):
            if isinstance(row, RecordError):
                faults.report(row)
                row = {"error": str(row)}
            elif row["m_size"] is None or row["ap_f1"] is None:
                undecided = True
            write(json.dumps(row))
    faults.close()
    return exit_code(bad=bool(faults), undecided=undecided)


@certificate_command.command("find")
@_question_options
@click.option(
    "--all", "every", is_flag=True, help="Every valid certificate, by timesteps, atoms, list of cells."
)
@common.option("--cap", type=common.POSITIVE, default=1000, help="With --all: at most this many.")
@click.option("--count", is_flag=True, help="The number of valid certificates.")
@common.json_option
def find(every: bool, cap: int, count: bool, as_json: bool, **values: Any) -> int:
    """Print the cheapest certificate, all of them, or their number; exit code 1 if there is none."""
    if every and count:
        raise click.UsageError("--all or --count")

    problem = _question(**values)
    try:
        text, found, some = certificates.find(problem, cap if every else None, count)
    except LimitError as error:
        common.note(f"undecided: {error}")
        return UNDECIDED
    common.say(json.dumps(found) if as_json else text)
    if not found.get("complete", True):
        common.note(f"there are more than {cap}; --cap N shows more")
    return exit_code(failed=not some)


@click.command("cause", cls=common.Command)
@click.option(
    "--system",
    shell_complete=common.a_system,
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
def cause_command(
    system: str, strict: bool, trace: str, at: int | None, window: int | None, as_json: bool, **given: Any
) -> int:
    """Print the cause of an effect as a formula, the but-for set, minimal sufficient and breaking sets.

    If there are more than --cap sets of a kind they are not listed, and the exit code is 5. The effect must
    happen on the trace. With --ltl or --effect-hoa the trace is infinite, a; b; cycle{c; d}, and the cause is
    written as a Buechi automaton over the inputs (HOA), found by Spot within --deadline seconds.
    """
    effect, ltlf, ltl, effect_hoa = (given[name] for name in ("effect", "ltlf", "ltl", "effect_hoa"))
    if [effect, ltlf, ltl, effect_hoa].count(None) != 3:
        raise click.UsageError("give one of --effect, --ltlf, --ltl and --effect-hoa")
    if effect is None and (at, window) != (None, None):
        raise click.UsageError("a formula is about the whole trace: --at and --window do not apply")

    machine = machine_of(system, strict)
    if effect is not None or ltlf is not None:
        target = effect if ltlf is None else ltlf
        problem = question(machine, trace, target, ltlf is not None, at, window or 0, None)
        explanation = explain(problem, given["cap"])
        common.say(encode(explanation) if as_json else text(explanation))
        return exit_code(undecided=not explanation["complete"])
    shown: str = ltl if effect_hoa is None else read_text(effect_hoa, FILE_LIMIT)
    accepted = formula_effect(shown) if effect_hoa is None else automaton_effect(shown, file=effect_hoa)
    try:
        letters, loop = read_lasso(text_of(trace), machine.inputs, others=machine.outputs)
    except RecordError as error:
        raise error.within(trace if len(trace) < 200 else "trace") from None
    limit = given["deadline"] or process.DEADLINE
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
    """But-for set, minimal sufficient and breaking sets; with more than ``cap`` of a kind one of each, and
    not ``complete``.  WorldError when the effect does not happen on the trace."""
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
