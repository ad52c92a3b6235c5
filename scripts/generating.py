"""Generates a set: connects the pipeline, the workers, the store and the manifest, for all families."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import metadata
from itertools import islice
from pathlib import Path

from ..generators.cells import Cell, Item, Made, Recipe
from ..generators.family import Family, Opened, family_of
from ..generators.pipeline import Pipeline
from ..generators.splits import public
from ..instances import __version__
from ..instances import manifest as manifests
from ..instances.canonical import digest as sha256_of
from ..instances.canonical import encode
from ..instances.errors import EngineMissingError, RecordError
from ..instances.folders import records_writer
from ..instances.lines import MANIFEST, files_of, open_bytes
from ..instances.outputs import refuse_inputs
from ..instances.records import Instance, Json, Manifest
from ..instances.store import JsonlWriter, raised, read_instances
from .jobs import Executor, Failed
from .tables import track

Report = Callable[[str], None]
GUESSED = 20_000  # questions that blind guessers are tried on; they need three minutes for these


def made_by(
    family: Family, recipe: Recipe, items: Iterable[Item], workers: Executor, report: Report
) -> Iterator[Made]:
    """The items in order; if an item's worker failed it is reported, and counts as not made."""
    for outcome in workers.map(partial(family.make, recipe=recipe), items):
        if isinstance(outcome, Failed):
            if isinstance(outcome.error, EngineMissingError):
                raise outcome.error
            report(f"{outcome.item.name}: {outcome}")
            yield Made(outcome.item, None, rejected={outcome.reason: 1})
        else:
            yield outcome.value


def instances(
    pipeline: Pipeline, workers: Executor, report: Report, quiet: bool, last: str | None = None
) -> Iterator[Instance]:
    """The questions of a run, or those after the item named ``last``, with a progress bar."""
    items = after(last, pipeline.items(), pipeline.start)
    made = made_by(pipeline.family, pipeline.recipe, items, workers, report)
    return track(pipeline.instances(made), "generate", total=pipeline.total, quiet=quiet)


def make_set(
    pipeline: Pipeline, arguments: Json, output: str, run: Executor, report: Report, quiet: bool, resume: bool
) -> None:
    """Write questions, a private split's public file and the manifest; RecordError to resume another run."""
    secret = pipeline.recipe.secret
    if output != "-":
        refuse_inputs(manifest_path(output), *([public_path(output)] if secret else []))
    with records_writer(output, resume=resume, made=_made(pipeline, arguments)) as writer:
        last = _resumed(writer, pipeline, arguments) if resume else None
        refused, unmade = pipeline.tally.rejected.copy(), len(pipeline.tally.unmade)
        for instance in instances(pipeline, run, report, quiet, last):
            more, failed = pipeline.tally.rejected - refused, pipeline.tally.unmade[unmade:]
            if more or failed:
                writer.note({"rejected": dict(more), "unmade": failed})
                refused, unmade = pipeline.tally.rejected.copy(), len(pipeline.tally.unmade)
            writer.write(instance)
    if secret:
        with JsonlWriter(public_path(output)) as writer:
            for instance in raised(read_instances(output)):
                writer.write(public(instance, secret))
    if output != "-":
        manifests.write(manifest(pipeline, arguments, output), manifest_path(output))


def _made(pipeline: Pipeline, arguments: Json) -> Json:
    """The input and options of a set, which must be the same when its run is resumed."""
    seed = {"seed": pipeline.recipe.seed, **_secret(pipeline.recipe)}
    versions = {"certwright": __version__, "generator": pipeline.family.version}
    avoided = {"avoided": sha256_of(sorted(pipeline.taken))} if pipeline.taken else {}
    return {"command": f"generate {pipeline.family.name}", **versions, **seed, **arguments, **avoided}


def _secret(recipe: Recipe) -> Json:
    return {"secret": hashlib.sha256(recipe.secret).hexdigest()[:16]} if recipe.secret else {}


def _resumed(writer: JsonlWriter, pipeline: Pipeline, arguments: Json) -> str | None:
    """The item after which a run resumes; restores the tally, or notes that it is unknown."""
    last, kept = standing(writer, pipeline)
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


def after(last: str | None, items: Iterable[Item], start: int = 0) -> Iterator[Item]:
    """The items after the one named ``last`` (all for None), and those before ``start``, left to others."""
    waiting = last is not None
    for item in items:
        if not waiting or item.index < start:
            yield item
        waiting = waiting and item.name != last


def standing(writer: JsonlWriter, pipeline: Pipeline) -> tuple[str | None, int]:
    """The item of the last instance in a resumed file, and the number of instances, all marked as taken."""
    kinds = {item.name.rpartition("/")[0] for item in pipeline.items()}
    last, count = None, 0
    for instance in writer.kept():
        kind = f"{instance.domain}/{instance.task}/{instance.form}"
        if kind not in kinds or instance.index is None or instance.seed != pipeline.recipe.seed:
            raise RecordError(f"{instance.id} is not of this run: start over", file=str(writer.standing))
        pipeline.taken.add(pipeline.family.digest(instance))
        last, count = f"{kind}/{instance.index}", count + 1
    return last, count


