"""Generating planning questions: the run that options or a manifest ask for, and what a manifest keeps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..generators.cells import Cell
from ..generators.planning.cells import VERSION, Recipe, cells
from ..generators.planning.duplicates import digest
from ..generators.planning.items import make_item, shot_instances
from ..generators.planning.pipeline import Pipeline
from ..instances.records import Json, Manifest
from .generating import Family, digests

ENGINES = ("numba", "numpy", "python-sat")
KEPT = ("tasks", "domains", "forms", "levels", "context", "shots", "split", "avoid", "start", "plans")


def pipeline(
    *,
    tasks: tuple[str, ...],
    domains: tuple[str, ...],
    forms: tuple[str, ...],
    levels: tuple[int, ...],
    count: int,
    seed: int,
    context: str,
    shots: str,
    start: int,
    plans: str,
    split: str | None = None,
    secret: bytes = b"",
    avoid: Iterable[str] = (),
) -> Pipeline:
    """The run asked for; EngineMissingError without the engine of its plans, RecordError for bad files."""
    from ..verifiers.engines.registry import require

    if plans == "kstar":
        require("kstar")
    recipe = Recipe(seed, levels, context, int(shots), split, secret, plans)
    made = Pipeline(cells(domains, tasks, forms), count, recipe, start)
    made.taken |= digests(avoid, digest)
    if recipe.shots:
        made.taken |= shot_digests(made.cells, context)
    return made


def shot_digests(cells: Iterable[Cell], context: str) -> set[str]:
    """The digests of the worked examples of some cells."""
    kinds = sorted({(cell.task, cell.form) for cell in cells})
    return {digest(one) for task, form in kinds for one in shot_instances(task, form, context)}


def arguments(count: int, asked: dict[str, Any]) -> Json:
    """What the manifest keeps of the options: enough, with the seed, to make the set again."""
    return {"n": count, **{name: asked[name] for name in KEPT if asked[name] not in (None, ())}}


def pipeline_of(manifest: Manifest, count: int | None = None) -> Pipeline:
    """The run that a manifest describes, or the first ``count`` questions of each cell."""
    asked = dict(manifest.arguments)
    whole = asked.pop("n")
    asked.pop("resumed_after", None)
    for name in ("tasks", "domains", "forms", "levels"):
        asked[name] = tuple(asked[name])
    return pipeline(count=min(count or whole, whole), seed=manifest.seed or 0, **asked)


def _engines(recipe: Recipe) -> tuple[str, ...]:
    return (*ENGINES, "kstar-planner") if recipe.plans == "kstar" else ENGINES


def _warm_up() -> None:
    """Compile the kernels once, before every worker would."""
    from ..verifiers.search.warm import warm_up

    warm_up()


FAMILY = Family("planning", VERSION, make_item, pipeline_of, _engines, digest, _warm_up)
