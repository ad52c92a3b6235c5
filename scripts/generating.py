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
from ..instances.canonical import digest as sha256_of
from ..instances.canonical import encode
from ..instances.errors import RecordError
from ..instances.outputs import refuse_inputs
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
    secret = pipeline.recipe.secret
    if output != "-":
        refuse_inputs(manifest_path(output), *([public_path(output)] if secret else []))
    made = _made(family, pipeline, arguments) if family.digest is not None else None
    with JsonlWriter(output, resume=resume, made=made) as writer:
        last = _resumed(writer, pipeline, family.digest, arguments) if resume and family.digest else None
        refused, unmade = pipeline.tally.rejected.copy(), len(pipeline.tally.unmade)
        for one in instances(family, pipeline, jobs=jobs, report=report, quiet=quiet, last=last):
            more, failed = pipeline.tally.rejected - refused, pipeline.tally.unmade[unmade:]
            if made and (more or failed):
                writer.note({"rejected": dict(more), "unmade": failed})
                refused, unmade = pipeline.tally.rejected.copy(), len(pipeline.tally.unmade)
            writer.write(one)
    if secret:
        with JsonlWriter(public_path(output)) as writer:
            for one in read_all(output):
                writer.write(public(one, secret))
    if output != "-":
        manifests.write(manifest(family, pipeline, arguments, output), manifest_path(output))


def _made(family: Family[Any], pipeline: Pipeline[Any], arguments: Json) -> Json:
    """What a set is made from, as a run that resumes it must have it again."""
    from .. import __version__

    seed = {"seed": pipeline.recipe.seed, **_secret(pipeline.recipe)}
    versions = {"certwright": __version__, "generator": family.version}
    avoided = {"avoided": sha256_of(sorted(pipeline.taken))} if pipeline.taken else {}
    return {"command": f"generate {family.name}", **versions, **seed, **arguments, **avoided}


def _secret(recipe: Any) -> Json:
    """The beginning of a hash of the secret; nothing without one."""
    return {"secret": hashlib.sha256(recipe.secret).hexdigest()[:16]} if recipe.secret else {}


def _resumed(
    writer: JsonlWriter, pipeline: Pipeline[Any], digest: Callable[[Instance], str], arguments: Json
) -> str | None:
    """The item after which a run goes on, its tally as it was; if nobody knows that, the arguments say so."""
    last, kept = standing(writer, pipeline, digest)
    if writer.notes is None and kept:
        writer.note({"resumed_after": kept}, always=True)
        arguments["resumed_after"] = kept
    for note in writer.notes or ():
        if "resumed_after" in note:
            arguments["resumed_after"] = note["resumed_after"]
        pipeline.tally.rejected.update(note.get("rejected", {}))
        pipeline.tally.unmade += note.get("unmade", [])
    pipeline.tally.kept += kept
    return last


def after(last: str | None, items: Iterable[I], start: int = 0) -> Iterator[I]:
    """The items after the one of a name, and those before ``start``, which others avoid; all for None."""
    waiting = last is not None
    for item in items:
        if not waiting or item.index < start:
            yield item
        waiting = waiting and item.name != last


def standing(
    writer: JsonlWriter, pipeline: Pipeline[Any], digest: Callable[[Instance], str]
) -> tuple[str | None, int]:
    """The item of the last instance in a file that is resumed, and how many there are; all are taken then."""
    kinds = {item.name.rpartition("/")[0] for item in pipeline.items()}
    last, count = None, 0
    for one in writer.kept():
        kind = f"{one.domain}/{one.task}/{one.form}"
        if kind not in kinds or one.index is None or one.seed != pipeline.recipe.seed:
            raise RecordError(f"{one.id} is not of this run: begin anew", file=str(writer.standing))
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
    return manifests.build(
        family.name,
        [output],
        {"certwright": __version__, "generator": family.version, **used},
        seed=recipe.seed,
        arguments={**arguments, **_secret(recipe)},
        rejected=dict(sorted(pipeline.tally.rejected.items())),
        guesses=guesses(output),
    )


def guesses(output: str) -> list[Json]:
    """What blind guessers score on the questions of a file."""
    from ..verifiers.audit.guess.panel import best, panel

    return best(panel(read_all(output)))


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