def arguments_of(pipeline: Pipeline, *, avoid: Sequence[str] = (), **product: Sequence[str]) -> Json:
    """What the manifest keeps to make the set again; ``product`` are the domains, tasks and forms."""
    family, recipe = pipeline.family, pipeline.recipe
    arguments: Json = {"n": pipeline.count, "start": pipeline.start, **recipe.stated()}
    if family.stated:
        arguments |= {name: list(product[key]) for key, name in family.stated.items()}
    else:
        arguments["cells"] = [f"{cell.domain}/{cell.task}/{cell.form}" for cell in pipeline.cells]
    optional = {"levels": list(recipe.levels), "split": recipe.split, "avoid": list(avoid)}
    return arguments | {name: value for name, value in optional.items() if value not in (None, [])}


def again(manifest: Manifest, count: int | None = None, own: Sequence[Opened] = ()) -> Pipeline:
    """A manifest's run, or its first ``count`` of each cell; RecordError unless ``own`` are its domains."""
    family, arguments = family_of(manifest.family), dict(manifest.arguments)
    arguments.pop("resumed_after", None)
    whole, start = int(arguments.pop("n")), int(arguments.pop("start"))
    avoid, levels, named = (arguments.pop(name, ()) for name in ("avoid", "levels", "own"))
    named, split = dict(named), arguments.pop("split", None)
    given = {world.key: world.digest for world in own}
    if given != named:
        lacking, other = sorted(named.keys() - given), [key for key in given if named.get(key) != given[key]]
        why = f"{', '.join(other)}: not the files that the set was made of"
        if lacking:
            why = f"the set was made of {', '.join(lacking)}: name the folder with --domain"
        raise RecordError(why, file=next(iter(manifest.files), None))
    if own:
        arguments["own"] = tuple(own)
    if family.stated:
        product = {key: arguments.pop(name) for key, name in family.stated.items()}
        cells = family.cells(**product, own=list(named))
    else:
        cells = [Cell(*name.split("/")) for name in arguments.pop("cells")]
    options = family.recipe.restated(arguments)
    recipe = family.recipe_of(seed=manifest.seed or 0, levels=levels, split=split, **options)
    return started(Pipeline(cells, min(count or whole, whole), recipe, start), avoid)


def started(pipeline: Pipeline, avoid: Iterable[str | Path] = ()) -> Pipeline:
    """The run, with the questions that it must avoid: those of some files, and worked examples.
    RecordError for a line that cannot be read, EngineMissingError for an engine that the recipe needs."""
    family = pipeline.family
    pipeline.taken |= {family.digest(instance) for path in avoid for instance in raised(read_instances(path))}
    pipeline.taken |= family.taken(pipeline.cells, pipeline.recipe)
    return pipeline


def manifest(pipeline: Pipeline, arguments: Json, output: str) -> Manifest:
    """The manifest of a finished run; of a secret it keeps only the beginning of a hash."""
    family, recipe = pipeline.family, pipeline.recipe
    used = {name: metadata.version(name) for name in family.engines(recipe)}
    return manifests.build(
        family.name,
        files_of(output),
        {"certwright": __version__, "generator": family.version, **used},
        seed=recipe.seed,
        arguments={**arguments, **_secret(recipe)},
        rejected=dict(sorted(pipeline.tally.rejected.items())),
        guesses=guesses(output),
    )


def guesses(output: str) -> list[Json]:
    """The scores of blind guessers on the questions of a file, for large files on the first ``GUESSED``."""
    from ..verifiers.audit.guess.panel import best, panel

    return best(panel(islice(raised(read_instances(output)), GUESSED)))


def manifest_path(output: str | Path) -> Path:
    """The path of the manifest: next to a file, or inside a folder."""
    path = Path(output)
    if str(output).endswith("/") or path.is_dir():
        return path / MANIFEST
    return path.with_name(f"{path.name.split('.jsonl')[0]}.manifest.json")


def public_path(output: str | Path) -> Path:
    """The path of the public file of a private split."""
    path = Path(output)
    stem, ending, rest = path.name.partition(".jsonl")
    return path.with_name(f"{stem}.public{ending}{rest}")


def begins_alike(instances: Iterable[Instance], path: str | Path) -> str | None:
    """None if a file begins with exactly these instances, byte by byte; otherwise the first difference."""
    with open_bytes(path) as file:
        for number, instance in enumerate(instances, 1):
            line = file.readline()
            if line.rstrip(b"\n") != encode(instance):
                return f"{path}, line {number}: not what is generated ({instance.id})"
    return None
