"""``certwright certificate``: check intervention certificates, or find them."""

import json
from typing import Any

import click

from ...instances.errors import LimitError, RecordError
from ...instances.outputs import text_lines
from .. import certificates
from ..certificates import batch, question
from . import FAILED, UNDECIDED, common, completing, exit_code
from .system import machine_of

_question_options = common.options(
    click.option(
        "--system",
        shell_complete=completing.a_system,
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


def _question(
    system: str | None,
    strict: bool,
    trace: str | None,
    effect: str | None,
    at: int | None,
    mode: str | None,
    window: int | None,
    ltlf: str | None,
    budget: int | None,
) -> Any:
    target = None if effect is None and ltlf is None else ""
    needed = {"--system": system, "--trace": trace, "--effect or --ltlf": target}
    if missing := [name for name, value in needed.items() if value is None]:
        raise click.UsageError(f"missing: {', '.join(missing)}")
    if effect is not None and ltlf is not None:
        raise click.UsageError("give either --effect or --ltlf, not both")
    assert system is not None and trace is not None
    if ltlf is not None and (at, mode, window) != (None, None, None):
        raise click.UsageError("a formula is about the whole trace: --at, --mode and --window do not apply")
    if (mode == "normal" and window is None) or (mode == "hard" and window is not None):
        raise click.UsageError("--window belongs to --mode normal, and that needs it")

    return question(machine_of(system, strict), trace, effect, at, window or 0, ltlf, budget)


@click.group("certificate", cls=common.Group)
def command() -> None:
    """Check intervention certificates, or find them."""


@command.command("check")
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


@command.command("find")
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
        result = certificates.find(problem, cap if every else None, count)
    except LimitError as error:
        common.note(f"undecided: {error}")
        return UNDECIDED
    common.say(json.dumps(result.json) if as_json else result.text)
    if not result.complete:
        common.note(f"there are more than {cap}; --cap N shows more")
    return FAILED if result.empty else 0
