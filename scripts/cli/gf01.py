"""``certwright gf01``: the protocol of GF-01, from a frozen set to a checked release."""

import hashlib
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from ...instances.canonical import encode
from ...instances.formats.gf01 import read_bundle
from ...instances.lines import read_text
from ...instances.outputs import write_whole
from ...instances.records import Json
from ...verifiers.reactive.gf01 import policies
from ...verifiers.reactive.gf01.validation import known
from ..gf01 import freezing
from ..gf01 import runs as recorded
from ..gf01.bundles import write_json
from ..gf01.release import check, check_splits
from ..gf01.report import report as reported
from ..gf01.report import write_strata
from ..gf01.runs import NO_ADAPTATION, Terms, validation
from ..studies import gf01 as studies
from . import common, exit_code

LOG_BYTES = 2**24  # of the log of an agent's tools


def _bundles(**settings: Any) -> Callable[[common.F], common.F]:
    settings = {"help": "A bundle; several may be given.", **settings}
    return click.option("--instances", "bundles", type=common.INPUT, multiple=True, **settings)


episodes_option = click.option(
    "--episodes", type=common.INPUT, help="Rows of the hidden view are replayed from these."
)
previous_option = click.option(
    "--previous", type=common.INPUT, multiple=True, help="A manifest of the release before."
)
panel_option = common.option("--panel", type=common.Choice(list(policies.PANELS)), default="full")


