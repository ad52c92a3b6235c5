"""Converts GF-01's files to our questions, and our questions to GF-01 bundles.

It reads bundles, lists, single instances, formal tasks and folders of these; wrong hashes and repeated ids
are reported beside what could be read.  The machine becomes canonical; the names of its states, which a
written bundle restores, and the hash in GF-01's own form are kept in ``source.fields``.  A bundle can hold an
explicit machine of up to 16 inputs, one output that must be 1, and hard or normal mode; no formulas, outputs
that must be 0, or seeds.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from ...domains.reactive.effect import OutputEffect, effect_json
from ...domains.reactive.explicit import arranged, automaton_of, entered
from ...domains.reactive.hoa import named, placed, read_hoa, write_hoa
from ...domains.reactive.machine import Machine
from ...domains.reactive.words import read_trace, rows
from ...generators.reactive import family
from ...generators.reactive.prompt import prompt
from ...generators.reactive.scene import Scene
from ...instances import __version__
from ...instances.canonical import encode, seal
from ...instances.errors import CertwrightError, RecordError, UnsupportedError
from ...instances.formats.gf01 import (
    FAMILY_ID,
    Gf01Instance,
    bundle,
    content_hash,
    digest,
    instance_json,
    read_bundle,
    read_instance,
    read_json,
)
from ...instances.formats.gf01_task import FormalTask, is_task, read_task, task_files, trace_text
from ...instances.hostile import decode
from ...instances.outputs import write_whole
from ...instances.places import tree_hash
from ...instances.records import Form, Instance, Json, Source
from ...verifiers.reactive.gf01.figures import METRIC, POLICY, Factors, identifiability
from ...verifiers.reactive.question import Interventions, Question

FORMAT = "gf01"
DOMAIN = "imported"
BUNDLES = ("bundle", "instance")  # words in the names of a folder's .json files that are read
NORMALIZATION, HARNESS_VERSION = "gf01.normalization.v1", "1.0.0"
DIGITS = 6  # of the figures stored with an instance
TAKEN = ("effect_ap", "t_star", "mode", "window_size", "budget_timestep", "budget_atoms", "split_id")
"""The fields that an instance copies unchanged from a formal task."""


def read(path: str | Path, form: Form = "gen") -> Iterator[Instance | RecordError]:
    """The questions of a file or a folder, a RecordError for each faulty instance or hash."""
    seen: set[str] = set()
    for file, entry in read_all(path):
        if isinstance(entry, RecordError):
            yield entry
        elif (name := name_of(entry)) in seen:
            yield RecordError(f"{name} occurs twice", file=str(file), field="instance_id")
        else:
            seen.add(name)
            try:
                yield question(entry, form=form, file=file.name)
            except CertwrightError as error:
                yield RecordError(f"{name}: {error}", file=str(file))


def read_all(path: str | Path) -> Iterator[tuple[Path, Gf01Instance | RecordError]]:
    """The GF-01 instances of a file or a folder with the file of each, and the errors."""
    for file in files(Path(path)):
        try:
            if is_task(read_json(file)):
                yield file, task_instance(read_task(file), file)
                continue
            bundle = read_bundle(file)
        except CertwrightError as error:
            yield file, error if isinstance(error, RecordError) else RecordError(str(error), file=str(file))
            continue
        yield from ((file, fault) for fault in bundle.faults)
        yield from ((file, instance) for instance in bundle.instances)


def files(path: Path) -> list[Path]:
    """The file itself, or the tasks and bundles in a folder; RecordError when there is none."""
    if not path.is_dir():
        return [path]
    names_of_files = set(task_files(path))
    names_of_files |= {file for file in path.glob("*.json") if any(word in file.name for word in BUNDLES)}
    if not names_of_files:
        raise RecordError("the folder holds neither a task nor a bundle", file=str(path))
    return sorted(names_of_files)


def _valuations(words: Iterable[int], inputs: Sequence[str]) -> tuple[dict[str, Literal[0, 1]], ...]:
    return tuple({ap: 1 if word >> bit & 1 else 0 for bit, ap in enumerate(inputs)} for word in words)


def task_instance(task: FormalTask, file: Path) -> Gf01Instance:
    """The instance of a formal task, with its machine as an explicit automaton."""
    automaton: Any = task.automaton
    if automaton is None:
        automaton = decode(encode(automaton_of(_machine(task, file.with_suffix(".hoa").name))))
    text, inputs, trace = trace_text(task, file), task.input_aps, task.base_trace or ()
    if text is not None:
        trace = _valuations(read_trace(text, inputs, others=task.output_aps), inputs)
    raw = {
        **{name: getattr(task, name) for name in TAKEN},
        "automaton": automaton,
        "base_trace": list(trace),
        "provenance": {"source_type": task.source_type, "source_id": task.source_id},
    }
    instance = read_instance(raw, file=str(file))
    return msgspec.structs.replace(instance, instance_id=name_of(instance))


def _machine(task: FormalTask, file: str) -> Machine:
    assert task.hoa is not None
    if task.output_by_state is None:
        machine = read_hoa(task.hoa, file=file, outputs=task.output_aps)
    else:
        machine = entered(task.hoa, task.input_aps, task.output_aps, task.output_by_state, file=file)
    if (machine.inputs, machine.outputs) == (task.input_aps, task.output_aps):
        return machine
    return arranged(machine, task.input_aps, task.output_aps)


def name_of(instance: Gf01Instance) -> str:
    """The id of an instance: its own, or the one derived from its content."""
    return instance.instance_id or f"gf01-{content_hash(instance_json(instance))[:12]}"


def question(gf01: Gf01Instance, *, form: Form = "gen", file: str | None = None) -> Instance:
    """The question of an instance, unlabelled; ``episode`` hides the machine behind observations."""
    problem = Interventions.of(gf01)
    machine, number = placed(problem.machine)
    states = named(gf01.automaton.states, number)
    usual = states == automaton_of(machine).states
    _ = problem.product  # WorldError when the effect does not fit
    query: Json = {
        "trace": rows(problem.trace, len(machine.inputs)),
        "effect": effect_json(problem.effect),
        "mode": gf01.mode,
        "budget_timestep": gf01.budget_timestep,
        "budget_atoms": gf01.budget_atoms,
    }
    scene = Scene(DOMAIN, gf01.instance_id, machine, problem.trace)
    name, fields = name_of(gf01), {"content_hash": content_hash(instance_json(gf01))}
    own = {"window_size": gf01.window_size, **({} if usual else {"states": list(states)})}
    sizes = map(float, (machine.states, len(problem.trace), gf01.t_star, gf01.budget_timestep))
    difficulty = dict(zip(("states", "trace_length", "effect_depth", "budget"), sizes, strict=True))
    difficulty["complexity"] = round(Factors.of_instance(gf01).composite, DIGITS)
    what: Json = {"family": "reactive", "task": "intervene", "form": form, "domain": DOMAIN}
    instance = Instance(
        id="",
        **what,
        world={"kind": "hoa", "hoa": write_hoa(machine)},
        query=query,
        prompt=prompt(scene, "intervene", form, query, "table"),
        split=gf01.split_id,
        source=Source(format=FORMAT, key=f"{FORMAT}:{name}", file=file, id=name, fields=fields | own),
        difficulty=difficulty,
    )
    return seal(instance)


def gf01_instance(instance: Instance) -> Gf01Instance:
    """The GF-01 instance of a question; UnsupportedError if a bundle cannot represent it."""
    if (instance.family, instance.task) != ("reactive", "intervene"):
        raise UnsupportedError(f"{instance.id}: no question about interventions")
    problem = Question.of(instance)
    query, effect = problem.query, problem.effect
    if not isinstance(effect, OutputEffect) or not effect.value:
        raise UnsupportedError(f"{instance.id}: a bundle cannot hold a formula, or an output that must be 0")
    fields = instance.source.fields if instance.source else {}
    stated, names = fields.get("window_size"), fields.get("states")
    kept = isinstance(names, list) and len(set(map(str, names))) == problem.machine.states
    instance_of_gf01 = Gf01Instance(
        automaton=automaton_of(problem.machine, list(map(str, names)) if kept and names else ()),
        base_trace=_valuations(problem.trace, problem.machine.inputs),
        effect_ap=effect.ap,
        t_star=effect.at,
        mode=query["mode"],
        window_size=effect.window or (stated if query["mode"] == "hard" and isinstance(stated, int) else 1),
        budget_timestep=query["budget_timestep"],
        budget_atoms=query.get("budget_atoms"),
        split_id=instance.split or "public_dev",
    )
    return completed(instance_of_gf01)


def completed(instance: Gf01Instance) -> Gf01Instance:
    """The instance with figures, hash and id of its content; no seed.  Provenance keeps an earlier id."""
    factors = Factors.of_instance(instance)
    named = ("state_count", "effect_depth", "transition_count", "input_count")
    name = f"gf01-{(own := content_hash(instance_json(instance)))[:12]}"
    before = instance.provenance.get("source_id") if instance.instance_id == name else instance.instance_id
    return msgspec.structs.replace(
        instance,
        instance_id=name,
        content_hash=own,
        normalization_version=NORMALIZATION,
        seed=None,
        complexity={f"{part}_norm": round(float(getattr(factors, part)), DIGITS) for part in named},
        identifiability=identifiable(instance),
        provenance={"source_id": before} if isinstance(before, str) and before else {},
    )


def identifiable(instance: Gf01Instance) -> Json:
    """The identifiability figures, under GF-01's names."""
    problem = Interventions.of(instance)
    report = identifiability(problem.machine, problem.trace, problem.effect)
    return {
        "policy_version": POLICY,
        "metric_id": METRIC,
        "candidate_atom_count": report.cells,
        "response_atom_count": report.responding,
        "response_ratio": round(report.response_ratio, DIGITS),
        "unique_signature_count": report.signatures,
        "effective_atom_count": report.effective,
        "passes_threshold": report.passes(),
    }


