"""Generating levels: the run that options or a manifest ask for, and what a manifest keeps of it."""

from __future__ import annotations

from dataclasses import asdict

from ..generators.timetravel.fingerprint import mark
from ..generators.timetravel.maker import VERSION, Recipe, make
from ..generators.timetravel.pipeline import Pipeline
from ..generators.timetravel.wanted import Wanted
from ..instances.records import Json, Manifest
from .generating import Family


def arguments(pipeline: Pipeline) -> Json:
    """What the manifest keeps: enough, with the seed, to make the set again."""
    recipe = pipeline.recipe
    wished = {name: value for name, value in asdict(recipe.wanted).items() if value is not None}
    asked: Json = {
        "n": pipeline.count,
        "scenarios": list(pipeline.scenarios),
        "levels": list(recipe.levels),
        "start": pipeline.start,
        "wanted": wished,
    }
    return asked if recipe.split is None else {**asked, "split": recipe.split}


def pipeline_of(manifest: Manifest, count: int | None = None) -> Pipeline:
    """The run that a manifest describes, or the first ``count`` levels of each scenario."""
    asked = manifest.arguments
    recipe = Recipe(manifest.seed or 0, tuple(asked["levels"]), Wanted(**asked["wanted"]), asked.get("split"))
    whole = int(asked["n"])
    return Pipeline(tuple(asked["scenarios"]), min(count or whole, whole), recipe, int(asked["start"]))


FAMILY = Family(
    "timetravel",
    VERSION,
    make,
    pipeline_of,
    engines=lambda recipe: ("numba", "numpy", "up-fast-downward"),
    digest=mark,
    noun="levels",
    unrepeatable=frozenset({"secret", "avoid"}),
    repeatable="made by itself without a secret",
)