def _ratio(_: click.Context, __: click.Parameter, text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise click.BadParameter(f"{text!r} is no number") from None


@click.group("gf01", cls=common.Group)
def gf01_command() -> None:
    """Freeze sets, run baselines, validate and report runs, check splits and releases, run the studies."""


@gf01_command.command("freeze")
@click.argument("files", type=common.INPUT, nargs=-1, required=True)
@click.option("-o", "--output", type=common.FOLDER, required=True, help="A folder.")
@common.option("--name", default="freeze", help="The name of the set.")
@click.option("--split", help="Put all instances into this split (a pilot).")
@click.option("--trim", is_flag=True, help="Keep as many as have the policy's split ratios exactly.")
@common.option(
    "--identifiable/--any",
    default=True,
    help="Leave out what the identifiability policy (0.6 of the cells respond, 8 signatures) refuses.",
)
@common.quiet_option
def freeze(
    files: tuple[str, ...], output: str, name: str, split: str | None, trim: bool, identifiable: bool
) -> int:
    """Freeze the intervention questions of FILES: bundles by split, a manifest, policies and caps.

    FILES are our records (.jsonl) or bundles and tasks of GF-01. Splits in the records are kept; otherwise
    instances are distributed 0.20/0.20/0.60 in the order of their hashes. No seed is written.
    """
    instances, refused = freezing.collect(files, identifiable=identifiable)
    common.Faults("instances left out").all(refused)
    dealt = freezing.assigned(instances, split)
    made = freezing.freeze(freezing.trimmed(dealt) if trim else dealt, Path(output), name)
    common.remark(made["figures"])
    return exit_code(bad=bool(refused))


@gf01_command.command("campaign")
@click.argument("frozen", type=common.A_FOLDER)
@click.option("-o", "--output", type=common.FOLDER, required=True, help="A folder.")
@click.option("--view", "views", type=common.Choice(policies.VIEWS), multiple=True, help="Default: both.")
@click.option("--split", "splits", multiple=True, help="Only these splits; several may be given.")
@panel_option
@common.option(
    "--renderer",
    type=common.Choice(list(policies.RENDERERS)),
    default="json",
    help="For the hidden view; visual is GF-01-R1.",
)
@common.option("--seed", type=int, default=0, help="The seed of the random baselines.")
@click.option(
    "--answers", nargs=2, multiple=True, metavar="AGENT FILE", help="Answers or episodes of another agent."
)
@click.option("--track", type=common.Choice(list(policies.ALLOWLISTS)), default="EVAL-CB")
@click.option(
    "--tool-log", type=common.INPUT, help="The text of the tool log, for --answers on a track with tools."
)
@click.option(
    "--adaptation",
    type=(str, int, str, str),
    metavar="CONDITION TOKENS SCOPE PROTOCOL",
    help="For --answers: prompt_adaptation or weight_finetune, with its details (DEC-055).",
)
@common.quiet_option
def campaign(
    frozen: Path, output: str, panel: str, seed: int, track: str, tool_log: str | None, **options: Any
) -> int:
    """Run the baselines over a frozen set: open (the machine is shown) and hidden (observations only).

    --answers adds run records of other agents: a file of answers (open view) or of episodes (hidden view).
    """
    if (track == "EVAL-CB") != (tool_log is None):
        raise click.UsageError("--tool-log belongs to the tracks EVAL-TA and EVAL-OC, and these need it")
    log = None if tool_log is None else read_text(tool_log, LOG_BYTES)
    hashed = "" if log is None else hashlib.sha256(log.encode()).hexdigest()
    under = Terms("", track, policies.OPEN, "json", options["adaptation"] or NO_ADAPTATION, hashed)
    if wrong := policies.violations(under.json(), ("tools", "adaptation")):
        raise click.UsageError(wrong[0])
    frozen_set, faults = freezing.read_frozen(frozen, options["splits"]), common.Faults("answers left out")
    stamps = recorded.stamps_of(frozen_set, panel, seed)
    views = options["views"] or policies.VIEWS
    runs = recorded.campaign(frozen_set, stamps, views, panel, seed, options["renderer"])
    others = list(common.good(recorded.external(frozen_set, stamps, options["answers"], under, log), faults))
    results = [*common.track(runs, "campaign"), *others]
    recorded.write(results, Path(output), frozen_set, stamps, seed)
    faults.close()
    return exit_code(bad=bool(faults))


@gf01_command.command("validate")
@click.argument("runs", type=common.INPUT)
@_bundles()
@click.option("--manifest", type=common.INPUT, help="The rows must cover this split manifest.")
@click.option(
    "--frozen",
    type=common.A_FOLDER,
    help="A frozen folder instead: its bundles, its manifest, and its caps of the diagnostic.",
)
@episodes_option
@common.semantics_option
@common.output_option
def validate(
    runs: str, bundles: tuple[str, ...], manifest: str | None, frozen: Path | None, output: str, **how: Any
) -> int:
    """Recompute every figure of the run records in RUNS and report the rows that are wrong.

    Exit code 1 means that a row was refused or a manifest is not covered, 3 that a line is not a run record.
    With --frozen, the subset-minimality diagnostic of each row is checked under the caps of the set.
    """
    if (frozen is None) == (not bundles) or (frozen is not None and manifest is not None):
        raise click.UsageError("give --instances (and --manifest), or --frozen FOLDER")
    caps = None
    if frozen is not None:
        held = freezing.read_frozen(frozen)
        bundles, manifest, caps = tuple(map(str, held.bundles)), str(held.manifest), held.caps
    checked = validation(runs, bundles, manifest, limits=caps, **how)
    common.Faults("faults").all((*checked.faults, *checked.gaps))
    write_json(output, checked.json())
    return exit_code(failed=bool(checked.refused or checked.gaps), bad=bool(checked.malformed))


@gf01_command.command("report")
@click.argument("runs", type=common.INPUT)
@_bundles(required=True)
@episodes_option
@common.semantics_option
@common.json_option
def report(runs: str, bundles: tuple[str, ...], episodes: str | None, semantics: str, as_json: bool) -> int:
    """Report the valid rows, by agent and by every dimension in the specification.

    Nothing is pooled; in each stratum agents are ranked by the mean of kappa.
    """
    checked = validation(runs, bundles, None, episodes, semantics)
    common.Faults("faults").all((*checked.faults, *checked.gaps))
    figures = reported(checked.rows)
    if as_json:
        write_json("-", figures)
    else:
        write_strata(figures, sys.stdout)
    return exit_code(failed=bool(checked.refused), bad=bool(checked.malformed))


@gf01_command.command("check-splits")
@click.argument("manifests", type=common.INPUT, nargs=-1, required=True)
@_bundles(help="Bundles, for content hashes.")
@previous_option
@common.option("--tolerance", default="0.05", callback=_ratio, help="How far a ratio may deviate.")
@common.option("--novelty", default="0.1", callback=_ratio, help="The least share of new public instances.")
def check_the_splits(
    manifests: tuple[str, ...], bundles: tuple[str, ...], previous: tuple[str, ...], **bounds: Fraction
) -> int:
    """Check the splits of a release: ratios 0.20/0.20/0.60, overlap, rotation, seeds that leak."""
    return _violated(check_splits(manifests, bundles, previous, **bounds))


@gf01_command.command("check-release")
@click.argument("frozen", type=common.A_FOLDER)
@click.argument("campaign", type=common.A_FOLDER)
@previous_option
@panel_option
def check_release(frozen: Path, campaign: Path, previous: tuple[str, ...], panel: str) -> int:
    """Check a frozen set and its campaign: hashes, rows, panel, logs, splits, difficulty."""
    return _violated(check(frozen, campaign, previous, panel))


@gf01_command.command("play")
@click.argument("bundle", type=common.INPUT)
@click.argument("name", metavar="[ID]", required=False)
@common.option("--renderer", type=common.Choice(list(policies.RENDERERS)), default="visual")
@click.option("--episode", type=common.OUTPUT, help="Where to write the episode.")
@common.output_option
def play(bundle: str, name: str | None, renderer: str, episode: str | None, output: str) -> int:
    """Play the commit episode of an instance of BUNDLE at the terminal; its run record is written at the end.

    A line such as in0=1 in2=0 sets inputs for one timestep, an empty line sets none.
    """
    instance = recorded.chosen(known(read_bundle(bundle).instances), name)
    record, row = recorded.by_hand(instance, sys.stdin, sys.stderr, renderer)
    if episode is not None:
        write_whole(episode, encode(record) + b"\n")
    write_whole(output, encode(row) + b"\n")
    return exit_code(failed=not row["valid"])


@gf01_command.command("study")
@common.option("--seed", type=common.NATURAL, default=0, help="The seed of the sweep.")
@common.option(
    "-n",
    "per_slice",
    type=common.POSITIVE,
    default=20,
    help="Instances of each difficulty slice, in each of two replicates.",
)
@click.option("--hard", is_flag=True, help="Refuse instances that greedy solves, as released sets do.")
@click.option("--curves", type=common.FOLDER, help="A folder for the curves: one CSV file per study.")
@click.option("--figures", is_flag=True, help="Also draw the curves, in the same folder (extra: plot).")
@click.option("--only", multiple=True, help="HYP-005, HYP-006, ...; several may be given. Default: all.")
@common.json_option
@common.output_option
@common.quiet_option
def study(
    curves: str | None, figures: bool, only: tuple[str, ...], as_json: bool, output: str, **sweep: Any
) -> None:
    """Compute the curves for the HYP and Q entries, on a stratified sweep over the four slices."""
    if unknown := sorted(set(only) - studies.STUDIES.keys()):
        raise click.UsageError(f"there is no study {unknown[0]!r}; they are {', '.join(studies.STUDIES)}")
    if figures and curves is None:
        raise click.UsageError("--figures needs --curves FOLDER")
    results = studies.study(only=only, quiet=common.quiet(), **sweep)
    if curves is not None:
        studies.write_tables(results, Path(curves))
        if figures:
            studies.write_figures(results, Path(curves))
    if as_json or output != "-":
        write_json(output, results)
    else:
        studies.show(results, sys.stdout)


def _violated(result: Json) -> int:
    write_json("-", result)
    return exit_code(failed=bool(result["violations"]))