def write(instances: Iterable[Instance | RecordError], folder: str | Path) -> list[RecordError]:
    """Write ``instance_bundle.json``; returns the errors put in and one for each question left out."""
    refused, kept = list[RecordError](), list[Json]()
    for entry in instances:
        if isinstance(entry, RecordError):
            refused.append(entry)
            continue
        try:
            kept.append(instance_json(gf01_instance(entry)))
        except CertwrightError as error:
            refused.append(RecordError(str(error)))
    if kept:
        splits = sorted({str(raw["split_id"]) for raw in kept})
        made = bundle(kept, split=splits[0] if len(splits) == 1 else "mixed", versions=versions({}))
        Path(folder).mkdir(parents=True, exist_ok=True)
        write_json(Path(folder) / "instance_bundle.json", made)
    return refused


def versions(config: Json) -> Json:
    """The versions in GF-01's artifacts, with the tree's hash in place of the commit."""
    return {
        "family_id": FAMILY_ID,
        "benchmark_version": __version__,
        "generator_version": f"certwright.reactive/{family.VERSION}",
        "checker_version": __version__,
        "harness_version": HARNESS_VERSION,
        "git_commit": f"tree:{tree_hash()}",
        "config_hash": digest(config),
    }


def write_json(path: str | Path, value: Json) -> None:
    """Write a file of readable JSON: sorted keys, one space per level, a final newline."""
    write_whole(path, json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def folder_files(folder: str | Path, *names: str) -> list[Path]:
    """Files of a folder; RecordError names the first that is missing."""
    paths = [Path(folder) / name for name in names]
    for file in paths:
        if not file.is_file():
            raise RecordError("is missing", file=str(file))
    return paths
