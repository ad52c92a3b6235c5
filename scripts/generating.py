"""Generating a set: the glue between the pipeline, the workers, the store and the manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from ..generators.planning.cells import VERSION, Cell, Item, Recipe
from ..generators.planning.duplicates import digest
from ..generators.planning.items import Made, make_item, shot_instances
from ..generators.planning.pipeline import Pipeline, Tally
from ..instances.errors import RecordError
from ..instances.records import Instance, Json, Manifest
from ..instances.store import read_instances
from .jobs import Executor, Failed

ENGINES = ("numba", "numpy", "python-sat")
"""Distributions whose version may matter to what is found within the counted bounds."""


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


def shot_digests(cells: Iterable[Cell], context: str) -> set[str]:
    """The digests of the worked examples of some cells."""
    kinds = sorted({(cell.task, cell.form) for cell in cells})
    return {digest(one) for task, form in kinds for one in shot_instances(task, form, context)}


def read_all(path: str | Path) -> Iterator[Instance]:
    """The instances of a file; RecordError for a line that cannot be read."""
    for one in read_instances(path):
        if isinstance(one, RecordError):
            raise one
        yield one


def standing(path: str | Path, pipeline: Pipeline) -> tuple[Item | None, int]:
    """The item of the last instance in a file that is resumed, and how many there are; all are taken then."""
    names = {(cell.domain, cell.task, cell.form): cell for cell in pipeline.cells}
    last, count = None, 0
    for one in read_all(path):
        cell = names.get((one.domain, one.task, one.form))
        if cell is None or one.index is None or one.seed != pipeline.recipe.seed:
            raise RecordError(f"{one.id} is not of this run: begin anew", file=str(path))
        pipeline.taken.add(digest(one))
        last, count = Item(cell, one.index), count + 1
    return last, count


def versions(plans: str) -> dict[str, str]:
    """Our version, that of the generator, and those of the engines it used."""
    from .. import __version__

    used = (*ENGINES, *(("kstar-planner",) if plans == "kstar" else ()))
    found = {name: metadata.version(name) for name in used}
    return {"certwright": __version__, "generator": VERSION, **found}


def manifest(paths: Iterable[str | Path], recipe: Recipe, arguments: Json, tally: Tally) -> Manifest:
    """The manifest of a finished run."""
    from ..instances import manifest as manifests

    secret = {"secret": hashlib.sha256(recipe.secret).hexdigest()[:16]} if recipe.secret else {}
    return manifests.build(
        "planning",
        list(paths),
        versions(recipe.plans),
        seed=recipe.seed,
        arguments={**arguments, **secret},
        rejected=dict(sorted(tally.rejected.items())),
    )


def manifest_path(output: str | Path) -> Path:
    """Where the manifest of a file stands: beside it."""
    path = Path(output)
    return path.with_name(f"{path.name.split('.jsonl')[0]}.manifest.json")


def public_path(output: str | Path) -> Path:
    """Where the public file of a private split stands."""
    path = Path(output)
    stem, ending, rest = path.name.partition(".jsonl")
    return path.with_name(f"{stem}.public{ending}{rest}")


def begins_alike(instances: Iterable[Instance], path: str | Path) -> str | None:
    """None when a file begins with just these instances, byte by byte; else what is different."""
    from ..instances.canonical import encode

    with Path(path).open("rb") as file:
        for number, one in enumerate(instances, 1):
            line = file.readline()
            if line.rstrip(b"\n") != encode(one):
                return f"{path}, line {number}: not what is generated ({one.id})"
    return None
