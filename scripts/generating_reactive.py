"""Generating reactive questions: the run that a manifest describes, and what a manifest keeps of it."""

from __future__ import annotations

from ..generators.cells import Cell
from ..generators.reactive.cells import VERSION, Recipe
from ..generators.reactive.duplicates import digest
from ..generators.reactive.items import make_item
from ..generators.reactive.pipeline import Pipeline
from ..instances.records import Json, Manifest
from .generating import Family


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
    optional = {
        "split": recipe.split,
        "system": recipe.system,
        "trace": recipe.trace and list(recipe.trace),
        "bundle": recipe.bundle or None,
    }
    return asked | {name: value for name, value in optional.items() if value is not None}


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
        bundle=asked.get("bundle", False),
    )
    whole = int(asked["n"])
    kept = [Cell(*name.split("/")) for name in asked["cells"]]
    return Pipeline(kept, min(count or whole, whole), recipe, int(asked["start"]))


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


FAMILY = Family(
    "reactive",
    VERSION,
    make_item,
    pipeline_of,
    engines=lambda recipe: ("python-sat",),
    digest=digest,
    unrepeatable=frozenset({"secret", "avoid"}),
    repeatable="made by itself without a secret",
)
