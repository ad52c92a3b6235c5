"""GF-01's files as questions of ours: bundles, lists, single instances, formal tasks and folders of these.

The machine is brought into canonical form, so state names are lost; the hash of what an instance asks in
GF-01's own form stays in ``source.fields``.  A stored hash that is wrong, and an id that stands twice, are
reported beside the instances that could be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ...domains.reactive.effect import OutputEffect, effect_json
from ...domains.reactive.explicit import automaton_of, entered, letter, machine_of
from ...domains.reactive.hoa import canonical, read_hoa, write_hoa
from ...domains.reactive.machine import Machine
from ...domains.reactive.product import Product
from ...domains.reactive.words import read_trace, rows
from ...generators.reactive.prompt import prompt
from ...generators.reactive.scene import Scene
from ...instances.canonical import encode, seal
from ...instances.errors import CertwrightError, RecordError
from ...instances.formats.gf01 import Gf01Instance, read_instance
from ...instances.formats.gf01_bundle import content_hash, instance_json, read_bundle, read_json
from ...instances.formats.gf01_task import FormalTask, is_task, read_task, task_files, trace_text
from ...instances.hostile import decode
from ...instances.records import Form, Instance, Json, Prompt, Source
from ...verifiers.reactive.gf01.figures import Factors

FORMAT = "gf01"
DOMAIN = "imported"
BUNDLES = ("bundle", "instance")
"""A .json file of a folder is read when its name holds one of these."""


@dataclass(frozen=True)
class Asked:
    """An instance of GF-01, and the question that it is as machine, trace and effect."""

    instance: Gf01Instance
    machine: Machine
    trace: tuple[int, ...]
    effect: OutputEffect

    @classmethod
    def of(cls, instance: Gf01Instance) -> Asked:
        """The question of an instance that ``read_instance`` has let pass."""
        machine = canonical(machine_of(instance.automaton))
        trace = tuple(letter(valuation, machine.inputs) for valuation in instance.base_trace)
        effect = OutputEffect(instance.effect_ap, instance.t_star, True, instance.window)
        return cls(instance, machine, trace, effect)

    @property
    def query(self) -> Json:
        """What is asked, as records have it."""
        instance = self.instance
        return {
            "trace": rows(self.trace, len(self.machine.inputs)),
            "effect": effect_json(self.effect),
            "mode": instance.mode,
            "budget_timestep": instance.budget_timestep,
            "budget_atoms": instance.budget_atoms,
        }


def read(path: str | Path, form: Form = "gen") -> Iterator[Instance | RecordError]:
    """The questions of a file or a folder, a RecordError for each instance or hash that is at fault."""
    seen: set[str] = set()
    for file, found in read_all(path):
        if isinstance(found, RecordError):
            yield found
            continue
        name = found.instance_id or f"gf01-{_hash(found)[:12]}"
        if name in seen:
            yield RecordError(f"{name} stands twice", file=str(file), field="instance_id")
            continue
        seen.add(name)
        try:
            yield question(found, form=form, file=file.name)
        except CertwrightError as error:
            yield RecordError(f"{name}: {error}", file=str(file))


def read_all(path: str | Path) -> Iterator[tuple[Path, Gf01Instance | RecordError]]:
    """The GF-01 instances of a file or a folder with the file of each, and what is wrong with them."""
    for file in files(Path(path)):
        try:
            if is_task(read_json(file)):
                yield file, task_instance(read_task(file), file)
                continue
            bundle = read_bundle(file)
        except CertwrightError as error:
            fault = error if isinstance(error, RecordError) else RecordError(str(error), file=str(file))
            yield file, fault
            continue
        yield from ((file, fault) for fault in bundle.faults)
        yield from ((file, instance) for instance in bundle.instances)


def files(path: Path) -> list[Path]:
    """The file itself, or the tasks and bundles in a folder; RecordError when there is none."""
    if not path.is_dir():
        return [path]
    found = set(task_files(path))
    found |= {file for file in path.glob("*.json") if any(word in file.name for word in BUNDLES)}
    if not found:
        raise RecordError("the folder holds neither a task nor a bundle", file=str(path))
    return sorted(found)


def task_instance(task: FormalTask, file: Path) -> Gf01Instance:
    """The instance that a formal task stands for, with its machine as an explicit automaton."""
    if task.automaton is not None:
        automaton: Any = task.automaton
    else:
        automaton = decode(encode(automaton_of(_machine(task, file.with_suffix(".hoa").name))))
    text = trace_text(task, file)
    inputs = task.input_aps
    trace: Any = task.base_trace
    if text is not None:
        words = read_trace(text, inputs, others=task.output_aps)
        trace = [{ap: word >> bit & 1 for bit, ap in enumerate(inputs)} for word in words]
    raw = {
        **{name: part for name, part in msgspec.structs.asdict(task).items() if name in _TAKEN},
        "automaton": automaton,
        "base_trace": list(trace),
        "provenance": {"source_type": task.source_type, "source_id": task.source_id},
    }
    instance = read_instance(raw, file=str(file))
    return msgspec.structs.replace(instance, instance_id=f"gf01-{_hash(instance)[:12]}")


_TAKEN = ("effect_ap", "t_star", "mode", "window_size", "budget_timestep", "budget_atoms", "split_id")


def _machine(task: FormalTask, file: str) -> Machine:
    assert task.hoa is not None
    if task.output_by_state is None:
        machine = read_hoa(task.hoa, file=file, outputs=task.output_aps)
    else:
        machine = entered(task.hoa, task.input_aps, task.output_aps, task.output_by_state, file=file)
    if (machine.inputs, machine.outputs) == (task.input_aps, task.output_aps):
        return machine
    from ...domains.reactive.explicit import arranged

    return arranged(machine, task.input_aps, task.output_aps)


def question(found: Gf01Instance, *, form: Form = "gen", file: str | None = None) -> Instance:
    """The question of an instance, unlabelled; ``episode`` hides the machine behind observations."""
    asked = Asked.of(found)
    machine, query, own = asked.machine, asked.query, _hash(found)
    Product.of(machine, asked.trace, asked.effect)  # WorldError when the effect does not fit
    here = Scene(DOMAIN, found.instance_id, machine, asked.trace)
    name = found.instance_id or f"gf01-{own[:12]}"
    return seal(
        Instance(
            id="",
            family="reactive",
            task="intervene",
            form=form,
            domain=DOMAIN,
            world={"kind": "hoa", "hoa": write_hoa(machine)},
            query=query,
            prompt=_prompt(here, form, query),
            split=found.split_id,
            source=Source(
                format=FORMAT,
                key=f"{FORMAT}:{name}",
                file=file,
                id=name,
                fields={"content_hash": own, "window_size": found.window_size},
            ),
            difficulty={
                "states": float(machine.states),
                "trace_length": float(len(asked.trace)),
                "effect_depth": float(found.t_star),
                "budget": float(found.budget_timestep),
                "complexity": round(Factors.of_instance(found).composite, 6),
            },
        )
    )


def _prompt(here: Scene, form: Form, query: Json) -> Prompt:
    return prompt(here, "intervene", form, query, "table")


def _hash(instance: Gf01Instance) -> str:
    """The hash over what the instance asks, recomputed."""
    return content_hash(instance_json(instance))
