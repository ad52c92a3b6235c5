"""Generating grid-world questions: the glue between the pipeline, the workers and the manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..generators.gridworld.items import VERSION, Item, Made, Recipe, make_item
from ..generators.gridworld.pipeline import Pipeline
from ..instances.records import Instance, Json, Manifest
from .jobs import Executor, Failed


@dataclass(frozen=True)
class MakeItem:
    """``make_item`` of one recipe, in a form that workers can be sent."""

    recipe: Recipe

    def __call__(self, item: Item) -> Made:
        """Make one item."""
        return make_item(item, self.recipe)


def made(pipeline: Pipeline, executor: Executor, report: Callable[[str], None]) -> Iterator[Instance]:
    """The questions in order; an item whose worker failed counts as not made, and is reported."""

    def each() -> Iterator[Made]:
        for outcome in executor.map(MakeItem(pipeline.recipe), pipeline.items()):
            if isinstance(outcome, Failed):
                report(f"{outcome.item.name}: {outcome}")
                yield Made(outcome.item, None, {outcome.reason: 1})
            else:
                yield outcome.value

    return pipeline.instances(each())


def manifest(path: str | Path, pipeline: Pipeline) -> Manifest:
    """The manifest of a finished run."""
    from .. import __version__
    from ..instances import manifest as manifests

    return manifests.build(
        "gridworld",
        [path],
        {"certwright": __version__, "generator": VERSION},
        seed=pipeline.recipe.seed,
        arguments=arguments(pipeline),
        rejected=dict(sorted(pipeline.rejected.items())),
    )


def arguments(pipeline: Pipeline) -> Json:
    """What the manifest keeps: enough, with the seed, to make the set again."""
    recipe = pipeline.recipe
    asked: Json = {
        "n": pipeline.count,
        "worlds": list(pipeline.worlds),
        "tasks": list(pipeline.tasks),
        "start": pipeline.start,
    }
    if recipe.split is not None:
        asked["split"] = recipe.split
    if recipe.secret:
        asked["secret"] = hashlib.sha256(recipe.secret).hexdigest()[:16]
    return asked


def pipeline_of(manifest: Manifest, count: int | None = None) -> Pipeline:
    """The run that a manifest describes, or the first ``count`` questions of each world and task."""
    asked = manifest.arguments
    recipe, whole = Recipe(manifest.seed or 0, asked.get("split")), int(asked["n"])
    worlds, tasks = tuple(asked["worlds"]), tuple(asked["tasks"])
    return Pipeline(worlds, tasks, min(count or whole, whole), recipe, int(asked["start"]))
