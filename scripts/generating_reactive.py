"""Generating reactive questions: the glue between the pipeline, the workers and the manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from ..generators.reactive.cells import VERSION, Cell, Item, Recipe
from ..generators.reactive.duplicates import digest
from ..generators.reactive.items import Made, make_item
from ..generators.reactive.pipeline import Pipeline
from ..instances.errors import RecordError
from ..instances.records import Json, Manifest
from .generating import read_all
from .jobs import Executor, Failed

ENGINES = ("python-sat",)
"""Distributions whose version may matter to what is proven within the counted bounds."""


@dataclass(frozen=True)
class MakeItem:
    """``make_item`` of one recipe, in a form that workers can be sent."""

    recipe: Recipe

    def __call__(self, item: Item) -> Made:
        """Make one item."""
        return make_item(item, self.recipe)


def made_by(
    executor: Executor, recipe: Recipe, items: Iterable[Item], report: Callable[[str], None]
) -> Iterator[Made]:
    """The items in order; one whose worker failed counts as not made, and is reported."""
    for outcome in executor.map(MakeItem(recipe), items):
        if isinstance(outcome, Failed):
            report(f"{outcome.item.name}: {outcome}")
            yield Made(outcome.item, None, rejected={outcome.reason: 1})
        else:
            yield outcome.value


def digests(paths: Iterable[str | Path]) -> set[str]:
    """The digests of the instances of some files; RecordError for a line that cannot be read."""
    return {digest(one) for path in paths for one in read_all(path)}


def standing(path: str | Path, pipeline: Pipeline) -> Item | None:
    """The item of the last instance that stands in a file that is resumed; all of them are taken then."""
    names = {(cell.domain, cell.task, cell.form): cell for cell in pipeline.cells}
    last = None
    for one in read_all(path):
        cell = names.get((one.domain, one.task, one.form))
        if cell is None or one.index is None or one.seed != pipeline.recipe.seed:
            raise RecordError(f"{one.id} is not of this run: begin anew", file=str(path))
        pipeline.taken.add(digest(one))
        last = Item(cell, one.index)
    return last


def arguments(pipeline: Pipeline) -> Json:
    """What the manifest keeps: enough, with the seed, to make the set again."""
    recipe, kept = pipeline.recipe, pipeline.cells
    asked: Json = {
        "n": pipeline.count,
        "cells": [f"{cell.domain}/{cell.task}/{cell.form}" for cell in kept],
        "levels": list(recipe.levels),
        "context": recipe.context,
        "start": pipeline.start,
    }
    optional = {"split": recipe.split, "system": recipe.system, "trace": recipe.trace and list(recipe.trace)}
    asked |= {name: value for name, value in optional.items() if value is not None}
    if recipe.secret:
        asked["secret"] = hashlib.sha256(recipe.secret).hexdigest()[:16]
    return asked


def pipeline_of(manifest: Manifest, count: int | None = None) -> Pipeline:
    """The run that a manifest describes, or the first ``count`` items of each cell."""
    asked = manifest.arguments
    trace = asked.get("trace")
    recipe = Recipe(
        seed=manifest.seed or 0,
        levels=tuple(asked["levels"]),
        context=asked["context"],
        split=asked.get("split"),
        system=asked.get("system"),
        trace=None if trace is None else tuple(trace),
    )
    whole = int(asked["n"])
    kept = [Cell(*name.split("/")) for name in asked["cells"]]
    return Pipeline(kept, min(count or whole, whole), recipe, int(asked["start"]))


def manifest(path: str | Path, pipeline: Pipeline, more: Json) -> Manifest:
    """The manifest of a finished run."""
    from .. import __version__
    from ..instances import manifest as manifests

    used = {name: metadata.version(name) for name in ENGINES}
    return manifests.build(
        "reactive",
        [path],
        {"certwright": __version__, "generator": VERSION, **used},
        seed=pipeline.recipe.seed,
        arguments={**arguments(pipeline), **more},
        rejected=dict(sorted(pipeline.tally.rejected.items())),
    )


def given(system: str, trace: str | None) -> tuple[str, tuple[str, ...] | None]:
    """Canonical HOA text of a system (a key or a file), and the rows of a trace (a file or the text)."""
    from ..domains.reactive.hoa import read_hoa
    from ..domains.reactive.words import read_trace, rows
    from .certificates import text_of
    from .systems import canonical_text

    text, _ = canonical_text(system)
    if trace is None:
        return text, None
    machine = read_hoa(text)
    found = read_trace(text_of(trace), machine.inputs, others=machine.outputs)
    return text, tuple(rows(found, len(machine.inputs)))
