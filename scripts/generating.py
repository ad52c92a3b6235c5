"""Generating a set: the glue between a family's pipeline, the workers, the store and the manifest.

A family says what is its own (``Family``); making a set, making it again and comparing it, resuming and
writing the manifest are here, once for all of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from ..generators.pipeline import Item, Made, Tally
from ..generators.splits import public
from ..instances import manifest as manifests
from ..instances.canonical import encode
from ..instances.errors import RecordError
from ..instances.records import Instance, Json, Manifest
from ..instances.store import JsonlWriter, read_instances
from .jobs import Failed, InProcess, executor
from .progress import track

I = TypeVar("I", bound=Item)  # noqa: E741
P = TypeVar("P", bound="Pipeline[Any]")


class Pipeline(Protocol[I]):
    """One run of a family: the items to make and the questions that come of them, in a fixed order."""

    taken: set[str]
    """What no further question may have, as the family tells questions apart."""
    tally: Tally
    start: int
    """The first index that is wanted; items before it are made to be avoided."""

    @property
    def recipe(self) -> Any:
        """What the items share, ``seed`` and ``secret`` among it."""
        ...

    @property
    def total(self) -> int:
        """How many questions are wanted."""
        ...

    def items(self) -> Iterator[I]:
        """The items to make."""
        ...

    def instances(self, made: Iterable[Made[I]]) -> Iterator[Instance]:
        """The questions of the items that were made."""
        ...


@dataclass(frozen=True)
class Family(Generic[P]):
    """What is a family's own about generating."""

    name: str
    version: str
    """Of its generator."""
    make: Callable[..., Made[Any]]
    """Makes an item; workers are sent it with ``recipe=`` bound."""
    again: Callable[[Manifest, int | None], P]
    """The run that a manifest describes, or the first so many items of each kind."""
    engines: Callable[[Any], tuple[str, ...]] = lambda recipe: ()
    """Distributions whose version may matter to what a recipe gives within the counted bounds."""
    digest: Callable[[Instance], str] | None = None
    """What a question that stands in a resumed file takes; None where nothing can be resumed."""
    warm_up: Callable[[], None] = lambda: None
    """Called once before workers start."""
    noun: str = "questions"
    unrepeatable: frozenset[str] = frozenset({"secret"})
    """Arguments with which a set cannot be made again, and how to say so."""
    repeatable: str = "made without a secret"


def made_by(
    family: Family[Any], recipe: Any, items: Iterable[I], jobs: int, report: Callable[[str], None]
) -> Iterator[Made[I]]:
    """The items in order; one whose worker failed counts as not made, and is reported."""
    run = executor(jobs)
    if not isinstance(run, InProcess):
        family.warm_up()
    for outcome in run.map(partial(family.make, recipe=recipe), items):
        if isinstance(outcome, Failed):
            report(f"{outcome.item.name}: {outcome}")
            yield Made(outcome.item, None, rejected={outcome.reason: 1})
        else:
            yield outcome.value


def instances(
    family: Family[P],
    pipeline: P,
    *,
    jobs: int,
    report: Callable[[str], None],
    quiet: bool = False,
    last: str | None = None,
) -> Iterator[Instance]:
    """The questions of a run, or those after the item named ``last``, counted in a bar."""
    items = after(last, pipeline.items(), pipeline.start)
    made = made_by(family, pipeline.recipe, items, jobs, report)
    return track(pipeline.instances(made), "generate", total=pipeline.total, quiet=quiet)


def make_set(
    family: Family[P],
    pipeline: P,
    arguments: Json,
    output: str,
    *,
    jobs: int,
    report: Callable[[str], None],
    quiet: bool = False,
    resume: bool = False,
) -> None:
    """Write a run's questions, the public file of a private split, and (not for stdout) the manifest.

    RecordError when a file that is resumed holds what is not of this run.
    """
    last, kept = None, 0
    with JsonlWriter(output, resume=resume) as writer:
        if resume and family.digest is not None:
            last, kept = standing(output, pipeline, family.digest)
        for one in instances(family, pipeline, jobs=jobs, report=report, quiet=quiet, last=last):
            writer.write(one)
    if secret := pipeline.recipe.secret:
        with JsonlWriter(public_path(output)) as writer:
            for one in read_all(output):
                writer.write(public(one, secret))
    if output != "-":
        told = arguments | ({"resumed_after": kept} if kept else {})
        manifests.write(manifest(family, pipeline, told, output), manifest_path(output))


def after(last: str | None, items: Iterable[I], start: int = 0) -> Iterator[I]:
    """The items after the one of a name, and those before ``start``, which others avoid; all for None."""
    waiting = last is not None
    for item in items:
        if not waiting or item.index < start:
            yield item
        waiting = waiting and item.name != last


def standing(path: str | Path, pipeline: P, digest: Callable[[Instance], str]) -> tuple[str | None, int]:
    """The item of the last instance in a file that is resumed, and how many there are; all are taken then."""
    kinds = {item.name.rpartition("/")[0] for item in pipeline.items()}
    last, count = None, 0
    for one in read_all(path):
        kind = f"{one.domain}/{one.task}/{one.form}"
        if kind not in kinds or one.index is None or one.seed != pipeline.recipe.seed:
            raise RecordError(f"{one.id} is not of this run: begin anew", file=str(path))
        pipeline.taken.add(digest(one))
        last, count = f"{kind}/{one.index}", count + 1
    return last, count


def digests(paths: Iterable[str | Path], digest: Callable[[Instance], str]) -> set[str]:
    """The digests of the instances of some files; RecordError for a line that cannot be read."""
    return {digest(one) for path in paths for one in read_all(path)}


def read_all(path: str | Path) -> Iterator[Instance]:
    """The instances of a file; RecordError for a line that cannot be read."""
    for one in read_instances(path):
        if isinstance(one, RecordError):
            raise one
        yield one


def manifest(family: Family[P], pipeline: P, arguments: Json, output: str) -> Manifest:
    """The manifest of a finished run; of a secret it keeps the beginning of a hash."""
    from .. import __version__

    recipe = pipeline.recipe
    used = {name: metadata.version(name) for name in family.engines(recipe)}
    secret = {"secret": hashlib.sha256(recipe.secret).hexdigest()[:16]} if recipe.secret else {}
    return manifests.build(
        family.name,
        [output],
        {"certwright": __version__, "generator": family.version, **used},
        seed=recipe.seed,
        arguments={**arguments, **secret},
        rejected=dict(sorted(pipeline.tally.rejected.items())),
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
    with Path(path).open("rb") as file:
        for number, one in enumerate(instances, 1):
            line = file.readline()
            if line.rstrip(b"\n") != encode(one):
                return f"{path}, line {number}: not what is generated ({one.id})"
    return None
