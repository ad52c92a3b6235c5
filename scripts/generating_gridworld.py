"""Generating grid-world questions: the run that a manifest describes, and what a manifest keeps of it."""

from __future__ import annotations

from ..generators.gridworld.items import VERSION, Recipe, make_item
from ..generators.gridworld.pipeline import Pipeline
from ..instances.records import Json, Manifest
from .generating import Family


def arguments(pipeline: Pipeline) -> Json:
    """What the manifest keeps: enough, with the seed, to make the set again."""
    asked: Json = {
        "n": pipeline.count,
        "worlds": list(pipeline.worlds),
        "tasks": list(pipeline.tasks),
        "start": pipeline.start,
    }
    split = pipeline.recipe.split
    return asked if split is None else {**asked, "split": split}


def pipeline_of(manifest: Manifest, count: int | None = None) -> Pipeline:
    """The run that a manifest describes, or the first ``count`` questions of each world and task."""
    asked = manifest.arguments
    recipe, whole = Recipe(manifest.seed or 0, asked.get("split")), int(asked["n"])
    worlds, tasks = tuple(asked["worlds"]), tuple(asked["tasks"])
    return Pipeline(worlds, tasks, min(count or whole, whole), recipe, int(asked["start"]))


FAMILY = Family("gridworld", VERSION, make_item, pipeline_of)
