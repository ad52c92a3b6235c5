"""Generating levels: the glue between the pipeline, the workers and the manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

from ..generators.timetravel.maker import VERSION, Item, Made, Recipe, make
from ..generators.timetravel.pipeline import Pipeline
from ..generators.timetravel.wanted import Wanted
from ..instances.records import Json, Manifest
from .jobs import Executor, Failed


@dataclass(frozen=True)
class MakeLevel:
    """``make`` of one recipe, in a form that workers can be sent."""

    recipe: Recipe

    def __call__(self, item: Item) -> Made:
        """Make one level."""
        return make(item, self.recipe)


def made_by(
    executor: Executor, recipe: Recipe, items: Iterable[Item], report: Callable[[str], None]
) -> Iterator[Made]:
    """The items in order; one whose worker failed counts as not made, and is reported."""
    for outcome in executor.map(MakeLevel(recipe), items):
        if isinstance(outcome, Failed):
            report(f"{outcome.item.name}: {outcome}")
            yield Made(outcome.item, None, rejected={outcome.reason: 1})
        else:
            yield outcome.value


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
    if recipe.split is not None:
        asked["split"] = recipe.split
    if recipe.secret:
        asked["secret"] = hashlib.sha256(recipe.secret).hexdigest()[:16]
    return asked


def pipeline_of(manifest: Manifest, count: int | None = None) -> Pipeline:
    """The run that a manifest describes, or the first ``count`` levels of each scenario."""
    asked = manifest.arguments
    recipe = Recipe(manifest.seed or 0, tuple(asked["levels"]), Wanted(**asked["wanted"]), asked.get("split"))
    whole = int(asked["n"])
    return Pipeline(tuple(asked["scenarios"]), min(count or whole, whole), recipe, int(asked["start"]))


def manifest(path: str | Path, pipeline: Pipeline) -> Manifest:
    """The manifest of a finished run."""
    from .. import __version__
    from ..instances import manifest as manifests

    used = {name: metadata.version(name) for name in ("numba", "numpy", "up-fast-downward")}
    return manifests.build(
        "timetravel",
        [path],
        {"certwright": __version__, "generator": VERSION, **used},
        seed=pipeline.recipe.seed,
        arguments=arguments(pipeline),
        rejected=dict(sorted(pipeline.rejected.items())),
    )
