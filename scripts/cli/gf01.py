"""``certwright gf01``: the protocol of GF-01, from a frozen set to a checked release."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any

import click

from . import common
from .exits import exit_code

bundles_option = click.option(
    "--instances",
    "bundles",
    type=common.INPUT,
    multiple=True,
    required=True,
    help="A bundle; several may be given.",
)
semantics_option = click.option(
    "--semantics",
    type=click.Choice(["specification", "reference"]),
    default="specification",
    show_default=True,
    help="GF-01's specification, or its public code.",
)


@click.group("gf01")
def command() -> None:
    """Freeze sets, run baselines, validate and report runs, check splits and releases, run the studies."""


@command.command("freeze")
@click.argument("files", type=common.INPUT, nargs=-1, required=True)
@click.option("-o", "--output", type=click.Path(file_okay=False), required=True, help="A folder.")
@click.option("--name", default="freeze", show_default=True, help="What the set is called.")
@click.option("--split", help="Put all instances into this split (a pilot).")
@common.quiet_option
def freeze(files: tuple[str, ...], output: str, name: str, split: str | None, quiet: bool) -> int:
    """Freeze the intervention questions of FILES: bundles by split, a manifest, policies and caps.

    FILES are our records (.jsonl) or bundles and tasks of GF-01. Splits that the records have are kept;
    otherwise instances are dealt 0.20/0.20/0.60 in the order of their hashes. No seed is written.
    """
    from pathlib import Path

    from ..gf01.freezing import assigned, collect
    from ..gf01.freezing import freeze as written

    found = collect(files)
    faults = common.Faults("instances left out")
    for error in found.refused:
        faults.report(error)
    faults.close()
    made = written(assigned(found.instances, split), Path(output), name)
    if not quiet:
        click.echo(f"{made['figures']}", err=True)
    return exit_code(bad=bool(faults))


@command.command("campaign")
@click.argument("frozen", type=click.Path(exists=True, file_okay=False))
@click.option("-o", "--output", type=click.Path(file_okay=False), required=True, help="A folder.")
@click.option("--view", "views", type=click.Choice(["open", "hidden"]), multiple=True, help="Default: both.")
@click.option("--split", "splits", multiple=True, help="Only these splits; several may be given.")
@click.option("--panel", type=click.Choice(["full", "core"]), default="full", show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the random baselines.")
@common.quiet_option
def campaign(
    frozen: str,
    output: str,
    views: tuple[str, ...],
    splits: tuple[str, ...],
    panel: str,
    seed: int,
    quiet: bool,
) -> None:
    """Run the baselines over a frozen set: open (the machine is shown) and hidden (observations only)."""
    from pathlib import Path

    from ..gf01.campaign import campaign as made_by
    from ..gf01.campaign import read_frozen, write
    from ..progress import track

    found = read_frozen(frozen, splits)
    results = made_by(found, views or ("open", "hidden"), panel, seed)
    write(track(results, "campaign", quiet=quiet), Path(output), found, seed)


@command.command("validate")
@click.argument("runs", type=common.INPUT)
@bundles_option
@click.option("--manifest", type=common.INPUT, help="The rows must cover this split manifest.")
@click.option("--episodes", type=common.INPUT, help="Rows of the hidden view are replayed from these.")
@semantics_option
@common.output_option
def validate(
    runs: str,
    bundles: tuple[str, ...],
    manifest: str | None,
    episodes: str | None,
    semantics: str,
    output: str,
) -> int:
    """Compute every figure of the run records in RUNS again and say which rows do not hold.

    Exit code 1 says that a row was refused or a manifest is not covered, 3 that a line is no run record.
    """
    from ..gf01.runs import validation

    found = validation(runs, bundles, manifest, episodes, semantics)
    _complain(found)
    _write(output, found.json())
    return exit_code(failed=bool(found.refused or found.gaps), bad=bool(found.malformed))


@command.command("report")
@click.argument("runs", type=common.INPUT)
@bundles_option
@click.option("--episodes", type=common.INPUT, help="Rows of the hidden view are replayed from these.")
@semantics_option
@common.json_option
def report(runs: str, bundles: tuple[str, ...], episodes: str | None, semantics: str, as_json: bool) -> int:
    """Report the rows that hold, by agent and by every dimension that the specification names.

    Nothing is pooled; in each stratum agents are ranked by the mean of kappa.
    """
    from ...verifiers.reactive.gf01.report import report as reported
    from ..gf01.runs import validation

    found = validation(runs, bundles, None, episodes, semantics)
    _complain(found)
    figures = reported(found.rows)
    if as_json:
        _write("-", figures)
    else:
        from ..gf01.report_table import write_strata

        write_strata(figures, sys.stdout)
    return exit_code(failed=bool(found.refused), bad=bool(found.malformed))


@command.command("check-splits")
@click.argument("manifests", type=common.INPUT, nargs=-1, required=True)
@click.option(
    "--instances", "bundles", type=common.INPUT, multiple=True, help="Bundles, for hashes of contents."
)
@click.option("--previous", type=common.INPUT, multiple=True, help="A manifest of the release before.")
@click.option("--tolerance", default="0.05", show_default=True, help="How far a ratio may be off.")
@click.option("--novelty", default="0.1", show_default=True, help="The least share of new public instances.")
def check_splits(
    manifests: tuple[str, ...],
    bundles: tuple[str, ...],
    previous: tuple[str, ...],
    tolerance: str,
    novelty: str,
) -> int:
    """Check the splits of a release: ratios 0.20/0.20/0.60, overlap, rotation, seeds that leak."""
    from ..gf01.splits import check

    found = check(manifests, bundles, previous, tolerance=_fraction(tolerance), novelty=_fraction(novelty))
    _write("-", found)
    return exit_code(failed=bool(found["violations"]))


@command.command("study")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the sweep.")
@click.option(
    "-n",
    "per_slice",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Instances of each difficulty slice, in each of two replicates.",
)
@click.option("--hard", is_flag=True, help="Refuse instances that greedy solves, as released sets do.")
@click.option("--only", multiple=True, help="HYP-005, HYP-006, ...; several may be given. Default: all.")
@common.json_option
@common.output_option
@common.quiet_option
def study(
    seed: int, per_slice: int, hard: bool, only: tuple[str, ...], as_json: bool, output: str, quiet: bool
) -> None:
    """Make the curves that the HYP and Q entries ask for, on a stratified sweep over the four slices."""
    from ..gf01.studies import STUDIES
    from ..gf01.study import show
    from ..gf01.study import study as made_by

    if unknown := sorted(set(only) - STUDIES.keys()):
        raise click.UsageError(f"there is no study {unknown[0]!r}; they are {', '.join(STUDIES)}")
    found = made_by(seed, per_slice, only, hard=hard, quiet=quiet)
    if as_json or output != "-":
        _write(output, found)
    else:
        show(found, sys.stdout)


def _complain(found: Any) -> None:
    """The faults of a validation, on stderr."""
    faults = common.Faults("faults")
    for error in found.malformed:
        faults.report(error)
    for run, row in found.refused:
        for fault in row.faults:
            faults.report(run.fault(fault.message, fault.field))
    for gap in found.gaps:
        faults.report(gap)
    faults.close()


def _fraction(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise click.BadParameter(f"{text!r} is no number") from None


def _write(output: str, value: Any) -> None:
    import json

    with click.open_file(output, "w", encoding="utf-8") as file:
        file.write(json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
