"""``certwright audit``: test labelled instances, their judges and their proofs."""

import sys
from collections import Counter
from functools import partial
from typing import Any

import click

from ...generators.rendering import tie
from ...instances.canonical import encode
from ...instances.folders import records_writer
from ...instances.store import read_instances
from ...verifiers.audit.audit import AuditSummary, audit
from ...verifiers.audit.finding import CHECKS, GUESS, MUTANTS, AuditOptions
from ...verifiers.audit.subject import cases
from ...verifiers.engines import registry
from ..auditing import audit_all, print_audit
from . import common, exit_code


def _planner(value: str) -> str:
    if not registry.engine(value).plans:
        raise click.BadParameter(f"{value} finds no plans")
    return value


@click.command("audit", cls=common.Command)
@click.argument("file", type=common.RECORDS)
@common.rows_option("findings")
@click.option(
    "--check",
    "checks",
    type=common.Choice((*CHECKS, GUESS)),
    multiple=True,
    help="Only these checks (default: all but guess).",
)
@common.option(
    "--engine",
    callback=common.reader(_planner),
    default="fd",
    help="The second engine: fd, sat, z3 or up:NAME.",
)
@common.option("--sample", type=common.NATURAL, default=3, help="Claims that it checks.")
@common.option(
    "--mutants",
    type=common.NATURAL,
    default=MUTANTS,
    help="The most mutants of a record, and of its gold answer.",
)
@common.jobs_option
@common.on_option
@common.deadline_option
@common.json_option
@common.quiet_option
def audit_command(
    file: str, output: str | None, checks: tuple[str, ...], as_json: bool, **options: Any
) -> int:
    """Audit the labelled instances in FILE.

    Gold answers must score, empty ones must not, mutants of answers, truths and certificates must be caught,
    and other engines must agree; a failure is a fault (exit code 1). An error in an imported file's stored
    truth, or in a public evaluator, is a notice with its proof. --sample is the number of claims of each sort
    in a question that the second engine checks. --check guess prints the scores of blind guessers on the
    whole set, and fails if one is above its bound.
    """
    chosen = tuple(check for check in checks if check != GUESS) if checks else CHECKS
    engine, sample, mutants = map(options.pop, ("engine", "sample", "mutants"))
    audited_by = AuditOptions(chosen, engine=engine, sample=sample, mutants=mutants, tie=tie)
    for needed in audited_by.engines:
        registry.require(needed)
    faults, reports, failures = common.Faults(), common.Faults("failures"), Counter[str]()
    summary = AuditSummary.of(audited_by)
    listed = list(cases(common.good(read_instances(file), faults)))
    if GUESS in checks:
        from ...verifiers.audit.guess.panel import panel

        summary.panel = panel(case.instance for case in listed)
    tried = listed if audited_by.checks else []
    run = common.executor(**options)
    work = audit_all(tried, partial(audit, options=audited_by), run, reports.report, failures)
    with records_writer(output or "/dev/null", flush=False) as writer:
        for audited in common.track(work, "audit", len(tried)):
            summary.add(audited)
            for finding in audited.findings:
                writer.write(finding.json())
    faults.close()
    reports.close()
    out = sys.stderr if output == "-" else sys.stdout
    common.say(encode(summary.json()), file=out) if as_json else print_audit(summary, out)
    return exit_code(
        failed=summary.fault_count > 0,
        bad=bool(faults or failures["bad"]),
        undecided=bool(summary.undecided or failures["open"]),
    )
