"""``certwright export``: write instances in another benchmark's format."""

from itertools import chain

import click

from ...instances.formats import exporters, formats, writer
from ...instances.store import read_instances
from . import common, exit_code


@click.command("export", cls=common.Command)
@click.argument("format", type=common.Choice(exporters()))
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=common.RECORDS)
@click.option(
    "--format",
    "proof_format",
    type=common.Choice(("smtlib", "plan")),
    help="For proofs: obligations of invariants, or plans.",
)
@click.option("-o", "--output", type=common.FOLDER, required=True, help="A folder.")
def command(format: str, files: tuple[str, ...], proof_format: str | None, output: str) -> int:
    """Write the instances of all FILEs into a folder.

    acpbench: one file per task and form, in ACPBench's format. pddl: the worlds, a domain and a problem file
    each. hoa: the systems. tempobench: prompts with labels. autumnbench: programs, prompts and answers. gf01:
    a bundle of the questions about interventions. proofs: a folder for each planning question, with the
    obligations of its invariants as SMT-LIB 2 (--format smtlib; every answer must be unsat) or with its plans
    as plan files (--format plan). hf: a Hugging Face dataset, parquet with a card. lm-eval: tasks for lm_eval
    --include_path. Whatever a format cannot express is left out and reported.
    """
    if bool(formats()[format].variants) != (proof_format is not None):
        raise click.UsageError("--format smtlib or plan goes with proofs, and proofs with --format")

    faults, more = common.Faults(), {} if proof_format is None else {"format": proof_format}
    for refused in writer(format)(chain.from_iterable(map(read_instances, files)), output, **more):
        faults.report(refused)
    faults.close()
    return exit_code(bad=bool(faults))
